"""A big screen shows the card in play in two languages; nobody else pays for it."""

import pytest
from msgspec import structs

from games.tables.showing import Look, Showing, showing_of
from games.tables.snapshot import Snapshot
from tests.gallery.moments import finished


def table(*spoken: str) -> Snapshot:
    """Swiss Quiz at its first statement, with people who speak these languages, most of them the first."""
    snapshot = finished("swiss-quiz", moves=1)
    snapshot.people = structs.replace(snapshot.people, languages=spoken)
    return snapshot


def card(snapshot: Snapshot, look: Look) -> str:
    return showing_of(snapshot).fragments(look)["card"]


def text(snapshot: Snapshot, language: str) -> str:
    return snapshot.game.pack.statements[snapshot.play.state.card].text.say(language) if snapshot.play else ""


def test_a_screen_shows_the_language_besides_its_own_that_most_at_the_table_read() -> None:
    snapshot = table("de", "fr", "it")
    assert f'<p class="alt" lang="de">{text(snapshot, "de")}' in card(snapshot, Look(None, "en", "screen"))
    assert '<p class="alt" lang="fr">' in card(snapshot, Look(None, "de", "screen"))


def test_the_host_may_choose_another_or_none() -> None:
    snapshot = table("de", "fr")
    assert '<p class="alt" lang="it">' in card(snapshot, Look(None, "en", "screen", second="it"))
    assert "alt" not in card(snapshot, Look(None, "en", "screen", second="none"))


def test_a_language_that_the_deck_lacks_is_not_shown_as_another() -> None:
    assert "ja" not in table().house.languages
    assert "alt" not in card(table("ja"), Look(None, "en", "screen"))
    assert 'lang="fr"' in card(table("ja", "fr"), Look(None, "en", "screen"))
    assert 'lang="en"' in card(table("de", "ja"), Look(None, "de", "screen")), "who reads Japanese gets English cards"
    assert "alt" not in card(table("ja", "en"), Look(None, "ja", "screen")), "not the same English twice"
    assert "alt" not in card(table("de"), Look(None, "de", "screen", second="none"))


def test_phones_show_one_language_and_a_table_without_such_a_screen_draws_each_part_once_a_language() -> None:
    snapshot = table("de", "fr")
    showing = Showing()
    showing.observe(snapshot)
    looks = [Look(1, "de"), Look(2, "de"), Look(3, "fr")]
    assert all("alt" not in showing.fragments(look)["card"] for look in looks)
    assert len(showing._sheets) == 2
    showing.fragments(Look(None, "de", "screen"))
    assert len(showing._sheets) == 3


def test_when_somebody_comes_who_reads_another_language_the_screen_follows() -> None:
    snapshot = table("de")
    showing, look = Showing(), Look(None, "de", "screen")
    showing.observe(snapshot)
    showing.page(look)
    snapshot.people = structs.replace(snapshot.people, languages=("de", "fr"))
    showing.observe(snapshot)
    assert 'lang=\\"fr\\"' in showing.content(look)


@pytest.mark.parametrize(
    ("slug", "moves", "part"),
    [
        ("quizterix-snap", 5, "card"),
        ("quizterix-poker", 14, "trick"),
        ("quizterix-standard", 3, "claim"),
        ("quizterix-klondike", 7, "hand"),
        ("its-a-quiz", 12, "rows"),
    ],
)
def test_what_is_turned_over_or_asked_stands_there_in_both_languages(slug: str, moves: int, part: str) -> None:
    snapshot = finished(slug, moves=moves)
    assert 'lang="en"' in showing_of(snapshot).fragments(Look(None, "de", "screen"))[part]
    assert 'lang="en"' not in showing_of(snapshot).fragments(Look(None, "de", "screen", second="none"))[part]
    assert 'lang="en"' not in showing_of(snapshot).fragments(Look(1, "de"))[part]


def test_where_the_picture_is_another_in_the_other_language_the_screen_says_whose_it_shows() -> None:
    snapshot = finished("quizterix-snap", moves=2)
    assert "Bild zum Merksatz: Deutsch" in showing_of(snapshot).fragments(Look(None, "de", "screen"))["card"]
    assert "Bild zum Merksatz" not in showing_of(snapshot).fragments(Look(None, "de", "screen", second="none"))["card"]
