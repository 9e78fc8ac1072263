"""What the room sees and hears: announcements, the screen's scene, minutes more, corrections."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.nights.models import Scene
from games.nights.services.common import Passed, changed, locked
from games.tables import services as tables
from games.tables.models import Guest
from games.tables.services.common import free_codes


@transaction.atomic
def announce(night_id: int, text: str) -> None:
    """A sentence on every phone and on the screen; empty, it goes."""
    night = locked(night_id)
    night.announcement = text
    changed(night, "announcement")


@transaction.atomic
def change_code(night_id: int) -> None:
    """Another code to come in by. Whoever is in, or leads, still finds the evening by the old one, and nobody else."""
    night = locked(night_id)
    room = night.room
    night.former, room.code = [*night.former, room.code], free_codes(1)[0]
    room.save(update_fields=["code"])
    changed(night, "former")


@transaction.atomic
def mute(night_id: int, muted: bool) -> None:
    """What guests type as answers is on no big screen, or again it is."""
    night = locked(night_id)
    night.room.mute = muted
    night.room.save(update_fields=["mute"])
    for table in night.room.tables.filter(ended_at=None).order_by("pk"):
        tables.announce(table)
    changed(night)


@transaction.atomic
def set_scene(night_id: int, scene: str, table: int | None = None) -> None:
    """What the screen shows; empty, it goes along by itself. ``table``: the number of the one in the spotlight."""
    night = locked(night_id)
    night.scene = scene if scene in Scene.values else ""
    laid = None if night.current is None else night.current.laid.filter(number=table or 1).first()
    night.spotlight = laid.table if laid else None
    changed(night, "scene", "spotlight")


@transaction.atomic
def add_minutes(night_id: int, minutes: int, now: datetime | None = None) -> None:
    """The break, or the round's box, is so much longer."""
    night = locked(night_id)
    night.until = max(night.until or (now or timezone.now()), now or timezone.now()) + timedelta(minutes=minutes)
    changed(night, "until")


@transaction.atomic
def correct(night_id: int, guest_id: int | None, team_id: int | None, points: Any, why: str, by: Any) -> None:
    """Points given or taken, with a word why that everybody can read."""
    night = locked(night_id)
    guest = Guest.objects.filter(pk=guest_id, room=night.room_id).first() if guest_id else None
    team = night.teams.filter(pk=team_id).first() if team_id else None
    if (guest is None) is (team is None) or not why:
        raise Passed
    night.corrections.create(guest=guest, team=team, points=points, why=why, by=by)
    changed(night)
