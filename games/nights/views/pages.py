"""The live pages of a night: console and screen, and what a page without a socket gets."""

import json

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.nights.access import host_of
from games.nights.live import LiveNight, Nights, anew, calling
from games.nights.looks import GUEST, HOST, SCREEN, NightLook, NightWatch, no_line
from games.nights.models import Night
from games.nights.services import NoSuchNight
from games.nights.showing import content
from games.nights.stages import call_of
from games.nights.views.asked import find, led
from games.tables import access
from games.tables.models import Guest
from games.tables.qr import qr_svg
from games.tables.showing import Look, encoded, frame
from games.tables.views import drawn
from games.tables.views.asked import as_phones_see_it, language


@never_cache
@require_GET
@access.door
async def console(request: HttpRequest, code: str) -> HttpResponseBase:
    """The host's page: the next step is one big button."""
    here = await sync_to_async(led)(request, code)
    if here.room.code != code.upper():
        return redirect("nights:console", here.room.code)
    return await page(request, here, None, HOST)


@never_cache
@require_GET
@access.door
async def screen(request: HttpRequest, code: str) -> HttpResponseBase:
    """The projector: scenes that go along with the evening."""
    here, _guest = await sync_to_async(find)(request, code)
    if here.room.code != code.upper():
        return redirect("nights:screen", here.room.code)
    return await page(request, here, None, SCREEN)


async def page(request: HttpRequest, here: Night, guest: Guest | None, layout: str) -> HttpResponseBase:
    """The frame of a live page, which its line fills."""
    tongue = guest.language if guest else language()

    def whole() -> HttpResponse:
        link = as_phones_see_it(request, f"/n/{here.room.code}/")
        context = {
            "night": here,
            "layout": layout,
            "language": tongue,
            "link": link,
            "qr": qr_svg(link),
            "games": sorted(set(here.rounds.exclude(game="").values_list("game", flat=True))),
            "leads": host_of(here, request.session) is not None,
        }
        with translation.override(tongue):
            return render(request, f"nights/{layout}.html", context)

    return await sync_to_async(whole)()


async def _watch(request: HttpRequest, code: str) -> tuple[Nights, LiveNight, NightWatch]:
    def enter() -> tuple[int, NightLook]:
        here, guest = find(request, code)
        layout = request.GET.get("layout", GUEST)
        leads = host_of(here, request.session) is not None
        if layout not in (GUEST, HOST, SCREEN) or (layout == HOST and not leads):
            raise NoSuchNight
        tongue = guest.language if guest and layout == GUEST else language()
        return here.pk, NightLook(guest.pk if guest and layout == GUEST else None, tongue, layout, leads)

    night_id, look = await sync_to_async(enter)()
    nights = await Nights.current()
    watch = no_line(look)
    return nights, await nights.visit(night_id, watch), watch


@never_cache
@require_GET
@access.door
async def live(request: HttpRequest, code: str) -> HttpResponseBase:
    """What a socket would have sent: the night's page, or the table's where this browser belongs by now."""
    nights, here, watch = await _watch(request, code)
    place, before = nights.place(here, watch), request.GET.get("stamp", "")
    about = {"night": 1}
    if place is None:
        stamp = here.stamp
        if before == stamp:
            return JsonResponse({"stamp": stamp})
        said = content(here.evening, here.floor, here.scene, watch.look, False) + _call(here, watch, None)
        message = anew(here.evening, watch)
        return JsonResponse(json.loads(message) | json.loads(frame(0, said)) | about | {"stamp": stamp, "number": 0})
    table, player, layout = place
    watch.at = (table, player)
    _hub, at, look = await drawn.looked_in(table, Look(player, watch.look.language, layout))
    stamp = f"t{table}-{here.evening.version}-{drawn.stamp_for(at, look.look)}"
    if before == stamp:
        return JsonResponse({"stamp": stamp})
    at.showing.observe(at.snapshot)
    said = at.showing.content(look.look) + content(here.evening, here.floor, here.scene, watch.look, True)
    said += encoded(drawn.leanings(at, look.look))
    if not before.startswith(f"t{table}-"):
        said += _call(here, watch, None if not before and nights.long_there(here.evening, watch.look.guest) else place)
    message = json.loads(anew(here.evening, watch))
    return JsonResponse(message | json.loads(frame(at.snapshot.number, said)) | {"stamp": stamp})


def _call(here: LiveNight, watch: NightWatch, place: tuple[int, int | None, str] | None) -> str:
    """The call to the table where a guest's page has just come, if it is their own; else none stands there."""
    if watch.look.layout != GUEST:
        return ""
    call = call_of(here.evening, watch.look) if place is not None and place[1] is not None else None
    return calling(call, watch.look.language)


@never_cache
@require_POST
@access.door
async def move(request: HttpRequest, code: str) -> HttpResponseBase:
    """A move posted by a page without a socket, for the table where its guest sits."""
    nights, here, watch = await _watch(request, code)
    place = nights.place(here, watch)
    if place is None:
        return JsonResponse({"stamp": ""})
    found = here.evening.place_of(watch.look.guest)
    if found is None or place[1] is None:  # somebody who only watches
        return JsonResponse({"stamp": ""})
    return await drawn.move(request, found[0].code)
