"""What a finished game tells the authors of its cards."""

from collections import Counter

import pytest
from django.utils import timezone
from msgspec import structs

from decks.models import Reading
from decks.services import publish
from games.rules.words import Text
from games.tables import services
from games.tables.models import Table
from games.tables.readings import readings_of
from tests.tables.conftest import seat_cast
from tests.tables.packs import full_event_pack
from tests.tables.playing import finish

pytestmark = pytest.mark.django_db


def by_language() -> dict[str, tuple[int, int]]:
    counts: dict[str, Counter[str]] = {}
    for reading in Reading.objects.all():
        counts.setdefault(reading.language, Counter()).update(right=reading.right, wrong=reading.wrong)
    return {language: (count["right"], count["wrong"]) for language, count in counts.items()}


def test_a_finished_game_counts_once_by_the_language_each_person_read(quiz):
    snapshot = finish(quiz.table)
    for _ in range(2):
        services.note_end(quiz.table.pk, timezone.now())
    players = snapshot.play.state.players
    assert by_language() == {
        one.language: (players[seat].right, players[seat].answers - players[seat].right)
        for seat, one in enumerate(quiz.players)
    }
    assert {reading.edition_id for reading in Reading.objects.all()} == {quiz.table.edition_id}


def test_bots_and_teams_of_two_languages_do_not_count(statements):
    cast = seat_cast("swiss-quiz", statements, {"answering": "at-once"}, begin=False)
    services.join_team(cast.table.pk, cast.table.seats.get(number=0).team_code, "Noah", "it")
    services.add_bot(cast.table.pk, cast.anna, "hard")
    services.begin(cast.table.pk, cast.anna)
    cast.table.refresh_from_db()
    finish(cast.table)
    services.note_end(cast.table.pk, timezone.now())
    assert set(by_language()) == {"fr", "en"}


def test_a_card_of_a_mixture_is_told_to_its_own_deck(whole_deck):
    pack = full_event_pack()
    retold = tuple(structs.replace(event, story=Text(en="Told anew.")) for event in pack.events)
    other = publish(structs.replace(pack, slug="other", events=retold))
    picked = [f"other/{event.key}" for event in pack.events]
    table = services.open_table("quizterix-snap", whole_deck, {"cards": 13}, also=[other], picked=picked)
    players = [services.join(table.pk, name, "en") for name in ("Anna", "Beat")]
    services.begin(table.pk, players[0])
    table.refresh_from_db()
    finish(table)
    found = readings_of(Table.objects.get(pk=table.pk))
    assert {reading.edition_id for reading in found} == {other.pk}


def test_a_game_without_cards_tells_nothing(db):
    table = services.open_table("qwantum", None, {})
    assert readings_of(table) == []
