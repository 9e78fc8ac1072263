"""What every page of a night asks first: is there such a night for this browser, and who is it there?"""

from django.http import Http404, HttpRequest

from games.nights.access import find_night, host_of
from games.nights.models import Night
from games.nights.services import NoSuchNight
from games.tables import access
from games.tables.models import Guest


def find(request: HttpRequest, code: str) -> tuple[Night, Guest | None]:
    """The night and who this browser is there; 404 if there is none, or none for this browser."""
    try:
        return find_night(code, access.visitor_of(request))
    except NoSuchNight as missing:
        raise Http404 from missing


def led(request: HttpRequest, code: str) -> Night:
    """The night, for whoever leads it; for everybody else there is none."""
    night, _guest = find(request, code)
    if host_of(night, request.session) is None:
        raise Http404
    return night
