"""How a game ends on its page, and the picture of it that can be kept."""

from functools import cache
from xml.etree import ElementTree

import pytest
from msgspec import structs

from games.rules.kernel import PUBLIC, Seat
from games.rules.quizterix_snap.state import Phase, Player
from games.rules.registry import GAMES
from games.rules.words import LANGUAGES
from games.tables.ending import Line, ending_of, podium, worth_telling
from games.tables.keepsake import keepsake
from games.tables.showing import Look, showing_of
from games.tables.snapshot import Snapshot
from tests.gallery.moments import finished

ENDED = [slug for slug in GAMES if slug != "quatrefoil"]  # all or none: it has no ranking


@cache
def over(slug: str) -> Snapshot:
    """A game that bots have played to its end."""
    return finished(slug)


def lines(*places: int) -> list[Line]:
    return [Line(place, Seat(seat), None, 0, None) for seat, place in enumerate(places)]


@pytest.mark.parametrize("slug", ENDED)
def test_every_game_tells_facts_in_every_language_and_each_seat_finds_its_own_row(slug: str) -> None:
    snapshot = over(slug)
    assert snapshot.play is not None
    story = snapshot.rules.story(snapshot.play.state, snapshot.game.pack)
    assert story.facts and len(story.own) == len(snapshot.people.chairs)
    for language in LANGUAGES:
        seat = Look(1, language)
        page = showing_of(snapshot).fragments(seat)["ending"]
        assert page.count(' me"') == (slug != "quizterix-klondike"), language
        screen = showing_of(snapshot).fragments(Look(None, language, "screen"))["ending"]
        assert 'class="ended finale' in screen and ' me"' not in screen


@pytest.mark.parametrize("slug", ENDED)
def test_before_the_end_nothing_of_it_is_on_the_page(slug: str) -> None:
    begun = finished(slug, moves=1)
    assert begun.play is not None and not begun.over
    assert showing_of(begun).fragments(Look(1, "en"))["ending"] == '<div id="ending" hidden></div>'


def test_who_shares_a_place_shares_its_block_and_who_finds_no_room_is_counted() -> None:
    first, third = podium(lines(1, 1, 3))
    assert (first.place, first.seats) == (1, (0, 1)) and (third.place, third.seats) == (3, (2,))
    assert first.pawns[0].x + first.pawns[0].width <= first.pawns[1].x
    _, left, right = podium(lines(1, 2, 2, 4))
    assert (left.place, left.seats, right.place, right.seats) == (2, (1,), 2, (2,))
    assert left.y == right.y and (left.facing, right.facing) == (False, True)
    _, two, one = podium(lines(1, 2, 2, 2))
    assert (two.seats, one.seats) == ((1, 2), (3,)) and two.pawns[1].x + two.pawns[1].width <= two.left + two.width
    (crowd,) = podium(lines(*(1,) * 40))
    assert len(crowd.seats) == 4 and crowd.more == 36
    assert all(crowd.left <= pawn.x and pawn.x + pawn.width <= crowd.left + crowd.width for pawn in crowd.pawns)


def test_forty_players_are_ranked_on_phones_and_counted_on_the_screen() -> None:
    snapshot = finished("quizterix-snap", seats=40)
    phone = showing_of(snapshot).fragments(Look(40, "en"))["ending"]
    assert phone.count('class="place num"') == 40 and 'class="seat-39 me"' in phone
    screen = showing_of(snapshot).fragments(Look(None, "en", "screen"))["ending"]
    assert screen.count("<li><b") <= 6 + 3 and "more</li>" in screen


@pytest.mark.parametrize("slug", ENDED)
def test_a_figure_of_nothing_is_not_told(slug: str) -> None:
    snapshot = over(slug)
    assert snapshot.play is not None
    seats = (PUBLIC, *map(Seat, range(len(snapshot.people.chairs))))
    endings = [ending for seat in seats if (ending := ending_of(snapshot, seat, None)) is not None]
    told = [fact for ending in endings for fact in (*ending.facts, *ending.story.facts, *ending.own)]
    assert len(endings) == len(seats)
    assert not {("n", 0), ("right", 0)} & {figure for fact in told for figure in fact.figure.facts}


def test_a_game_of_snap_in_which_nobody_knew_anything_tells_no_zero() -> None:
    snapshot = over("quizterix-snap")
    assert snapshot.play is not None
    nobody = tuple(Player(True) for _ in snapshot.play.state.players)
    untold = structs.replace(snapshot.play.state, players=nobody, answers=(), known=(), known_before=0, taken=())
    state = structs.replace(untold, phase=Phase.END)
    story = snapshot.rules.story(state, snapshot.game.pack)
    assert worth_telling(story.facts) == worth_telling(story.own[0]) == ()


@pytest.mark.parametrize("slug", ["swiss-quiz", "quizterix-snap"])
def test_the_picture_to_keep_stands_alone(slug: str) -> None:
    drawing = keepsake(over(slug), "ja")
    root = ElementTree.fromstring(drawing)
    used = {element.get("href") for element in root.iter() if element.get("href")}
    there = {f"#{element.get('id')}" for element in root.iter() if element.get("id")}
    assert used and used <= there
    assert "var(" not in drawing and "class=" not in drawing and "style" not in drawing


def test_a_picture_shows_a_name_as_it_was_typed() -> None:
    drawing = keepsake(finished("swiss-quiz", names=["var(--x)"]), "en")
    assert "var(--x)" in "".join(ElementTree.fromstring(drawing).itertext())


def test_a_snap_round_that_nobody_won_has_no_deciding_card() -> None:
    snapshot = over("quizterix-snap")
    assert snapshot.play is not None
    nobody = tuple(Player(True) for _ in snapshot.play.state.players)
    state = structs.replace(snapshot.play.state, players=nobody, answers=(), phase=Phase.END)
    story = snapshot.rules.story(state, snapshot.game.pack)
    assert story.event is None and story.how is None
    assert [place.place for place in snapshot.rules.result(state).ranking] == [1] * len(nobody)


def test_the_winner_of_swiss_quiz_is_told_with_the_statement_that_brought_it_home() -> None:
    snapshot = over("swiss-quiz")
    assert snapshot.play is not None
    result = snapshot.rules.result(snapshot.play.state)
    story = snapshot.rules.story(snapshot.play.state, snapshot.game.pack)
    assert story.how is not None and dict(story.how.facts)["who"].seat == result.winners[0]
    assert story.statement is not None
    seen = snapshot.rules.observe(snapshot.play.state, PUBLIC, snapshot.game.pack, snapshot.play.at)
    assert story.statement.text == seen.card.text
