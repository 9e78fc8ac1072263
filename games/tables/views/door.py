"""Coming to a table: by code, by link, back with a lost phone; who one is there."""

from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config import limits
from games.rules.kernel import IllegalMove
from games.rules.registry import GAMES
from games.tables import access, services
from games.tables.forms import CodeForm, JoinForm, PlayerForm
from games.tables.models import Livery, Table, of_night
from games.tables.qr import qr_svg
from games.tables.views.asked import as_phones_see_it, code_from, find, language, sent
from games.tables.views.drawn import draw
from games.wording import plain


def by_code(request: HttpRequest) -> HttpResponse:
    """To a table by the code somebody reads out. A private table and none at all give the same answer."""
    if request.method == "GET":
        return redirect("tables:home")
    if CodeForm(request.POST).is_valid():
        try:
            code = code_from(request, "code")
            access.find_table(code, access.visitor_of(request), running=True)
        except services.NoSuchTable:
            pass
        else:
            return redirect("tables:table", code)
    error = _("There is no table with this code. Check it on the big screen, or ask your host.")
    context = {"games": GAMES.values(), "code": request.POST.get("code", "")[:12], "code_error": error}
    return render(request, "home.html", context, status=404)


join_by_code = require_http_methods(["GET", "POST"])(access.door(by_code))


@require_GET
@access.door
def invitation(request: HttpRequest, code: str, invitation: str) -> HttpResponse:
    """The link (or QR code) to a private table."""
    access.invite(code, invitation, access.visitor_of(request))
    return redirect("tables:table", code.upper())


@never_cache
@require_GET
@access.door
async def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table on a phone; for somebody new first the question who they are."""
    here, player = await sync_to_async(find)(request, code, running=True)
    if player is None and "watch" not in request.GET:
        if await sync_to_async(of_night)(here.room):
            return redirect("nights:night", here.room.code)
        return await sync_to_async(ask_who)(request, here)
    return await draw(request, here, player, "table", "tables/table.html")


@never_cache
@require_GET
@access.door
async def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The big screen: what everybody may see, and nothing else."""
    here, _player = await sync_to_async(find)(request, code, running=True)
    return await draw(request, here, None, "screen", "tables/screen.html")


def ask_who(
    request: HttpRequest, here: Table, form: JoinForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    """The page that asks a newcomer for a name, a language and a colour. Who was in the room before is known."""
    if form is None:
        guest = access.guest_of(here.room, request.session)
        form = JoinForm(
            initial={"nickname": guest.nickname, "language": guest.language} if guest else {"language": language()}
        )
    taken = set(here.seats.values_list("livery", flat=True))
    free = [choice for choice in Livery.choices if choice[0] in here.rules.liveries and choice[0] not in taken]
    room = services.has_room(here)
    context = {"table": here, "rules": here.rules, "form": form, "liveries": free if room else [], "room": room, **more}
    return render(request, "tables/join.html", context, status=status)


@never_cache
@require_POST
@access.door
def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """A newcomer sits down (or comes to watch, or joins a team by the seat's code)."""
    here, player = find(request, code, running=True)
    if of_night(here.room):
        return redirect("nights:night", here.room.code)
    form = JoinForm(request.POST)
    if player is not None:
        return redirect("tables:table", code.upper())
    if not here.room.named:
        del form.fields["nickname"]
    if not form.is_valid():
        return ask_who(request, here, form, 422)
    if limits.too_often("join", limits.address_of(request), limits.JOINS, timedelta(minutes=10)):
        return render(request, "429.html", status=429)
    tongue = form.cleaned_data["language"]
    name = form.cleaned_data.get("nickname") or services.drawn_name(here.room, tongue)
    who = {"key": form.cleaned_data["key"], "guest": access.guest_of(here.room, request.session)}
    try:
        if request.POST.get("team"):
            with access.trying(access.visitor_of(request)):
                new = services.join_team(here.pk, code_from(request, "team"), name, tongue, **who)
        else:
            seat = "watch" not in request.POST
            new = services.join(here.pk, name, tongue, form.cleaned_data["livery"], seat=seat, **who)
    except services.NoSuchTable as missing:
        if not request.POST.get("team"):
            raise Http404 from missing  # the door was closed meanwhile
        return ask_who(request, here, form, 422, team_error=_("No seat at this table has this code."))
    except IllegalMove as refused:
        form.add_error(None, plain(refused.why))
        return ask_who(request, here, form, 422)
    access.remember(request.session, new.guest)
    return redirect("tables:table", code.upper())


@never_cache
@require_GET
@access.door
def leaving(request: HttpRequest, code: str) -> HttpResponse:
    """Asks before somebody leaves, and says what happens then."""
    here, player = find(request, code)
    if player is None or of_night(here.room):
        raise Http404
    context = {
        "table": here,
        "playing": player.seat is not None and here.begun_at is not None and here.ended_at is None,
        "bot": here.room.stand_in is not None,
        "seconds": here.room.stand_in or 0,
        "hosting": player.guest_id == here.room.host_id and here.players.exclude(guest=player.guest).exists(),
    }
    return render(request, "tables/leaving.html", context)


@never_cache
@require_GET
@access.door
def people(request: HttpRequest, code: str) -> HttpResponse:
    """For the host: who is here, the door, and what happens to a seat whose person leaves."""
    here, player = find(request, code)
    if player is None or player.guest_id != here.room.host_id or of_night(here.room):
        raise Http404
    there = here.players.exclude(guest=player.guest).select_related("guest", "seat").order_by("seat__number", "pk")
    chosen = "never" if here.room.stand_in is None else str(here.room.stand_in)
    waits = {"0": _("at once"), "20": _("after 20 seconds"), "120": _("after 2 minutes"), "never": _("never")}
    context = {"table": here, "there": there, "waits": waits.items(), "chosen": chosen}
    return render(request, "tables/people.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Your own page at a table: name and language, the codes of your seat, leaving."""
    here, player = find(request, code)
    if player is None:
        raise Http404
    if of_night(here.room):
        return redirect("nights:me", here.room.code)
    form = PlayerForm(sent(request), initial={"nickname": player.nickname, "language": player.language})
    if not here.room.named and player.guest_id != here.room.host_id:
        form.fields["nickname"].disabled = True
    if request.method == "POST" and form.is_valid():
        if not form.has_changed():
            return redirect("tables:table", here.code)
        if limits.attempts(f"rename:{player.pk}", timedelta(minutes=1)) <= limits.RENAMES:
            try:
                services.rename(player, form.cleaned_data["nickname"], form.cleaned_data["language"])
                return redirect("tables:table", here.code)
            except services.NoSuchTable as missing:
                raise Http404 from missing
            except IllegalMove as refused:
                form.add_error("nickname", plain(refused.why))
        else:
            form.add_error("nickname", _("You have changed your name very often. Wait a minute, then save once more."))
    back = reverse("tables:come_back", args=[here.code])
    link = as_phones_see_it(request, f"{back}?code={player.guest.recovery}")
    context = {
        "table": here,
        "rules": here.rules,
        "player": player,
        "form": form,
        "qr": qr_svg(link),
        "link": link,
    }
    return render(request, "tables/me.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def come_back(request: HttpRequest, code: str) -> HttpResponse:
    """Another browser takes its seat back with the recovery code."""
    error = ""
    if request.method == "POST":
        try:
            here, guest = access.recover(code, code_from(request, "code"), access.visitor_of(request))
        except services.NoSuchTable:
            error = _(
                "No seat has this code. It stands on the page of your seat, and your host can hand the seat to you."
            )
        else:
            access.remember(request.session, guest)
            return redirect("tables:table", here.code)
    context = {
        "code": code.upper()[:8],
        "typed": request.POST.get("code", request.GET.get("code", ""))[:12],
        "error": error,
    }
    return render(request, "tables/come_back.html", context, status=422 if error else 200)
