"""Writing decks: drafts keep everything, nobody overwrites anybody, and only what is right is published."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from decks import past, writing
from decks.card_gates import LONGEST_STORY
from decks.flat import PARTS, build, flatten, part_of, paths_of
from decks.models import Deck, Draft, Edition
from decks.packaged import DATA, deck_folders, read_deck
from decks.roles import AUTHORS, EDITORS, HOSTS
from decks.services import pack_of
from decks.starters import STARTS, starter
from games.rules.scene import KEY_LENGTH
from tests.markup import flat

pytestmark = pytest.mark.django_db

EVENT = {
    "rank": "A",
    "suit": "hearts",
    "year": "1876",
    "name.en": "First telephone call",
    "accept.en": "Telephone\nBell calls Watson",
    "mnemonic.en": "[C]a[sh]",
    "scene.en": "meadow hills 📞@50,80*50",
    "alt.en": "A telephone on a meadow",
    "story.en": "Bell called his assistant in the next room.",
}


def person(name: str, group: str = AUTHORS) -> User:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def client(user: User | None) -> Client:
    browser = Client()
    if user:
        browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return browser


# -- fields ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", deck_folders(DATA), ids=lambda folder: folder.name)
def test_every_packaged_card_can_be_taken_apart_and_put_together(folder) -> None:
    source = read_deck(folder)
    for placed in source.cards:
        part = part_of(placed.card)
        assert part in PARTS[source.about.kind]
        fields = flatten(placed.card)
        assert set(fields) <= set(paths_of(part, source.about.languages))
        assert build(part, fields, source.about.languages) == (placed.card, [])


@pytest.mark.parametrize(
    ("path", "typed", "told"),
    [
        ("year", "nineteen", "Expected a whole number, not “nineteen”."),
        ("year", "-5", "whole number"),
        ("rank", "11", "Expected one of A, K, Q"),
        ("date", "yesterday", "Expected a day such as 1969-07-21"),
        ("mnemonic.en", "[T]iger", "1"),
        ("scene.en", "nowhere 🐶", "character"),
        ("suit", "", "This is missing."),
        ("story.en", "", "This is missing."),
    ],
)
def test_what_is_wrong_stands_beside_its_field(path: str, typed: str, told: str) -> None:
    _card, problems = build("event", EVENT | {path: typed}, ["en"])
    assert [where for where, _what in problems] == [path]
    assert told in problems[0][1]


def test_a_year_that_is_none_hides_nothing_of_what_is_wrong_besides() -> None:
    wrong = EVENT | {"year": "nineteen", "mnemonic.en": "[Ca[sh", "story.en": "No stop", "rank": ""}
    assert {path for path, _what in build("event", wrong, ["en"])[1]} == {"year", "mnemonic.en", "story.en", "rank"}
    assert [path for path, _what in build("event", EVENT | {"year": "nineteen"}, ["en"])[1]] == ["year"]


def test_one_picture_serves_all_languages_until_one_of_them_has_another() -> None:
    texts = {"name.de": "Anruf", "mnemonic.de": "[K]o[ch]", "alt.de": "Ein Telefon", "story.de": "Bell rief an."}
    card, problems = build("event", EVENT | texts, ["en", "de"])
    assert problems == [] and card.scene.say("de") == EVENT["scene.en"]
    assert build("event", EVENT | texts | {"scene.de": "sea 🐟@50,80*50"}, ["en", "de"])[0].scene.de != card.scene.en
    without = {path: text for path, text in (EVENT | texts).items() if not path.startswith("scene.")}
    assert {path for path, _what in build("event", without, ["en", "de"])[1]} == {"scene.en", "scene.de"}


def test_an_event_whose_texts_have_no_room_on_its_card_says_how_many_characters_are_too_many() -> None:
    long = "[C]a[sh]" + " on the counter of the bank" * 5
    named = EVENT | {"name.en": "A wonderful machine of wood and wire by Mr Watt"}
    ((path, told),) = [one for one in build("event", named | {"mnemonic.en": long}, ["en"])[1] if "room" in one[1]]
    assert path == "mnemonic.en"
    most, over = map(int, re.findall(r"\d+", told))
    assert most + over == len(long)
    assert build("event", named | {"mnemonic.en": long[:most].strip()}, ["en"])[1] == []


@pytest.mark.parametrize(
    ("part", "path", "most"),
    [
        ("statement", "explanation", 240),
        ("question", "spades.ask", 150),
        ("question", "spades.answer", 40),
        ("event", "name", 55),
        ("event", "alt", 160),
        ("show", "title", 90),
    ],
)
def test_no_text_that_is_shown_on_a_card_may_be_of_any_length(part: str, path: str, most: int) -> None:
    found = dict(build(part, {f"{path}.en": "x" * most + "."}, ["en"])[1])
    assert found[f"{path}.en"] == f"expected at most {most} characters, not {most + 1}"
    assert f"{path}.en" not in dict(build(part, {f"{path}.en": "x" * (most - 1) + "."}, ["en"])[1])


# -- decks and cards ---------------------------------------------------------------------------------------------------


def test_a_new_deck_is_a_draft_that_nobody_else_finds(deck: Deck, anna: User) -> None:
    assert (deck.state, deck.listed, deck.owner, deck.slug) == ("draft", False, anna, "inventions")
    assert writing.begin_deck(anna, "event", "Inventions", "en", []).slug == "inventions-2"
    assert writing.begin_deck(anna, "event", "Zürich: 1848–2000", "de", []).slug == "zuerich-1848-2000"
    with pytest.raises(ValidationError):
        writing.begin_deck(anna, "event", "  ", "en", [])
    with pytest.raises(ValidationError):
        writing.begin_deck(anna, "no-such-kind", "Title", "en", [])


@pytest.mark.parametrize(("kind", "short", "whole"), [("event", 13, 104), ("statement", 20, 60), ("quiz-show", 1, 2)])
def test_a_deck_begins_with_the_cards_of_a_template(anna: User, kind: str, short: int, whole: int) -> None:
    counts = {}
    for start in STARTS:
        answer = client(anna).post(
            reverse("decks:begin"), {"title": start, "kind": kind, "language": "fr", "start": start}, follow=True
        )
        assert answer.status_code == 200
        made = Deck.objects.get(slug=start)
        counts[start] = made.drafts.count()
        keys = [(draft.part, *sorted(draft.fields.items())) for draft in made.drafts.exclude(fields={})]
        assert len(set(keys)) == len(keys), "each of them once"
    assert counts == {"empty": 0, "short": short, "whole": whole}


def test_a_template_of_statements_is_balanced() -> None:
    cards = [fields for _part, fields in starter("statement", "whole")]
    for field, share in (("truth", 30), ("category", 10), ("difficulty", 20)):
        assert set(Counter(fields[field] for fields in cards).values()) == {share}
    truths = "".join(fields["truth"][0] for fields in cards)
    assert "ttt" not in truths and "fff" not in truths
    for category in {fields["category"] for fields in cards}:
        true = sum(fields["truth"] == "true" for fields in cards if fields["category"] == category)
        assert 4 <= true <= 6


def test_nonsense_begins_an_empty_deck(anna: User) -> None:
    client(anna).post(reverse("decks:begin"), {"title": "X", "kind": "event", "language": "en", "start": "<b>"})
    assert Deck.objects.get().drafts.count() == 0


def test_the_list_is_searched_and_filtered(deck: Deck, anna: User) -> None:
    writing.add_card(deck, "event", anna, EVENT)
    writing.add_card(deck, "event", anna, EVENT | {"rank": "K", "suit": "clubs", "name.en": "Sewing machine"})
    listed = lambda **asked: client(anna).get(reverse("decks:write", args=[deck.pk]), asked).content.decode()  # noqa: E731
    everything = listed()
    assert "First telephone call" in everything and "Sewing machine" in everything
    assert "First telephone call" not in listed(suit="clubs") and "Sewing machine" in listed(suit="clubs")
    assert "Sewing machine" not in listed(suit="clubs", rank="A")
    assert "Sewing machine" in listed(q="sewing") and "First telephone call" not in listed(q="sewing")
    assert "No card is like that." in listed(suit="spades")
    assert "First telephone call" in listed(suit="<b>", rank="17"), "nonsense filters nothing"


def test_whatever_is_typed_is_kept(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna)
    saved = writing.save_card(draft, {"year": "nineteen", "name.en": "x" * 9000, "nonsense": "1"}, 1, anna)
    assert saved.fields == {"year": "nineteen", "name.en": "x" * 5000}
    assert saved.version == 2
    with pytest.raises(ValidationError):
        writing.add_card(deck, "statement", anna)


def test_nobody_overwrites_what_somebody_else_has_saved(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna, "a form")
    with pytest.raises(writing.Stale) as stale:
        writing.save_card(draft, EVENT | {"year": "1878"}, 1, person("beat"))
    assert stale.value.draft.fields["year"] == "1877"
    assert Draft.objects.get().fields["year"] == "1877"
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna)  # the same once more is no quarrel
    assert writing.save_card(draft, EVENT | {"year": "1879"}, 1, anna, "a form").version == 3, "nor is typing on"


def test_a_card_has_a_history_and_can_be_taken_back(deck: Deck, anna: User) -> None:
    beat = person("beat")
    draft = writing.add_card(deck, "event", anna, EVENT)
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, beat)
    writing.save_card(draft, EVENT | {"year": "1878"}, 2, beat)  # the same sitting: one step
    steps = list(draft.history.all())
    assert [(step.fields["year"], step.history_type) for step in steps] == [("1878", "~"), ("1876", "+")]
    writing.undo(draft, steps[-1].history_id, 3, anna)
    assert Draft.objects.get().fields["year"] == "1876"
    writing.undo(draft, steps[-1].history_id, 3, anna)  # pressed twice
    assert (draft.history.count(), Draft.objects.get().version) == (3, 4)
    with pytest.raises(writing.Stale):
        writing.undo(draft, steps[0].history_id, 3, beat)


def test_cards_move_and_go(deck: Deck, anna: User) -> None:
    a, b, c = (writing.add_card(deck, "event", anna, {"name.en": name}) for name in "abc")
    writing.move_card(c, -1)
    writing.move_card(a, -1)
    order = [draft.fields["name.en"] for draft in deck.drafts.order_by("position")]
    assert order == ["a", "c", "b"]
    writing.remove_card(a, anna)
    assert list(deck.drafts.order_by("position").values_list("position", flat=True)) == [1, 2]
    assert b.history.exists()


# -- publishing --------------------------------------------------------------------------------------------------------


def test_what_is_removed_can_be_put_back_where_it_was(deck: Deck, anna: User) -> None:
    browser, bin = client(anna), reverse("decks:bin", args=[deck.pk])
    cards = [writing.add_card(deck, "event", anna, EVENT | {"rank": rank}) for rank in ("A", "2", "3")]
    answer = browser.post(reverse("decks:arrange", args=[deck.pk, cards[1].pk]), {"do": "remove"}, follow=True)
    assert "First telephone call” lies in the bin now" in answer.content.decode()
    assert [draft.fields["rank"] for draft in deck.drafts.all()] == ["A", "3"]
    assert [draft.position for draft in deck.drafts.all()] == [1, 2]
    assert browser.get(reverse("decks:card", args=[deck.pk, cards[1].pk])).status_code == 404
    assert "anna" in browser.get(bin).content.decode()
    for _ in range(2):  # pressed twice
        browser.post(bin, {"card": cards[1].pk})
        assert [draft.fields["rank"] for draft in deck.drafts.all()] == ["A", "2", "3"]
        assert [draft.position for draft in deck.drafts.all()] == [1, 2, 3]
    assert client(person("beat")).post(bin, {"card": cards[1].pk}).status_code == 404
    for nonsense in ("", "x", "0", str(cards[0].pk)):
        assert browser.post(bin, {"card": nonsense}).status_code == 404
    writing.remove_card(cards[2], anna)
    assert writing.empty_bins(timezone.now() - timedelta(days=1)) == 0
    assert writing.empty_bins(timezone.now() + timedelta(days=1)) == 1
    assert Draft.everything.count() == 2 and not Draft.history.filter(id=cards[2].pk).exists()


def test_the_history_of_a_card_tells_who_changed_which_words(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    beat = person("beat", EDITORS)
    writing.save_card(draft, EVENT | {"year": "1877", "name.en": "The first call"}, 1, beat)
    last, first = (past.step_of(record, "event") for record in past.recorded(draft.history.all()))
    assert last.who == "beat" and first.who == "anna"
    told = {label: [(piece.how, piece.text) for piece in pieces] for label, pieces in last.changes}
    assert told == {
        "Year": [("gone", "1876"), ("new", "1877")],
        "Name (en)": [
            ("gone", "First"),
            ("new", "The"),
            ("same", " "),
            ("gone", "telephone"),
            ("new", "first"),
            ("same", " call"),
        ],
    }
    assert {label for label, _pieces in first.changes} >= {"Year", "Name (en)", "Picture (en)"}
    page = client(anna).get(reverse("decks:card", args=[deck.pk, draft.pk])).content.decode()
    assert "<del>1876</del><ins>1877</ins>" in flat(page)


def test_the_history_of_a_card_names_no_picture_by_its_key(deck: Deck, anna: User) -> None:
    one, other = (f"picture {letter * KEY_LENGTH}" for letter in "ab")
    draft = writing.add_card(deck, "event", anna, EVENT | {"scene.en": one})
    writing.save_card(draft, EVENT | {"scene.en": other}, 1, anna)
    last = past.step_of(past.recorded(draft.history.all())[0], "event")
    said = "An uploaded picture"
    assert last.changes == (("Picture (en)", (past.Piece(said, "gone"), past.Piece(said, "new"))),)


def test_only_what_is_right_is_published_and_a_failure_changes_nothing(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT | {"year": ""})
    with pytest.raises(writing.Unready) as unready:
        writing.publish_drafts(deck, anna)
    assert [(one.path, one.draft) for one in unready.value.problems] == [("year", draft.pk)]
    assert not Edition.objects.exists()
    writing.save_card(draft, EVENT, 1, anna)
    edition = writing.publish_drafts(deck, anna)
    assert pack_of(edition.pk).events[0].accept.en == ("Telephone", "Bell calls Watson")
    assert edition.published_by == anna


def test_a_card_that_is_there_twice_stops_it(deck: Deck, anna: User) -> None:
    writing.add_card(deck, "event", anna, EVENT)
    writing.add_card(deck, "event", anna, EVENT | {"name.en": "Another"})
    _cards, problems = writing.built(deck)
    assert ["First telephone call" in one.what for one in problems] == [True]


def test_an_edition_can_be_opened_again_and_running_tables_keep_theirs(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    edition = writing.publish_drafts(deck, anna)
    writing.save_card(draft, EVENT | {"year": "1976"}, 1, anna)
    assert writing.open_again(edition, anna) == 1
    assert deck.drafts.get().fields == EVENT
    assert pack_of(edition.pk).events[0].year == 1876


def seen_on(browser: Client, page: str) -> str:
    """What stands on the page for the cards that are shown there."""
    found = re.search(r'name="seen" value="(\w+)"', browser.get(page).content.decode())
    assert found is not None
    return found[1]


@override_settings(DECKS_NEED_APPROVAL=False)
def test_approval_can_be_switched_off(deck: Deck, anna: User) -> None:
    writing.add_card(deck, "event", anna, EVENT)
    page = reverse("decks:release", args=[deck.pk])
    client(anna).post(page, {"do": "publish", "seen": seen_on(client(anna), page)})
    assert Edition.objects.count() == 1


def test_a_story_has_room_on_its_card_and_one_that_is_published_stays_as_it_is(deck: Deck, anna: User) -> None:
    long = EVENT | {"story.en": "x" * LONGEST_STORY + "."}
    card, wrong = build("event", long, ["en"])
    assert wrong == [("story.en", f"expected at most {LONGEST_STORY} characters, not {LONGEST_STORY + 1}")]
    draft = writing.add_card(deck, "event", anna, long)
    with pytest.raises(writing.Unready):
        writing.publish_drafts(deck, anna)
    writing.freeze(deck, writing.pack_from(deck, [card]), anna)  # as it was before there was a limit
    saved = writing.save_card(draft, long | {"year": "1876", "alt.en": "A telephone on green"}, 1, anna)
    assert writing.publish_drafts(deck, anna).number == 2, "an old card stays valid"
    writing.save_card(draft, long | {"story.en": "y" * LONGEST_STORY + "."}, saved.version, anna)
    with pytest.raises(writing.Unready):
        writing.publish_drafts(deck, anna)


# -- rights ------------------------------------------------------------------------------------------------------------


def pages(deck: Deck, draft: Draft) -> list[str]:
    names = ("write", "about", "health", "files", "release")
    return [reverse(f"decks:{name}", args=[deck.pk]) for name in names] + [
        reverse("decks:card", args=[deck.pk, draft.pk]),
        reverse("decks:give_out", args=[deck.pk, "json"]),
        reverse("decks:sample", args=[deck.pk, "xlsx"]),
    ]


STANDING = reverse("decks:standing")


def test_the_ladder(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    beat, host, emma = person("beat"), person("host", HOSTS), person("emma", EDITORS)
    for page in pages(deck, draft):
        assert client(None).get(page).status_code == 302, "sign in first"
        for nobody in (host, beat):
            absent = client(nobody).get(page.replace(f"/{deck.pk}/", "/999999/", 1))
            there = client(nobody).get(page)
            assert there.status_code == absent.status_code == (302 if nobody == host else 404)
            assert there.get("Location") == absent.get("Location") == (STANDING if nobody == host else None)
        assert client(anna).get(page).status_code == client(emma).get(page).status_code == 200
    deck.shared_with.add(beat)
    assert client(beat).get(pages(deck, draft)[0]).status_code == 200


def test_nobody_writes_through_another_deck(deck: Deck, anna: User) -> None:
    beat = person("beat")
    draft = writing.add_card(deck, "event", anna, EVENT)
    own = writing.begin_deck(beat, "event", "Mine", "en", [])
    page = reverse("decks:card", args=[own.pk, draft.pk])
    assert client(beat).post(page, {"version": "1", "year": "1"}).status_code == 404
    assert client(beat).post(reverse("decks:arrange", args=[own.pk, draft.pk]), {"do": "remove"}).status_code == 404
    assert Draft.objects.get(pk=draft.pk).fields == EVENT


def test_the_editor_tells_of_another_version_and_shows_both(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    page = reverse("decks:card", args=[deck.pk, draft.pk])
    emma = client(person("emma", EDITORS))
    client(anna).post(page, EVENT | {"version": "1", "year": "1877"}, headers={"HX-Request": "true"})
    quiet = emma.post(page, EVENT | {"version": "1", "year": "1878"}, headers={"HX-Request": "true"}).content.decode()
    assert "anna has saved this card in the meantime" in quiet
    assert 'name="version" value="1"' in quiet, "typing on does not overwrite it"
    both = emma.post(page, EVENT | {"version": "1", "year": "1878"})
    assert both.status_code == 409
    shown = both.content.decode()
    assert 'value="1878"' in shown and "Saved meanwhile:</b> 1877" in shown
    kept = emma.post(page, EVENT | {"version": "1", "year": "1878"}, headers={"HX-Request": "true"})
    assert "in the meantime" in kept.content.decode(), "showing both is not deciding"
    assert Draft.objects.get().fields["year"] == "1877"
    emma.post(page, EVENT | {"version": "1", "over": "2", "year": "1878"})
    assert Draft.objects.get().fields["year"] == "1878"


def test_whoever_goes_through_the_cards_stays_in_the_language_they_have_chosen(anna: User) -> None:
    deck = writing.begin_deck(anna, "event", "Four", "fr", ["de", "it"])
    first, second = (writing.add_card(deck, "event", anna, {"scene.de": "night", "scene.it": "sea"}) for _ in range(2))
    page, browser = reverse("decks:card", args=[deck.pk, first.pk]), client(anna)
    shown = flat(browser.get(page).content.decode())
    assert 'value="de" aria-label="Deutsch" checked' in shown, "one that the deck has"
    moved = browser.post(page, {"version": "1", "shown": "it", "to": "next"})
    assert moved["Location"] == reverse("decks:card", args=[deck.pk, second.pk]) + "?shown=it"
    for nonsense in ("ja", "x" * 9000):
        lost = browser.post(page, {"version": "1", "shown": nonsense, "to": "next"})
        assert lost["Location"] == reverse("decks:card", args=[deck.pk, second.pk]), "not a language of the deck"
    shown = flat(browser.get(moved["Location"]).content.decode())
    assert 'value="it" aria-label="Italiano" checked' in shown
    served = re.search('data-in="([^"]*)"><label for="f-scene-de"', shown)
    assert served and served[1] == "de fr", "a picture is seen with the languages that have none of their own"
    stale = browser.post(page, {"version": "0", "shown": "it", "year": "1900"}).content.decode()
    assert re.search('value="all"[^>]* checked', stale), "what differs may stand in any language"


# -- speed -------------------------------------------------------------------------------------------------------------


def test_the_number_of_queries_does_not_grow_with_the_deck(deck: Deck, anna: User) -> None:
    browser = client(anna)
    asked = []
    for _ in range(2):
        writing.add_cards(deck, [("event", EVENT)] * 120, anna)
        draft = deck.drafts.last()
        for page in (reverse("decks:write", args=[deck.pk]), reverse("decks:card", args=[deck.pk, draft.pk])):
            with CaptureQueriesContext(connection) as seen:
                browser.get(page)
            asked.append(len(seen))
    assert asked[:2] == asked[2:]
    assert max(asked) <= 16
