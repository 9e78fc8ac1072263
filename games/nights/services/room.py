"""What the room sees and hears: announcements, the screen's scene, minutes more, corrections."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.nights.models import Scene
from games.nights.services.common import Passed, changed, locked
from games.tables.models import Guest


@transaction.atomic
def announce(night_id: int, text: str) -> None:
    """A sentence on every phone and on the screen; empty, it goes."""
    night = locked(night_id)
    night.announcement = text
    changed(night, "announcement")


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
