"""Looking back: only after the end, then step by step from any seat, with the secret on the table."""

import re

import pytest
from django.utils import timezone

from games.rules.kernel import TABLE
from games.tables import services
from games.tables.parts import house_parts
from games.tables.replay import Broken, Step, head_of, steps, verify
from games.tables.snapshot import load
from tests.tables.browsers import browser
from tests.tables.conftest import seat_cast
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(statements):
    """A Swiss Quiz, all answering at once, that has ended."""
    cast = seat_cast("swiss-quiz", statements, {"answering": "at-once"})
    cast.end = finish(cast.table)
    cast.path = f"/t/{cast.table.code}/replay/"
    return cast


def shown(client, path):
    """The page's context, and the page without its menu of steps."""
    answer = client.get(path)
    assert answer.status_code == 200
    page = answer.content.decode()
    return answer.context, page[page.index('class="replay-stage') : page.index('<table class="log"')]


def test_the_log_is_told_step_by_step(over):
    listed = steps(over.table, over.end)
    rows = list(over.table.moves.order_by("number").values_list("number", "seat", "at"))
    assert [(step.number, step.seat, step.at) for step in listed] == rows
    assert [step.kind for step in listed[:4]] == ["begin", "lay", "lay", "lay"]
    assert listed[0].by_house
    assert not listed[1].by_house
    assert Step(1, TABLE, "time-up", timezone.now()).by_house


def test_a_finished_game_reads_back_to_the_same_result(over):
    snapshot = load(over.table, timezone.now())
    assert verify(over.table, snapshot) == over.end.game.result(over.end.play)
    over.table.moves.order_by("number")[5].delete()
    with pytest.raises(Broken, match=r"^Move 6 is missing\.$"):
        verify(over.table, load(over.table, timezone.now()))


def test_a_game_that_is_not_over_says_nothing_of_its_secret(quiz, over):
    running = f"/t/{quiz.table.code}/replay/"
    for client in (browser(quiz.anna), browser()):
        answer = client.get(running)
        assert answer.status_code == 404
        assert bytes(quiz.table.secret).hex() not in answer.content.decode()
    page = browser(over.anna).get(over.path).content.decode()
    assert bytes(over.table.secret).hex() in page
    assert over.table.fingerprint in page


@pytest.mark.clause("CO-4")
def test_the_head_of_the_log_stands_beside_the_secret_and_not_before_the_end(quiz, over):
    for cast, shown in ((quiz, False), (over, True)):
        head, secret = head_of(cast.table), bytes(cast.table.secret).hex()
        menu = house_parts(load(cast.table, timezone.now()), cast.anna.pk)["menu"]
        assert (menu.head, menu.secret) == ((head, secret) if shown else ("", ""))
        for person in (cast.anna, None):
            page = browser(*[person] if person else []).get(f"/t/{cast.table.code}/?watch=1").content.decode()
            assert (head in page, secret in page) == (shown, shown)
    assert head_of(over.table) in browser(over.anna).get(over.path).content.decode()
    assert over.end.head == head_of(over.table)


def test_anybody_at_the_table_may_look_back_and_nobody_else_at_a_private_one(over):
    watcher = services.join(over.table.pk, "Max", "it", seat=False)
    for client in (browser(over.anna), browser(watcher), browser()):
        assert client.get(over.path).status_code == 200
    type(over.table.room).objects.update(private=True)
    assert browser(watcher).get(over.path).status_code == 200
    assert browser(invited=[over.table]).get(over.path).status_code == 200
    assert browser().get(over.path).status_code == 404


def test_the_last_step_comes_first_and_every_step_has_its_link(over):
    context, _ = shown(browser(), over.path)
    assert context["at"] == context["last"] == over.table.moves.count()
    page = browser().get(over.path).content.decode()
    linked = {int(number) for number in re.findall(r'<a href="\?at=(\d+)&amp;seat=-1">', page)}
    assert linked == set(range(1, context["last"] + 1))


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ("0", "first"),
        ("1", "first"),
        ("99999999", "last"),
        ("9" * 30, "last"),
        ("-1", "last"),
        ("x", "last"),
        ("²", "last"),
    ],
)
def test_a_step_that_does_not_exist_is_the_nearest_or_the_last(over, asked, at):
    context, _ = shown(browser(), f"{over.path}?at={asked}")
    assert context["at"] == (1 if at == "first" else context["last"])


@pytest.mark.parametrize("asked", ["3", "99999999", "9" * 30, "-1", "-2", "x", "²", ""])
def test_a_seat_that_does_not_exist_is_the_big_screen(over, asked):
    context, stage = shown(browser(), f"{over.path}?at=2&seat={asked}")
    assert context["seat"] == -1
    assert stage == shown(browser(), f"{over.path}?at=2")[1]
    assert shown(browser(), f"{over.path}?at=2&seat=2")[0]["seat"] == 2


@pytest.mark.clause("CO-7")
def test_every_step_is_seen_as_that_seat_saw_it(over):
    first = steps(over.table, over.end)[1].seat
    eyes = {seat: shown(browser(), f"{over.path}?at=2&seat={seat}")[1] for seat in (-1, 0, 1, 2)}
    may_lay = {seat for seat, stage in eyes.items() if 'name="answer"' in stage}
    assert may_lay == {0, 1, 2} - {first}
    assert all("EXPLANATION" not in stage for stage in eyes.values())
    turned = next(step.number for step in steps(over.table, over.end) if step.kind == "turn")
    assert "EXPLANATION" in shown(browser(), f"{over.path}?at={turned}")[1]


def test_nothing_on_the_page_can_be_played(over):
    _, stage = shown(browser(over.anna), f"{over.path}?at=2&seat=0")
    assert re.match(r'class="replay-stage[^"]*" inert>', stage)
    count = over.table.moves.count()
    assert browser(over.anna).post(over.path).status_code == 405
    assert over.table.moves.count() == count
