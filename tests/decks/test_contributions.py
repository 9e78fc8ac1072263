"""Readers send in statements of their own, editors accept or decline them, and the deck names who sent them."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.urls import reverse

from decks.contributions import LEAST, MOST, Offered, Refused, tidy
from decks.models import Contribution, Deck, Edition
from decks.roles import AUTHORS, EDITORS, HOSTS, TEACHERS
from decks.services import READERS_DECK, accept, answer, decline, pack_of, send
from decks.views import SENT_PER_HOUR
from games.rules.registry import GAMES
from games.tables.forms import OpenTableForm
from games.tables.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.clause("SQ-X1")]

HERE = "/decks/contribute/"


def typed(rows: int = 10, **changes: str) -> dict[str, str]:
    """Everything filled in as it should be; ``changes`` by field: ``name=...``, ``s3_text=...``."""
    fields = {"rows": str(max(rows, LEAST)), "name": "Heidi", "language": "de", "website": ""}
    for number in range(1, rows + 1):
        fields |= {
            f"s{number}-text": f"Kuh {number} gibt Milch.",
            f"s{number}-truth": "true" if number % 2 else "false",
            f"s{number}-explanation": f"Weil Kuh {number} das tut.",
            f"s{number}-category": "everyday",
        }
    return fields | {name.replace("_", "-"): value for name, value in changes.items()}


def offered(sender: str) -> list[Offered]:
    return [Offered(f"{sender} {number}.", number < 5, "So ist es.") for number in range(10)]


def signed_in(group: str) -> Client:
    person = User.objects.create_user(group.lower(), is_staff=True)
    person.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def refused(client: Client, status: int = 422, **changes: Any) -> str:
    """The page that a refused contribution comes back with, everything typed still in it."""
    fields = typed(**changes)
    answered = client.post(HERE, fields)
    page = answered.content.decode()
    assert (answered.status_code, Contribution.objects.count()) == (status, 0)
    for name, value in fields.items():
        if name.endswith("-text"):
            assert value.replace("<", "&lt;").replace(">", "&gt;") in page
    return page


# ---------------------------------------------------------------------- sending


def test_the_form_has_ten_rows_and_stands_in_the_footer(client: Client) -> None:
    page = client.get(HERE).content.decode()
    assert page.count('class="offer ticket"') == LEAST
    assert f'href="{HERE}"' in client.get("/").content.decode()


def test_ten_statements_half_of_them_true_are_sent(client: Client) -> None:
    answered = client.post(HERE, typed(s2_category="nature"))
    sent = Contribution.objects.get()
    assert answered["Location"] == f"{HERE}{sent.key}/"
    assert (sent.name, sent.language, sent.state, len(sent.offered)) == ("Heidi", "de", "new", 10)
    assert sent.offered[0] == Offered("Kuh 1 gibt Milch.", True, "Weil Kuh 1 das tut.")
    assert (sent.offered[1].truth, sent.offered[1].category) == (False, "nature")
    page = client.get(answered["Location"]).content.decode()
    for words in (
        "Kuh 10 gibt Milch.",
        "Weil Kuh 10 das tut.",
        "They have arrived",
        f"http://testserver{HERE}{sent.key}/",
    ):
        assert words in page


def test_rows_left_empty_do_not_count(client: Client) -> None:
    fields = typed() | {"rows": "20", "s15-text": " \n ", "s15-category": "nature"}
    assert client.post(HERE, fields).status_code == 302
    assert len(Contribution.objects.get().offered) == 10


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rows": 9}, "At least 10 statements are needed; so far there are 9."),
        ({"s2_truth": "true"}, "Exactly half of the statements must be true; so far 6 of 10."),
        ({"rows": 11}, "Exactly half of the statements must be true; so far 6 of 11."),
        ({"s3_explanation": " "}, "Please explain why it is true or false."),
        ({"s3_truth": ""}, "Please choose whether it is true or false."),
        ({"s3_truth": "perhaps"}, "Select a valid choice. perhaps is not one of the available choices."),
        ({"s3_category": "sports"}, "Select a valid choice. sports is not one of the available choices."),
        ({"s3_text": ""}, "Please write the statement."),
        ({"s3_text": "\u202e"}, "Please write the statement."),
        ({"s3_text": "x" * 161}, "Please shorten this to 160 characters; it has 161."),
        ({"s3_explanation": "x" * 241}, "Please shorten this to 240 characters; it has 241."),
        ({"s3_text": "kuh 1  GIBT milch."}, "You have written this statement twice."),
        ({"name": ""}, "Please write the name that is to stand beside your statements."),
        ({"name": "x" * 61}, "Please shorten this to 60 characters; it has 61."),
        ({"language": "tlh"}, "Select a valid choice. tlh is not one of the available choices."),
        ({"website": "https://example.com"}, "A field that must stay empty was filled in."),
    ],
)
def test_what_cannot_be_sent_comes_back_with_one_sentence(
    client: Client, changes: dict[str, Any], sentence: str
) -> None:
    page = refused(client, **changes)
    assert page.count(sentence) == 1
    assert page.count('class="err"') + page.count('class="note bad" role="alert"') <= 2
    assert client.post(HERE, typed()).status_code == 302


def test_just_as_long_as_allowed_is_sent(client: Client) -> None:
    fields = typed(s3_text="x" * 160, s3_explanation="x" * 240, name="x" * 60)
    assert client.post(HERE, fields).status_code == 302


def test_what_is_wrong_stands_beside_its_field_and_is_linked_from_the_top(client: Client) -> None:
    page = refused(client, s3_explanation="", s7_text="x" * 161)
    assert '<a href="#s3">Statement 3</a>' in page
    assert '<a href="#s7">Statement 7</a>' in page
    beside = page.partition('id="id_s3-explanation_error"')[2][:200]
    assert "Please explain why" in beside


def test_several_mistakes_are_told_at_once(client: Client) -> None:
    page = refused(client, rows=8, name="", s1_truth="")
    for sentence in ("so far there are 8", "Please write the name", "Please choose whether"):
        assert sentence in page


def test_ten_more_rows_keep_what_is_typed_and_judge_nothing(client: Client) -> None:
    fields = typed(rows=4, s3_text="Nur <i>halb</i>", s4_truth="", s1_category="history", name="", language="fr")
    answered = client.post(HERE, fields | {"more": "1"})
    page = answered.content.decode()
    assert (answered.status_code, page.count('class="offer ticket"')) == (200, 20)
    assert 'class="err"' not in page
    assert "Nur &lt;i&gt;halb&lt;/i&gt;" in page
    assert page.count(" checked") == 3
    assert page.count('<option value="history" selected>') == 1
    assert '<option value="fr" selected>' in page
    assert f'formaction="{HERE}#s21"' in page


@pytest.mark.parametrize(("rows", "shown"), [("", 10), ("-5", 10), ("x", 10), ("²", 10), ("90", 100), ("9999", 100)])
def test_there_are_never_more_rows_than_allowed(client: Client, rows: str, shown: int) -> None:
    page = client.post(HERE, {"rows": rows} | ({"more": "1"} if rows == "90" else {})).content.decode()
    assert page.count('class="offer ticket"') == shown
    assert ('name="more"' in page) == (shown < MOST)


def test_nobody_sends_too_often_and_nothing_typed_is_lost(client: Client) -> None:
    for _ in range(SENT_PER_HOUR):
        assert client.post(HERE, typed()).status_code == 302
    answered = client.post(HERE, typed())
    assert (answered.status_code, Contribution.objects.count()) == (429, SENT_PER_HOUR)
    assert "Kuh 7 gibt Milch." in answered.content.decode()
    assert client.post(HERE, typed(), REMOTE_ADDR="192.0.2.7").status_code == 302


def test_mistakes_are_not_counted(client: Client) -> None:
    for _ in range(SENT_PER_HOUR + 1):
        refused(client, name="")
    assert client.post(HERE, typed()).status_code == 302


def test_what_readers_write_is_text_and_never_markup(client: Client) -> None:
    refused(client, s1_text="<script>alert(1)</script>", name="")
    sent = client.post(HERE, typed(s1_text="<script>alert(1)</script>", name="<b>Heidi</b>"))["Location"]
    contribution = Contribution.objects.get()
    desk = signed_in(EDITORS).get(reverse("decks:statements", args=[contribution.pk]))
    accept(contribution)
    for page in (client.get(sent), desk, client.get(HERE)):
        shown = page.content.decode()
        assert "<script>alert" not in shown
        assert "<b>Heidi" not in shown
        assert "&lt;b&gt;Heidi&lt;/b&gt;" in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  eine\r\n Zeile\t ", "eine Zeile"),
        ("Vrai\u202f? «\u00a0Oui\u00a0»", "Vrai\u202f? «\u00a0Oui\u00a0»"),
        ("un\u200bsicht\u202ebar\x00", "unsichtbar"),
    ],
)
def test_texts_are_one_line_without_invisible_characters(text: str, shown: str) -> None:
    assert tidy(text) == shown


def test_the_service_checks_too() -> None:
    with pytest.raises(Refused) as refusal:
        send("", "de", offered("Heidi")[:9])
    assert [(fault.at, fault.field) for fault in refusal.value.faults] == [(None, "name"), (None, "")]
    assert send(" Heidi\n", "de", offered("Heidi")).name == "Heidi"


# ---------------------------------------------------------------------- what becomes of them


def test_the_private_link_is_the_only_way_to_see_them(client: Client) -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    page = client.get(f"{HERE}{sent.key}/")
    assert "no-store" in page["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in page.content.decode()
    for key in ("nonsense", sent.key[:-1], f"{sent.key}x", str(sent.pk)):
        assert client.get(f"{HERE}{key}/").status_code == 404


def test_accepted_statements_are_an_edition_that_names_the_sender(client: Client) -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    edition = accept(sent)
    pack = pack_of(edition.pk)
    assert (pack.slug, pack.kind, pack.languages) == (READERS_DECK, "statement", ("de",))
    assert pack.title.en == "Swiss Quiz: readers’ statements"
    assert [card.number for card in pack.statements] == list(range(1, 11))
    assert {card.text.de for card in pack.statements} == {one.text for one in sent.offered}
    assert {(card.basis, card.difficulty, card.category) for card in pack.statements} == {
        ("Sent in by Heidi.", 2, "everyday")
    }
    truth = [card.truth for card in pack.statements]
    assert sum(truth) == 5
    assert truth != sorted(truth, reverse=True)
    assert Deck.objects.get().credits == {"en": "Heidi"}
    page = client.get(f"{HERE}{sent.key}/").content.decode()
    assert "Accepted. They are in the deck “Swiss Quiz: readers’ statements” from edition 1 on" in page
    assert "Statements in the deck so far are by Heidi." in client.get(HERE).content.decode()


def test_the_next_ones_follow_and_the_old_edition_stays(client: Client) -> None:
    first = accept(send("Heidi", "de", offered("Heidi")))
    second = accept(send("Peter", "it", offered("Peter")))
    third = accept(send("Heidi", "de", offered("Clara")))
    assert [edition.number for edition in (first, second, third)] == [1, 2, 3]
    assert [len(pack_of(edition.pk).statements) for edition in (first, second, third)] == [10, 20, 30]
    latest = pack_of(third.pk)
    assert latest.statements[:20] == pack_of(second.pk).statements
    assert [card.number for card in latest.statements] == list(range(1, 31))
    assert latest.languages == ("de", "it")
    assert latest.statements[10].text.say("fr").startswith("Peter")
    assert Deck.objects.get().credits == {"en": "Heidi, Peter"}


def test_statements_are_accepted_once() -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    assert accept(sent) == accept(sent)
    assert not decline(sent)
    sent.refresh_from_db()
    assert (Edition.objects.count(), sent.state) == (1, "accepted")


def test_swiss_quiz_can_be_opened_on_the_readers_deck(client: Client) -> None:
    edition = accept(send("Heidi", "de", offered("Heidi")))
    here = reverse("tables:open", args=["swiss-quiz"])
    assert "Swiss Quiz: readers’ statements" in client.get(here).content.decode()
    options = {field.name: field.initial for field in OpenTableForm(GAMES["swiss-quiz"]) if field.initial is not None}
    chosen = options | {"deck": edition.pk, "private": "", "nickname": "Anna", "language": "fr"}
    assert client.post(here, chosen).status_code == 302
    table = Table.objects.get()
    for _ in range(2):
        client.post(f"/t/{table.code}/do/add-bot/", {"strength": "easy"})
    client.post(f"/t/{table.code}/do/begin/")
    page = client.get(f"/t/{table.code}/").content.decode()
    assert pack_of(edition.pk).statements[0].text.de in page


def test_declined_statements_stay_out_and_the_sender_reads_why(client: Client) -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    answer(sent, " Zu viele <u>Kühe</u>. ")
    assert decline(sent)
    assert not decline(sent)
    assert not Deck.objects.exists()
    page = client.get(f"{HERE}{sent.key}/").content.decode()
    assert "Not taken this time." in page
    assert "Zu viele &lt;u&gt;Kühe&lt;/u&gt;." in page


# ---------------------------------------------------------------------- who decides


def test_editors_mend_what_waits_and_the_sender_reads_it() -> None:
    editor = signed_in(EDITORS)
    sent = send("Heidi", "de", offered("Heidi"))
    here = reverse("decks:correct_contribution", args=[sent.pk])
    assert here in editor.get(reverse("decks:statements", args=[sent.pk])).content.decode()
    assert "Heidi 3." in editor.get(here).content.decode()
    refused = editor.post(here, typed(s3_text=""))
    assert refused.status_code == 422 and "Kuh 4 gibt Milch." in refused.content.decode()
    assert editor.post(here, typed(s3_text="Eine Kuh hat vier Mägen.")).status_code == 302
    private = Client().get(reverse("decks:contribution", args=[sent.key])).content.decode()
    assert "Eine Kuh hat vier Mägen." in private and "Heidi 3." not in private
    accept(sent)
    assert editor.get(here).status_code == 404, "decided is decided"


@pytest.mark.parametrize("group", [AUTHORS, HOSTS, ""])
def test_nobody_else_mends_them(group: str) -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    client = signed_in(group) if group else Client()
    for number in (sent.pk, sent.pk + 1):
        here = reverse("decks:correct_contribution", args=[number])
        assert client.get(here).status_code == client.post(here, typed()).status_code == 404
    sent.refresh_from_db()
    assert sent.offered[3].text == "Heidi 3."


def test_editors_delete_nonsense_but_nothing_that_is_in_the_deck() -> None:
    client = signed_in(EDITORS)
    kept, spam = (send(name, "de", offered(name)) for name in ("Heidi", "Spam"))
    accept(kept)
    for sent, status in ((kept, 403), (spam, 302)):
        here = reverse("admin:decks_contribution_delete", args=[sent.pk])
        assert client.post(here, {"post": "yes"}).status_code == status
    assert Contribution.objects.get() == kept


@pytest.mark.parametrize("group", [HOSTS, TEACHERS])
def test_nobody_else_reads_them(group: str) -> None:
    client = signed_in(group)
    sent = send("Heidi", "de", offered("Heidi"))
    assert client.get(reverse("admin:decks_contribution_changelist")).status_code == 403
    assert client.get(reverse("admin:decks_contribution_change", args=[sent.pk])).status_code == 403
    assert client.get(reverse("decks:statements", args=[sent.pk])).status_code == 302


def test_groups_that_were_there_before_get_the_new_rights() -> None:
    editors = Group.objects.get(name=EDITORS)
    editors.permissions.set(editors.permissions.exclude(codename__endswith="_contribution"))
    migration = import_module("decks.migrations.0002_contributions")
    granted = {name: set(rights) for name, rights in migration.NEW_RIGHTS.items()}
    with connection.schema_editor() as editor:
        migration.grant(apps, editor)
    for name, rights in granted.items():
        held = Group.objects.get(name=name).permissions.filter(codename__endswith="_contribution")
        assert set(held.values_list("codename", flat=True)) == rights


def test_statements_are_given_back_with_a_word_changed_and_sent_again(
    client: Client,
) -> None:
    client.post(HERE, typed())
    sent = Contribution.objects.get()
    link = reverse("decks:contribution", args=[sent.key])
    editor, page = signed_in(EDITORS), reverse("decks:statements", args=[sent.pk])
    editor.post(page, {"word": "", "do": "back"})
    assert Contribution.objects.get().state == "new", "not without a word"
    editor.post(page, {"word": "Number 3, please.", "do": "back"})
    assert Contribution.objects.get().state == "returned"

    shown = client.get(link).content.decode()
    assert "Number 3, please." in shown
    assert sent.offered[2].text in shown
    wrong = client.post(link, typed() | {"s3-text": ""})
    assert wrong.status_code == 422
    assert "Number 3, please." in wrong.content.decode()
    client.post(link, typed() | {"s3-text": "A lynx can be longer than a lamb."})
    again = Contribution.objects.get()
    assert (again.state, again.key) == ("new", sent.key)
    assert again.offered[2].text == "A lynx can be longer than a lamb."
    late = client.post(link, typed())
    assert late.status_code == 409, "there is nothing to be sent now"
    assert "Kuh 3 gibt Milch." in late.content.decode() and "can no longer be changed" in late.content.decode()
    assert Contribution.objects.get().offered[2].text == "A lynx can be longer than a lamb."
