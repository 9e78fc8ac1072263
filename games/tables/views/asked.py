"""What every page around a table asks first: who is there, which game is meant, what a form has sent."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django_htmx.http import HttpResponseClientRedirect

from config.plain import number
from games.rules.play import AnyRules
from games.rules.registry import GAMES
from games.tables import access
from games.tables.models import Player, Table, of_night


def language() -> str:
    """The reader's language."""
    return get_language() or settings.LANGUAGE_CODE


def second(request: HttpRequest) -> str | None:
    """The other language that a big screen is to show, or none; None to go by who sits at the table."""
    wished = request.GET.get("second")
    return wished if wished in {"none", *dict(settings.LANGUAGES)} else None


def find(request: HttpRequest, code: str, *, running: bool = False) -> tuple[Table, Player | None]:
    """The table and who this browser is at it. Raises NoSuchTable if there is none, or none for this browser.

    ``running``: a room's code means the table that is the newest there.
    """
    return access.find_table(code, access.visitor_of(request), running=running)


def game_or_404(slug: str) -> AnyRules:
    """The game of this name."""
    try:
        return GAMES[slug]
    except KeyError as missing:
        raise Http404 from missing


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form has sent, be it nothing at all; None if the page is only looked at."""
    return request.POST if request.method == "POST" else None


def code_from(request: HttpRequest, name: str) -> str:
    """A code as somebody typed it, with or without spaces and dashes."""
    return "".join(char for char in request.POST.get(name, "")[:20].upper() if char.isalnum())


def number_from(request: HttpRequest, name: str) -> int:
    """A number from the form; -1 for nonsense, which no seat and no person has."""
    return number(request.POST.get(name, ""), -1)


def link_to(request: HttpRequest, table: Table) -> str:
    """The address that friends open, as their phones reach it."""
    room = table.room
    if of_night(room):
        return as_phones_see_it(request, reverse("nights:night", args=[room.code]))
    name, args = ("tables:invitation", [room.code, room.invitation]) if room.private else ("tables:table", [room.code])
    return as_phones_see_it(request, reverse(name, args=args))


def as_phones_see_it(request: HttpRequest, path: str) -> str:
    """A path of this site as the address that another device opens."""
    base = settings.PUBLIC_URL.rstrip("/")
    return f"{base}{path}" if base else request.build_absolute_uri(path)


def move_on(request: HttpRequest, name: str, *args: object) -> HttpResponse:
    """To another page, also when the page was asked for by htmx."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(reverse(name, args=args))
    return redirect(name, *args)
