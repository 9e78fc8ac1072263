"""An evening with a host and guests."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import Group, User

from decks.services import publish
from games.nights import services
from games.nights.models import Night, Round
from games.tables.models import Table
from tests.tables.browsers import Room
from tests.tables.packs import event_pack, full_event_pack, statement_pack
from tests.tables.playing import finish

NAMES = ("Anna", "Beat", "Zoé", "Urs", "Aiko", "Luca", "Noa", "Emil", "Fatou", "Reto", "Gian", "Lea", "Tim", "Mina")


class Evening:
    """A night with its host: steps by name, guests by number."""

    def __init__(self, items: list[dict] = (), guests: int = 0, **facts: object) -> None:
        self.host, _new = User.objects.get_or_create(username="nonna")
        self.host.groups.add(Group.objects.get(name="Hosts"))
        self.night = services.make_night(self.host, "Winter quiz evening", **facts)
        for place, item in enumerate(items):
            Round.objects.create(night=self.night, place=place, **item)
        if guests:
            self.step("open_doors")
        self.guests = [self.comes(NAMES[number % len(NAMES)]) for number in range(guests)]

    def fresh(self) -> Night:
        self.night = Night.objects.select_related("room", "host").get(pk=self.night.pk)
        return self.night

    @property
    def token(self) -> str:
        night = self.fresh()
        return services.token(night, night.current)

    def step(self, name: str, **more: object) -> None:
        getattr(services, name)(self.night.pk, self.token, **more)

    def comes(self, name: str, language: str = "de", **more: object):
        return services.come_in(self.night.pk, name, language, **more)

    @property
    def round(self) -> Round:
        current = self.fresh().current
        assert current is not None
        return current

    @property
    def tables(self) -> list[Table]:
        return [laid.table for laid in self.round.laid.select_related("table", "table__room")]

    def plays(self) -> None:
        """Every table plays to its end."""
        for table in self.tables:
            snapshot = finish(table)
            Table.objects.filter(pk=table.pk).update(ended_at=snapshot.play.at)
        assert services.close_round(self.night.pk, self.round.pk)


@pytest.fixture
def decks(db):
    """A deck of each kind that tables are opened with here."""
    return SimpleNamespace(
        statements=publish(statement_pack()), events=publish(event_pack()), whole=publish(full_event_pack())
    )


@pytest.fixture
def evening(decks):
    """Makes evenings."""
    return Evening


@pytest.fixture
async def room():
    """Where the pages without a line are: on one hub."""
    room = Room()
    yield room
    await room.empty()
