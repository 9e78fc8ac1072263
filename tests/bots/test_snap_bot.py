"""Bots at Snap!: quicker and surer the stronger they are, and they see no more than a person in their seat."""

from statistics import mean

import pytest
from msgspec import structs

from games.bots.kernel import Memory, Strength
from games.bots.quizterix_snap import NEVER, SnapBot
from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.pack import Pack
from games.rules.quizterix_snap.moves import Answer, Buzz, GiveUp, Pick
from games.rules.quizterix_snap.state import Phase
from games.rules.words import Text, Texts
from tests.rules.snap_table import ANNA, BEAT, EVENTS, PACK, SnapTable

BOT = SnapBot()
DECK = Pack(
    "deck",
    Text(en="Deck"),
    "event",
    ("en",),
    events=tuple(
        structs.replace(
            EVENTS[0],
            rank=rank,
            suit=suit,
            year=1945 + place,
            name=Text(en=f"Event {place}"),
            mnemonic=Text(en=f"[P]icture {place}"),
            scene=Text(en=f"scene {place}"),
            alt=Text(en=f"alt {place}"),
            accept=Texts(),
        )
        for place, (suit, rank) in enumerate(
            (suit, rank)
            for suit in ("clubs", "diamonds", "hearts", "spades")
            for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
        )
    ),
)


def chance(number: int) -> Chance:
    return Chance(b"bots", number)


def play_out(table: SnapTable, memories: dict[Seat, Memory], limit: int = 4000) -> int:
    """Bots move when their time has come; how many moves that took."""
    number = 0
    while table.phase != Phase.END:
        number += 1
        assert number < limit, "the game does not end"
        waiting = []
        for seat, memory in memories.items():
            legal = list(table.rules.legal_moves(table.state, seat, table.pack))
            if legal:
                seen = table.sees(seat)
                waiting.append((BOT.delay(seen, memory, chance(number * 50 + seat)), seat, seen, legal, memory))
        due = table.rules.deadline(table.state)
        soonest = min(waiting, key=lambda line: line[:2], default=None)
        until_due = (due - table.now).total_seconds() if due else NEVER
        if soonest is None or soonest[0] >= until_due:
            table.wait(until_due)
            continue
        delay, seat, seen, legal, memory = soonest
        table.wait(delay)
        table.moves(seat, BOT.choose(seen, legal, memory, chance(number)))
    return number


@pytest.mark.clause("SN-A1", "SN-D1")
@pytest.mark.parametrize("secret", [b"a", b"b", b"c"])
def test_three_bots_play_a_whole_deck_and_the_strong_one_wins(secret: bytes) -> None:
    table = SnapTable(3, bots=(Seat(0), Seat(1), Seat(2)), pack=DECK, secret=secret)
    memories = {
        Seat(number): Memory(DECK, strength, chance(number)) for number, strength in enumerate(list(Strength)[1:])
    }
    play_out(table, memories)

    easy, medium, hard = table.cards()
    assert easy + medium + hard + len(table.state.unclaimed) == 52
    assert hard > medium > easy


@pytest.mark.clause("SN-F1", "SN-D1")
def test_a_bot_alone_learns_and_ends_even_without_a_limit() -> None:
    alone = SnapTable(1, bots=(ANNA,), pack=DECK)
    play_out(alone, {ANNA: Memory(DECK, Strength.EASY, chance(1))})
    assert alone.cards() == [52]

    unlimited = SnapTable(2, bots=(ANNA, BEAT), pack=DECK, showings=0)
    play_out(unlimited, {seat: Memory(DECK, Strength.EASY, chance(seat)) for seat in (ANNA, BEAT)})
    assert sum(unlimited.cards()) == 52


def test_a_stronger_bot_knows_more_and_presses_sooner() -> None:
    presses: dict[Strength, list[float]] = {strength: [] for strength in Strength}
    for number in range(120):
        table = SnapTable(2, pack=DECK, secret=bytes([number])).deal()
        for strength in Strength:
            seen, memory = table.sees(ANNA), Memory(DECK, strength, chance(number))
            legal = list(table.rules.legal_moves(table.state, ANNA, DECK))
            if isinstance(BOT.choose(seen, legal, memory, chance(number)), Buzz):
                presses[strength].append(BOT.delay(seen, memory, chance(number)))

    for strength, soonest, latest in (
        (Strength.HARD, 1.5, 4),
        (Strength.MEDIUM, 2.5, 6),
        (Strength.EASY, 4, 9),
    ):
        assert all(soonest <= delay <= latest for delay in presses[strength])
    assert mean(presses[Strength.HARD]) < mean(presses[Strength.MEDIUM]) < mean(presses[Strength.EASY])
    assert len(presses[Strength.HARD]) > len(presses[Strength.MEDIUM]) > len(presses[Strength.EASY])


def test_a_bot_answers_what_it_knows_and_gives_up_what_it_does_not() -> None:
    kinds = set()
    for number in range(40):
        table = SnapTable(2, bots=(ANNA,), pack=PACK, secret=bytes([number])).deal().buzz(ANNA)
        legal = list(table.rules.legal_moves(table.state, ANNA, PACK))
        memory = Memory(PACK, Strength.MEDIUM, chance(number))
        move = BOT.choose(table.sees(ANNA), legal, memory, chance(number))
        kinds.add(type(move))
        table.moves(ANNA, move)
        assert (table.state.winner == ANNA) == isinstance(move, Answer)
    assert kinds == {Answer, GiveUp}


def test_a_bot_goes_by_the_picture_it_sees() -> None:
    # with the name and the year of every card changed, the same bot presses just the same
    others = tuple(structs.replace(event, name=Text(en="another"), year=1) for event in DECK.events)
    seen, same = (SnapTable(2, pack=pack).deal().sees(ANNA) for pack in (DECK, structs.replace(DECK, events=others)))
    assert seen == same
    pressed = set()
    for number in range(20):
        memory = Memory(DECK, Strength.HARD, chance(number))
        pressed.add(BOT.choose(seen, [Buzz(1, 0), GiveUp(1)], memory, chance(1)))
    assert pressed == {Buzz(1, 60_000), GiveUp(1)}, "as it knows the card or does not"
    unknown = structs.replace(DECK, events=EVENTS)
    assert BOT.choose(seen, [Buzz(1, 0), GiveUp(1)], Memory(unknown, Strength.HARD, chance(3)), chance(1)) == GiveUp(1)


@pytest.mark.clause("SN-C6")
def test_a_bot_says_once_that_it_does_not_know_the_picture_and_then_never_presses() -> None:
    table, stranger = SnapTable(2, pack=DECK).deal(), Memory(PACK, Strength.HARD, chance(3))
    assert 5 <= BOT.delay(table.sees(ANNA), stranger, chance(1)) <= 8
    table.gives_up(ANNA)
    assert BOT.delay(table.sees(ANNA), stranger, chance(1)) == NEVER


def test_what_others_say_meanwhile_keeps_no_bot_from_pressing_in_its_time() -> None:
    table, memory = SnapTable(2, pack=DECK).deal(), Memory(DECK, Strength.HARD, chance(3))
    before = BOT.delay(table.sees(ANNA), memory, chance(1))
    table.wait(1).gives_up(BEAT)
    assert BOT.delay(table.sees(ANNA), memory, chance(1)) == pytest.approx(before - 1)


@pytest.mark.parametrize(("language", "name"), [("de", "Ereignis 1"), ("ja", "Event 1"), ("en", "Event 1")])
def test_a_bot_answers_in_the_language_of_its_table_if_the_deck_has_it(language: str, name: str) -> None:
    named = structs.replace(DECK.events[0], name=Text(en="Event 1", de="Ereignis 1"), mnemonic=Text(de="[D]och"))
    deck = structs.replace(DECK, languages=("en", "de"), events=(named,) * len(DECK.events))
    table = SnapTable(2, pack=deck).deal().buzz(ANNA)
    memories = (Memory(deck, Strength.HARD, chance(number), language) for number in range(50))
    expert = next(memory for memory in memories if memory.knows(named.key))
    move = BOT.choose(table.sees(ANNA), list(table.rules.legal_moves(table.state, ANNA, deck)), expert, chance(1))
    assert isinstance(move, Answer) and (move.name, move.mnemonic) == (name, "Doch")


@pytest.mark.clause("SN-V1", "SN-V2")
def test_a_bot_picks_what_it_recognises_and_guesses_only_where_everybody_answers() -> None:
    for everybody in (True, False):
        table = SnapTable(2, pack=DECK, answering="picked", everybody=everybody).deal()
        if not everybody:
            table.buzz(ANNA)
        legal = list(table.rules.legal_moves(table.state, ANNA, DECK))
        memories = (Memory(DECK, Strength.HARD, chance(number)) for number in range(50))
        expert = next(memory for memory in memories if memory.knows(table.event.key))
        move = BOT.choose(table.sees(ANNA), legal, expert, chance(1))
        assert isinstance(move, Pick) and table.state.four[move.choice] == table.state.card
        stranger = Memory(PACK, Strength.HARD, chance(3))
        move = BOT.choose(table.sees(ANNA), legal, stranger, chance(1))
        assert isinstance(move, Pick if everybody else GiveUp)


def test_a_bot_presses_in_the_race_and_not_while_buzzes_are_on_their_way() -> None:
    table = SnapTable(3, lines={Seat(1): 400}).deal().buzz(ANNA, 1000, settle=False)
    assert table.phase == Phase.CONTEST
    memory = Memory(PACK, Strength.HARD, chance(1))
    assert BOT.delay(table.sees(Seat(2)), memory, chance(1)) == NEVER
