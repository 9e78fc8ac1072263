"""Writing decks: drafts keep everything, nobody overwrites anybody, and only what is right is published."""

import re
from collections import Counter
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from decks import past, writing
from decks.exchange import FORMATS
from decks.flat import PARTS, build, flatten, part_of, paths_of
from decks.models import Deck, Draft, Edition
from decks.packaged import DATA, deck_folders, read_deck
from decks.roles import AUTHORS, EDITORS, HOSTS
from decks.services import pack_of, publish
from decks.starters import STARTS, starter

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


# -- decks and cards ---------------------------------------------------------------------------------------------------


def test_a_new_deck_is_a_draft_that_nobody_else_finds(deck: Deck, anna: User) -> None:
    assert (deck.state, deck.listed, deck.owner, deck.slug) == ("draft", False, anna, "inventions")
    assert writing.begin_deck(anna, "event", "Inventions", "en", []).slug == "inventions-2"
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
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna)
    with pytest.raises(writing.Stale) as stale:
        writing.save_card(draft, EVENT | {"year": "1878"}, 1, person("beat"))
    assert stale.value.draft.fields["year"] == "1877"
    assert Draft.objects.get().fields["year"] == "1877"
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna)  # the same once more is no quarrel
    assert writing.save_card(draft, EVENT | {"year": "1879"}, 1, anna).version == 3, "nor is typing on"


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
    assert "<del>1876</del><ins>1877</ins>" in page


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


# -- rights ------------------------------------------------------------------------------------------------------------


def pages(deck: Deck, draft: Draft) -> list[str]:
    names = ("write", "about", "health", "files", "release")
    return [reverse(f"decks:{name}", args=[deck.pk]) for name in names] + [
        reverse("decks:card", args=[deck.pk, draft.pk]),
        reverse("decks:give_out", args=[deck.pk, "json"]),
        reverse("decks:sample", args=[deck.pk, "xlsx"]),
    ]


def test_the_ladder(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    beat, host, emma = person("beat"), person("host", HOSTS), person("emma", EDITORS)
    for page in pages(deck, draft):
        assert client(None).get(page).status_code == 302, "sign in first"
        for nobody in (host, beat):
            absent = client(nobody).get(page.replace(f"/{deck.pk}/", "/999999/", 1))
            there = client(nobody).get(page)
            assert there.status_code == absent.status_code == 404
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


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_given_out_can_be_taken_in_again(kind, anna: User) -> None:
    own = writing.begin_deck(anna, kind, "Mine", "en", ["de"])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    for form in FORMATS[kind]:
        taken = browser.get(reverse("decks:sample", args=[own.pk, form])).content
        looked = browser.post(page, {"do": "look", "file": SimpleUploadedFile(f"cards.{_ending(form)}", taken)})
        assert looked.status_code == 200, form
        browser.post(page, {"do": "yes", "only": "on"})
        assert own.drafts.count() >= 1
        again = browser.get(reverse("decks:give_out", args=[own.pk, form]))
        assert again.status_code == 200


def sent(browser: Client, deck: Deck, name: str, content: str, **more: str):
    file = SimpleUploadedFile(name, content.encode())
    return browser.post(reverse("decks:files", args=[deck.pk]), {"do": "look", "file": file, **more})


def years(deck: Deck) -> dict[str, str]:
    """The cards of a deck by their name, with their years."""
    return {draft.fields["name.en"]: draft.fields["year"] for draft in deck.drafts.all()}


TABLE = "rank,suit,year,name.en,story.en\nA,hearts,1876,Telephone,Bell\n2,hearts,1903,First flight,\n"


def test_a_file_that_is_taken_in_twice_doubles_nothing_and_changes_what_differs(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    for _ in range(2):
        sent(browser, deck, "cards.csv", TABLE)
        browser.post(page, {"do": "yes"})
        assert years(deck) == {"Telephone": "1876", "First flight": "1903"}
    looked = sent(
        browser, deck, "cards.csv", "rank,suit,year,name.en\nA,hearts,1877,Telephone\n3,hearts,1912,Titanic\n"
    )
    shown = re.sub(r"<[^>]+>|\s+", " ", looked.content.decode())
    assert re.search(r"New +Titanic +Changed +Telephone +Not in the file +First flight", shown)
    browser.post(page, {"do": "yes"})
    assert years(deck) == {"Telephone": "1877", "First flight": "1903", "Titanic": "1912"}
    telephone = deck.drafts.get(position=1)
    assert telephone.fields["story.en"] == "Bell", "what the file leaves out stays"
    assert telephone.history.count() == 2 and telephone.version == 2
    sent(browser, deck, "cards.csv", TABLE)
    browser.post(page, {"do": "yes", "only": "on"})
    assert years(deck) == {"Telephone": "1876", "First flight": "1903"}
    assert Draft.everything.exclude(removed_at=None).get().fields["name.en"] == "Titanic"


def test_further_cards_come_into_places_that_are_free(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    for choice in ("same", "further"):
        sent(browser, deck, "cards.csv", TABLE)
        browser.post(page, {"do": "yes", "as": choice})
    assert deck.drafts.count() == 4
    assert len({(draft.fields["suit"], draft.fields["rank"]) for draft in deck.drafts.all()}) == 4


def test_texts_of_a_file_that_names_no_language_come_into_the_first_of_the_deck(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Meins", "de", ["fr"])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    package = browser.get(reverse("decks:sample", args=[own.pk, "apkg"])).content
    for language, path in (("", "name.de"), ("fr", "name.fr"), ("en", "name.de")):
        browser.post(page, {"do": "look", "file": SimpleUploadedFile("a.apkg", package), "language": language})
        browser.post(page, {"do": "yes", "only": "on"})
        assert all(path in draft.fields for draft in own.drafts.filter(part="event")), language
        own.drafts.all().delete()


def test_a_teachers_file_from_windows_is_read_and_one_line_is_shown(anna: User) -> None:
    own = writing.begin_deck(anna, "event", "Daten", "de", [])
    browser, page = client(anna), reverse("decks:files", args=[own.pk])
    table = "Jahr;Ereignis\r\n12.9.1848;Gründung des Bundesstaats\r\n1914;Erster Weltkrieg\r\n".encode("cp1252")
    looked = browser.post(page, {"do": "look", "file": SimpleUploadedFile("Daten.csv", table)}).content.decode()
    assert "<b>12.9.1848;Gründung des Bundesstaats</b>" in looked
    browser.post(page, {"do": "yes"})
    first, second = own.drafts.all()
    assert first.fields == {
        "suit": "clubs",
        "rank": "A",
        "year": "1848",
        "date": "1848-09-12",
        "name.de": "Gründung des Bundesstaats",
    }
    assert second.fields["name.de"] == "Erster Weltkrieg"


def test_what_is_pasted_comes_in_as_a_file_does_and_stays_if_it_is_wrong(deck: Deck, anna: User) -> None:
    browser, page = client(anna), reverse("decks:files", args=[deck.pk])
    nonsense = browser.post(page, {"do": "look", "pasted": "only one\tthing"})
    assert nonsense.status_code == 422 and "only one\tthing</textarea>" in nonsense.content.decode()
    browser.post(page, {"do": "look", "pasted": "Telephone\t1876\nFirst flight\t1903"})
    browser.post(page, {"do": "yes"})
    assert years(deck) == {"Telephone": "1876", "First flight": "1903"}
    browser.post(page, {"do": "look", "pasted": "Who called?\tBell\tEdison"})
    browser.post(page, {"do": "yes"})
    assert deck.drafts.get(part="question").fields["clubs.reject.en"] == "Edison"


UNFINISHED = {
    "event": [
        ("event", {"year": "abc", "name.en": "=A half", "accept.en": "one\ntwo | three"}),
        ("question", {"hearts.ask.en": "Who?"}),
        ("event", {}),
    ],
    "statement": [("statement", {"number": "x", "text.en": "Half of\na thought"})],
    "quiz-show": [
        (
            "show",
            {"title.en": "Half", "questions.3.en": "Where?", "words.2.accept.en": "a\nb", "words.2.name.en": "Cow"},
        )
    ],
}


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
@pytest.mark.parametrize("kind", UNFINISHED)
def test_what_is_given_out_is_a_backup_with_everything_unfinished(kind: str, form: str, anna: User) -> None:
    own = writing.begin_deck(anna, kind, "Mine", "en", [], "short")
    for part, fields in UNFINISHED[kind]:
        writing.add_card(own, part, anna, fields)
    browser = client(anna)
    before = sorted((draft.part, sorted(draft.fields.items())) for draft in own.drafts.all())
    taken = browser.get(reverse("decks:give_out", args=[own.pk, form])).content
    other = writing.begin_deck(anna, kind, "Other", "en", [])
    page = reverse("decks:files", args=[other.pk])
    looked = browser.post(page, {"do": "look", "file": SimpleUploadedFile(f"cards.{_ending(form)}", taken)})
    assert looked.status_code == 200, looked.content.decode()[-3000:]
    browser.post(page, {"do": "yes"})
    assert sorted((draft.part, sorted(draft.fields.items())) for draft in other.drafts.all()) == before


def _ending(form: str) -> str:
    return {"csv": "zip", "yaml": "zip"}.get(form, form)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 broken", b"\xff\xfe\x00"])
@pytest.mark.parametrize("name", ["cards.xlsx", "cards.csv", "cards.json", "cards.zip", "cards.apkg", "cards.exe", ""])
def test_nonsense_is_refused_with_a_sentence(deck: Deck, anna: User, name: str, content: bytes) -> None:
    page = reverse("decks:files", args=[deck.pk])
    told = client(anna).post(page, {"do": "look", "file": SimpleUploadedFile(name or "x", content)})
    assert told.status_code == 422
    assert (
        "wrong in this file" in told.content.decode()
        or "Choose a file first, or paste a table" in told.content.decode()
    )
    assert not deck.drafts.exists()


# -- speed -------------------------------------------------------------------------------------------------------------


def test_the_number_of_queries_does_not_grow_with_the_deck(deck: Deck, anna: User) -> None:
    browser = client(anna)
    asked = []
    for _ in range(2):
        writing._add(deck, [("event", EVENT)] * 120, anna)
        draft = deck.drafts.last()
        for page in (reverse("decks:write", args=[deck.pk]), reverse("decks:card", args=[deck.pk, draft.pk])):
            with CaptureQueriesContext(connection) as seen:
                browser.get(page)
            asked.append(len(seen))
    assert asked[:2] == asked[2:]
    assert max(asked) <= 16


@pytest.mark.parametrize("form", ["xlsx", "csv", "yaml", "json"])
def test_a_deck_goes_out_and_comes_back_by_command(form: str, anna: User, tmp_path: Path) -> None:
    pack = read_deck(DATA / "cold-war").pack
    publish(pack)
    file = tmp_path / f"deck.{_ending(form)}"
    call_command("export_deck", "cold-war", format=form, to=file, stdout=StringIO())
    call_command("import_deck", file, owner="anna", dry_run=True, stdout=StringIO())
    assert not Draft.objects.exists()
    call_command("import_deck", file, owner="anna", stdout=StringIO())
    own = Deck.objects.get(owner=anna)
    cards = [card for _draft, card in writing.built(own)[0]]
    assert writing.pack_from(own, cards).events == pack.events
    assert writing.pack_from(own, cards).questions == pack.questions


def test_the_command_says_what_is_wrong_and_takes_in_nothing(anna: User, tmp_path: Path) -> None:
    file = tmp_path / "events.csv"
    file.write_text("rank,suit,year,name.en\nA,hearts,nineteen,A\n")
    said = StringIO()
    with pytest.raises(CommandError, match="Nothing was taken in"):
        call_command("import_deck", file, owner="anna", stdout=said, stderr=said)
    assert "row 2, column year" in said.getvalue()
    assert not Draft.objects.exists()
    for wrong in ({"owner": "nobody"}, {"owner": "anna", "deck": "no-such"}):
        with pytest.raises(CommandError):
            call_command("import_deck", file, stdout=said, stderr=said, **wrong)
