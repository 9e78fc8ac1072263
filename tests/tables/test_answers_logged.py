"""The log of a live table holds the verdict on every typed answer, whatever the browser claims (CO-3)."""

import json
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.tables import services
from games.tables.hub import Hub
from games.tables.live import Watch
from games.tables.models import Move
from games.tables.outbox import NoOutlet
from games.tables.showing import Look

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("CO-3")]


@pytest.fixture
def solitaire(whole_deck):
    table = services.open_table("quizterix-klondike", whole_deck, {})
    player = services.join(table.pk, "Anna", "en")
    services.begin(table.pk, player)
    return SimpleNamespace(table=table, anna=player)


@sync_to_async
def logged(table):
    return [
        json.loads(move) for move in Move.objects.filter(table=table).order_by("number").values_list("move", flat=True)
    ]


async def test_an_answer_is_logged_with_the_verdict_of_the_house(solitaire):
    hub = Hub(timezone.now)
    await hub.open()
    try:
        live = await hub.live(solitaire.table.pk)
        watch = Watch(Look(solitaire.anna.pk, "en", "table"), NoOutlet(), line=20)
        await hub.join(live.id, watch)
        state = live.snapshot.play.state
        card, other = state.locked()[:2]
        event = live.snapshot.game.pack.events[state.deal[other]]
        await hub.move(live.id, watch, {"move": "ask", "card": str(card)}, None)
        claim = {"move": "answer", "asked": "1", "text": "no idea at all", "right": "true"}
        await hub.move(live.id, watch, claim, None)
        guess = {"move": "guess", "card": str(other), "name": event.name.en, "year": str(event.year)}
        await hub.move(live.id, watch, guess, None)
    finally:
        await hub.close()
    *_, answer, guessed = await logged(solitaire.table)
    assert (answer["move"], answer["right"]) == ("answer", False)
    assert (guessed["move"], guessed["right"]) == ("guess", True)
