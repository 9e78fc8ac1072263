"""The same table with everything changed at random that one watcher must not know (CO-7).

Every game on the shelf has a function here: ``scramble(state, watcher, pack, chance)`` gives another state and another
pack. If the watcher's observation, or a byte of the watcher's page, differs afterwards, something hidden has leaked.
What is hidden when is said here once more, in other words than in the rules: a slip there must not excuse itself here.

Hidden is what the watcher could not know by the rules, had they looked at the table all the time; and also what lay
open once and was put away again, where the page is not meant to remind anybody.
"""

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

from msgspec import structs

from games.rules.answers import recognised
from games.rules.appeals import AppealState
from games.rules.chance import Chance
from games.rules.its_a_quiz.state import Choices, QuizState
from games.rules.its_a_quiz.state import Laid as LaidAnswer
from games.rules.its_a_quiz.state import Phase as QuizPhase
from games.rules.kernel import HOST, Seat
from games.rules.pack import Event, Pack, Question, QuestionCard, Statement, Word
from games.rules.quatrefoil.state import QuatrefoilState
from games.rules.quizterix_klondike.layout import RANKS, SUITS
from games.rules.quizterix_klondike.state import KlondikeState
from games.rules.quizterix_klondike.state import Phase as KlondikePhase
from games.rules.quizterix_poker.state import Phase as PokerPhase
from games.rules.quizterix_poker.state import PokerState
from games.rules.quizterix_snap.state import Buzzed, Given, SnapState, Verdict
from games.rules.quizterix_snap.state import Phase as SnapPhase
from games.rules.quizterix_standard.state import Invention, Panic, Pointed, StandardState
from games.rules.quizterix_standard.state import Phase as StandardPhase
from games.rules.qwantum.state import Phase as QwantumPhase
from games.rules.qwantum.state import QwantumState
from games.rules.swiss_quiz.moves import CHIPS
from games.rules.swiss_quiz.state import Answered, Laid, Phase, SwissQuizState
from games.rules.words import Text, Texts

Scramble = Callable[[Any, Seat, Pack, Chance], tuple[Any, Pack]]


class Quick(Chance):
    """Dice that need not be fair: a scrambling throws thousands, and tests scramble a hundred thousand times."""

    def __init__(self, chance: Chance) -> None:
        self._dice = Random(chance.below(1 << 64))

    def below(self, bound: int) -> int:
        return int(self._dice.random() * bound)


TEXTS = tuple(
    Text(*(f"SCRAMBLED {language} {number}" for language in Text.__struct_fields__)) for number in range(4_096)
)


def scrambled_text(chance: Chance) -> Text:
    """Another text in every language."""
    return TEXTS[chance.below(4_096)]


@cache
def _question_cards() -> tuple[QuestionCard, ...]:
    """Question cards that are in no deck."""
    dice = Quick(Chance(b"question cards", 1))
    suits = QuestionCard.__struct_fields__
    return tuple(
        QuestionCard(**{suit: Question(scrambled_text(dice), scrambled_text(dice)) for suit in suits})
        for _ in range(500)
    )


# -- Swiss Quiz ------------------------------------------------------------------------------------------------------


def swiss_quiz(state: SwissQuizState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[SwissQuizState, Pack]:
    """Others' answers and secret stakes; truth and explanation of the card until it is turned; the cards to come."""
    for number, player in enumerate(state.players):
        if player.laid is not None and player.laid.answer is not None and number != watcher:
            state = _laid_otherwise(state, Seat(number), player.laid, chance)
    turned = state.phase in (Phase.SHOWN, Phase.OVER)
    cards = list(pack.statements)
    if not turned:
        card = structs.replace(_other_statement(cards[state.card], chance), text=cards[state.card].text)
        cards[state.card] = structs.replace(card, category=cards[state.card].category)
    if state.drawn < len(state.deck):
        seen, to_come = state.deck[: state.drawn + 1], state.deck[state.drawn + 1 :]
        state = structs.replace(state, deck=(*seen, *chance.shuffle(to_come)))
        for place in to_come:
            cards[place] = _other_statement(cards[place], chance)
    return state, structs.replace(pack, statements=tuple(cards))


def _laid_otherwise(state: SwissQuizState, seat: Seat, laid: Laid, chance: Chance) -> SwissQuizState:
    """Another answer; and while stakes are secret another one, out of the chips and flags one had before."""
    player = state.players[seat]
    chips, flags = laid.chips, laid.flags
    if state.options.answering == "at-once" and state.phase is Phase.LAYING:  # SQ-2
        chips = chance.below(min(CHIPS, player.chips + laid.chips) + 1)
        flags = 0 if state.flags else chance.below(player.flags + laid.flags + 1)
    other = structs.replace(
        player,
        chips=player.chips + laid.chips - chips,
        flags=player.flags + laid.flags - flags,
        laid=Laid(chance.pick((True, False)), chips, flags),
    )
    last = tuple(
        structs.replace(event, chips=chips, flags=flags)
        if isinstance(event, Answered) and event.seat == seat
        else event
        for event in state.last
    )
    return structs.replace(state.with_player(seat, other), last=last)


def _other_statement(card: Statement, chance: Chance) -> Statement:
    return structs.replace(
        card,
        category=chance.pick(("nature", "places", "history", "culture", "economy", "everyday")),
        truth=chance.pick((True, False)),
        difficulty=chance.pick((1, 2, 3)),
        text=scrambled_text(chance),
        explanation=scrambled_text(chance),
        basis=f"SCRAMBLED {chance.below(1 << 32)}",
    )


# -- Snap! -----------------------------------------------------------------------------------------------------------


def snap(state: SnapState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[SnapState, Pack]:
    """The other side of every card that is not open to the watcher; the cards to come; buzzes on their way; who voted
    how; where everybody answers what the others have, and where four cards lie there which of them is meant.
    """
    known = {*state.unclaimed, *_own_cards(state, watcher)}
    lies_open = state.phase in (SnapPhase.SOLUTION, SnapPhase.VOTING, SnapPhase.DEALING)
    if state.card is not None and (lies_open or _judges(state, watcher)):
        known.add(state.card)
    if state.phase is SnapPhase.END:  # whatever was won has been turned for all to see, and the ending tells of it
        known.update(card for player in state.players for card in player.won)
    in_sight = {place: pack.events[place] for place in state.four}
    events = tuple(
        card if place in known else _other_event(card, chance, picture=place != state.card)
        for place, card in enumerate(pack.events)
    )
    events = tuple(  # of the four, name and year lie open
        structs.replace(card, name=in_sight[place].name, year=in_sight[place].year) if place in in_sight else card
        for place, card in enumerate(events)
    )
    if state.card is not None and state.card not in known:
        state, events = _another_meant(state, events, known, chance)
    state = structs.replace(state, deck=_other_cards_to_come(state, pack, chance))
    if state.everybody:
        state = _other_answers(state, watcher, lies_open, chance)
    elif state.options.dealer == "leader" and watcher != HOST:
        state = structs.replace(state, answers=tuple(_otherwise_said(given, chance) for given in state.answers))
    if state.vote is not None and state.options.dealer == "leader" and watcher != HOST:
        state = structs.replace(state, vote=structs.replace(state.vote, given=("SCRAMBLED",)))
    if state.phase == SnapPhase.CONTEST:
        state = _other_buzzes(state, watcher, chance)
    if state.vote is not None:
        others = [(seat, right) for seat, right in state.vote.votes if seat != watcher]
        mine = [(seat, right) for seat, right in state.vote.votes if seat == watcher]
        swapped = zip((seat for seat, _ in others), chance.shuffle([right for _, right in others]), strict=True)
        state = structs.replace(state, vote=structs.replace(state.vote, votes=(*mine, *swapped)))
    return state, structs.replace(pack, events=events)


def _own_cards(state: SnapState, watcher: Seat) -> Iterable[int]:
    player = state.players[watcher] if watcher in state.seats() else None
    return () if player is None else (*player.won, *player.knew)


def _judges(state: SnapState, watcher: Seat) -> bool:
    """Does the watcher see the solution in order to judge what is spoken? (CO-2)"""
    if state.oneself:
        return watcher in state.readers and state.phase == SnapPhase.JUDGING
    return state.speaking and watcher in state.readers and state.phase in (SnapPhase.ANSWERING, SnapPhase.JUDGING)


def _another_meant(
    state: SnapState, events: tuple[Event, ...], known: set[int], chance: Chance
) -> tuple[SnapState, tuple[Event, ...]]:
    """The same four names and years in the same order, but another of them belongs to the picture (SN-V2)."""
    others = [place for place in state.four if place != state.card and place not in known]
    if not others or state.card is None:
        return state, events
    meant, other, changed = state.card, chance.pick(others), list(events)
    changed[meant] = structs.replace(events[meant], name=events[other].name, year=events[other].year)
    changed[other] = structs.replace(events[other], name=events[meant].name, year=events[meant].year)
    swap = {meant: other, other: meant}
    return structs.replace(state, four=tuple(swap.get(place, place) for place in state.four)), tuple(changed)


def _other_answers(state: SnapState, watcher: Seat, closed: bool, chance: Chance) -> SnapState:
    """What the others have answered; afterwards what they said, and how they did not know it (SN-V1)."""
    answers = []
    for given in state.answers:
        appealed = given.appeal is not AppealState.NONE
        if given.seat != watcher and not (watcher == HOST and closed and state.options.dealer == "leader"):
            given = _otherwise_said(given, chance)
            if not closed:
                verdict = chance.pick((Verdict.RIGHT, Verdict.WRONG, Verdict.GAVE_UP))
                given = structs.replace(given, verdict=verdict, reaction=chance.below(9_000), choice=None)
            elif given.verdict is not Verdict.RIGHT and not appealed:
                verdict = chance.pick((Verdict.WRONG, Verdict.GAVE_UP))
                given = structs.replace(given, verdict=verdict, reaction=chance.below(9_000), choice=None)
        answers.append(given)
    return structs.replace(state, answers=tuple(answers))


def _otherwise_said(given: Given, chance: Chance) -> Given:
    said = f"SCRAMBLED {chance.below(1 << 32)}"
    return structs.replace(given, name=said, year=said, mnemonic=said)


def _other_event(card: Event, chance: Chance, picture: bool) -> Event:
    """Another card, or another one behind the same picture: that side shows scene and suit."""
    card = structs.replace(
        card,
        rank=chance.pick(("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")),
        year=chance.below(3_000),
        name=scrambled_text(chance),
        mnemonic=scrambled_text(chance),
        story=scrambled_text(chance),
        accept=Texts(en=(f"SCRAMBLED {chance.below(1 << 32)}",)),
        date=None,
    )
    if not picture:
        return card
    suit = chance.pick(("clubs", "diamonds", "hearts", "spades"))
    return structs.replace(card, suit=suit, scene=scrambled_text(chance), alt=scrambled_text(chance))


def _other_cards_to_come(state: SnapState, pack: Pack, chance: Chance) -> tuple[int, ...]:
    """As many cards in another order; those never shown may be any that are not in this round at all."""
    gone = {card for player in state.players for card in player.won} | {*state.unclaimed, *state.known, state.card}
    shown = [card for card in state.deck if state.failed[card]]
    unseen = [card for card in range(len(pack.events)) if card not in gone and not state.failed[card]]
    return chance.shuffle([*shown, *chance.shuffle(unseen)[: len(state.deck) - len(shown)]])


def _other_buzzes(state: SnapState, watcher: Seat, chance: Chance) -> SnapState:
    """Somebody has buzzed: who else, how quickly and how long the table still waits is nobody's to know (SN-C3)."""
    mine = [buzz for buzz in state.buzzes if buzz.seat == watcher]
    out = {*state.readers, *(given.seat for given in state.answers), watcher}
    others = chance.shuffle([seat for seat in state.seats() if seat not in out])
    count = chance.below(len(others) + 1) if mine else 1 + chance.below(len(others))
    buzzes = chance.shuffle([*mine, *(Buzzed(seat, chance.below(10_000)) for seat in others[:count])])
    due = None if state.due is None else state.due + timedelta(milliseconds=chance.below(900))
    return structs.replace(state, buzzes=buzzes, due=due)


def qwantum(state: QwantumState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[QwantumState, Pack]:
    """What the others have chosen in step C, until all have chosen (QW-C1)."""
    if state.phase is not QwantumPhase.CHOOSING:
        return state, pack
    players = tuple(
        structs.replace(player, choice=chance.pick(("", "red", "yellow", "blue", "purple")))
        if player.choice is not None and seat != watcher
        else player
        for seat, player in enumerate(state.players)
    )
    return structs.replace(state, players=players), pack


# -- poker -----------------------------------------------------------------------------------------------------------


def poker(state: PokerState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[PokerState, Pack]:
    """Every card anew that the watcher neither holds nor has won nor sees on the table; of the own hand's pictures the
    other side; and which cards are whose: all that nobody has played may as well be in another hand.
    """
    lies_open = state.phase is PokerPhase.SHOWN
    on_table = [card for player in state.players if (card := player.card) is not None]
    known = set(on_table) if lies_open else set()
    pictures: set[int] = set()
    if watcher in state.seats:
        me = state.players[watcher]
        known |= {*me.won}
        mine = {me.dealt[slot] for slot in (*me.left, *((me.chosen,) if me.chosen is not None else ()))}
        (known if state.options.hand == "years" else pictures).update(mine)
    if state.phase in (PokerPhase.ROUND_OVER, PokerPhase.OVER) and state.outcome is not None:
        # the latest year among the winner's cards may have decided, and is said aloud
        known |= {*state.players[state.outcome.winner].won}
    events = tuple(
        card if place in known else _other_card(card, chance, picture=place not in pictures)
        for place, card in enumerate(pack.events)
    )
    return _other_hands(state, watcher, lies_open, chance), structs.replace(pack, events=events)


def _other_card(card: Event, chance: Chance, picture: bool) -> Event:
    """Another card; whoever holds it must be able to see its picture."""
    card = _other_event(card, chance, picture)
    drawn = Text(en=f"night flat 🌙@{chance.below(90) + 5},{chance.below(90) + 5}*20")
    return structs.replace(card, scene=drawn) if picture else card


def _other_hands(state: PokerState, watcher: Seat, lies_open: bool, chance: Chance) -> PokerState:
    """The others' cards, and those set aside unseen, dealt in another way; and another of theirs chosen."""
    others = [seat for seat in state.seats if seat != watcher]
    unseen = [*state.aside]
    for seat in others:
        player = state.players[seat]
        hidden = player.left if lies_open else (*player.left, *((player.chosen,) if player.chosen is not None else ()))
        unseen += [player.dealt[slot] for slot in hidden]
    if state.phase in (PokerPhase.ROUND_OVER, PokerPhase.OVER):
        return state
    pool = list(chance.shuffle(unseen))
    for seat in others:
        player = state.players[seat]
        hidden = player.left if lies_open else (*player.left, *((player.chosen,) if player.chosen is not None else ()))
        dealt = list(player.dealt)
        for slot in hidden:
            dealt[slot] = pool.pop()
        player = structs.replace(player, dealt=tuple(dealt))
        if player.chosen is not None and not lies_open:
            chosen = chance.pick(hidden)
            player = structs.replace(player, chosen=chosen, left=tuple(sorted({*hidden} - {chosen})))
        state = state.with_player(seat, player)
    return structs.replace(state, aside=tuple(pool))


def quatrefoil(state: QuatrefoilState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[QuatrefoilState, Pack]:
    """The cards that lie face down and are not the watcher's own: others may hold them in any other way.

    Whoever shows a signal says whether the own token is in its place; that must stay true of the cards they get.
    """
    options = state.options
    if state.over or options.way == "open":
        return state, pack
    seats = [Seat(seat) for seat in range(4) if seat != watcher]
    others = [state.players[seat] for seat in seats]
    for _ in range(200):
        colours = [player.colour for player in others]
        free = state.free_colour
        if not options.colours_open:
            *colours, free = chance.shuffle([*colours, free])
        positions = [player.position for player in others]
        if not options.positions_open:
            order = chance.shuffle(range(len(others)))
            positions = [positions[place] for place in order]
            if options.dual:  # the colour belongs to the position
                colours = [colours[place] for place in order]
        players = list(state.players)
        for seat, colour, position in zip(seats, colours, positions, strict=True):
            players[seat] = structs.replace(players[seat], colour=colour, position=position)
        new = structs.replace(state, players=tuple(players), free_colour=free)
        if all(player.signal in (None, new.in_place(Seat(seat))) for seat, player in enumerate(new.players)):
            return new, pack
    return state, pack


# -- くいずです ------------------------------------------------------------------------------------------------


def its_a_quiz(state: QuizState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[QuizState, Pack]:
    """The other side of every card that lies face down just now, though all have seen it; sealed choices; the dealer
    until the cards are turned down; who voted how; the shows that are not played.

    A bot is told what it has seen, as it has no eyes: from its page only the others' choices are hidden.
    """
    if state.phase == QuizPhase.MEMORY:
        state = structs.replace(state, dealer=Seat(chance.below(len(state.players))))
    if state.phase == QuizPhase.ANSWERING:
        for number, player in enumerate(state.players):
            if number != watcher and player.choice is not None:
                state = state.with_player(Seat(number), structs.replace(player, choice=_other_choice(chance)))
    if state.vote is not None:
        mine = [(seat, right) for seat, right in state.vote.votes if seat == watcher]
        others = [(seat, right) for seat, right in state.vote.votes if seat != watcher]
        swapped = zip((seat for seat, _ in others), chance.shuffle([right for _, right in others]), strict=True)
        state = structs.replace(state, vote=structs.replace(state.vote, votes=(*mine, *swapped)))
    shows = [
        show
        if number == state.show
        else structs.replace(show, words=tuple(Word(scrambled_text(chance)) for _ in show.words))
        for number, show in enumerate(pack.shows)
    ]
    answers, whites = _face_down(state, watcher)
    played = shows[state.show]
    words = list(played.words)
    on_slips = _on_slips(state, pack)
    for card in answers:
        if state.words[card] not in on_slips:
            words[state.words[card]] = Word(scrambled_text(chance))
    shows[state.show] = structs.replace(played, words=tuple(words))
    state = structs.replace(
        state,
        words=_exchanged(state.words, answers, chance),
        questions=_exchanged(state.questions, whites, chance),
    )
    return state, structs.replace(pack, shows=tuple(shows))


def _on_slips(state: QuizState, pack: Pack) -> set[int | None]:
    """The words that somebody has written for all to read. Where their cards lie is still nobody's to know."""
    if state.phase == QuizPhase.ANSWERING:
        return set()
    written = [word for player in state.players if player.choice for word in player.choice.words]
    names = tuple(word.name.all() + word.accept.all() for word in pack.shows[state.show].words)
    return {recognised(word, names) for word in (*written, *(named.word for named in state.named))}


def _face_down(state: QuizState, watcher: Seat) -> tuple[list[int], list[int]]:
    """The answer cards and the white cards whose other side the watcher does not see now."""
    player = state.players[watcher] if watcher in state.seats() else None
    own_time = player is not None and player.until is not None
    if state.phase == QuizPhase.OVER or (
        state.phase == QuizPhase.MEMORY and (state.options.clock != 86_400 or own_time)
    ):
        return [], []
    if player is not None and player.saw and not player.person:
        return [], []
    seen = {*state.turned, *(event.card for event in state.last if isinstance(event, LaidAnswer))}
    if state.question is not None and (
        state.phase in (QuizPhase.REVEALED, QuizPhase.VOTING, QuizPhase.LAYING, QuizPhase.TIE, QuizPhase.CALLED)
    ):
        seen |= set(state.rows[state.question])
    seen |= {glance.card for glance in state.glances if watcher == glance.seat or watcher in glance.shown}
    answers = [card for card in range(30) if card not in seen]
    lying = [number for number, place in enumerate(state.places) if place is not None]
    whites = [n for n in lying if state.questions[n] != state.question and 30 + n not in seen]
    return answers, whites


def _exchanged(values: tuple[int, ...], places: list[int], chance: Chance) -> tuple[int, ...]:
    """The values at these places in another order."""
    mixed = list(values)
    for place, value in zip(places, chance.shuffle([values[place] for place in places]), strict=True):
        mixed[place] = value
    return tuple(mixed)


def _other_choice(chance: Chance) -> Choices:
    kind = chance.pick(("answer", "slush", "peek"))
    words = tuple(f"SCRAMBLED {chance.below(1 << 32)}" for _ in range(1 + chance.below(4)))
    return Choices(kind, words if kind == "answer" else ())


def klondike(state: KlondikeState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[KlondikeState, Pack]:
    """What covered cards are; of a locked one all but its picture; the questions to come, the answer to this one."""
    known = {slot for slot in range(52) if state.turned[slot]}
    judged = state.judged
    # the player is shown what a wrong guess was about, to appeal; the others only once it is over
    told = state.phase is KlondikePhase.END or (state.phase is KlondikePhase.BUST and watcher == 0)
    if told and judged is not None and judged.question is None:
        known.add(judged.card)
    unseen = [slot for slot in range(52) if not state.seen[slot] and slot not in known]
    deal = list(state.deal)
    for slot, place in zip(unseen, chance.shuffle([state.deal[slot] for slot in unseen]), strict=True):
        deal[slot] = place
    events = list(pack.events)
    cards = list(state.cards)
    for slot in range(52):
        if slot not in known:
            event = events[deal[slot]] = _other_event(events[deal[slot]], chance, picture=not state.seen[slot])
            cards[slot] = 13 * SUITS.index(event.suit) + RANKS.index(event.rank)
    questions = _other_klondike_questions(state, pack, chance)
    state = structs.replace(state, deal=tuple(deal), cards=tuple(cards), questions=chance.shuffle(state.questions))
    return state, structs.replace(pack, events=tuple(events), questions=questions)


def _other_klondike_questions(state: KlondikeState, pack: Pack, chance: Chance) -> tuple[QuestionCard, ...]:
    """Other questions; the one being asked keeps its text, and the one just answered its answer, too."""
    cards = [chance.pick(_question_cards()) for _ in pack.questions]
    judged, drawn = state.judged, state.drawn
    for about in (drawn, judged):
        if about is None or about.question is None:
            continue
        suit = pack.events[state.deal[about.card]].suit
        question: Question = getattr(pack.questions[about.question], suit)
        if about is drawn:
            accept = Texts(en=(f"SCRAMBLED {chance.below(1 << 32)}",))
            question = structs.replace(question, answer=scrambled_text(chance), accept=accept)
        cards[about.question] = structs.replace(cards[about.question], **{suit: question})
    return tuple(cards)


# -- Standard --------------------------------------------------------------------------------------------------------


def standard(state: StandardState, watcher: Seat, pack: Pack, chance: Chance) -> tuple[StandardState, Pack]:
    """The other side of every card that is neither flipped nor being shown to the watcher; the stack below its top
    card; questions not yet asked; mnemonics not yet presented, what others have pointed at, who voted how.
    """
    if state.playoff is not None and state.phase is StandardPhase.PLAYOFF:
        playoff, _ = snap(state.playoff, watcher, pack, chance)
        state = structs.replace(state, playoff=playoff)
    lying = [slot for player in state.players for slot in player.line] + [card.slot for card in state.incoming]
    known = {slot.card for slot in lying if slot.flipped} | _shown_to(state, watcher)
    seen = {slot.card for slot in lying} | {*state.stack[:1]}
    events = tuple(
        card if place in known else _other_event(card, chance, picture=place not in seen)
        for place, card in enumerate(pack.events)
    )
    below = chance.shuffle(state.stack[1:])
    state = structs.replace(state, stack=(*state.stack[:1], *below))
    state, questions = _other_questions(state, watcher, pack, chance)
    if state.panic is not None:
        state = structs.replace(state, panic=_other_panic(state, state.panic, watcher, chance))
    if state.vote is not None:
        others = [(seat, right) for seat, right in state.vote.votes if seat != watcher]
        mine = [(seat, right) for seat, right in state.vote.votes if seat == watcher]
        swapped = zip((seat for seat, _ in others), chance.shuffle([right for _, right in others]), strict=True)
        state = structs.replace(state, vote=structs.replace(state.vote, votes=(*mine, *swapped)))
    return state, structs.replace(pack, events=events, questions=questions)


def _shown_to(state: StandardState, watcher: Seat) -> set[int]:
    """The hidden cards whose other side the watcher is shown at this moment."""
    shown = {card.slot.card for card in state.incoming if card.seat == watcher and card.looked}
    if state.looking is not None and watcher == state.active:
        at = state.looking.at
        shown.add(state.players[at.seat].line[at.place].card)
    given = state.given
    if given is not None and given.place is not None:
        judging = watcher in state.readers and state.phase is StandardPhase.JUDGING
        voting = state.vote is not None and watcher in state.vote.waiting
        if judging or voting:
            shown.add(state.players[given.seat].line[given.place].card)
    return shown


def _other_questions(
    state: StandardState, watcher: Seat, pack: Pack, chance: Chance
) -> tuple[StandardState, tuple[QuestionCard, ...]]:
    """Other questions on every card but the one asked, and there on its other suits; another order of the stack."""
    asked = state.asked
    cards = [chance.pick(_question_cards()) for _ in pack.questions]
    if asked is not None:
        question = getattr(pack.questions[asked.card], asked.suit)
        judges = watcher in state.readers and state.phase in (StandardPhase.ANSWERING, StandardPhase.JUDGING)
        if not asked.open and not judges:
            question = structs.replace(
                question, answer=scrambled_text(chance), accept=Texts(en=(f"SCRAMBLED {chance.below(1 << 32)}",))
            )
        cards[asked.card] = structs.replace(cards[asked.card], **{asked.suit: question})
    return structs.replace(state, questions=chance.shuffle(state.questions)), tuple(cards)


def _other_panic(state: StandardState, panic: Panic, watcher: Seat, chance: Chance) -> Panic:
    """What others have invented and not presented, and what they have pointed at (QS-D6.3)."""

    def other(invention: Invention) -> Invention:
        if invention.seat == watcher:
            return invention
        text = f"SCRAMBLED {chance.below(1 << 32)}" if invention.text else ""
        return structs.replace(invention, text=text, reaction=chance.below(10_000))

    points = tuple(
        point
        if point.seat == watcher
        else Pointed(point.seat, chance.pick([slot.card for player in state.players for slot in player.line]), 5)
        for point in panic.points
    )
    return structs.replace(
        panic,
        inventions=tuple(map(other, panic.inventions)),
        queue=tuple(map(other, panic.queue)),
        points=points,
    )


def _quickly(scramble: Scramble) -> Scramble:
    return lambda state, watcher, pack, chance: scramble(state, watcher, pack, Quick(chance))


SCRAMBLES: dict[str, Scramble] = {
    "swiss-quiz": _quickly(swiss_quiz),
    "quizterix-standard": _quickly(standard),
    "quizterix-snap": _quickly(snap),
    "quizterix-poker": _quickly(poker),
    "qwantum": _quickly(qwantum),
    "quatrefoil": _quickly(quatrefoil),
    "its-a-quiz": _quickly(its_a_quiz),
    "quizterix-klondike": _quickly(klondike),
}

MOSTLY_OPEN = {"qwantum", "quatrefoil"}
"""Games in which there is seldom anything to hide."""

ALL_IN_SIGHT = {"quatrefoil", "quizterix-klondike"}
"""Games in which no two things that somebody may do ever look alike to the others."""


def in_contest(state: Any) -> bool:
    """Has somebody buzzed in Snap!, in a play-off too? How long the table then waits for a quicker one on a slower line
    is the one deadline that is nobody's to know: a split second, shown to none (SN-C3).
    """
    playoff = getattr(state, "playoff", None)
    return isinstance(playoff or state, SnapState) and (playoff or state).phase is SnapPhase.CONTEST
