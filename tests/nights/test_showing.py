"""Every page of a night at every step of its evening, drawn without a site."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from msgspec import structs

from games.nights.evening import Evening, FloorSeat, FloorTable, Person, StandingLine, Stop, TeamLine, Word
from games.nights.models import State
from games.nights.seating import Laid
from games.nights.showing import FloorCard, FloorLine, NightLook, call_of, content
from games.rules.words import say
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
    1, "KUH77", (FloorLine("Anna", "red", False, True, "5", False),), 2, "Anna", NOON, True, False, False, 5, 8, ""
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
    until=NOON + timedelta(minutes=5),
    box=1200,
    warned=True,
    called=False,
    announcement="The bar closes <soon>",
    scene="",
    spotlight=1,
)


@pytest.mark.parametrize("language", ["de", "ja"])
@pytest.mark.parametrize("state", State.values)
def test_every_page_is_drawn_at_every_step_and_nothing_typed_becomes_markup(state: str, language: str) -> None:
    evening = structs.replace(EVENING, state=state)
    for layout, guest in (("guest", 1), ("guest", 5), ("host", None), ("screen", None)):
        for floor in ((), (CARD,), (structs.replace(CARD, over=True, winner="<i>Zoé"),)):
            look = NightLook(guest, language, layout)
            whole = content(evening, floor, look, False)
            assert "hx-partial" in whole
            assert not re.search(r"<quiz>|<soon>|<chairs>|<b>Urs|<i>Zo", whole)
            assert content(evening, floor, look, False) == "", "what is shown already is not sent again"


@pytest.mark.parametrize("scene", ["doors", "programme", "seating", "floor", "standing", "break", "finale"])
def test_every_scene_of_the_screen_is_drawn(scene: str) -> None:
    for evening in (
        EVENING,
        structs.replace(EVENING, hidden=True),
        structs.replace(EVENING, standing=(), people=(), floor=(), teams=(), team_standing=(), stops=()),
    ):
        look = NightLook(None, "fr", "screen")
        assert content(structs.replace(evening, scene=scene, current=None), (CARD,), look, False)


def test_a_phone_that_sits_at_a_table_is_told_only_what_stands_beside_it() -> None:
    look = NightLook(1, "en", "guest")
    content(structs.replace(EVENING, state=State.RUNNING), (CARD,), look, True)
    assert look.stage == ()
    said = content(structs.replace(EVENING, state=State.RUNNING, announcement="Ice cream!"), (CARD,), look, True)
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
        assert "6.7" not in content(evening, (), NightLook(guest, "en", layout), False)
    assert "6.7" in content(structs.replace(evening, state=State.FINALE), (), NightLook(None, "en", "screen"), False)
