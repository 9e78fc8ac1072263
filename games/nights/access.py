"""Which browser is who at a night: found by its code, known by its room, led by whoever is signed in."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.nights.models import Night
from games.nights.services import NoSuchNight, leads
from games.tables.access import Visitor, guest_of, trying
from games.tables.models import Guest


def find_night(code: str, visitor: Visitor) -> tuple[Night, Guest | None]:
    """The night with this code and who this browser is there; by an earlier code only for whoever is in, or leads it.

    Raises NoSuchNight, and Crowded for who guesses codes.

    Absent, and forbidden because one was removed, are the same.
    """
    nights = Night.objects.select_related("room", "host")
    readable = len(code) <= 8 and code.isascii() and code.isalnum()
    night = nights.filter(room__code=code.upper()).first() if readable else None
    by_code = night is not None
    if night is None and readable:
        night = nights.filter(former__contains=code.upper()).first()
    if night is not None:
        guest = guest_of(night.room, visitor.session)
        known = by_code or guest is not None or host_of(night, visitor.session) is not None
        if known and (guest is None or guest.removed_at is None):
            return night, guest
    with trying(visitor):
        raise NoSuchNight


def host_of(night: Night, session: Mapping[str, Any]) -> User | None:
    """Who leads this night with this browser; None for whoever does not."""
    request = HttpRequest()
    request.session = session  # type: ignore[assignment]
    user = get_user(request)
    return user if leads(night, user) else None  # type: ignore[return-value]
