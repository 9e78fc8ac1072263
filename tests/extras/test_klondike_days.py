"""The deal of the day and its leaderboard (KL-E1): who has won stands there, and nobody else."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from msgspec import structs

from decks.services import publish
from games.extras.models import DayScore
from games.extras.quizterix_klondike.day import leaderboard, score_of
from games.rules.quizterix_klondike.layout import ENDS
from games.rules.quizterix_klondike.moves import Answer, Appeal, Ask, Guess
from games.rules.quizterix_klondike.solver import solve
from games.rules.quizterix_klondike.state import Lost, Phase
from games.tables.access import remember
from games.tables.finished import finished
from games.tables.models import Guest, Livery, Move, Player, Room, Seat, Table
from tests.rules.courses import Course
from tests.rules.klondike_table import NOON, RULES, dealt, right_answer, right_guess
from tests.tables.packs import event_pack, full_event_pack

pytestmark = [pytest.mark.django_db, pytest.mark.clause("KL-E1")]
DAY = NOON.date()


@pytest.fixture
def edition():
    return publish(full_event_pack())


@pytest.fixture(scope="module")
def course():
    """The deal of the day won as somebody would who knows every card: one question answered, the rest named."""
    course = Course(RULES, 1, b"anna", deal="day")
    seconds = iter(range(1, 10_000))

    def ask(move):
        course.ask(0, move, NOON + timedelta(seconds=next(seconds)))

    ask(Ask(0))
    ask(Answer(1, "nonsense"))
    ask(Ask(0))
    ask(right_answer(course.state))
    for slot in ENDS[1:]:
        ask(right_guess(course.state, slot))
    for move in solve(course.state.cards, 1).moves:
        for slot in course.state.locked():
            ask(right_guess(course.state, slot))
        ask(move)
    assert course.over and course.state.lost is None
    return course


def table(edition, course, name="Anna", rows=None, private=False):
    """The course as a finished table."""
    here = Table.objects.create(
        room=Room.objects.create(private=private),
        game=RULES.slug,
        edition=edition,
        options={"deal": "day"},
        secret=course.game.secret,
        begun_at=NOON,
        ended_at=course.play.at,
    )
    seat = Seat.objects.create(table=here, number=0, livery=Livery.RED)
    guest = Guest.objects.create(room=here.room, nickname=name, language="en", recovery=name[:12])
    Player.objects.create(table=here, seat=seat, guest=guest)
    Move.objects.bulk_create(
        Move(table=here, number=row.number, seat=row.seat, move=row.move, at=row.at) for row in rows or course.rows
    )
    return here


def test_who_has_won_stands_on_the_leaderboard(edition, course):
    table(edition, course)
    (line,) = leaderboard(edition, DAY, finished)
    assert (line.place, line.name) == (1, "Anna")
    assert (line.wrong, line.asked) == (1, 2)
    assert line.seconds == (course.play.at - NOON).total_seconds()
    assert leaderboard(edition, DAY + timedelta(days=1), finished) == []
    assert leaderboard(publish(event_pack()), DAY, finished) == []


def test_a_log_is_read_once(edition, course, django_assert_num_queries):
    table(edition, course)
    leaderboard(edition, DAY, finished)
    assert DayScore.objects.count() == 1
    with django_assert_num_queries(4):  # whether there are new ones, the scores, who played, their nicknames
        leaderboard(edition, DAY, finished)


def test_a_game_that_goes_on_or_was_private_or_of_another_kind_does_not_stand_there(edition, course):
    table(edition, course, private=True)
    going_on = table(edition, course, rows=course.rows[:-1])
    Table.objects.filter(pk=going_on.pk).update(ended_at=None)
    other = table(edition, course)
    Table.objects.filter(pk=other.pk).update(options={"deal": "random"})
    assert leaderboard(edition, DAY, finished) == []


@pytest.mark.clause("CO-9")
def test_only_a_win_by_a_person_without_ones_own_word_counts():
    begun = dealt(deal="day")
    over = structs.replace(begun, phase=Phase.END, ended_at=NOON + timedelta(seconds=90))
    assert score_of(over)["counts"] and score_of(over)["seconds"] == 90
    for lost in Lost:
        assert not score_of(structs.replace(over, lost=lost))["counts"]
    assert not score_of(structs.replace(over, bot=True))["counts"]
    course = Course(RULES, 1, b"appeal", deal="day")
    course.ask(0, Guess(0, "nonsense", "1"), NOON)
    course.ask(0, Appeal(), NOON)
    assert not score_of(structs.replace(over, own_word=course.state.own_word))["counts"]


def test_fewest_wrong_then_fewest_questions_then_time_and_equals_share(edition, course):
    rows = {"Anna": (1, 5, 300), "Beat": (0, 9, 900), "Zoé": (0, 7, 800), "Lea": (0, 7, 700), "Urs": (0, 7, 800)}
    for name, (wrong, asked, seconds) in rows.items():
        here = table(edition, course, name)
        DayScore.objects.create(table=here, day=DAY, counts=True, wrong=wrong, asked=asked, seconds=seconds)
    lines = [(line.place, line.name) for line in leaderboard(edition, DAY, finished)]
    assert lines == [(1, "Lea"), (2, "Zoé"), (2, "Urs"), (4, "Beat"), (5, "Anna")]


def test_the_page_shows_the_leaderboard_and_the_way_to_today(edition, course):
    table(edition, course, "Flurina")
    page = Client().get(reverse("tables:day", args=[edition.pk, "2026-08-01"]))
    if datetime.now(UTC).date() >= DAY:
        assert "Flurina" in page.content.decode()
    for nonsense in ("2026-02-31", "today", "9999-01-01"):
        assert Client().get(reverse("tables:day", args=[edition.pk, nonsense])).status_code == 404
    assert Client().get(reverse("tables:day", args=[9_999, "2026-08-01"])).status_code == 404
    now = Client().get(reverse("tables:day_now"), follow=True)
    assert now.status_code == 200 and "Nobody has won this deal yet" in now.content.decode()


def test_of_a_deck_that_is_in_no_catalogue_only_those_know_who_have_played_with_it(edition, course):
    here = table(edition, course, "Flurina")
    edition.deck.listed = False
    edition.deck.save()
    address = reverse("tables:day", args=[edition.pk, "2026-08-01"])
    assert Client().get(address).status_code == 404
    player = Client()
    session = player.session
    remember(session, here.players.get().guest)
    session.save()
    assert player.get(address).status_code == 200


def test_without_a_deck_there_is_no_deal_of_the_day():
    assert Client().get(reverse("tables:day_now")).status_code == 404


def test_a_link_to_the_open_form_may_choose_the_deal(edition):
    page = Client().get(reverse("tables:open", args=[RULES.slug]) + "?deal=day").content.decode()
    assert '<option value="day" selected>' in page
