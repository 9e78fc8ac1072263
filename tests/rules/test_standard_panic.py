"""Mnemonic Panic, for two and for more (QS-D6.1 to QS-D6.6)."""

import pytest
from msgspec import structs

from games.rules.kernel import PUBLIC
from games.rules.major import LANGUAGES
from games.rules.quizterix_standard.mnemonics import heard, passes, spells, suggestion, suggestions
from games.rules.quizterix_standard.moves import Accept, Invent, Perform, Performed, Point, Put, Skip, Steal
from games.rules.quizterix_standard.state import Ending, Phase
from games.rules.words import Text
from tests.rules.standard_table import ANNA, BEAT, CARLA, PACK, PLACES, StandardTable

GOOD = "a wonderfully dancing elephant"


def two(**options: object) -> StandardTable:
    """A panic for two: Anna has two flipped cards, Beat one."""
    table = StandardTable(2, **options)  # type: ignore[arg-type]
    table.lays("!2-clubs !3-clubs 4-clubs", "!2-hearts 3-hearts 4-hearts")
    table.rolls(6)
    return table


def three(stack: int | None = None, **options: object) -> StandardTable:
    """A panic for three with three flipped cards, one hidden one each; Beat has rolled."""
    table = StandardTable(3, **options)  # type: ignore[arg-type]
    table.lays("!2-clubs 3-clubs", "!2-hearts 3-hearts", "!2-spades 3-spades", stack=stack, active=BEAT)
    table.rolls(6)
    return table


def year(key: str) -> int:
    return PACK.events[PLACES[key]].year


# -- what a mnemonic is ------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D6.1", "QS-D6.5")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("MNEMONIC-2-hearts (en)", "QS-D6.5"),  # the card's own
        ("something about NAME-2-hearts (en)", "QS-D6.5"),  # its name
        (f"something that happened in {year('2-hearts')}", "QS-D6.5"),  # its year
        (f"the year '{year('2-hearts') % 100:02} it was", "QS-D6.5"),
        ("a whale", "QS-D6.5"),  # under eight letters
        ("  ", "QS-D6.5"),
    ],
)
def test_what_is_no_mnemonic_is_refused(text: str, clause: str) -> None:
    two().refuses(clause, ANNA, Invent, spot="1.0", text=text)


@pytest.mark.clause("QS-D6.5")
def test_under_eight_letters_it_must_spell_the_year() -> None:
    table = two()
    short = next(text for text in suggestions(year("2-hearts")) if len(text) <= 12)
    assert spells(short, year("2-hearts")) and not spells(short, year("2-hearts") + 1)
    table.does(ANNA, Invent, spot="1.0", text=short)
    table.rings()
    assert "!2-hearts" not in table.line(BEAT)
    assert spells("tuna", 1912) and spells("[t]a[n]", 1912) and not spells("tuna", 1913) and not spells("", 1912)


@pytest.mark.clause("QS-D6.1")
def test_a_mnemonic_counts_once_in_a_game() -> None:
    table = two()
    table.does(ANNA, Invent, spot="1.0", text=GOOD)
    table.rings()
    table.does(ANNA, Put, gap=0)
    table.lays("!2-clubs 4-clubs", "!2-hearts 3-hearts 4-hearts")
    table.rolls(6)
    table.refuses("QS-D6.1", BEAT, Invent, spot="0.0", text=GOOD.upper() + "!")
    assert StandardTable(2).state.used == (), "earlier games do not count"


@pytest.mark.clause("QS-D6.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_suggestions_spell_the_year_and_are_understood(language: str) -> None:
    for number in range(1900, 2000):
        for text in suggestions(number, language):
            assert spells(text, number), (text, number)
            assert heard(text) == (number % 100,)
    assert heard("no such words") == ()


@pytest.mark.clause("QS-D6.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_suggestions_never_run_out_and_stay_understood(language: str) -> None:
    event = PACK.events[0]
    used: tuple[str, ...] = ()
    for _ in range(60):
        text = suggestion(event, used, language=language) or ""
        assert passes(text, event, used) and event.year % 100 in heard(text)
        used = (*used, text)
    assert len(set(used)) == 60 and set(suggestions(event.year, language)) < set(used)
    letter = structs.replace(event, year=1940, name=Text(en="r"))
    assert suggestion(letter, ()) is None, "every one of our words would hold its name, and it does not look for ever"


@pytest.mark.clause("QS-D6.2", "QS-D6.3")
@pytest.mark.parametrize("players", [2, 3])
def test_every_flipped_event_stays_open_to_invention_once_all_suggestions_are_used(players: int) -> None:
    table = two() if players == 2 else three()
    used = tuple(text for place in PLACES.values() for text in suggestions(PACK.events[place].year))
    table.state = structs.replace(table.state, used=used)
    listed = [move for move in table.rules.legal_moves(table.state, ANNA, PACK) if isinstance(move, Invent)]
    assert {move.spot for move in listed} == ({"1.0"} if players == 2 else {"0.0", "1.0", "2.0"})
    table.does(ANNA, Invent, spot=listed[0].spot, text=listed[0].text)
    assert ANNA not in table.rules.to_move(table.state)


@pytest.mark.clause("QS-D6.1")
def test_mnemonics_are_performed_at_spoken_tables_only() -> None:
    two().refuses("QS-D6.1", ANNA, Perform, spot="1.0")
    assert "Perform" in two(answering="spoken").can(ANNA)
    assert "Perform" not in two(answering="spoken", bots=(BEAT,)).can(ANNA), "nobody would see it"


# -- for two -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D6.2")
def test_both_need_a_flipped_card_that_is_not_protected() -> None:
    table = StandardTable(2)
    table.lays("!2-clubs 3-clubs", "2-hearts 3-hearts")
    table.rolls(6)
    assert table.active == BEAT
    table.lays("!2-clubs !2-hearts !2-spades !2-diamonds 3-clubs", "!3-hearts 4-hearts")
    table.rolls(6)
    assert table.active == BEAT, "all of Anna's flipped cards are protected"
    table.lays("!2-clubs !2-hearts !2-spades !2-diamonds !7-clubs 3-clubs", "!3-hearts 4-hearts")
    table.rolls(6)
    assert table.phase is Phase.RACING
    table.refuses("QS-D6.2", BEAT, Invent, spot="0.0", text=GOOD)
    table.refuses("QS-D6.2", BEAT, Invent, spot="1.0", text=GOOD)
    table.refuses("QS-D6.2", BEAT, Invent, spot="0.5", text=GOOD)
    table.does(BEAT, Invent, spot="0.4", text=GOOD)


@pytest.mark.clause("QS-D6.2")
def test_the_faster_steals_the_card_and_places_it_flipped() -> None:
    table = two()
    table.does(BEAT, Invent, spot="0.1", text=GOOD, after=5)
    table.rings()  # nobody's line brings a quicker one
    assert table.line(ANNA) == ["!2-clubs", "4-clubs"]
    assert table.can(BEAT) == {"Put"}, "it lies open: there is nothing to look at"
    table.does(BEAT, Put, gap=1)
    assert table.line(BEAT) == ["!2-hearts", "!3-clubs", "3-hearts", "4-hearts"]
    assert table.active == BEAT, "the next turn"


@pytest.mark.clause("QS-D6.2")
def test_after_sixty_seconds_without_a_mnemonic_the_panic_is_over() -> None:
    table = two()
    assert table.state.due is not None and (table.state.due - table.now).total_seconds() == 60
    table.rings()
    assert (table.active, table.phase) == (BEAT, Phase.INSERT)
    table = two()
    table.does(ANNA, Skip)
    table.refuses("QS-D1", ANNA, Skip)
    table.does(BEAT, Skip)
    assert table.active == BEAT


@pytest.mark.clause("QS-D6.2")
def test_what_is_performed_must_be_accepted_and_two_refusals_end_the_panic() -> None:
    table = two(answering="spoken")
    table.does(ANNA, Perform, spot="1.0")
    table.rings()
    assert table.phase is Phase.ACCEPTING and table.can(BEAT) == {"Accept"} and not table.can(ANNA)
    table.does(BEAT, Accept, right=False)
    assert table.phase is Phase.RACING and not table.can(ANNA)
    table.does(BEAT, Perform, spot="0.0")
    table.does(ANNA, Accept, right=False)
    assert table.phase is Phase.INSERT and table.line(ANNA)[0] == "!2-clubs"
    table = two(answering="spoken")
    table.does(ANNA, Perform, spot="1.0")
    table.rings()
    table.does(BEAT, Accept, right=True)
    table.does(ANNA, Put, gap=0)
    assert table.line(ANNA)[0] == "!2-hearts"


# -- for more ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QS-D6.3")
def test_three_flipped_cards_must_lie_on_the_table() -> None:
    table = StandardTable(3)
    table.lays("!2-clubs !3-clubs 4-clubs", "2-hearts 3-hearts", "2-spades 3-spades")
    table.rolls(6)
    assert table.active == BEAT and table.news[-1] == "no-panic"


@pytest.mark.clause("QS-D6.3", "CO-7")
def test_mnemonics_are_presented_one_by_one_clockwise_from_the_roller() -> None:
    table = three()
    table.does(ANNA, Invent, spot="0.0", text="an entirely secret mnemonic")
    assert "entirely" not in str(table.sees(BEAT)) + str(table.sees(PUBLIC))
    table.does(CARLA, Invent, spot="1.0", text="another completely secret one")
    table.does(BEAT, Skip)
    presented = table.sees(PUBLIC).stage.presented
    assert presented is not None and presented.seat == CARLA
    assert not table.can(CARLA) and table.can(ANNA) == {"Point", "Skip"}
    for seat in (ANNA, BEAT):
        table.does(seat, Skip)
    presented = table.sees(PUBLIC).stage.presented
    assert presented is not None and presented.seat == ANNA
    assert "completely" not in table.state.panic.presented.text  # type: ignore[union-attr]


@pytest.mark.clause("QS-D6.3")
def test_whoever_guesses_it_and_the_inventor_each_receive_an_event() -> None:
    table = three()
    table.does(CARLA, Invent, spot="1.0", text=GOOD)
    for seat in (ANNA, BEAT):
        table.does(seat, Skip)
    table.does(ANNA, Point, spot="0.0")
    table.refuses("QS-D1", ANNA, Point, spot="1.0")  # each points once
    table.refuses("QS-D6.3", BEAT, Point, spot="0.1")  # a hidden card
    table.does(BEAT, Point, spot="1.0")
    stack = len(table.state.stack)
    assert stack == 44, "two have been taken"
    assert table.can(BEAT) == table.can(CARLA) == {"LookAt", "Put"} and not table.can(ANNA)
    seen = table.sees(PUBLIC)
    assert seen.stage.presented.told.text.startswith("%(who)s guessed it")  # type: ignore[union-attr]
    assert [line.active for line in seen.seats] == [False, True, False] and seen.line.seat == BEAT
    table.does(BEAT, Put, gap=0)
    table.does(CARLA, Put, gap=0)
    assert [len(table.line(seat)) for seat in (ANNA, BEAT, CARLA)] == [2, 3, 3]
    assert table.active == CARLA


@pytest.mark.clause("QS-D6.3")
def test_after_twenty_seconds_nobody_has_guessed_it() -> None:
    table = three()
    table.does(CARLA, Invent, spot="1.0", text=GOOD)
    table.rings()
    assert table.phase is Phase.POINTING and table.state.due is not None
    assert (table.state.due - table.now).total_seconds() == 20
    table.rings()
    assert table.news[0] == "not-guessed" and table.active == CARLA


@pytest.mark.clause("QS-D6.3")
def test_a_performed_mnemonic_is_guessed_after_it_has_been_performed() -> None:
    table = three(answering="spoken")
    table.does(CARLA, Perform, spot="2.0")
    table.rings()
    assert table.phase is Phase.PERFORMING and not table.can(ANNA)
    table.does(CARLA, Performed)
    table.lines = {BEAT: 500}
    table.does(ANNA, Point, spot="2.0", after=8)
    table.does(BEAT, Point, spot="2.0", after=0.4)
    assert {card.seat for card in table.state.incoming} == {ANNA, CARLA}, "only the first right guess counts"


@pytest.mark.clause("QS-D6.4")
def test_with_fewer_than_two_on_the_stack_both_steal_the_inventor_first() -> None:
    table = StandardTable(3)
    table.lays("!2-clubs 3-clubs 4-clubs", "!2-hearts 3-hearts", "!2-spades 3-spades", stack=1, active=BEAT)
    table.rolls(6)
    table.does(CARLA, Invent, spot="1.0", text=GOOD)
    table.rings()
    table.does(ANNA, Point, spot="1.0")
    table.rings()
    assert table.can(CARLA) == {"Steal"} and not table.can(ANNA)
    table.does(CARLA, Steal, spot="0.1")
    table.does(CARLA, Put, gap=2)
    assert table.can(ANNA) == {"Steal"}
    table.does(ANNA, Steal, spot="2.2")  # from each other, too
    table.does(ANNA, Put, gap=1)
    assert table.line(ANNA) == ["!2-clubs", "3-clubs", "4-clubs"]
    assert table.active == CARLA and len(table.state.stack) == 1


@pytest.mark.clause("QS-E1.1")
def test_when_a_panic_takes_the_last_hidden_card_the_rest_of_it_falls_away() -> None:
    table = three(stack=1)
    table.does(CARLA, Invent, spot="1.0", text=GOOD)
    table.does(BEAT, Invent, spot="0.0", text="a second one, never presented")
    table.does(ANNA, Skip)
    table.does(ANNA, Skip)
    table.does(CARLA, Point, spot="0.0", after=5)
    assert table.can(BEAT) == {"Steal"}
    table.does(BEAT, Steal, spot="0.1")
    table.does(BEAT, Put, gap=0)
    assert table.state.ending is Ending.FLIPPED and table.state.thieves == () and table.state.panic is None


@pytest.mark.clause("QS-D6.4")
def test_with_nothing_to_steal_nothing_happens() -> None:
    table = StandardTable(3)
    table.lays("!2-clubs !3-clubs !4-clubs 5-clubs", "", "", stack=0)
    table.rolls(6)
    table.does(ANNA, Invent, spot="0.0", text=GOOD)
    table.rings()
    table.does(BEAT, Point, spot="0.0")
    table.rings()
    assert "nothing-to-steal" in table.news, "all that is hidden is Anna’s own"
    assert (table.line(ANNA)[3], table.can(BEAT)) == ("5-clubs", {"Steal"}), "and it is Beat’s turn to steal"
    table.rolls(3, ANNA)
    assert table.active == BEAT and table.news[-1] == "nothing"


@pytest.mark.clause("QS-D6.5")
def test_of_two_equal_mnemonics_the_one_presented_later_is_void() -> None:
    table = three()
    table.does(ANNA, Invent, spot="0.0", text=GOOD)
    table.does(CARLA, Invent, spot="1.0", text=f" {GOOD.title()} ")
    table.does(BEAT, Skip)
    assert table.state.panic is not None and table.state.panic.presented is not None
    assert table.state.panic.presented.seat == CARLA
    table.rings()
    assert "void" in table.news and table.active == CARLA


@pytest.mark.clause("QS-D6.6")
def test_a_slow_line_is_no_disadvantage_in_the_race_of_two() -> None:
    table = two()
    table.lines = {ANNA: 20, BEAT: 900}
    table.does(ANNA, Invent, spot="1.0", text=GOOD, after=10, reaction=9_980)
    assert table.phase is Phase.RACING, "Beat's may be on its way"
    table.does(BEAT, Invent, spot="0.0", text="sensationally slow lines", after=0.5, reaction=9_650)
    assert table.state.for_me(BEAT) is not None, "Beat was quicker by his own clock"


@pytest.mark.clause("QS-D6.6")
def test_who_pointed_first_is_measured_too() -> None:
    table = three()
    table.lines = {ANNA: 20, BEAT: 20, CARLA: 900}
    table.does(ANNA, Invent, spot="1.0", text=GOOD)
    table.rings()
    table.does(BEAT, Point, spot="1.0", after=6, reaction=5_980)
    assert table.sees(PUBLIC).stage.presented is not None
    assert table.phase is Phase.POINTING
    table.does(CARLA, Point, spot="1.0", after=0.4, reaction=5_600)
    assert {card.seat for card in table.state.incoming} == {ANNA, CARLA}
