"""Whoever watches guesses along: nobody hears of it before everybody sees what was right, and then it is a bar."""

import re
from itertools import islice

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from config import limits
from games.rules.kernel import Seat
from games.tables import services
from games.tables.models import Guess
from games.tables.parts import guess_of
from games.tables.showing import Look, showing_of
from games.tables.snapshot import Guessed
from tests.gallery.moments import WAYS, course_of, finished
from tests.tables.browsers import browser
from tests.tables.hubs import Browser, lay, seated, until

HTMX = {"HX-Request": "true"}


def guess(client, table, choice, about=1):
    return client.post(f"/t/{table.code}/guess/", {"about": about, "choice": choice}, headers=HTMX)


def pressed(page):
    """What is pressed among the guesses on a page."""
    return re.findall(r'name="choice" value="(\d)"\s+aria-pressed="true"', page)


def parts(snapshot, look):
    return showing_of(snapshot).fragments(look)["guess"]


def test_an_onlooker_is_asked_and_nobody_else() -> None:
    snapshot = finished("swiss-quiz", moves=1)
    assert 'name="choice"' in parts(snapshot, Look(None, "en"))
    assert 'name="choice"' not in parts(snapshot, Look(1, "en")) + parts(snapshot, Look(None, "en", "screen"))


def test_nobody_who_watches_is_told_that_their_chance_comes() -> None:
    told = {1: False, None: False}
    for moves in range(1, 3):
        showing = showing_of(finished("quizterix-snap", moves=moves))
        told = {
            player: told[player] or "whoever is first to press answers" in str(showing.page(Look(player, "en")))
            for player in told
        }
    assert told == {1: True, None: False}


def test_in_snap_there_is_something_to_guess_from_the_buzz_to_the_verdict() -> None:
    asked, told = [], []
    for course in islice(course_of("quizterix-snap", WAYS[0]), 40):
        riddle = course.rules.riddle(course.state, course.pack)
        if riddle is not None:
            (asked if riddle.right is None else told).append(riddle.about)
            assert (riddle.right is None) == (course.state.buzzer is not None)
    assert asked and set(told) <= set(asked), "each is asked before it is told"


def test_what_was_guessed_is_a_bar_for_all_once_the_card_is_turned() -> None:
    before, after = finished("swiss-quiz", moves=1), finished("swiss-quiz", moves=8)
    for snapshot, shown in ((before, False), (after, True)):
        snapshot.guessed = Guessed(snapshot.riddle.about, 3, 1)
        for look in (Look(None, "en"), Look(1, "en"), Look(None, "en", "screen")):
            assert ('<rect class="first" width="75"' in parts(snapshot, look)) is shown
    after.guessed = Guessed(after.riddle.about + 1, 3, 1)
    assert "hidden" in parts(after, Look(1, "en")), "that was another statement"


def test_where_nobody_has_guessed_nothing_is_counted_and_no_seat_is_drawn_anything() -> None:
    before, after = finished("swiss-quiz", moves=1), finished("swiss-quiz", moves=8)
    assert after.uncounted is None
    for snapshot, about in ((before, None), (after, after.riddle.about)):
        snapshot.guessing = snapshot.riddle.about
        assert snapshot.uncounted == about
    after.guessed = Guessed(after.riddle.about)
    assert after.uncounted is None, "counted"
    assert guess_of(before, Seat(0)) is guess_of(after, Seat(1))


@pytest.mark.django_db
def test_only_the_last_guess_of_a_browser_counts_and_only_of_those_who_watch(quiz, client):
    assert guess(browser(quiz.anna), quiz.table, 0).status_code == 404
    for choice in (0, 1):
        page = guess(client, quiz.table, choice).content.decode()
        assert page.count('aria-pressed="true"') == 1
    assert services.guessed(quiz.table.pk, 1) == Guessed(1, 0, 1)
    assert "toast" in guess(client, quiz.table, 0, about=7).content.decode(), "no riddle that is asked just now"
    assert guess(client, quiz.table, 2).status_code == 404
    for _ in range(limits.GUESSES):
        last = guess(client, quiz.table, 0)
    assert "toast" in last.content.decode()
    assert Guess.objects.count() == 1
    services.note_end(quiz.table.pk, timezone.now())
    assert not Guess.objects.exists(), "nobody needs it any more"


@pytest.mark.django_db
def test_who_loads_the_page_again_still_sees_what_they_guessed(quiz, client):
    def seen(by, page="?watch"):
        return pressed(by.get(f"/t/{quiz.table.code}/{page}").content.decode())

    for choice in (1, 0):
        guess(client, quiz.table, choice)
        assert seen(client) == [str(choice)]
    assert seen(browser()) == seen(client, "screen/") == seen(browser(quiz.anna)) == []


def test_what_was_guessed_at_one_riddle_is_not_shown_at_the_next() -> None:
    snapshot = finished("swiss-quiz", moves=1)
    showing, about = showing_of(snapshot), snapshot.riddle.about
    assert pressed(showing.page(Look(None, "en", guess=(about, 0)))) == ["0"]
    assert pressed(showing.page(Look(None, "en", guess=(about + 1, 0)))) == []
    look = Look(None, "en", guess=(about, 1))
    showing.page(look)
    assert showing.content(look) == "", "it shows that already"


@pytest.mark.django_db(transaction=True)
async def test_everybody_sees_the_bar_as_soon_as_the_card_is_turned_in_every_process(quiz, hubs):
    hub, other = await hubs(), await hubs()
    _live, (anna, beat, zoe) = await seated(hub, quiz)
    watching = await Browser(other, await other.live(quiz.table.pk), None).sit()
    await sync_to_async(guess)(browser(), quiz.table, 1)
    assert "guess-bar" not in anna.html + watching.html
    for one in (anna, beat, zoe):
        await lay(one)
    assert "guess-bar" not in anna.html + watching.html, "nobody hears of it before the card is turned"
    state = anna.live.snapshot.play.state
    keeper = (anna, beat, zoe)[state.reader]
    number = anna.live.snapshot.game.pack.statements[state.card].number
    await keeper.move(move="turn", statement=str(number))
    await until(lambda: "guess-bar" in anna.html and "guess-bar" in watching.html)
