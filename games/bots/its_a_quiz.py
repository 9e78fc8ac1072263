"""A player of くいずです: has seen the cards like everybody else, and has kept some of them in mind (IQ-P2)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.its_a_quiz.moves import (
    WORDS,
    Answer,
    Bid,
    Call,
    GoOn,
    Lay,
    Memorise,
    Open,
    Pass,
    PassToPeek,
    Peek,
    PutBack,
    QuizMove,
    Ready,
    Shift,
    Take,
    Vote,
)
from games.rules.its_a_quiz.observation import QuizObservation, Recall, RowLine
from games.rules.its_a_quiz.state import Phase
from games.rules.pack import QuizShow

NEVER = 10 * 365 * 86_400.0  # it gives nothing away of its own accord (IQ-6)
MIXES_UP = {Strength.EASY: 14, Strength.MEDIUM: 7, Strength.HARD: 2}  # of a hundred cards it is sure of wrongly


class Known(NamedTuple):
    """What the bot believes of a row: a word of the show, or None, for each card from the question outwards."""

    words: tuple[int | None, ...]
    sure: int  # how many of them it would write


class ItsAQuizBot(Bot[QuizObservation, QuizMove]):
    """Writes what it remembers, opens and defends the rows it knows best, and looks where it has forgotten."""

    def choose(
        self, observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance
    ) -> QuizMove:
        """One of its moves; an answer with the words it remembers."""
        if not observation.hand.may:
            return legal[0]
        match observation.hand.phase:
            case Phase.MEMORY:
                return _of(legal, Memorise, Ready)
            case Phase.AUCTION:
                return _bid(observation, legal, memory, chance)
            case Phase.OPENING:
                return _open(observation, legal, memory, chance)
            case Phase.ANSWERING:
                return _answer(observation, legal, memory, chance)
            case Phase.PEEKING:
                return _peek(observation, legal, memory, chance)
            case Phase.REVEALED | Phase.CALLED:
                return _of(legal, GoOn)
            case Phase.VOTING:
                return next((move for move in legal if isinstance(move, Vote) and not move.right), legal[0])
            case Phase.LAYING:
                return _any(legal, Lay, chance)
            case Phase.SHIFTING:
                return _shift(observation, legal, memory, chance)
            case Phase.TIE:
                return _call(observation, legal, memory, chance)
            case _:
                return legal[0]

    def delay(self, observation: QuizObservation, memory: Memory, chance: Chance) -> float:
        """Time to think; more where people have to follow with their eyes."""
        if not observation.hand.may:
            return NEVER
        match observation.hand.phase:
            case Phase.MEMORY:
                return 20.0
            case Phase.ANSWERING:
                return 4.0 + 5.0 * chance.share()
            case Phase.LAYING:
                return 2.6
            case Phase.SHIFTING:
                return 3.2
            case Phase.REVEALED | Phase.CALLED:
                return 9.0
            case _:
                return 1.5 + 1.5 * chance.share()


# -- remembering -----------------------------------------------------------------------------------------------------


def _draw(memory: Memory, key: str, percent: int) -> bool:
    """A coin that always falls the same way for this bot and this key, so often of a hundred."""
    sides = [memory.knows(f"{key}/{toss}", 2) for toss in range(5)]
    return sum(side << toss for toss, side in enumerate(sides)) % 32 < percent * 32 / 100


def _remembers(memory: Memory, card: int, fresh: bool) -> bool:
    """Does it remember the other side of this card? What it has seen late in the game, it does better."""
    return memory.knows(f"card {card} {'again' if fresh else 'first'}", 1 if fresh else 3)


def _words(observation: QuizObservation, row: RowLine, memory: Memory) -> Known:
    """What it believes lies in a row; the cards at its end it has seen laid there."""
    recall = observation.hand.recall
    words: list[int | None] = []
    for card in row.cards:
        words.append(_word(recall, card.card, card.at > 3, memory))
    return Known(tuple(words), sum(word is not None for word in words))


def _word(recall: Recall | None, card: int, fresh: bool, memory: Memory) -> int | None:
    if recall is None or not _remembers(memory, card, fresh):
        return None
    if _draw(memory, f"mixes up {card}", MIXES_UP[memory.strength]):
        return recall.words[(card + 1) % len(recall.words)]
    return recall.words[card]


def _question(observation: QuizObservation, card: int, memory: Memory) -> int | None:
    """Which question it believes is on a white card."""
    recall = observation.hand.recall
    if recall is None or not memory.knows(f"white {card}", 2):
        return None
    return recall.questions[card - WORDS]


def _strength_of(observation: QuizObservation, card: int, memory: Memory) -> float | None:
    """How much of its row it knows, from 0 to 1; None if it does not remember which question this is."""
    question = _question(observation, card, memory)
    row = next((line for line in observation.rows.lines if line.row == question), None)
    if row is None:
        return None
    known = _words(observation, row, memory)
    return known.sure / len(known.words)


# -- choosing --------------------------------------------------------------------------------------------------------


def _of(legal: Sequence[QuizMove], *kinds: type) -> QuizMove:
    return next((move for kind in kinds for move in legal if isinstance(move, kind)), legal[0])


def _any(legal: Sequence[QuizMove], kind: type, chance: Chance) -> QuizMove:
    some = [move for move in legal if isinstance(move, kind)]
    return chance.pick(some) if some else legal[0]


def _bid(observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance) -> QuizMove:
    """A slush marker onto a question it would not know, as long as it has enough of them to peek as well."""
    pass_on = _of(legal, Pass)
    slush = observation.seats[_me(observation, legal)].slush
    if slush < 2 or memory.strength == Strength.EASY or chance.share() < 0.4:
        return pass_on
    worst = [
        (strength, move)
        for move in legal
        if isinstance(move, Bid) and move.kind == "slush"
        if (strength := _strength_of(observation, move.card, memory)) is not None and strength < 0.4
    ]
    return min(worst, key=lambda pair: (pair[0], pair[1].card))[1] if worst else pass_on


def _me(observation: QuizObservation, legal: Sequence[QuizMove]) -> int:
    """Whoever bids is whose turn it is."""
    return observation.stage.awaited[0] if observation.stage.awaited else 0


def _open(observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance) -> QuizMove:
    """Of the cards that may be opened, the question it knows best."""
    best = [
        (strength, move)
        for move in legal
        if isinstance(move, Open) and (strength := _strength_of(observation, move.card, memory)) is not None
    ]
    if not best or memory.strength == Strength.EASY:
        return _any(legal, Open, chance)
    return max(best, key=lambda pair: (pair[0], -pair[1].card))[1]


def _answer(observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance) -> QuizMove:
    """All it remembers of the row; knowing nothing, it takes slush markers, or peeks if it has some already."""
    number = observation.hand.round
    row = next((line for line in observation.rows.lines if line.asked), None)
    known = _words(observation, row, memory) if row is not None else Known((), 0)
    show = _show_of(observation, memory)
    if known.sure and show is not None:
        names = [memory.says(show.words[word].name) for word in known.words if word is not None]
        return Answer(number, "\n".join(dict.fromkeys(names)))
    return Take(number) if chance.share() < 0.7 or observation.hand.last_round else PassToPeek(number)


def _show_of(observation: QuizObservation, memory: Memory) -> QuizShow | None:
    return next((show for show in memory.pack.shows if show.title == observation.bar.title), None)


def _peek(observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance) -> QuizMove:
    """Pays slush markers for cards it has forgotten; never score markers."""
    peeks = [
        move
        for move in legal
        if isinstance(move, Peek) and not move.score and move.card < WORDS and not _remembers(memory, move.card, False)
    ]
    return chance.pick(peeks) if peeks and not observation.hand.last_round else _of(legal, PutBack)


def _shift(observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance) -> QuizMove:
    """Now and then it moves a card, to tire the eyes of the others."""
    moving = memory.strength != Strength.EASY and chance.share() < 0.5
    return _any(legal, Shift, chance) if moving else legal[0]


def _call(observation: QuizObservation, legal: Sequence[QuizMove], memory: Memory, chance: Chance) -> QuizMove:
    """A card it remembers; if there is none, any card and any word."""
    show = _show_of(observation, memory)
    calls = [move for move in legal if isinstance(move, Call)]
    recall = observation.hand.recall
    for sure in (True, False):
        for move in calls:
            word = _word(recall, move.card, False, memory) if sure else chance.below(WORDS)
            if word is not None and show is not None:
                return Call(move.round, move.card, memory.says(show.words[word].name))
    return calls[0] if calls else legal[0]


BOT = ItsAQuizBot()
