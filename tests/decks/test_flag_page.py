"""A player says that a card is wrong, and its authors hear of it with the context."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from decks.models import Flag
from decks.services import publish
from games.tables import services
from games.tables.models import Player, Table
from tests.tables.browsers import browser
from tests.tables.packs import statement_pack
from tests.tables.playing import rows

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of three that has begun."""
    table = services.open_table("swiss-quiz", publish(statement_pack()), {"answering": "at-once"})
    players = [services.join(table.pk, name, language) for name, language in (("Anna", "de"), ("Beat", "fr"))]
    services.add_bot(table.pk, players[0], "easy")
    services.begin(table.pk, players[0])
    return table


@pytest.fixture
def beat(table: Table) -> Player:
    return Player.objects.get(guest__nickname="Beat")


def send(client: Client, table: Table, **fields: str) -> int:
    """Sends the form; gives the status of the answer."""
    return int(client.post(f"/t/{table.code}/flag/", fields).status_code)


def test_a_flag_reaches_the_authors_with_its_context(table: Table, beat: Player) -> None:
    assert send(browser(beat), table, card="3", reason="unclear", note="  <b>Which</b> lake? ") == 302

    flag = Flag.objects.get()
    assert (flag.edition, flag.card, flag.reason, flag.note) == (table.edition, "3", "unclear", "<b>Which</b> lake?")
    assert (flag.language, flag.state) == ("fr", Flag.State.OPEN)
    assert flag.context == {"game": "swiss-quiz", "table": table.code, "move": 1}
    author = Client()
    author.force_login(User.objects.create_superuser("hanna"))
    assert f"/decks/write/inbox/flag/{flag.pk}/" in author.get("/decks/write/inbox/").content.decode()
    told = author.get(f"/decks/write/inbox/flag/{flag.pk}/").content.decode()
    assert "<b>Which</b>" not in told and "&lt;b&gt;Which&lt;/b&gt;" in told


def test_who_plays_with_an_account_is_remembered_with_the_flag(table: Table, beat: Player) -> None:
    reader, phone = User.objects.create_user("reader"), browser(beat)
    phone.force_login(reader, "django.contrib.auth.backends.ModelBackend")
    assert send(phone, table, card="3", reason="wrong") == send(browser(beat), table, card="3", reason="wrong") == 302
    assert list(Flag.objects.order_by("pk").values_list("sender", flat=True)) == [reader.pk, None]


def test_a_live_page_is_thanked_and_stays(table: Table, beat: Player) -> None:
    answer = browser(beat).post(f"/t/{table.code}/flag/", {"card": "3", "reason": "wrong"}, headers=HTMX)

    assert answer.status_code == 200
    assert '<hx-partial id="toast"' in answer.content.decode()
    assert Flag.objects.count() == 1


WRONG = [
    {"card": "999", "reason": "wrong"},
    {"card": "", "reason": "wrong"},
    {"card": "3", "reason": "ugly"},
    {"card": "3"},
    {"card": "3", "reason": "wrong", "note": "x" * 501},
    {"card": "x" * 60, "reason": "wrong"},
    {},
]


@pytest.mark.parametrize("fields", WRONG)
def test_a_flag_that_cannot_be_is_refused(table: Table, beat: Player, fields: dict[str, str]) -> None:
    assert send(browser(beat), table, **fields) == 404
    assert not Flag.objects.exists()
    assert send(browser(beat), table, card="3", reason="wrong", note="x" * 500) == 302


def test_only_who_is_at_the_table_may_flag(table: Table, beat: Player) -> None:
    elsewhere = services.open_table("swiss-quiz", table.edition, {})
    stranger = services.join(elsewhere.pk, "Eve", "en")
    assert send(browser(), table, card="3", reason="wrong") == 404
    assert send(browser(stranger), table, card="3", reason="wrong", player=str(beat.pk)) == 404
    assert not Flag.objects.exists()
    assert browser(beat).get(f"/t/{table.code}/flag/").status_code == 405


def test_thirty_flags_an_hour_are_enough(table: Table, beat: Player) -> None:
    for _ in range(30):
        assert send(browser(beat), table, card="3", reason="wrong") == 302
    assert send(browser(beat), table, card="3", reason="wrong") == 429
    assert Flag.objects.count() == 30
    anna = Player.objects.get(guest__nickname="Anna")
    assert send(browser(anna), table, card="3", reason="wrong") == 302


def test_the_form_on_the_page_sends_a_flag(table: Table, beat: Player) -> None:
    """The card lies open: its form is there, and what it would send arrives."""
    from games.tables.models import Move

    for row, snapshot in rows(table):
        if row is not None:
            Move.objects.create(table=table, number=row.number, seat=row.seat, move=row.move, at=row.at)
            if snapshot.play.state.phase == "shown":
                break
    client = browser(beat)
    page = client.get(f"/t/{table.code}/").content.decode()
    form = re.search(rf'<form class="flag-form"[^>]+action="/t/{table.code}/flag/".*?</form>', page, re.DOTALL)
    assert form is not None
    card = re.search(r'name="card" value="(\w+)"', form[0])
    reasons = re.findall(r'<option value="(\w+)"', form[0])
    assert card is not None
    assert set(reasons) == set(Flag.Reason.values)
    for reason in reasons:
        assert send(client, table, card=card[1], reason=reason) == 302
    assert sorted(Flag.objects.values_list("reason", flat=True)) == sorted(reasons)
    assert Flag.objects.first().card == str(snapshot.game.pack.statements[snapshot.play.state.card].number)
