"""What authors and editors see and may do."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decks.models import Edition, Flag
from decks.packaged import read_deck
from decks.roles import AUTHORS, EDITORS, HOSTS, RIGHTS, TEACHERS
from decks.services import flag_card, publish
from decks.writing import begin_deck
from games.revision.models import Class
from games.revision.services import make_class
from games.rules.words import Text
from games.tables import services
from tests.decks.making import statement_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    pack = read_deck(statement_deck(tmp_path)).pack
    return publish(pack, description=Text(en="A deck."), credits=Text(en="<b>Nobody</b>"), licence=Text(en="CC0 1.0"))


@pytest.fixture
def flag(edition: Edition) -> Flag:
    context = {"game": "swiss-quiz", "table": "ABCDE", "move": 12, "asked": "<i>Marmots</i>"}
    return flag_card(edition, "2", "wrong", "It <u>is</u> a lake.", "de", context)


def signed_in(group: str, staff: bool = True) -> Client:
    person = User.objects.create_user(group.lower(), is_staff=staff)
    person.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def test_the_four_groups_are_there() -> None:
    rights = {group.name: set(group.permissions.values_list("codename", flat=True)) for group in Group.objects.all()}
    for name in (AUTHORS, EDITORS, HOSTS, TEACHERS):
        assert rights[name] >= set(RIGHTS[name])


@pytest.mark.parametrize("group", [AUTHORS, EDITORS])
def test_authors_and_editors_see_decks_editions_and_flags(group: str, edition: Edition, flag: Flag) -> None:
    client = signed_in(group)
    shown = client.get(reverse("admin:decks_deck_change", args=[edition.deck_id])).content.decode()
    assert "Kleinigkeiten" in shown
    assert "&lt;b&gt;Nobody&lt;/b&gt;" in shown
    assert 'name="_save"' not in shown
    assert edition.digest in client.get(reverse("admin:decks_edition_change", args=[edition.pk])).content.decode()
    for page in ("deck", "edition", "flag"):
        assert client.get(reverse(f"admin:decks_{page}_changelist")).status_code == 200


@pytest.mark.parametrize("group", [HOSTS, TEACHERS])
def test_others_do_not(group: str, edition: Edition, flag: Flag) -> None:
    client = signed_in(group)
    for page in ("deck", "edition", "flag"):
        assert client.get(reverse(f"admin:decks_{page}_changelist")).status_code == 403
    client.post(reverse("decks:flagged", args=[flag.pk]), {"do": "settle", "flag": flag.pk})
    assert Flag.objects.get().state == Flag.State.OPEN


def test_nobody_edits_an_edition_or_adds_one(edition: Edition) -> None:
    client = signed_in(EDITORS)
    assert client.get(reverse("admin:decks_edition_add")).status_code == 403
    assert client.post(reverse("admin:decks_edition_change", args=[edition.pk]), {"number": "7"}).status_code == 403
    assert client.post(reverse("admin:decks_edition_delete", args=[edition.pk]), {"post": "yes"}).status_code == 403
    assert Edition.objects.get().number == 1


def test_lists_do_not_read_the_cards(edition: Edition, flag: Flag) -> None:
    client = signed_in(AUTHORS)
    for page in ("deck", "edition", "flag"):
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse(f"admin:decks_{page}_changelist"))
        assert not [query for query in asked.captured_queries if '"content"' in query["sql"]]


def test_an_author_s_account_can_be_deleted_and_the_editions_stay(edition: Edition) -> None:
    author, host = User.objects.create_user("beat"), User.objects.create_superuser("host")
    later = Edition(deck=edition.deck, number=2, content=edition.content, published_by=author)
    later.save()
    client = Client()
    client.force_login(host, "django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse("admin:auth_user_delete", args=[author.pk]), {"post": "yes"}).status_code == 302
    later.refresh_from_db()
    assert (later.published_by, later.digest) == (None, edition.digest)


def test_before_an_account_goes_it_is_said_what_becomes_of_its_decks_and_classes(edition: Edition) -> None:
    teacher, mate = User.objects.create_user("beat"), User.objects.create_user("carla", is_staff=True)
    shared, alone = (begin_deck(teacher, "event", title, "en", []) for title in ("Shared", "Alone"))
    shared.shared_with.add(mate)
    make_class(teacher, "7b", "en", date(2100, 1, 1), number=2)
    client = administrator()
    for asked in (
        client.get(reverse("admin:auth_user_delete", args=[teacher.pk])),
        client.post(
            reverse("admin:auth_user_changelist"), {"action": "delete_selected", "_selected_action": teacher.pk}
        ),
    ):
        page = asked.content.decode()
        assert "The deck “Shared” goes to carla, who writes it too." in page
        assert "The deck “Alone” is put away, as nobody else writes it." in page
        assert "The class “7b” is erased with its slips and its homework, as nobody else teaches it." in page
    client.post(reverse("admin:auth_user_delete", args=[teacher.pk]), {"post": "yes"})
    shared.refresh_from_db()
    alone.refresh_from_db()
    assert shared.owner == mate
    assert alone.archived_at is not None
    assert not Class.objects.exists()


def test_editors_find_and_delete_flags_there_and_decide_in_the_inbox(flag: Flag) -> None:
    client = signed_in(EDITORS)
    for page in ("changelist", "change"):
        here = reverse(f"admin:decks_flag_{page}", args=[flag.pk] if page == "change" else [])
        shown = client.get(here).content.decode()
        assert reverse("decks:flagged", args=[flag.pk]) in shown and "It &lt;u&gt;is&lt;/u&gt; a lake." in shown
    assert signed_in(AUTHORS).post(reverse("admin:decks_flag_delete", args=[flag.pk]), {"post": "yes"}).status_code in (
        403,
        404,
    )
    assert client.post(reverse("admin:decks_flag_delete", args=[flag.pk]), {"post": "yes"}).status_code == 302
    assert not Flag.objects.exists()


def test_beside_a_deck_of_the_house_an_author_is_not_sent_to_its_desk(edition: Edition) -> None:
    desk = reverse("decks:write", args=[edition.deck_id])
    assert desk not in signed_in(AUTHORS).get(reverse("admin:decks_deck_changelist")).content.decode()
    assert desk in signed_in(EDITORS).get(reverse("admin:decks_deck_changelist")).content.decode()


def administrator() -> Client:
    client = Client()
    client.force_login(
        User.objects.create_superuser("hanna", password="right and long"), "django.contrib.auth.backends.ModelBackend"
    )
    return client


def test_an_administrator_sets_passwords_and_is_asked_for_no_address() -> None:
    client, beat = administrator(), User.objects.create_user("beat")
    form = client.get(reverse("admin:auth_user_change", args=[beat.pk])).content.decode()
    password = reverse("admin:auth_user_password_change", args=[beat.pk])
    assert re.search(r'href="(\.\./password/|[^"]*/password/)"', form)
    assert re.search(r'<input[^>]*name="username"[^>]*class="[^"]*border', form), "its boxes are seen"
    assert not re.search('name="(email|first_name|last_name)"', form)
    client.post(password, {"password1": "right and longer", "password2": "right and longer", "usable_password": "true"})
    beat.refresh_from_db()
    assert beat.check_password("right and longer")


def test_the_admin_is_the_site_s_in_name_colours_and_language() -> None:
    client = administrator()
    client.cookies["django_language"] = "de"
    shown = client.get(reverse("admin:index")).content.decode()
    assert "Tischrunde" in shown and "oklch(43% 0.075 165)" in shown
    assert "Tippen, um zu suchen" in shown and "Type to search" not in shown
    assert "/admin/account/" not in shown and "/admin/axes/" not in shown


@pytest.mark.parametrize("path", ["email/", "password/reset/", "confirm-email/"])
def test_no_page_asks_for_an_address(path: str) -> None:
    assert administrator().get(f"/accounts/{path}").status_code == 404


def test_no_list_of_the_admin_is_half_english() -> None:
    client = administrator()
    client.cookies["django_language"] = "ja"
    people = client.get(reverse("admin:auth_user_changelist")).content.decode()
    assert "ユーザー" in people
    for english in (
        "Type to search",
        "Reset filters",
        "Filters",
        "Select action",
        ">Run<",
        "Add row",
        "Return to site",
    ):
        assert english not in people, english
    tables = client.get(reverse("admin:tables_table_changelist")).content.decode()
    assert not re.search("Opened|Room|Fingerprint", tables)
    rights = client.get(reverse("admin:auth_group_change", args=[Group.objects.first().pk])).content.decode()
    assert "Axes" not in rights and "eck" in rights
    form = client.get(reverse("admin:auth_user_change", args=[User.objects.get().pk])).content.decode()
    assert 'type="checkbox" name="groups"' in form and "SelectFilter" not in form, "the script for two lists is English"


def test_what_is_to_be_deleted_is_named_in_the_readers_language(edition: Edition) -> None:
    client = administrator()
    client.cookies["django_language"] = "de"
    table = services.open_table("swiss-quiz", edition, {"answering": "at-once"})
    services.join(table.pk, "Carla", "de")
    group = Group.objects.get(name=AUTHORS)
    beat = User.objects.create_user("beat")
    beat.groups.add(group)
    for page, row in (("tables_table", table), ("auth_group", group), ("auth_user", beat)):
        asked = client.get(reverse(f"admin:{page}_delete", args=[row.pk])).content.decode()
        assert str(row) in asked
        assert not re.search("[Ss]eats?:|[Rr]elationship|[Pp]ermission", asked), page
        assert client.post(reverse(f"admin:{page}_delete", args=[row.pk]), {"post": "yes"}).status_code == 302
        assert not type(row).objects.filter(pk=row.pk).exists()
