"""What people have decided about decks, or have typed, is not undone behind their backs."""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from decks import describing, keeping, past, pictures, writing
from decks.exchange import Unfinished, dump
from decks.models import Contribution, Deck, Draft, Edition
from decks.packaged import About
from decks.roles import EDITORS
from decks.services import (
    READERS_DECK,
    accept,
    answer,
    decline,
    flag_card,
    give_back,
    pack_of,
    publish,
    send,
    send_again,
    sent_mark,
)
from decks.urls import urlpatterns
from games.rules.pack import Pack
from games.rules.scene import KEY_LENGTH
from games.rules.words import Text
from tests.decks.making import ABOUT, STATEMENTS, statement_deck
from tests.decks.test_commands import run
from tests.decks.test_contributions import offered, typed
from tests.decks.test_writing import EVENT, client, person, seen_on
from tests.markup import flat

pytestmark = pytest.mark.django_db


# -- packaged decks ----------------------------------------------------------------------------------------------------


def start(data: Path, statements: str = STATEMENTS) -> str:
    """A site starts with this packaged deck, which has the name of one that is packaged indeed."""
    statement_deck(data, "cold-war", statements=statements)
    return run("load_decks", data=data).strip()


@pytest.fixture
def packaged(tmp_path: Path) -> Deck:
    start(tmp_path)
    return Deck.objects.get()


def standing(deck: Deck) -> list[int]:
    return [edition.number for edition in Edition.objects.standing().filter(deck=deck)]


def test_a_start_leaves_an_editors_correction_alone(packaged: Deck, tmp_path: Path) -> None:
    pack = pack_of(packaged.current.pk)
    mended = msgspec.structs.replace(pack, statements=pack.statements[:1])
    publish(mended, by=person("emma", EDITORS))
    assert "unchanged" in start(tmp_path)
    assert "left alone" in start(tmp_path, STATEMENTS.replace("difficulty: 1", "difficulty: 3")), "nor is it replaced"
    assert pack_of(packaged.current.pk) == mended
    User.objects.get(username="emma").delete()
    packaged.drafts.create(part="statement", position=1)
    assert "left alone" in start(tmp_path, STATEMENTS.replace("difficulty: 1", "difficulty: 2")), "whoever it was"


def test_a_start_brings_new_words_about_the_same_cards_unless_people_have_found_their_own(
    packaged: Deck, tmp_path: Path
) -> None:
    statement_deck(tmp_path, "cold-war", about=ABOUT.replace("A deck for tests.", "To test with."))
    assert "described anew" in run("load_decks", data=tmp_path) and "unchanged" in run("load_decks", data=tmp_path)
    packaged.refresh_from_db()
    assert packaged.description["en"] == "To test with." and packaged.editions.count() == 1
    describing.describe(packaged, {"description": {"en": "Ours."}})
    assert "unchanged" in start(tmp_path)
    packaged.refresh_from_db()
    assert packaged.description["en"] == "To test with.", "what waits here for the next edition is not passed over"


def test_a_start_leaves_what_is_withdrawn_or_put_away_alone(packaged: Deck, tmp_path: Path) -> None:
    start(tmp_path, STATEMENTS.replace("difficulty: 1", "difficulty: 3"))
    keeping.withdraw(packaged.current, None)
    start(tmp_path, STATEMENTS.replace("difficulty: 1", "difficulty: 3"))
    assert standing(packaged) == [1]
    keeping.put_away(packaged)
    for difficulty in "231":
        start(tmp_path, STATEMENTS.replace("difficulty: 1", f"difficulty: {difficulty}"))
    assert packaged.editions.count() == 2


def test_a_packaged_deck_that_was_deleted_does_not_come_back(packaged: Deck, tmp_path: Path) -> None:
    packaged.drafts.create(part="statement", position=1)
    keeping.delete(packaged)
    for _ in range(2):
        assert keeping.forget_deleted([]) == 0
        assert "left alone" in start(tmp_path)
    assert not Edition.objects.exists() and not Draft.everything.exists(), "nothing is left of it but its name"


def test_a_packaged_deck_does_not_take_the_place_of_somebodys_own(tmp_path: Path) -> None:
    own = writing.begin_deck(person("anna"), "statement", "Small", "en", [])
    statement_deck(tmp_path)
    assert "left alone" in run("load_decks", data=tmp_path)
    assert not own.editions.exists() and Deck.objects.get().title == {"en": "Small"}


def test_of_a_deleted_deck_no_text_is_kept(deck: Deck, anna: User) -> None:
    writing.remove_card(writing.add_card(deck, "event", anna, EVENT), anna)
    writing.save_card(writing.add_card(deck, "event", anna, EVENT), EVENT | {"story.en": "A secret."}, 1, anna)
    keeping.delete(deck)
    assert keeping.forget_deleted([]) == 1
    assert not Draft.history.exists()


# -- a card in two places ----------------------------------------------------------------------------------------------


def later(draft: Draft, seconds: int) -> None:
    """So much time goes by after the last step of this card."""
    for record in draft.history.all():
        record.history_date -= timedelta(seconds=seconds)
        record.save()


def test_ones_own_second_tab_overwrites_nothing(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna)
    for stamp in ("", "another tab"):
        with pytest.raises(writing.Stale):
            writing.save_card(draft, EVENT | {"year": "1878"}, 1, anna, stamp)
    assert [step.fields["year"] for step in draft.history.all()] == ["1877", "1876"]


def test_a_form_whose_answers_are_lost_goes_on_saving_and_never_over_others(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    for year in ("1877", "1878", "1879"):
        writing.save_card(draft, EVENT | {"year": year}, 1, anna, "this form")
        later(draft, 3600)
    assert [step.fields["year"] for step in draft.history.all()] == ["1879", "1878", "1877", "1876"]
    with pytest.raises(writing.Stale):
        writing.save_card(draft, EVENT | {"year": "1880"}, 1, person("beat", EDITORS), "this form")
    row = deck.drafts.get()
    writing.save_card(row, EVENT | {"year": "1881"}, row.version, person("carl", EDITORS), "theirs")
    with pytest.raises(writing.Stale):
        writing.save_card(draft, EVENT | {"year": "1882"}, 1, anna, "this form")


def test_the_editor_gives_each_form_a_stamp_of_its_own(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    page, browser = reverse("decks:card", args=[deck.pk, draft.pk]), client(anna)
    stamps = {re.search(r'name="stamp" value="(\w{20,})"', browser.get(page).content.decode())[1] for _ in range(2)}
    assert len(stamps) == 2
    form = EVENT | {"version": 1, "stamp": stamps.pop()}
    for year in ("1877", "1878"):
        answer = browser.post(page, form | {"year": year}, headers={"HX-Request": "true"}).content.decode()
        assert "Saved meanwhile" not in answer and "Nothing of yours" not in answer
    assert deck.drafts.get().fields["year"] == "1878"


def test_a_card_that_somebody_removes_meanwhile_keeps_what_is_typed(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    page = reverse("decks:card", args=[deck.pk, draft.pk])
    writing.remove_card(draft, person("beat", EDITORS))
    for version, year, headers, status in ((1, "1877", {"HX-Request": "true"}, 200), (2, "1878", {}, 409)):
        told = client(anna).post(page, EVENT | {"version": version, "year": year}, headers=headers)
        assert told.status_code == status
        assert "beat has removed this card." in told.content.decode() and "Put back" in told.content.decode()
        assert Draft.everything.get().fields["year"] == year
    assert client(anna).post(page, EVENT | {"version": 3, "to": "next"}).status_code == 409, (
        "nobody is led away from it"
    )
    back = client(anna).post(page, EVENT | {"version": 4, "year": "1879", "put-back": "1"}, follow=True)
    assert back.status_code == 200 and "Saved" in back.content.decode()
    assert deck.drafts.get().fields["year"] == "1879"


def test_whoever_saves_a_card_holds_the_card_alone(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    with CaptureQueriesContext(connection) as asked:
        writing.save_card(draft, EVENT | {"year": "1877"}, 1, anna)
    held = [query["sql"].partition("FOR UPDATE")[2].strip() for query in asked if "FOR UPDATE" in query["sql"]]
    assert held == ['OF "decks_draft"'], (
        "others hold the deck first and then its cards: the reverse would block for ever"
    )


# -- what a deck says of itself ----------------------------------------------------------------------------------------


def about(browser: Client, deck: Deck, **changes: str) -> tuple[str, dict[str, str]]:
    """The form of a deck as somebody opens it, with what they change there: ``title_en=...``."""
    page = reverse("decks:about", args=[deck.pk])
    shown = browser.get(page).content.decode()
    form = dict.fromkeys(re.findall(r'<textarea[^>]* name="([^"]+)"', shown), "")
    form |= {f"title.{one}": text for one, text in Deck.objects.get(pk=deck.pk).title.items()}
    form["seen"] = re.search(r'name="seen" value="(\w+)"', shown)[1]
    return page, form | {name.replace("_", "."): text for name, text in changes.items()}


def test_two_who_describe_a_deck_lose_nothing(deck: Deck, anna: User) -> None:
    mine, theirs = client(anna), client(person("emma", EDITORS))
    page, first = about(mine, deck, title_en="Discoveries")
    _page, second = about(theirs, deck, title_en="Devices", description_en="What people made.")
    assert theirs.post(page, second | {"languages": "de", "shared": "anna"}).status_code == 302
    assert theirs.post(page, second | {"languages": "de", "shared": "anna"}).status_code == 302, "twice is no quarrel"
    both = mine.post(page, first)
    shown = both.content.decode()
    assert both.status_code == 409 and "Nothing of yours is saved yet" in shown
    assert ">Discoveries</textarea>" in shown and "Saved meanwhile:</b> Devices" in shown
    assert mine.post(page, first).status_code == 409, "showing both is not deciding"
    now = re.search(r'name="over" value="(\w+)"', shown)[1]
    assert mine.post(page, first | {"over": now}).status_code == 302
    row = Deck.objects.get(pk=deck.pk)
    assert (row.title, row.languages) == ({"en": "Discoveries"}, ["en", "de"]), "a language that was added stays"


def test_a_file_is_taken_in_by_command_with_all_that_stands_in_it(anna: User, tmp_path: Path) -> None:
    texts = [Text(en=one) for one in ("Devices", "What people made.", "Anna and Beat", "CC0 1.0")]
    about = About(texts[0], texts[1], "event", ("en",), texts[2], texts[3])
    unfinished = (Unfinished("event", {"year": "abc", "name.en": "A half"}),)
    (tmp_path / "deck.json").write_bytes(dump(Pack("x", texts[0], "event", ("en",)), about, "json", "en", unfinished))
    call_command("import_deck", tmp_path / "deck.json", owner="anna", stdout=StringIO())
    deck = Deck.objects.get()
    said = [getattr(deck, field)["en"] for field in ("title", "description", "credits", "licence")]
    assert said == ["Devices", "What people made.", "Anna and Beat", "CC0 1.0"]
    assert deck.drafts.get().fields == {"year": "abc", "name.en": "A half"}


def test_a_text_that_is_too_long_is_refused_beside_its_field(deck: Deck, anna: User) -> None:
    browser = client(anna)
    page, form = about(browser, deck, description_en="x" * 501)
    told = browser.post(page, form)
    assert told.status_code == 422
    assert "Please shorten this to 500 characters; it has 501." in told.content.decode()
    assert "x" * 501 in told.content.decode() and not Deck.objects.get().description
    Deck.objects.update(description={"en": "y" * 501})
    page, form = about(browser, deck, description_en="y" * 501, title_en="Devices")
    assert browser.post(page, form).status_code == 302, "what was there before may stay"
    assert Deck.objects.get().title == {"en": "Devices"}


# -- readers' statements -----------------------------------------------------------------------------------------------


@pytest.fixture
def rewritten() -> Contribution:
    """Statements that were given back and sent again, after somebody had opened them."""
    sent = send("Heidi", "de", offered("Heidi"))
    answer(sent, "Shorter, please.")
    give_back(sent)
    send_again(sent, "Heidi", "de", offered("Clara"))
    return sent


def test_statements_are_not_decided_on_unseen(rewritten: Contribution) -> None:
    seen = sent_mark(rewritten)
    assert seen == sent_mark(send("Heidi", "de", offered("Heidi"))), "as they were before"
    assert accept(rewritten, seen) is None and not decline(rewritten, seen) and not give_back(rewritten, seen)
    row = Contribution.objects.get(pk=rewritten.pk)
    assert row.state == "new" and not Edition.objects.exists()
    give_back(row)
    assert accept(row) is None, "nor what waits for its sender"
    assert not Edition.objects.exists()
    send_again(row, "Heidi", "de", offered("Clara"))
    edition = accept(row, sent_mark(Contribution.objects.get(pk=row.pk)))
    assert edition is not None and accept(row) == edition


def test_statements_that_are_mended_are_those_that_were_seen(rewritten: Contribution) -> None:
    editor = client(person("emma", EDITORS))
    page = reverse("decks:correct_contribution", args=[rewritten.pk])
    told = editor.post(page, typed() | {"seen": sent_mark(rewritten)})
    shown = told.content.decode()
    assert told.status_code == 409 and "Somebody has changed these statements" in shown
    assert "Kuh 3 gibt Milch." in shown and "Clara 3." in shown, "both are there"
    assert Contribution.objects.get().offered[3].text == "Clara 3."
    now = re.search(r'name="seen" value="(\w+)"', shown)[1]
    assert editor.post(page, typed() | {"seen": now}).status_code == 302
    decline(Contribution.objects.get())
    late = editor.post(page, typed() | {"seen": now})
    assert late.status_code == 409 and "Kuh 3 gibt Milch." in late.content.decode()


def test_the_desk_decides_on_what_it_has_shown(rewritten: Contribution) -> None:
    editor, page = client(person("emma", EDITORS)), reverse("decks:statements", args=[rewritten.pk])
    typed = {"word": "How nice!", "do": "accept"}
    told = editor.post(page, typed | {"seen": sent_mark(rewritten)})
    assert told.status_code == 422 and not Edition.objects.exists()
    shown = told.content.decode()
    assert "have been changed since you looked" in shown and "How nice!</textarea>" in shown and "Clara 3." in shown
    assert Contribution.objects.get().word == "Shorter, please.", "nor is the word said"
    editor.post(page, typed | {"seen": re.search(r'name="seen" value="(\w+)"', shown)[1]})
    assert Contribution.objects.get().state == "accepted"


@pytest.mark.parametrize(
    "away", [lambda edition: keeping.put_away(edition.deck), lambda one: keeping.withdraw(one, None)]
)
def test_earlier_statements_stay_though_their_deck_is_put_away(away: Callable[[Edition], None]) -> None:
    away(accept(send("Heidi", "de", offered("Heidi"))))
    assert len(pack_of(accept(send("Peter", "it", offered("Peter"))).pk).statements) == 20


# -- whose deck it is --------------------------------------------------------------------------------------------------


def test_whoever_writes_a_deck_too_neither_takes_nor_deletes_it(deck: Deck, anna: User) -> None:
    beat = person("beat")
    deck.shared_with.add(beat)
    writing.add_card(deck, "event", anna, EVENT)
    writing.publish_drafts(deck, None)
    page = reverse("decks:keep", args=[deck.pk])
    shown = client(beat).get(page).content.decode()
    assert 'value="renew"' in shown and 'value="delete"' not in shown and 'value="withdraw"' not in shown
    for do in ("hand-over", "delete", "put-away", "withdraw"):
        form = {"do": do, "sure": "1", "heir": "beat", "edition": "1"}
        assert client(beat).post(page, form).status_code == 404
    row = Deck.objects.get(pk=deck.pk)
    assert (row.owner, row.deleted_at, row.archived_at, standing(row)) == (anna, None, None, [1])
    assert client(beat).post(page, {"do": "renew"}).status_code == 302
    assert client(person("emma", EDITORS)).post(page, {"do": "put-away", "sure": "1"}).status_code == 302


def test_no_deck_gets_an_address_that_means_something_else(anna: User) -> None:
    fixed = {str(pattern.pattern).partition("/")[0] for pattern in urlpatterns} - {"", "<slug:slug>"}
    for name in {*fixed, "cold-war", READERS_DECK}:
        assert writing.begin_deck(anna, "event", name, "en", []).slug == f"{name}-2"


def test_statements_come_into_the_readers_deck_whatever_it_is_called(anna: User) -> None:
    own = writing.begin_deck(anna, "statement", "Mine", "en", [])
    Deck.objects.update(slug=READERS_DECK)
    first, second = (accept(send(name, "de", offered(name))) for name in ("Heidi", "Peter"))
    assert not own.editions.exists() and Deck.objects.get(pk=own.pk).title == {"en": "Mine"}
    assert (second.deck, len(pack_of(second.pk).statements)) == (first.deck, 20)
    assert "are by Heidi, Peter." in client(None).get("/decks/contribute/").content.decode()


# -- a second pair of eyes ---------------------------------------------------------------------------------------------


def test_what_a_published_deck_says_of_itself_is_approved_too(deck: Deck, anna: User) -> None:
    writing.add_card(deck, "event", anna, EVENT)
    writing.publish_drafts(deck, None)
    mine, emma, public = client(anna), client(person("emma", EDITORS)), reverse("decks:deck", args=[deck.slug])
    page, form = about(mine, deck, title_en="Rude words", description_en="Ruder words.", listed="on")
    assert mine.post(page, form, follow=True).status_code == 200
    assert ">Rude words</textarea>" in mine.get(page).content.decode(), "who writes it goes on from there"
    shown = client(None).get(public).content.decode()
    assert "Inventions" in shown and "Rude" not in shown
    release = reverse("decks:release", args=[deck.pk])
    mine.post(release, {"do": "ask"})
    told = emma.get(release).content.decode()
    assert '<del lang="en">Inventions</del><ins lang="en">Rude words</ins>' in flat(told) and "Ruder words." in told
    look = reverse("decks:look_through", args=[deck.pk])
    assert "Ruder words." in emma.get(look).content.decode()
    seen = seen_on(emma, look)
    mine.post(page, about(mine, deck, title_en="Rude words", description_en="The rudest.")[1])
    assert emma.post(look, {"do": "approve", "seen": seen}).status_code == 409
    assert "Rude" not in client(None).get(public).content.decode(), "not what she has not seen"
    emma.post(look, {"do": "approve", "seen": seen_on(emma, look)})
    assert "Rude words" in client(None).get(public).content.decode()
    assert Deck.objects.get().wording == {} and Deck.objects.get().description == {"en": "The rudest."}


def test_an_editor_does_not_publish_alone_what_somebody_else_had_sent_in(deck: Deck, anna: User) -> None:
    draft = writing.add_card(deck, "event", anna, EVENT)
    edition = writing.publish_drafts(deck, None)
    writing.save_card(draft, EVENT | {"story.en": "Another story."}, 1, anna)
    writing.ask_for_review(deck, anna)
    emma = person("emma", EDITORS)
    release = reverse("decks:release", args=[deck.pk])
    seen = seen_on(client(emma), release)
    writing.open_again(edition, emma)
    assert Deck.objects.get().asked_by is None
    writing.save_card(deck.drafts.get(), EVENT | {"story.en": "Another story."}, 1, emma)
    assert "Ask for a review" in client(emma).get(release).content.decode()
    assert client(emma).post(release, {"do": "publish", "seen": seen}).status_code == 404
    with pytest.raises(writing.Changed):
        writing.publish_drafts(deck, emma, seen)
    assert deck.editions.count() == 1


def test_another_order_alone_can_be_published_and_every_review_ended(deck: Deck, anna: User) -> None:
    for year in ("1876", "1877"):
        rank, mnemonic = ("A", "[C]a[sh]") if year == "1876" else ("K", "[C]o[ck]")
        writing.add_card(deck, "event", anna, EVENT | {"rank": rank, "year": year, "mnemonic.en": mnemonic})
    writing.publish_drafts(deck, None)
    mine, page = client(anna), reverse("decks:release", args=[deck.pk])
    assert "Edition 1 has exactly these cards." in mine.get(page).content.decode()
    writing.move_card(deck.drafts.first(), 1)
    shown = mine.get(page).content.decode()
    assert 'value="ask"' in shown and "in another order" in shown
    mine.post(page, {"do": "ask"})
    writing.move_card(deck.drafts.first(), 1)
    assert 'value="back"' in mine.get(page).content.decode(), "though nothing is to be published any more"
    writing.save_card(deck.drafts.first(), EVENT | {"year": ""}, 1, anna)
    assert 'value="back"' in mine.get(page).content.decode(), "nor can be"


def test_a_full_deck_keeps_the_pictures_of_its_bin_and_of_earlier_versions(
    deck: Deck, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = {}
    for key in ("binned", "earlier", "unused"):
        picture = deck.pictures.create(key=hashlib.sha256(key.encode()).hexdigest()[:KEY_LENGTH], width=1, height=1)
        scenes[key] = f"picture {picture.key}"
    deck.pictures.update(created_at=timezone.now() - timedelta(hours=2))
    writing.remove_card(writing.add_card(deck, "event", anna, {"scene.en": scenes["binned"]}), anna)
    draft = writing.add_card(deck, "event", anna, {"scene.en": scenes["earlier"]})
    writing.save_card(draft, EVENT, 1, anna)
    for room, left in ((3, {"binned", "earlier"}), (2, {"binned"}), (1, {"binned"})):
        monkeypatch.setattr(pictures, "MOST_PICTURES", room)
        pictures._room(deck)
        assert {f"picture {key}" for key in pictures.keys_of(deck)} == {scenes[one] for one in left}


def test_long_texts_are_told_apart_without_comparing_every_word_with_every_other() -> None:
    dots, words = "." * 400, "one two " * 400
    told = [(piece.how, piece.text) for piece in past.word_by_word(f"a{dots}b{dots}c", f"b{dots}c{dots}a")]
    assert told == [("gone", f"a{dots}b{dots}c"), ("new", f"b{dots}c{dots}a")], "as a whole"
    told = [(piece.how, piece.text) for piece in past.word_by_word(f"{words}three {words}", f"{words}four {words}")]
    assert told == [("same", words), ("gone", "three"), ("new", "four"), ("same", f" {words}")]
    assert [piece.text for piece in past.word_by_word("a a", "a a a")] == ["a a", " a"], "nothing counts twice"


# -- the order of cards ------------------------------------------------------------------------------------------------


def order(deck: Deck) -> list[tuple[int, str]]:
    return [(draft.position, draft.fields["name.en"]) for draft in deck.drafts.order_by("position", "pk")]


def test_cards_keep_a_place_each_and_move_over_gaps(deck: Deck, anna: User) -> None:
    a, b, c, d = (writing.add_card(deck, "event", anna, {"name.en": name}) for name in "abcd")
    writing.remove_card(a, anna)
    writing.remove_card(b, anna)  # which has moved up since it was read
    assert order(deck) == [(1, "c"), (2, "d")]
    Draft.objects.filter(pk=d.pk).update(position=7)
    writing.move_card(d, -1)
    assert order(deck) == [(1, "d"), (7, "c")]
    writing.move_card(d, 1)
    assert order(deck) == [(1, "c"), (7, "d")]


def test_the_desk_counts_no_card_of_the_bin(deck: Deck, anna: User) -> None:
    for _ in range(2):
        draft = writing.add_card(deck, "event", anna)
    writing.remove_card(draft, anna)
    assert "1 card open for writing" in client(anna).get(reverse("decks:desk")).content.decode()


# -- the admin ---------------------------------------------------------------------------------------------------------


def test_the_admin_names_nobody_elses_decks(deck: Deck, anna: User) -> None:
    writing.begin_deck(anna, "event", "Another", "en", [])  # of one alone no filter is made
    writing.add_card(deck, "event", anna, EVENT)
    flag_card(writing.publish_drafts(deck, None), "A-hearts", "wrong", "", "en", {})
    for page in ("edition", "flag"):
        listed = reverse(f"admin:decks_{page}_changelist")
        assert "inventions" in client(anna).get(listed).content.decode()
        assert "inventions" not in client(person(f"beat-{page}")).get(listed).content.decode()


def test_the_decks_of_an_account_that_is_gone_are_not_everybodys(deck: Deck, anna: User) -> None:
    writing.add_card(deck, "event", anna, EVENT)
    writing.publish_drafts(deck, None)
    anna.delete()
    beat = person("beat")
    for page in ("deck", "edition"):
        assert "inventions" not in client(beat).get(reverse(f"admin:decks_{page}_changelist")).content.decode()
