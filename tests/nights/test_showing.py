"""Every page of a night at every step of its evening, drawn without a site."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec import structs

from games.nights.evening import Evening, FloorSeat, FloorTable, Person, StandingLine, Stop, TeamLine, Word
from games.nights.honours import Honour
from games.nights.looks import NightLook
from games.nights.models import State
from games.nights.parts import FloorCard, FloorLine
from games.nights.seating import Laid
from games.nights.showing import content
from games.nights.stages import call_of, others_of, scene_of, step_of
from games.rules.words import Text, say
from games.tables.fragments import draw

NOON = datetime(2026, 12, 18, 19, 30, tzinfo=UTC)
NAMES = ("Anna", "Beat", "Zoé", "Grosstante Paula", "Aiko", "<b>Urs</b>")


def stop(number: int, game: str, state: str) -> Stop:
    return Stop(number, number, game, game.title(), "lot", 20, 1, state, say("by lot"))


PEOPLE = tuple(
    Person(n, name, "de", 1 + n % 2, ("red", "blue")[n % 2], n != 2, n == 4, 1) for n, name in enumerate(NAMES, 1)
)
SEATS = tuple(FloorSeat(one.name, one.livery, False) for one in PEOPLE)
FLOOR = (
    FloorTable(
        1, 71, "KUH77", "under the window", SEATS, tuple((one.id, 100 + one.id, n) for n, one in enumerate(PEOPLE))
    ),
)
CARD = FloorCard(
    1,
    "KUH77",
    (FloorLine("Anna", "red", False, True, "5", False),),
    2,
    "Anna",
    (0,),
    NOON,
    True,
    False,
    False,
    5,
    8,
    "",
)
LINES = tuple(StandingLine(one.id, one.name, one.livery, n, n + 1, "6.7") for n, one in enumerate(PEOPLE, 1))
EVENING = Evening(
    id=1,
    code="FIRN7",
    title="Winter <quiz>",
    state=State.PLANNED,
    version=1,
    token="x",
    host="Nonna",
    expected=30,
    closed=False,
    hidden=False,
    drawn_names=False,
    stops=(stop(1, "qwantum", "done"), structs.replace(stop(0, "", "now"), title=""), stop(2, "swiss-quiz", "coming")),
    current=1,
    people=PEOPLE,
    teams=(TeamLine(1, "Night Owls", "yellow", 3), TeamLine(2, "Cowbells", "blue", 3)),
    seating=(Laid(((1,), (2,), (3, 4)), 1),),
    floor=FLOOR,
    standing=LINES,
    team_standing=(StandingLine(1, "Night Owls", "yellow", 1, 0, "8", 3),),
    words=(Word("Anna", "+2.5", "carried <chairs>"),),
    honours=(
        Honour("fell", "", Text("The <Suez> crisis"), 19, 32),
        Honour("buzz", "<b>Fatou", Text("Warsaw Pact"), 930, 1955),
        Honour("bluff", "<b>Reto", Text("End"), 3, 1991),
    ),
    untold=0,
    sent=NOON,
    until=NOON + timedelta(minutes=5),
    box=1200,
    warned=True,
    called=False,
    announcement="The bar closes <soon>",
    scene="",
    spotlight=1,
)


def shown(evening: Evening, floor: tuple[FloorCard, ...], look: NightLook, at_table: bool = False) -> str:
    scene, _table = scene_of(evening, floor, NOON)
    return content(evening, floor, scene, look, at_table)


@pytest.mark.parametrize("language", ["de", "ja"])
@pytest.mark.parametrize("state", State.values)
def test_every_page_is_drawn_at_every_step_and_nothing_typed_becomes_markup(state: str, language: str) -> None:
    evening = structs.replace(EVENING, state=state)
    for layout, guest in (("guest", 1), ("guest", 5), ("leads", 1), ("host", None), ("screen", None)):
        for floor in ((), (CARD,), (structs.replace(CARD, over=True, winner="<i>Zoé"),)):
            look = NightLook(guest, language, layout.replace("leads", "guest"), layout == "leads")
            whole = shown(evening, floor, look)
            assert "hx-partial" in whole
            assert not re.search(r"<quiz>|<soon>|<chairs>|<Suez>|<b>(Urs|Fatou|Reto)|<i>Zo", whole)
            assert shown(evening, floor, look) == "", "what is shown already is not sent again"


@pytest.mark.parametrize("scene", ["doors", "programme", "seating", "floor", "standing", "break", "finale"])
def test_every_scene_of_the_screen_is_drawn(scene: str) -> None:
    for evening in (
        EVENING,
        structs.replace(EVENING, hidden=True),
        structs.replace(EVENING, standing=(), people=(), floor=(), teams=(), team_standing=(), stops=()),
    ):
        look = NightLook(None, "fr", "screen")
        assert shown(structs.replace(evening, scene=scene, current=None), (CARD,), look)


def test_while_the_database_is_away_an_evening_says_so_where_no_table_does() -> None:
    for look in (NightLook(1, "en", "guest"), NightLook(None, "en", "host"), NightLook(None, "en", "screen")):
        told = [content(EVENING, (CARD,), "doors", look, at_table, waiting=True) for at_table in (False, True)]
        assert ["The evening waits" in said for said in told] == [True, False]


def test_a_phone_that_sits_at_a_table_is_told_only_what_stands_beside_it() -> None:
    look = NightLook(1, "en", "guest")
    shown(structs.replace(EVENING, state=State.RUNNING), (CARD,), look, True)
    assert look.stage == ()
    said = shown(structs.replace(EVENING, state=State.RUNNING, announcement="Ice cream!"), (CARD,), look, True)
    assert "Ice cream!" in said and "n-next" not in said


def test_a_call_names_the_table_its_place_in_the_room_and_who_sits_there() -> None:
    call = call_of(EVENING, NightLook(3, "en", "guest"))
    html = draw("nights/_call.html", "en", {"part": call})
    assert "Table 1" in html and "under the window" in html and "Beat" in html and "You" in html
    assert call_of(EVENING, NightLook(99, "en", "guest")) is None
    assert "hidden" in draw("nights/_call.html", "en", {"part": None})


def test_a_hidden_standing_is_on_no_page_before_the_finale() -> None:
    evening = structs.replace(EVENING, hidden=True, state=State.STANDING, words=())
    for layout, guest in (("guest", 1), ("screen", None)):
        assert "6.7" not in shown(evening, (), NightLook(guest, "en", layout))
    assert "6.7" in shown(structs.replace(evening, state=State.FINALE), (), NightLook(None, "en", "screen"))


def test_the_screen_helps_to_find_the_tables_first_and_then_shows_the_floor() -> None:
    evening, floor = structs.replace(EVENING, state=State.RUNNING), (CARD, structs.replace(CARD, number=2))
    assert scene_of(evening, floor, NOON + timedelta(seconds=5)) == ("seating", 0)
    assert scene_of(evening, floor, NOON + timedelta(minutes=1)) == ("floor", 0)
    assert scene_of(evening, (CARD,), NOON) == ("spotlight", 1), "one table for all has nothing to look for"
    assert scene_of(evening, (), NOON) == ("standing", 0), "the floor has not been looked at yet"
    assert scene_of(structs.replace(evening, hidden=True), (), NOON) == ("programme", 0)
    assert scene_of(structs.replace(evening, scene="spotlight", spotlight=3), (CARD,), NOON) == ("spotlight", 3)


def test_from_table_to_table_the_screen_shows_each_that_still_plays_for_a_while() -> None:
    cards = tuple(structs.replace(CARD, number=number, over=number == 2) for number in range(1, 6))
    evening = structs.replace(EVENING, state=State.RUNNING, scene="tour")
    seen = [scene_of(evening, cards, NOON + timedelta(seconds=25 * step))[1] for step in range(8)]
    assert sorted(set(seen)) == [1, 3, 4, 5] and seen[:4] == seen[4:]


def test_a_scene_that_cannot_be_shown_yet_gives_way_to_what_goes_with_the_moment() -> None:
    doors = structs.replace(EVENING, state=State.DOORS, stops=(), current=None, floor=())
    for scene in ("finale", "standing", "tour", "seating"):
        assert scene_of(structs.replace(doors, scene=scene), (), NOON) == ("doors", 0)


def test_a_host_who_plays_along_has_the_next_step_at_the_table_and_nobody_else_has() -> None:
    running = structs.replace(EVENING, state=State.RUNNING)
    host = shown(running, (CARD,), NightLook(1, "en", "guest", leads=True), True)
    assert "n-lead" in host and "Call time" in host
    assert "n-lead" not in shown(running, (CARD,), NightLook(1, "en", "guest"), True)


def test_the_host_finds_guests_by_name_and_sees_whom_a_table_has_long_waited_for() -> None:
    running = structs.replace(EVENING, state=State.RUNNING, people=tuple(reversed(PEOPLE)))
    page = shown(running, (CARD,), NightLook(None, "en", "host"))
    assert [int(one) for one in re.findall(r"n-guest-(\d+)", page)] == [6, 5, 1, 2, 4, 3], "in the order of their names"
    found = re.search(r"n-guest-1\D.*?</summary>", page)
    assert found and "thinks since" in found[0] and "tag lit" in found[0]
    assert "6 guests: find a name" in page and "tag lit" not in page.replace(found[0], "")
    assert "Night Owls · Deutsch" in page and "Table 1 waits for Anna:" in page


def test_whoever_is_done_may_watch_another_table_and_nobody_sees_their_own_deal_beforehand() -> None:
    two = structs.replace(FLOOR[0], number=2, table=72, guests=())
    evening = structs.replace(EVENING, state=State.RUNNING, floor=(*FLOOR, two), current=0)
    playing, done = (CARD, structs.replace(CARD, number=2)), structs.replace(CARD, over=True)
    assert others_of(evening, playing, 1).tables == ()
    assert others_of(evening, (done, playing[1]), 1).tables == (2,)
    late = structs.replace(evening, floor=(structs.replace(FLOOR[0], guests=()), two))
    assert others_of(late, playing, 1).tables == (1, 2)
    alone = structs.replace(late, stops=(structs.replace(EVENING.stops[0], way="alone"),))
    assert others_of(alone, playing, 1).tables == ()
    looking = structs.replace(evening, people=(structs.replace(PEOPLE[0], looks_at=2), *PEOPLE[1:]))
    assert [others_of(looking, floor, 1).at for floor in (playing, (done, playing[1]))] == [0, 2]
    assert "My table" in shown(looking, (done, playing[1]), NightLook(1, "en", "guest"), True)


def test_the_button_after_the_call_ends_no_game_that_is_still_played() -> None:
    called = structs.replace(EVENING, state=State.RUNNING, called=True)
    assert step_of(called, (CARD,)).name == "wait"
    assert step_of(called, (structs.replace(CARD, over=True),)).name == "close"


def test_while_every_table_waits_no_clock_of_the_round_runs_on() -> None:
    running = structs.replace(EVENING, state=State.RUNNING)
    for floor, shown_on in (((CARD,), 2), ((structs.replace(CARD, paused=True),), 0)):
        assert shown(running, floor, NightLook(1, "en", "host", True)).count("data-deadline") == shown_on
    two = (CARD, structs.replace(CARD, number=2, over=True))
    for layout in ("host", "screen"):
        page = shown(structs.replace(running, sent=None), two, NightLook(None, "en", layout))
        assert "1 of 2 tables done" in page and "data-bar" in page


def test_whoever_leads_goes_from_table_to_table_and_is_called_once() -> None:
    floor = tuple(structs.replace(FLOOR[0], number=n, table=70 + n, guests=((5, 200 + n, -1),)) for n in (1, 2, 3))
    cards = tuple(structs.replace(CARD, number=n, over=n == 1) for n in (1, 2, 3))
    running = structs.replace(EVENING, state=State.RUNNING, floor=floor)
    there = structs.replace(
        running, people=tuple(structs.replace(one, looks_at=3 if one.id == 5 else 0) for one in PEOPLE)
    )
    look = NightLook(5, "en", "guest", True)
    assert [others_of(one, cards, 5).at for one in (running, there)] == [1, 3]
    assert others_of(there, cards, 5).tables == (2, 3) and call_of(running, look).key == call_of(there, look).key


def test_on_the_floor_plan_a_full_table_cannot_be_chosen_and_mine_is_marked() -> None:
    choosing = structs.replace(
        EVENING,
        state=State.SEATING,
        current=0,
        stops=(structs.replace(stop(1, "qwantum", "now"), way="choice", most=3),),
        seating=(Laid(((1,),)), Laid(((3,), (4,), (5,))), Laid(((2,), (6,)))),
        places=("under the window",),
    )
    plan = shown(choosing, (), NightLook(1, "en", "guest"))
    assert all(said in plan for said in ("under the window", "You sit here", "1 seat free", "full")), plan
    assert plan.count("disabled") == 1
    assert "Where would you like" not in shown(choosing, (), NightLook(9, "en", "guest")), "whoever only watches"


def test_no_rule_of_an_evening_s_stylesheet_meets_what_a_table_shows() -> None:
    """Both are on one page: a table is led into it."""
    css = re.sub(r"/\*.*?\*/|@keyframes.*?\n}", "", Path("static/css/night.css").read_text(), flags=re.DOTALL)
    while css != (css := re.sub(r":\w+\([^()]*\)", ":some", css)):
        continue
    selectors = [one.strip() for block in re.findall(r"([^{}]+)\{", css) for one in block.split(",")]
    bare = {found[1] for one in selectors if (found := re.match(r"\.([\w-]+)", one))}
    tables = [*Path("templates/fragments").glob("games/**/*.html"), *Path("templates/fragments/tables").glob("*.html")]
    classes = " ".join(found for file in tables for found in re.findall(r'class="([^"]*)"', file.read_text()))
    assert bare & set(re.sub(r"{%.*?%}|{{.*?}}", " ", classes).split()) <= {"done", "inp", "many"}, (
        "what is inside of them"
    )
