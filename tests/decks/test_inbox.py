"""An editor's inbox: decks, statements and flags by name and face; and who sent them hears what became of it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from decks import writing
from decks.cards import find_card
from decks.flagged import title_of
from decks.models import Contribution, Deck, Edition, Flag
from decks.roles import EDITORS, HOSTS
from decks.services import accept, flag_card, pack_of, publish, send, settle_flags
from games.rules.pack import Pack
from tests.decks.test_contributions import offered
from tests.decks.test_writing import EVENT, client, person
from tests.markup import flat
from tests.tables.packs import full_event_pack, quiz_show_pack, statement_pack

pytestmark = pytest.mark.django_db

INBOX = "/decks/write/inbox/"
PLAY = {"game": "quizterix-snap", "table": "ABCDE", "move": 12}


@pytest.fixture
def emma(db: None) -> User:
    return person("emma", EDITORS)


@pytest.fixture
def edition(deck: Deck, anna: User) -> Edition:
    writing.add_card(deck, "event", anna, EVENT)
    writing.add_card(deck, "event", anna, EVENT | {"rank": "K", "name.en": "Sewing machine"})
    return writing.publish_drafts(deck, None)


def flags(edition: Edition, count: int, card: str = "A-hearts", sender: User | None = None) -> list[Flag]:
    return [flag_card(edition, card, "wrong", f"Note {n}", "de", PLAY, sender) for n in range(count)]


def seen(who: User, **asked: object) -> str:
    return client(who).get(INBOX, asked).content.decode()


def about(flag: Flag) -> str:
    return reverse("decks:flagged", args=[flag.pk])


def test_everything_that_waits_is_in_one_place_with_its_count(edition: Edition, emma: User, anna: User) -> None:
    flags(edition, 3)
    flags(edition, 1, "K-hearts")
    for name in ("Heidi", "Peter"):
        send(name, "de", offered(name))
    writing.save_card(edition.deck.drafts.first(), EVENT | {"year": "1976"}, 1, anna)
    writing.ask_for_review(edition.deck, anna)
    told = seen(emma)
    for words in (
        'Decks that wait <span class="num">1</span>',
        'Statements sent in <span class="num">2</span>',
        'Flagged cards <span class="num">2</span>',
        "4 flags are open.",
        "Inventions</a>",
        "“Heidi 0.”",
        "First telephone call</a>",
        "flagged 3 times",
        "Sewing machine</a>",
        'aria-label="A telephone on a meadow"',
    ):
        assert words in told, words
    assert told.index("First telephone call</a>") < told.index("Sewing machine</a>"), "the most flagged first"
    assert "A-hearts" not in told and "K-hearts" not in told, "no card is called by a code"
    assert 'Inbox <b class="num">5</b>' in client(emma).get("/decks/write/").content.decode()


def test_authors_find_what_concerns_their_own_decks(edition: Edition, anna: User) -> None:
    flags(edition, 1)
    assert "First telephone call</a>" in seen(anna)
    beat = person("beat")
    assert "First telephone call</a>" not in seen(beat)
    assert client(beat).get(about(Flag.objects.get())).status_code == 404
    assert client(person("host", HOSTS)).get(INBOX).status_code == 302, "no desk, no inbox"


def test_a_flagged_card_shows_the_play_it_came_from_and_how_it_is_now(edition: Edition, emma: User) -> None:
    flag = flags(edition, 1)[0]
    writing.save_card(edition.deck.drafts.get(fields__rank="A"), EVENT | {"story.en": "Another one."}, 1, emma)
    told = flat(client(emma).get(about(flag)).content.decode())
    for words in (
        "Quizterix Snap!",
        "edition 1, read in Deutsch",
        '<a href="/t/ABCDE/replay/?at=12">',
        '<b>It is wrong</b>:<span lang="de">Note 0</span>',
        "<h3>Edition 1</h3>",
        "<ins>Another</ins>",
        "Mend this card",
    ):
        assert words in told, words
    assert "A-hearts" not in told


def test_flags_are_settled_as_they_were_seen_with_a_word(edition: Edition, emma: User) -> None:
    first, second = flags(edition, 2)
    told = client(emma).post(about(first), {"do": "settle", "flag": [first.pk], "word": "x" * 501})
    assert told.status_code == 422 and "x" * 501 in told.content.decode()
    client(emma).post(about(first), {"do": "settle", "flag": [first.pk], "word": " It was 1876. "})
    assert list(Flag.objects.order_by("pk").values_list("state", "word")) == [
        ("settled", "It was 1876."),
        ("open", ""),
    ], "one that came meanwhile stays"
    back = client(emma).post(about(second), {"do": "settle", "flag": [second.pk], "word": ""}, follow=True)
    assert "1 flag settled." in back.content.decode() and "Nothing waits here." in back.content.decode()
    client(emma).post(about(first), {"do": "reopen", "flag": first.pk})
    assert list(Flag.objects.order_by("pk").values_list("state", "word")) == [("open", ""), ("settled", "")]
    other = flags(edition, 1, "K-hearts")[0]
    for nonsense in ("x", "", str(other.pk)):
        client(emma).post(about(first), {"do": "settle", "flag": nonsense})
    other.refresh_from_db()
    assert other.state == "open"


def test_a_card_that_is_gone_from_its_deck_is_still_shown_as_it_was(edition: Edition, emma: User, anna: User) -> None:
    flag = flags(edition, 1)[0]
    writing.remove_card(edition.deck.drafts.get(fields__rank="A"), anna)
    told = client(emma).get(about(flag)).content.decode()
    assert "First telephone call" in told and "Mend this card" not in told
    edition.deck.drafts.all().delete()
    assert client(emma).get(about(flag)).status_code == 200


@pytest.mark.parametrize(
    ("pack", "card"), [(statement_pack, "3"), (full_event_pack, "question-2"), (quiz_show_pack, "show-1")]
)
def test_a_card_of_any_kind_opens_by_its_name(emma: User, pack: Callable[[], Pack], card: str) -> None:
    edition = publish(pack())
    flag = flags(edition, 1, card)[0]
    found = find_card(pack_of(edition.pk), card)
    assert found is not None
    name = escape(title_of(found, edition.deck, "en"))
    told = seen(emma)
    assert f"{name}</a>" in told and "question-" not in told and "show-" not in told
    published = flat(client(emma).get(about(flag)).content.decode())
    assert f"<h2>{name}" in published and "Mend this card" not in published, "a deck that came whole has no drafts"
    writing.open_again(edition, emma)
    drafted = client(emma).get(about(flag)).content.decode()
    assert "Mend this card" in drafted and "<h3>Now</h3>" not in drafted, "it is as it was"
    assert client(emma).get(reverse("decks:look_through", args=[edition.deck_id])).status_code == 200


def test_the_inbox_asks_as_much_of_the_database_with_many_as_with_few(edition: Edition, emma: User) -> None:
    browser = client(emma)

    def asked() -> int:
        browser.get(INBOX)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(INBOX).status_code == 200
        return len(queries)

    flags(edition, 1)
    send("Heidi", "de", offered("Heidi"))
    few = asked()
    flags(edition, 30)
    flags(edition, 5, "K-hearts")
    for number in range(12):
        send(f"Peter {number}", "de", offered(f"Peter {number}"))
        asked_for = writing.duplicate(edition.deck, emma)
        writing.ask_for_review(asked_for, emma)
    assert asked() <= few + 1, "one more for the second page"
    told = seen(emma, statements=2, decks=2)
    assert "“Peter 11 0.”" in told and "“Peter 1 0.”" not in told


# -- statements --------------------------------------------------------------------------------------------------------


def statements(sent: Contribution) -> str:
    return reverse("decks:statements", args=[sent.pk])


@pytest.mark.clause("SQ-X1")
@pytest.mark.parametrize(
    ("do", "word", "state"),
    [
        ("accept", "Danke!", "accepted"),
        ("decline", "", "declined"),
        ("back", "Nummer 3, bitte.", "returned"),
        ("back", "", "new"),
        ("accept", "x" * 501, "new"),
    ],
)
def test_an_editor_reads_statements_and_decides_with_a_word(emma: User, do: str, word: str, state: str) -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    assert "Heidi 3." in client(emma).get(statements(sent)).content.decode()
    answered = client(emma).post(statements(sent), {"do": do, "word": word, "state": "accepted"})
    assert answered.status_code == (422 if state == "new" else 302)
    if state == "new":
        assert f'>{word}</textarea><p class="err"' in flat(answered.content.decode()), "what was typed stays"
    sent.refresh_from_db()
    assert (sent.state, sent.word) == (state, word if state != "new" else "")
    assert Edition.objects.count() == (state == "accepted")


@pytest.mark.clause("SQ-X1")
def test_what_is_decided_stays_and_nonsense_is_deleted_when_it_is_said_twice(emma: User) -> None:
    kept, spam = (send(name, "de", offered(name)) for name in ("Heidi", "Spam"))
    accept(kept)
    again = client(emma).post(statements(kept), {"do": "decline", "word": "No."}, follow=True).content.decode()
    assert "that has been decided before" in again
    kept.refresh_from_db()
    assert (kept.state, kept.word) == ("accepted", "")
    assert client(emma).post(statements(kept), {"do": "forget", "sure": "1"}, follow=True).status_code == 200
    asked = client(emma).post(statements(spam), {"do": "forget"}).content.decode()
    assert "Delete these statements?" in asked and Contribution.objects.count() == 2
    client(emma).post(statements(spam), {"do": "forget", "sure": "1"})
    assert Contribution.objects.get() == kept


@pytest.mark.clause("SQ-X1")
def test_authors_read_statements_and_do_not_decide(anna: User) -> None:
    sent = send("Heidi", "de", offered("Heidi"))
    shown = client(anna).get(statements(sent)).content.decode()
    assert "Heidi 3." in shown and "Accept into" not in shown and sent.key not in shown
    for do in ("accept", "decline", "back", "forget"):
        assert client(anna).post(statements(sent), {"do": do, "word": "Ja!", "sure": "1"}).status_code == 404
    sent.refresh_from_db()
    assert (sent.word, sent.state) == ("", "new")


# -- what became of it -------------------------------------------------------------------------------------------------


def test_who_flagged_a_card_or_sent_statements_hears_what_became_of_it(edition: Edition, anna: User) -> None:
    reader, other = (User.objects.create_user(name) for name in ("reader", "other"))
    first = flags(edition, 1, sender=reader)[0]
    flags(edition, 1, "K-hearts", sender=other)
    sent = send("Heidi", "de", offered("Heidi"), reader)
    page = reverse("decks:sent")
    told = client(reader).get(page).content.decode()
    assert "First telephone call" in told and "not looked at yet" in told and "Sewing machine" not in told
    settle_flags([first], "Thank you, it was 1876.")
    writing.save_card(edition.deck.drafts.get(fields__rank="A"), EVENT | {"story.en": "Mended."}, 1, anna)
    writing.publish_drafts(edition.deck, None)
    accept(sent)
    told = flat(client(reader).get(page).content.decode())
    for words in ("looked at</span>", "Thank you, it was 1876.", "The card has been changed since.", "accepted"):
        assert words in told, words
    assert client(None).get(page).status_code == 302, "sign in first"
    assert page in client(reader).get("/").content.decode() and page not in client(None).get("/").content.decode()
    reader.delete()
    assert Flag.objects.get(pk=first.pk).sender is None


def test_statements_that_somebody_sends_with_an_account_are_theirs() -> None:
    from tests.decks.test_contributions import HERE, typed

    reader = User.objects.create_user("reader")
    client(reader).post(HERE, typed())
    client(None).post(HERE, typed(name="Peter"))
    assert dict(Contribution.objects.values_list("name", "sender")) == {"Heidi": reader.pk, "Peter": None}


def test_the_oldest_deck_waits_at_the_top(edition: Edition, emma: User, anna: User) -> None:
    later = writing.duplicate(edition.deck, anna)
    for deck in (edition.deck, later):
        writing.ask_for_review(deck, anna)
    Deck.objects.filter(pk=later.pk).update(updated_at=timezone.now() + timedelta(days=1))
    addresses = [reverse("decks:look_through", args=[deck.pk]) for deck in (edition.deck, later)]
    told = seen(emma)
    assert told.index(addresses[0]) < told.index(addresses[1])
    assert addresses[0] not in Client().get(INBOX).content.decode()
