"""Looking a deck through: both versions of each card, a word for it, given back or approved; and no step is lost."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from decks import past, reviewing, writing
from decks.models import Deck, Draft, Edition
from decks.roles import EDITORS
from decks.services import pack_of
from tests.decks.test_writing import EVENT, client, person, seen_on
from tests.markup import flat

pytestmark = pytest.mark.django_db

FLIGHT = EVENT | {"rank": "K", "year": "1903", "name.en": "First powered flight", "mnemonic.en": "[S]illy [m]ouse"}


@pytest.fixture
def emma(db: None) -> User:
    return person("emma", EDITORS)


@pytest.fixture
def waiting(deck: Deck, anna: User, emma: User) -> Deck:
    """A deck whose telephone was published a year ago; since then its year is mended, and a flight has come."""
    call = writing.add_card(deck, "event", anna, EVENT | {"year": "1976"})
    writing.publish_drafts(deck, None)
    writing.save_card(call, EVENT, 1, anna)
    writing.add_card(deck, "event", anna, FLIGHT)
    writing.ask_for_review(deck, anna)
    return Deck.objects.get(pk=deck.pk)


def page_of(deck: Deck) -> str:
    return reverse("decks:look_through", args=[deck.pk])


def decide(who: User | Client, deck: Deck, do: str, **more: str):
    browser = who if isinstance(who, Client) else client(who)
    seen = more.pop("seen", None) or seen_on(browser, page_of(deck))
    return browser.post(page_of(deck), {"do": do, "seen": seen, **more}, follow=True)


def word(deck: Deck, name: str) -> str:
    """The field of the word about the card with this name."""
    return f"word-{deck.drafts.get(**{'fields__name.en': name}).pk}"


def test_an_editor_sees_both_versions_of_each_card_and_what_its_sides_do_not_tell(waiting: Deck, emma: User) -> None:
    shown = flat(client(emma).get(page_of(waiting)).content.decode())
    for told in (
        "First telephone call",
        "<h3>Edition 1</h3>",
        "<small>19</small>76</span>",
        "<small>18</small>76</span>",
        "<del>1976</del><ins>1876</ins>",
        "Bell called his assistant in the next room.",
        "A telephone on a meadow",
        "Telephone Bell calls Watson",
        "First powered flight",
        "anna asks you to look at it.",
    ):
        assert told in shown, told
    assert "A-hearts" not in shown, "no card is called by a code"


def test_what_is_gone_is_shown_and_what_is_the_same_is_not(waiting: Deck, anna: User) -> None:
    edition = reviewing.approve(waiting, None, writing.mark_of(writing.pack_from(waiting, _cards(waiting)), waiting))[0]
    writing.remove_card(waiting.drafts.get(**{"fields__rank": "A"}), anna)
    cards, _problems = writing.built(waiting)
    changes = reviewing.changes(waiting, cards, edition)
    assert [(change.what, change.name, change.draft) for change in changes] == [
        ("removed", "First telephone call", None)
    ]


def test_a_deck_without_drafts_would_change_nothing(waiting: Deck, anna: User) -> None:
    for draft in waiting.drafts.all():
        writing.remove_card(draft, anna)
    assert reviewing.changes(waiting, [], waiting.current) == []


def _cards(deck: Deck):
    return [made for _draft, made in writing.built(deck)[0]]


def test_a_deck_goes_back_with_reasons_and_the_author_reads_them(waiting: Deck, anna: User, emma: User) -> None:
    refused = decide(emma, waiting, "back")
    assert refused.status_code == 422 and "Say what to change: here, or beside the cards." in refused.content.decode()
    flight = word(waiting, "First powered flight")
    decide(emma, waiting, "back", reason="Nearly there.", **{flight: "Which brother flew?"})
    waiting.refresh_from_db()
    assert (waiting.state, waiting.asked_by, Edition.objects.count()) == ("draft", None, 1)
    told = client(anna).get(reverse("decks:write", args=[waiting.pk])).content.decode()
    assert "The editors have given it back:" in told and "Nearly there." in told
    card = reverse("decks:card", args=[waiting.pk, flight.removeprefix("word-")])
    assert "Which brother flew?" in client(anna).get(card).content.decode()
    assert "Which brother flew?" in client(anna).get(page_of(waiting)).content.decode()

    client(anna).post(reverse("decks:release", args=[waiting.pk]), {"do": "ask"})
    again = client(emma).get(page_of(waiting)).content.decode()
    assert "Asked for last time:</b> Which brother flew?" in again
    assert not waiting.drafts.exclude(remark="").exists(), "nothing is held back any more"
    assert "Nearly there." not in client(anna).get(reverse("decks:write", args=[waiting.pk])).content.decode()


def test_words_about_cards_alone_reach_the_author_those_cards_first(waiting: Deck, anna: User, emma: User) -> None:
    decide(emma, waiting, "back", **{word(waiting, "First powered flight"): "Which brother flew?"})
    told = client(anna).get(reverse("decks:write", args=[waiting.pk])).content.decode()
    assert "The editors have given it back:" in told and page_of(waiting) in told
    shown = client(anna).get(page_of(waiting)).content.decode()
    assert shown.index("First powered flight") < shown.index("First telephone call")


def test_what_is_ready_is_approved_and_what_has_a_word_stays_as_it_was(waiting: Deck, anna: User, emma: User) -> None:
    call = word(waiting, "First telephone call")
    told = decide(emma, waiting, "approve", reason="One year to check.", **{call: "Is it 1876?"}).content.decode()
    assert "Published: edition 2." in told and "1 card goes back with your word." in told
    assert [event.year for event in pack_of(waiting.editions.get(number=2).pk).events] == [1976, 1903]
    waiting.refresh_from_db()
    assert (waiting.state, waiting.word) == ("draft", "One year to check.")
    assert {draft.fields["year"] for draft in waiting.drafts.all()} == {"1876", "1903"}, "no draft has changed"
    writing.ask_for_review(waiting, anna)
    decide(emma, waiting, "approve")
    assert [event.year for event in pack_of(waiting.editions.get(number=3).pk).events] == [1876, 1903]
    waiting.refresh_from_db()
    assert (waiting.state, waiting.word) == ("published", "")


def test_a_new_card_with_a_word_stays_out_and_none_at_all_is_no_edition(deck: Deck, anna: User, emma: User) -> None:
    writing.add_card(deck, "event", anna, EVENT)
    writing.ask_for_review(deck, anna)
    told = decide(emma, deck, "approve", **{word(deck, "First telephone call"): "Says who?"})
    assert told.status_code == 422 and "No card is ready: give the deck back." in told.content.decode()
    assert "Says who?" in told.content.decode() and not Edition.objects.exists()


def test_a_word_that_is_too_long_stays_beside_its_card_and_nothing_is_done(waiting: Deck, emma: User) -> None:
    flight, long = word(waiting, "First powered flight"), "x" * 501
    told = decide(emma, waiting, "approve", **{flight: long})
    assert told.status_code == 422
    assert f'{long}</textarea><p class="err"' in flat(told.content.decode())
    assert (Edition.objects.count(), waiting.drafts.exclude(remark="").count()) == (1, 0)


def test_words_are_kept_from_page_to_page(waiting: Deck, emma: User) -> None:
    flight = word(waiting, "First powered flight")
    told = decide(emma, waiting, "1", **{flight: "Which brother?"}).content.decode()
    assert "Your words are kept." in told and "Which brother?</textarea>" in told
    assert "1 card has a word of yours." in told
    decide(emma, waiting, "1", **{flight: ""})
    assert not waiting.drafts.exclude(remark="").exists()


def test_somebody_else_approves(deck: Deck, anna: User, emma: User) -> None:
    egon = person("egon", EDITORS)
    writing.add_card(deck, "event", anna, EVENT)
    page = reverse("decks:release", args=[deck.pk])
    assert client(anna).post(page, {"do": "publish"}).status_code == 404
    client(anna).post(page, {"do": "ask"})
    deck.refresh_from_db()
    assert (deck.state, deck.asked_by) == ("review", anna)
    assert decide(anna, deck, "approve").status_code == 404
    decide(emma, deck, "back", reason="More, please.")
    client(emma).post(page, {"do": "ask"})
    assert decide(emma, deck, "approve").status_code == 404, "not what she has sent in herself"
    assert not Edition.objects.exists()
    decide(egon, deck, "approve")
    assert Edition.objects.get().published_by == egon
    deck.refresh_from_db()
    assert deck.state == "published"


def test_nobody_approves_what_they_have_not_seen(waiting: Deck, anna: User, emma: User) -> None:
    seen = seen_on(client(emma), page_of(waiting))
    flight = waiting.drafts.get(**{"fields__rank": "K"})
    writing.save_card(flight, FLIGHT | {"story.en": "It flew on."}, 1, anna)
    told = decide(emma, waiting, "approve", seen=seen, reason="Fine.")
    assert told.status_code == 409 and "The cards have been changed since you looked." in told.content.decode()
    assert "Fine.</textarea>" in told.content.decode() and Edition.objects.count() == 1
    decide(emma, waiting, "approve")
    assert pack_of(Edition.objects.get(number=2).pk).events[1].story.en == "It flew on."


def test_the_second_of_two_editors_hears_that_it_is_decided_and_keeps_what_she_typed(waiting: Deck, emma: User) -> None:
    egon, seen = person("egon", EDITORS), seen_on(client(emma), page_of(waiting))
    decide(egon, waiting, "back", reason="Not yet.")
    flight = word(waiting, "First powered flight")
    told = decide(emma, waiting, "approve", seen=seen, reason="Well done.", **{flight: "All is well."})
    assert told.status_code == 409 and "Somebody else has decided on this deck" in told.content.decode()
    assert "All is well." in told.content.decode() and "Well done." in told.content.decode()
    assert not waiting.drafts.exclude(remark="").exists()
    waiting.refresh_from_db()
    assert (waiting.word, Edition.objects.count()) == ("Not yet.", 1)


def test_a_review_link_shows_both_versions_and_changes_nothing(waiting: Deck, anna: User) -> None:
    draft = waiting.drafts.get(**{"fields__rank": "K"})
    writing.save_card(draft, FLIGHT | {"story.en": "<script>alert(1)</script>."}, 1, anna)
    link = reverse("decks:review", args=[waiting.key])
    for address in (link, f"{link}?part=event"):
        main = client(None).get(address).content.decode().partition("<main")[2].partition("</main")[0]
        assert "First powered flight" in main and "A telephone on a meadow" in main
        assert "&lt;script&gt;" in main and "<form method=" not in main
    assert "<del>1976</del><ins>1876</ins>" in flat(client(None).get(link).content.decode())
    assert client(None).get(reverse("decks:review", args=["no-such-key"])).status_code == 404
    here = Client()
    here.cookies["django_language"] = "de"
    german = here.get(link).content.decode()
    assert "Auf dem Handy" in german and "On a phone" not in german, "the page speaks German, the card English"


# -- history -----------------------------------------------------------------------------------------------------------


def history(who: User, deck: Deck, **asked: object) -> str:
    return client(who).get(reverse("decks:history", args=[deck.pk]), asked).content.decode()


def test_the_history_of_a_deck_tells_who_changed_which_words_of_which_card(
    waiting: Deck, anna: User, emma: User
) -> None:
    call = waiting.drafts.get(**{"fields__rank": "A"})
    writing.save_card(call, EVENT | {"story.en": "Bell called Watson."}, call.version, emma)
    told = history(anna, waiting)
    assert told.index("<b>emma</b>") < told.index("<b>anna</b>")
    assert "<del>1976</del><ins>1876</ins>" in flat(told) and "First powered flight" in told
    assert "First powered flight" not in history(anna, waiting, card=call.pk)
    browser = client(anna)
    browser.cookies["django_language"] = "de"
    assert "<ins>Herz</ins>" in browser.get(reverse("decks:history", args=[waiting.pk])).content.decode()
    writing.remove_card(call, anna)
    assert "in the bin" in history(anna, waiting)
    other = writing.begin_deck(anna, "event", "Other", "en", [])
    page = reverse("decks:history", args=[other.pk])
    assert client(anna).get(page, {"card": call.pk}).status_code == 404
    assert client(person("beat")).get(page).status_code == 404


def test_any_step_is_brought_back_with_one_tap_as_a_new_step(waiting: Deck, anna: User, emma: User) -> None:
    call = waiting.drafts.get(**{"fields__rank": "A"})
    steps = [past.step_of(record, "event") for record in past.recorded(call.history.all())]
    undo = reverse("decks:undo", args=[waiting.pk, call.pk])
    client(anna).post(undo, {"record": steps[-1].record, "version": call.version})
    assert Draft.objects.get(pk=call.pk).fields["year"] == "1976"
    now = [record.fields["year"] for record in past.recorded(call.history.all())]
    assert now == ["1976", "1876", "1976"], "and what was there is a step, too"
    race = client(emma).post(undo, {"record": steps[0].record, "version": call.version}, follow=True).content.decode()
    assert "Somebody else has changed this card in the meantime: look at it first." in race
    assert Draft.objects.get(pk=call.pk).fields["year"] == "1976"


def test_who_has_typed_on_brings_back_without_a_quarrel_with_themselves(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    first = draft.history.get()
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna)
    undo = reverse("decks:undo", args=[deck.pk, draft.pk])
    told = client(anna).post(undo, {"record": first.history_id, "version": 1}, follow=True).content.decode()
    assert "The card is as it was then." in told
    assert [record.fields["year"] for record in past.recorded(draft.history.all())] == ["1876", "1877", "1876"]


def test_words_without_spaces_are_compared_sign_by_sign() -> None:
    pieces = [(piece.how, piece.text) for piece in past.word_by_word("壁が建つ。", "壁が倒れる。")]
    assert pieces == [("same", "壁が"), ("gone", "建つ"), ("new", "倒れる"), ("same", "。")]


def test_the_number_of_queries_does_not_grow_with_the_steps(
    waiting: Deck, anna: User, django_assert_max_num_queries
) -> None:
    for number in range(6):
        writing.add_card(waiting, "event", anna, EVENT | {"name.en": f"Event {number}"})
    browser = client(anna)
    with django_assert_max_num_queries(12):
        told = browser.get(reverse("decks:history", args=[waiting.pk])).content.decode()
    assert len(re.findall("<b>anna</b>", told)) == 9
