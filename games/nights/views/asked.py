"""What every page of a night asks first: is there such a night for this browser, and who is it there?"""

from django.http import HttpRequest

from games.nights.access import find_night, host_of
from games.nights.models import Night
from games.nights.services import NoSuchNight
from games.tables import access
from games.tables.models import Guest


def find(request: HttpRequest, code: str) -> tuple[Night, Guest | None]:
    """The night and who this browser is there. Raises NoSuchNight if there is none, or none for this browser."""
    return find_night(code, access.visitor_of(request))


def led(request: HttpRequest, code: str) -> Night:
    """The night, for whoever leads it; for everybody else there is none."""
    night, _guest = find(request, code)
    if host_of(night, request.session) is None:
        raise NoSuchNight
    return night
