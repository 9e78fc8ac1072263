"""Several decks at one table, or only some of their cards (QS-S4, PK-B2)."""

import pytest

from decks.services import publish
from games.rules.pack import mixed
from games.tables import services
from games.tables.models import Table
from games.tables.snapshot import cards_of
from tests.tables.browsers import browser
from tests.tables.packs import event_pack, full_event_pack
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db
PATH = "/games/quizterix-snap/"
WHO = {"nickname": "Anna", "language": "de"}
OPTIONS = {
    "dealer": "player",
    "answering": "typed",
    "seconds": "0",
    "showings": "3",
    "rounds": "1",
    "cards": "0",
    "clock": "0",
    "ask_name": "on",
}
BERLIN = ["small-events/Q-hearts", "all-events/A-spades", "all-events/A-clubs"]


@pytest.fixture
def editions(db):
    return publish(event_pack()), publish(full_event_pack())


def test_a_mixture_has_the_events_and_questions_of_all():
    small, full = event_pack(), full_event_pack()
    both = mixed([small, full])

    assert both.events == small.events + full.events
    assert both.questions == full.questions
    assert both.title.say("de") == "Small events (de) + All events (de)"
    assert both.languages == small.languages
    assert mixed([small, full], BERLIN).events == (small.events[2], full.events[0], full.events[39])


def test_a_table_is_opened_with_two_decks(editions):
    small, full = editions
    fields = WHO | OPTIONS | {"deck": str(small.pk), "also": [str(full.pk), str(small.pk)]}

    assert browser().post(PATH, fields).status_code == 302
    table = Table.objects.get()
    assert list(table.also.all()) == [full]
    assert cards_of(table) == mixed([event_pack(), full_event_pack()])


def test_a_table_is_opened_with_picked_events_and_their_decks_come_by_themselves(editions):
    page = browser().get(f"{PATH}?pick=1").content.decode()
    assert 'value="all-events/A-spades"' in page
    assert 'name="deck"' not in page

    assert browser().post(f"{PATH}?pick=1", WHO | OPTIONS | {"events": BERLIN}).status_code == 302
    table = Table.objects.get()
    assert {table.edition, *table.also.all()} == set(editions)
    assert [event.key for event in cards_of(table).events].count("A-spades") == 1
    assert len(cards_of(table).events) == 3


@pytest.mark.parametrize("events", [[], ["all-events/Z-hearts"], ["nothing"]])
def test_nonsense_among_picked_events_is_refused_beside_them(editions, events):
    answer = browser().post(f"{PATH}?pick=1", WHO | OPTIONS | {"events": events})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["events"]
    assert not Table.objects.exists()


@pytest.mark.parametrize("also", ["0", "x"])
def test_nonsense_among_decks_to_mix_in_is_refused_beside_them(editions, also):
    answer = browser().post(PATH, WHO | OPTIONS | {"deck": str(editions[0].pk), "also": [also]})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["also"]


def test_options_are_checked_against_the_mixture(editions):
    fields = WHO | OPTIONS | {"deck": str(editions[0].pk), "cards": "60"}

    assert browser().post(PATH, fields).status_code == 422
    assert browser().post(PATH, fields | {"also": str(editions[1].pk)}).status_code == 302


def test_the_next_game_is_played_with_the_same_mixture(editions):
    table = services.open_table("quizterix-snap", editions[0], {"cards": 2}, also=[editions[1]], picked=BERLIN)
    players = [services.join(table.pk, name, "en") for name in ("Anna", "Beat")]
    services.begin(table.pk, players[0])
    finish(table)
    following = services.play_again(table.pk, players[0])

    assert cards_of(following) == cards_of(table)
    assert len(cards_of(following).events) == 3


def test_only_one_deck_leaves_nothing_to_mix(db):
    publish(event_pack())

    assert 'name="also"' not in browser().get(PATH).content.decode()
    assert "?pick=1" in browser().get(PATH).content.decode()
