"""A player of Klondike: unlocks what it remembers, asks where it does not, and sorts the better the stronger it is."""

from collections.abc import Sequence

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.pack import Event, Question
from games.rules.quizterix_klondike.layout import RANKS, SUITS
from games.rules.quizterix_klondike.moves import Answer, Ask, Finish, GiveUp, Guess, KlondikeMove, Put, Turn
from games.rules.quizterix_klondike.observation import Board, Card, Column, KlondikeObservation
from games.rules.words import Text

# How often a bot trusts a memory that it does not have, per thousand locked cards it looks at.
_RECKLESS = {Strength.HARD: 0, Strength.MEDIUM: 4, Strength.EASY: 12}
_PATIENCE = 2  # passes through the stock without a single move

KING = RANKS.index("K")


class KlondikeBot(Bot[KlondikeObservation, KlondikeMove]):
    """Names the cards it knows, asks a question for the others, and never takes anything back."""

    def choose(
        self, observation: KlondikeObservation, legal: Sequence[KlondikeMove], memory: Memory, chance: Chance
    ) -> KlondikeMove:
        """Unlock, sort, turn, in this order; give up when the stock has come round in vain."""
        for move in legal:
            match move:
                case Answer(asked=asked):
                    return Answer(asked, _answer(observation, memory, asked))
                case Finish():
                    return move
        if guess := _guess(observation, legal, memory, chance):
            return guess
        if ask := next((move for move in legal if isinstance(move, Ask) and _matters(observation, move)), None):
            return ask
        puts = [move for move in legal if isinstance(move, Put)]
        if best := _sorted(observation.board, puts, memory.strength, chance):
            return best
        stock = observation.board.stock
        turns = -(-(stock.count + stock.waste) // stock.draw) + 1
        if stock.may_turn and stock.idle < _PATIENCE * turns:
            return Turn()
        return GiveUp()


def _text(text: Text) -> str:
    return next(iter(text.all()), "")


# -- what it knows -------------------------------------------------------------------------------


def _recognised(card: Card, memory: Memory) -> Event | None:
    """The event behind a picture, if the bot knows it."""
    picture = card.picture
    if picture is None:
        return None
    like = (picture.suit, picture.scene, picture.alt)
    event = next((e for e in memory.pack.events if (e.suit, e.scene, e.alt) == like), None)
    return event if event is not None and memory.knows(event.key) else None


def _matters(observation: KlondikeObservation, move: Ask) -> bool:
    """Any locked card is worth a question: it holds up at least itself."""
    return observation.board.playing


def _guess(
    observation: KlondikeObservation, legal: Sequence[KlondikeMove], memory: Memory, chance: Chance
) -> Guess | None:
    """A card it can name; the weaker it is, the more often it only thinks so."""
    lying = _lying(observation.board)
    for move in legal:
        if isinstance(move, Guess):
            event = _recognised(lying[move.card], memory)
            if event is not None:
                return Guess(move.card, memory.says(event.name), str(event.year))
            if chance.below(1_000) < _RECKLESS[memory.strength]:
                return Guess(move.card, memory.says(chance.pick(memory.pack.events).name), "")
    return None


def _answer(observation: KlondikeObservation, memory: Memory, asked: int) -> str:
    """The answer if it knows the question, or has learnt the answers by now; else nothing."""
    drawn = observation.hand.asked
    if drawn is None:
        return ""
    question = _question(memory, drawn.picture.suit, drawn.text)
    if question is None:
        return ""
    key = f"{drawn.picture.suit} {_text(drawn.text)}"
    learnt = memory.learns(f"{key}, the {asked}-th question", difficulty=3)
    return memory.says(question.answer) if learnt or memory.knows(key) else ""


def _question(memory: Memory, suit: str, text: Text) -> Question | None:
    questions: list[Question] = [getattr(card, suit) for card in memory.pack.questions]
    return next((question for question in questions if question.ask == text), None)


# -- how it sorts --------------------------------------------------------------------------------


def _lying(board: Board) -> dict[int, Card]:
    columns = [card for column in board.columns for card in column.cards]
    founded = [pile.card for pile in board.foundations if pile.card is not None]
    return {card.slot: card for card in (*columns, *board.waste, *founded)}


def _rank(card: Card) -> int:
    return RANKS.index(card.face.rank) if card.face is not None else -1


def _sorted(board: Board, puts: Sequence[Put], strength: Strength, chance: Chance) -> Put | None:
    """The put that promises most; None if none is worth it. Every put taken is progress, so it never goes round."""
    if strength is Strength.EASY and puts and chance.below(10) < 4:
        puts = [chance.pick(puts)]  # looks at one thing only
    worth = {put: _worth(board, put, strength) for put in puts}
    best = max(worth, key=lambda put: worth[put], default=None)
    return best if best is not None and worth[best] > 0 else None


def _worth(board: Board, put: Put, strength: Strength) -> int:
    """How much a put promises; nothing where it leads nowhere."""
    column = next((c for c in board.columns if any(card.slot == put.card for card in c.cards)), None)
    card = _lying(board)[put.card]
    to_foundation = put.target in SUITS
    if column is None:
        on_foundation = any(pile.card is not None and pile.card.slot == put.card for pile in board.foundations)
        if on_foundation:
            return 25 if strength is Strength.HARD and _lets_out(board, card) else 0
        if to_foundation:
            return 60
        return _from_waste(board, card, strength)
    covered = sum(other.covered for other in column.cards)
    uncovers = covered > 0 and column.cards[covered].slot == put.card
    if to_foundation:
        return 50 + 10 * uncovers if uncovers or strength is not Strength.HARD or _harmless(board, card) else 20
    if uncovers:
        return 30 + covered + (5 if strength is Strength.HARD else 0)
    if covered == 0 and column.cards[0].slot == put.card and _rank(card) != KING:
        return 25 if strength is not Strength.HARD or _king_waits(board) else 0
    return 0


def _lets_out(board: Board, card: Card) -> bool:
    """Would this card, taken back from its foundation, take the one that lies on covered cards and has no other place?

    Not if it would be put back before that happens: so it never goes round.
    """
    if _harmless(board, card):
        return False
    heads = (column.cards[sum(other.covered for other in column.cards)] for column in board.columns if _covers(column))
    return any(_rank(head) == _rank(card) - 1 and _is_red(head) != _is_red(card) and not head.targets for head in heads)


def _is_red(card: Card) -> bool:
    return card.face is not None and card.face.suit in ("diamonds", "hearts")


def _harmless(board: Board, card: Card) -> bool:
    """Could no lower card of the other colour still want to lie on this one?"""
    return _rank(card) <= 1 + min(pile.count for pile in board.foundations)


def _king_waits(board: Board) -> bool:
    """Is there a king that would go to an empty column?"""
    heads = [column.cards[sum(card.covered for card in column.cards)] for column in board.columns if _covers(column)]
    return any(_rank(card) == KING for card in (*heads, *board.waste[-1:]))


def _covers(column: Column) -> bool:
    return any(card.covered for card in column.cards)


def _from_waste(board: Board, card: Card, strength: Strength) -> int:
    """A card from the waste to a column: the strong take it only if it helps another card along."""
    if strength is not Strength.HARD:
        return 10
    rank = _rank(card)
    if rank == KING:
        return 12
    for column in board.columns:
        covered = sum(other.covered for other in column.cards)
        if column.cards:
            head = column.cards[covered]
            if covered and _rank(head) == rank - 1 and _is_red(head) != _is_red(card):
                return 28
    return 8


BOT = KlondikeBot()
