"""Bots at Quizterix Standard: the stronger one wins, and what one of them has looked at it remembers."""

from random import Random

from games.bots.kernel import Memory, Strength
from games.bots.quizterix_standard import Mind, StandardBot
from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.quizterix_standard.moves import Ask, GoOn, Guess, Insert, Invent, Peek, Point
from games.rules.quizterix_standard.state import Phase
from games.rules.registry import GAMES
from tests.rules.courses import Course, Way, by_bots, played
from tests.rules.standard_table import ANNA, BEAT, CARLA, PACK, PLACES, StandardTable

BOT = StandardBot()
RULES = GAMES["quizterix-standard"]


def chooses(table: StandardTable, seat: Seat, memory: Memory, number: int = 1) -> object:
    legal = tuple(table.rules.legal_moves(table.state, seat, table.pack))
    return BOT.choose(table.sees(seat), legal, memory, Chance(b"bots", number))


def ignorant(strength: Strength, *keys: str) -> Memory:
    """The memory of a bot that does not know these cards by heart."""
    for number in range(100_000):
        memory = Memory(PACK, strength, Chance(b"memory", number))
        if not any(memory.knows(key) for key in keys):
            return memory
    raise AssertionError("such a bot must be somewhere")


def test_a_bot_looks_at_what_it_does_not_know_and_names_it_afterwards() -> None:
    table = StandardTable(3)
    table.lays("2-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    memory = ignorant(Strength.HARD, "2-clubs")
    assert chooses(table, ANNA, memory) == Peek(table.state.moment, "0.0")
    table.does(ANNA, Peek, spot="0.0")
    assert chooses(table, ANNA, memory) == GoOn(table.state.moment)
    table.does(ANNA, GoOn)
    table.state = table.state.enter(Phase.ACT, table.now)
    before = table.state.players[ANNA].line
    table.lays("2-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    table.state = table.state.with_line(ANNA, before)
    remembered = chooses(table, ANNA, memory)
    assert isinstance(remembered, Guess)
    table.state = table.rules.apply(table.state, ANNA, remembered, PACK, Chance(b"", 1), table.now)
    assert table.line(ANNA) == ["!2-clubs"]


def test_a_bot_does_not_know_a_card_of_the_stack_because_it_has_looked_at_its_own_first_one() -> None:
    table = StandardTable(3)
    table.lays("2-clubs 3-clubs", "2-hearts", "2-spades", phase=Phase.INSERT)
    table.state = table.state.with_line(ANNA, tuple(slot.seen_by((ANNA,)) for slot in table.state.players[ANNA].line))
    top = PACK.events[table.state.stack[0]].key
    memory = ignorant(Strength.HARD, top)
    assert memory.learns(f"{top}, seen, 0", difficulty=1), "had it seen the card, it would remember it"
    mind = Mind(table.sees(ANNA), memory, Chance(b"bots", 1))
    assert mind.hand.new is not None and mind.event(mind.hand.new) is None


def test_a_bot_that_is_new_to_the_deck_knows_next_to_nothing_but_remembers_what_it_has_looked_at() -> None:
    games = range(40)
    new, easy = ([Memory(PACK, strength, Chance(b"memory", n)) for n in games] for strength in list(Strength)[:2])
    cards = [event.key for event in PACK.events]
    assert sum(memory.knows(card) for memory in new for card in cards) < 0.06 * 40 * 52
    assert all(
        one.learns(card) == other.learns(card) and other.learns(card) == other.knows(card)
        for one, other in zip(new, easy, strict=True)
        for card in cards
    )
    course = Course(RULES, 3, b"new", persons=frozenset(), cards=20)
    for _ in played(course, by_bots(Strength.NEW), Random(1), 2_000):
        pass
    assert course.over


def test_a_bot_waits_while_everybody_looks_at_the_card_it_has_flipped() -> None:
    table, memory = StandardTable(3), ignorant(Strength.MEDIUM)
    table.lays("2-clubs 3-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    assert BOT.delay(table.sees(ANNA), memory, Chance(b"bots", 1)) < 4
    table.names(ANNA, 0)
    assert BOT.delay(table.sees(ANNA), memory, Chance(b"bots", 1)) >= 6


def test_a_bot_inserts_what_it_knows_in_its_order() -> None:
    table = StandardTable(2)
    by_year = sorted(PACK.events, key=lambda event: event.year)
    early, middle, late = by_year[0].key, by_year[20].key, by_year[-1].key
    table.lays(f"!{early} !{late}", "2-hearts", phase=Phase.INSERT)
    rest = tuple(card for card in table.state.stack if card != PLACES[middle])
    table.state = type(table.state)(
        **{name: getattr(table.state, name) for name in table.state.__struct_fields__}
        | {"stack": (PLACES[middle], *rest)}
    )
    knowing = next(
        memory
        for number in range(1000)
        if (memory := Memory(PACK, Strength.HARD, Chance(b"memory", number))).knows(middle)
    )
    assert chooses(table, ANNA, knowing) == Insert(table.state.moment, 1)


def test_a_bot_reads_the_mnemonics_of_others() -> None:
    table = StandardTable(3)
    table.lays("!2-clubs 3-clubs", "!2-hearts 3-hearts", "!2-spades 3-spades", active=BEAT)
    table.rolls(6)
    memory = Memory(PACK, Strength.HARD, Chance(b"memory", 1))
    invented = next(move for number in range(50) if isinstance(move := chooses(table, CARLA, memory, number), Invent))
    table.state = table.rules.apply(table.state, CARLA, invented, PACK, Chance(b"", 1), table.now)
    table.rings()
    assert chooses(table, ANNA, memory) == Point(table.state.moment, invented.spot)


def test_with_nothing_to_name_or_to_look_at_a_bot_takes_a_question() -> None:
    table = StandardTable(2)
    table.lays("", "2-hearts", stack=0)
    move = chooses(table, ANNA, Memory(PACK, Strength.EASY, Chance(b"memory", 1)))
    assert move == Ask(table.state.moment, "lot")


def mixed(strengths: dict[Seat, Strength]) -> Way:
    """Each seat plays as strongly as told; who is ready first moves first."""
    ways = {seat: by_bots(strength) for seat, strength in strengths.items()}

    def step(course: Course, dice: Random) -> None:
        delays = {seat: course.bots_delay(seat, strengths[seat]) for seat in course.game.to_move(course.play)}
        if not delays:
            course.time_up()
            return
        ways[min(delays, key=lambda seat: (delays[seat], seat))](course, dice)

    return step


def test_a_strong_bot_beats_a_weak_one() -> None:
    won = 0.0
    for number in range(12):
        strong = Seat(number % 2)
        strengths = {Seat(seat): Strength.HARD if seat == strong else Strength.EASY for seat in range(2)}
        course = Course(RULES, 2, f"duel {number}".encode(), persons=frozenset(), cards=20)
        for _ in played(course, mixed(strengths), Random(number)):
            pass
        result = RULES.result(course.state)
        assert result is not None
        won += (strong in result.winners) / len(result.winners)
    assert won >= 9
