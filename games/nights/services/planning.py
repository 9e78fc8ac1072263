"""A night is made, and its programme written: until a round begins it may be changed, all evening long."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from config.deadlocks import untangled
from games.nights.models import Night, Round, State, Team
from games.nights.programme import BREAK, TEMPLATES, Item, ways_of
from games.nights.seating import Way
from games.nights.services.common import Passed, changed, locked
from games.nights.services.floor import draw
from games.nights.services.sending import cards_of
from games.rules.registry import GAMES
from games.tables import carrier
from games.tables.models import Livery, Room, Table
from games.tables.news import News
from games.tables.services.common import free_codes, once
from games.tables.services.opening import check_options

TEAM_NAMES = {  # so that six teams are there at once; the host may rename them
    "red": "Herzblatt",
    "blue": "Cowbells",
    "yellow": "Night Owls",
    "purple": "Mondsüchtig",
    "green": "Tannzapfen",
    "orange": "Lève-tard",
    "slate": "Schlüsselbund",
    "cream": "Edelweiss",
}
MOST_ITEMS = 30


@transaction.atomic
def make_night(
    host: User, title: str, *, template: str = "", old: Night | None = None, expected: int = 20, key: UUID | None = None
) -> Night:
    """A night from a ready evening, from an old one, or from nothing. The same ``key`` twice is one night."""
    if key is not None:
        once(key)
        if (made := Night.objects.filter(key=key).first()) is not None:
            return made
    room = Room.objects.create(code=free_codes(1)[0], opened_by=host, led=True)
    night = Night.objects.create(room=room, title=title, host=host, expected=expected, key=key)
    ready = TEMPLATES.get(template)
    items = ready.items if ready else tuple(one.item for one in old.rounds.all()) if old else ()
    Round.objects.bulk_create(_row(night, place, item) for place, item in enumerate(items))
    liveries = Livery.values[: ready.teams if ready else 0] if old is None else ()
    teams = [(TEAM_NAMES[livery], livery) for livery in liveries]
    if old is not None:
        teams = list(old.teams.values_list("name", "livery"))
        night.hidden, night.drawn_names, night.places = old.hidden, old.drawn_names, old.places
        night.save(update_fields=["hidden", "drawn_names", "places"])
    Team.objects.bulk_create(Team(night=night, name=name, livery=livery) for name, livery in teams)
    return night


def _row(night: Night, place: int, item: Item) -> Round:
    return Round(
        night=night,
        place=place,
        game=item.game,
        way=item.way.value,
        size=item.size,
        minutes=item.minutes,
        worth=item.worth,
        options=item.options,
        decks=list(item.decks),
    )


@transaction.atomic
def set_night(night_id: int, **facts: Any) -> None:
    """Another title, how many are expected, hidden standing, drawn names, where the tables stand."""
    night = locked(night_id)
    for name, value in facts.items():
        setattr(night, name, value)
    changed(night, *facts)


def _waiting(night: Night, round_id: int) -> Round:
    """A round that has not begun. Raises Passed for one that has, or is gone."""
    found = night.rounds.filter(pk=round_id, sent_at=None, done_at=None).first()
    if found is None:
        raise Passed
    return found


@transaction.atomic
def add_round(night_id: int, game: str) -> None:
    """One more round at the end; without a game a break."""
    night = locked(night_id)
    if night.rounds.count() >= MOST_ITEMS or (game and game not in GAMES):
        raise Passed
    last = night.rounds.order_by("place").last()
    item = Item(game, ways_of(GAMES[game])[0 if GAMES[game].seats[-1] == 1 else 1], minutes=20) if game else BREAK
    _row(night, last.place + 1 if last else 0, item).save()
    changed(night)


@transaction.atomic
def change_round(night_id: int, round_id: int, facts: Mapping[str, Any]) -> None:
    """Another way to sit, size, time box, worth, options or cards. What was drawn for it is drawn again.

    Raises Passed, CannotSeat if those who are here cannot be seated so, and BadOptions if it cannot be played so.
    """
    night = locked(night_id)
    row = _waiting(night, round_id)
    for name, value in facts.items():
        setattr(row, name, value.value if isinstance(value, Way) else value)
    if row.game and facts.keys() & {"options", "decks"}:
        check_options(Table(game=row.game, options=row.options), cards_of(row)[1], seats=None)
    row.seating = None
    row.save()
    if night.state == State.SEATING and night.current_id == row.pk:
        draw(night, row)
    changed(night)


@transaction.atomic
def move_round(night_id: int, round_id: int, by: int) -> None:
    """Earlier or later by one, past another round that has not begun."""
    night = locked(night_id)
    row = _waiting(night, round_id)
    rows = list(night.rounds.all())
    here = rows.index(row)
    there = here + by
    if 0 <= there < len(rows) and rows[there].sent_at is None and rows[there].done_at is None:
        rows[here], rows[there] = rows[there], rows[here]
        for place, one in enumerate(rows):
            one.place = place
        Round.objects.bulk_update(rows, ["place"])
        changed(night)


@transaction.atomic
def copy_round(night_id: int, round_id: int) -> None:
    """The same round once more, after it."""
    night = locked(night_id)
    rows = list(night.rounds.all())
    here = next((place for place, row in enumerate(rows) if row.pk == round_id), None)
    if here is None or len(rows) >= MOST_ITEMS:
        raise Passed
    copy = _row(night, here + 1, rows[here].item)
    copy.save()
    for place, row in enumerate(rows[here + 1 :], here + 2):
        row.place = place
        row.save(update_fields=["place"])
    changed(night)


@transaction.atomic
def drop_round(night_id: int, round_id: int) -> None:
    """Takes a round out that has not begun."""
    night = locked(night_id)
    row = _waiting(night, round_id)
    if night.current_id == row.pk:
        raise Passed
    row.delete()
    changed(night)


@transaction.atomic
def add_team(night_id: int, name: str = "") -> None:
    """One more team, in a colour that no other has; eight at most."""
    night = locked(night_id)
    taken = set(night.teams.values_list("livery", flat=True))
    livery = next((one for one in Livery.values if one not in taken), None)
    if livery is None:
        raise Passed
    Team.objects.create(night=night, name=name or TEAM_NAMES[livery], livery=livery)
    changed(night)


@transaction.atomic
def rename_team(night_id: int, team_id: int, name: str) -> None:
    """Another name for a team; an empty one takes it out, and its guests have none."""
    night = locked(night_id)
    team = night.teams.filter(pk=team_id).first()
    if team is None:
        raise Passed
    if name:
        team.name = name
        team.save()
    else:
        team.delete()
    changed(night)


@transaction.atomic
def let_lead(night_id: int, user: User, lead: bool = True) -> None:
    """A co-host comes in, or goes."""
    night = locked(night_id)
    if lead:
        night.cohosts.add(user)
    else:
        night.cohosts.remove(user)
    changed(night)


@transaction.atomic
def forget_names(night_id: int) -> None:
    """The guests' names go at once; tables, points and places stay. Raises Passed before the evening is over."""
    night = locked(night_id)
    if night.state != State.ENDED:
        raise Passed
    night.room.guests.update(nickname="?")
    changed(night)


@untangled
@transaction.atomic
def erase(night_id: int) -> None:
    """The night with everything: its room, guests, tables, logs and points."""
    night = locked(night_id)
    night.room.delete()
    carrier.announce(News(0, night=night_id))
