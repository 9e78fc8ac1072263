"""The answers that a table is drawn in: the page, a refusal, the replay, and what a socket would have sent."""

import json
import logging
from urllib.parse import urlsplit
from uuid import UUID
from zlib import crc32

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from config import limits, metrics
from config.plain import number
from games.drawing import own_name
from games.rules.kernel import PUBLIC, IllegalMove, Seat
from games.rules.words import N_, say
from games.tables import access, services
from games.tables.consumer import OUR_FAULT
from games.tables.hub import Hub, Malformed, Waiting
from games.tables.keepsake import keepsake
from games.tables.live import Live, Watch
from games.tables.models import Player, Table
from games.tables.outbox import NoOutlet
from games.tables.parts import Toast
from games.tables.qr import qr_svg
from games.tables.replay import Step, steps
from games.tables.showing import OFF_STAGE, Look, encoded, frame, leaning, showing_of, toast
from games.tables.snapshot import folded, load, load_people
from games.tables.views.asked import find, language, link_to, second
from games.wording import plain

logger = logging.getLogger(__name__)


async def draw(request: HttpRequest, table: Table, player: Player | None, layout: str, template: str) -> HttpResponse:
    """A table's page, whole; from then on the socket brings what changes. Drawn from memory where there is one."""
    look = Look(player.pk if player else None, _read_by(player), layout, second=second(request))
    if layout == "table":
        look.guess = await sync_to_async(access.guess_of)(request.session, table, player)
    hub = Hub.here()
    if hub is None:
        showing = showing_of(await sync_to_async(load)(table, timezone.now()))
        stage, drawn = showing.page(look), ""
    else:
        stage, drawn = await hub.page(table.pk, look)
    return await sync_to_async(_page)(request, table, player, look, template, stage, drawn)


def _page(
    request: HttpRequest, table: Table, player: Player | None, look: Look, template: str, stage: str, drawn: str
) -> HttpResponse:
    link = link_to(request, table)
    context = {
        "table": table,
        "rules": table.rules,
        "player": player,
        "you": player.seat.number if player and player.seat else None,
        "stage": SafeString(stage),
        "menu": SafeString(look.house[OFF_STAGE].html),
        "drawn": drawn,
        "layout": look.layout,
        "language": look.language,
        "second": look.second,
        "others": _others(table, look),
        "link": link,
        "qr": qr_svg(link),
        "address": urlsplit(link).netloc,
        "held": access.held(table, request.session) if look.layout == "table" else [],
        "may_hold": table.rules.several_seats and player is not None and not table.ended_at,
    }
    with translation.override(look.language):
        return render(request, template, context)


def _read_by(player: Player | None) -> str:
    """In which language somebody who looks at a table reads: chosen at the table, else the browser's."""
    return player.language if player else language()


def _others(table: Table, look: Look) -> list[tuple[str, str]]:
    """The languages that a big screen can show besides its own, and what they call themselves; none without cards."""
    if look.layout != "screen" or not table.rules.kind:
        return []
    return [(code, own_name(code)) for code, _ in settings.LANGUAGES if code != look.language]


def refused(request: HttpRequest, here: Table, player: Player | None, why: Toast) -> HttpResponse:
    """Why not, as a toast on the page."""
    look = Look(player.pk if player else None, _read_by(player))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(toast(here.rules, load_people(here, timezone.now()), look, why))
    return HttpResponse(plain(why.say), status=422, content_type="text/plain; charset=utf-8")


@never_cache
@require_GET
@access.door
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """After the end: the log as steps, each seen from any seat."""
    here, player = find(request, code)
    whole = folded(here, timezone.now())
    if not whole.over or whole.house.sealed:
        raise Http404
    last = whole.number
    at = min(max(number(request.GET.get("at", ""), last), 1), last)
    seat = number(request.GET.get("seat", ""), -1)
    seat = seat if seat < len(whole.people.chairs) else -1
    snapshot = folded(here, timezone.now(), at)
    eyes = Seat(seat) if seat >= 0 else PUBLIC
    look = Look(None, _read_by(player), "table", eyes)
    assert snapshot.play is not None
    listed: list[Step] = steps(here, whole)
    context = {
        "table": here,
        "rules": here.rules,
        "stage": SafeString(showing_of(snapshot).page(look)),
        "at": at,
        "last": last,
        "seat": seat,
        "chairs": whole.people.chairs,
        "people": whole.people,
        "steps": listed,
        "secret": bytes(here.secret).hex(),
        "head": whole.head,
    }
    with translation.override(look.language):
        return render(request, "tables/replay.html", context)


@never_cache
@require_GET
@access.door
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """After the end: how it ended, as one picture to keep."""
    here, player = find(request, code)
    snapshot = load(here, timezone.now())
    if not snapshot.over:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{here.game}-{here.code}.svg"'}
    return HttpResponse(keepsake(snapshot, _read_by(player)), content_type="image/svg+xml", headers=headers)


async def _watch(request: HttpRequest, code: str) -> tuple[Hub, Live, Watch]:
    """This browser at its table, with whatever fell due meanwhile played. 404 like find."""

    layout = "screen" if request.GET.get("layout") == "screen" else "table"

    def enter() -> tuple[int, Look]:
        here, player = find(request, code)
        spoken = _read_by(None if layout == "screen" else player)
        guess = access.guess_of(request.session, here, player) if layout == "table" else None
        return here.pk, Look(player.pk if player else None, spoken, layout, second=second(request), guess=guess)

    return await looked_in(*await sync_to_async(enter)())


async def looked_in(table_id: int, look: Look) -> tuple[Hub, Live, Watch]:
    """A page without a socket looks in at a table, with whatever fell due meanwhile played. 404 if it is gone."""
    hub = await Hub.current()
    watch = Watch(look, NoOutlet())
    try:
        return hub, await hub.visit(table_id, watch), watch
    except services.NoSuchTable as missing:
        raise Http404 from missing


def leanings(here: Live, look: Look) -> str:
    """What the others of this page's team would choose (CO-1), as partials."""
    names = here.mates(look.person)
    return "".join(
        leaning(names[who], choice, look.language)
        for who, wishes in here.leanings.items()
        if who in names
        for choice in wishes.values()
    )


def stamp_for(here: Live, look: Look) -> str:
    """Differs whenever this page without a socket has something new to see."""
    return f"{here.stamp()}{crc32(leanings(here, look).encode()) or ''}"


def _frame(here: Live, watch: Watch, more: str = "") -> HttpResponseBase:
    """Everything that is on the page, and what there is to say besides."""
    if here.unshown:
        here.show()  # no page is ahead of the others, which would have to be drawn whole
    here.showing.observe(here.snapshot)
    content = here.showing.content(watch.look) + encoded(more + leanings(here, watch.look))
    return JsonResponse(json.loads(frame(here.snapshot.number, content)) | {"stamp": stamp_for(here, watch.look)})


def _said(here: Live, watch: Watch, refusal: Toast) -> str:
    return toast(here.snapshot.rules, here.snapshot.people, watch.look, refusal)


@never_cache
@access.door
async def live(request: HttpRequest, code: str) -> HttpResponseBase:
    """What a socket would have sent: everything that is on the page, unless it still has the last move and people."""
    _hub, here, watch = await _watch(request, code)
    stamp = stamp_for(here, watch.look)
    if request.GET.get("stamp") == stamp:
        return JsonResponse({"number": here.snapshot.number, "stamp": stamp})
    return _frame(here, watch)


@never_cache
@access.door
async def move(request: HttpRequest, code: str) -> HttpResponseBase:
    """A move posted by a page without a socket: the same fields, the same rules, the same answer."""
    if request.method != "POST":
        return HttpResponse(status=405)
    hub, here, watch = await _watch(request, code)
    if request.headers.get("Table", str(here.id)) != str(here.id):
        return JsonResponse({})  # made at another table, and on its way when its player was led on
    in_time = limits.bucket_of(f"{request.session.session_key}:{limits.address_of(request)}").take()
    if "lean" in request.POST:
        if in_time:
            await hub.lean(here, watch, request.POST["lean"])
        return JsonResponse({})
    try:
        asked = UUID(request.headers.get("HX-Request-ID", ""))
    except ValueError:
        asked = None
    fields = {key: value for key, value in request.POST.items() if key != "csrfmiddlewaretoken"}
    refusal = ""
    try:
        if not in_time:
            raise IllegalMove("", N_("That was too fast. Please wait a moment."))
        await hub.move(here.id, watch, fields, asked)
    except services.NoSuchTable as missing:
        raise Http404 from missing
    except Waiting:
        return HttpResponse(status=503, headers={"Retry-After": "1"})
    except IllegalMove as refused:
        refusal = _said(here, watch, Toast(refused.why, refused.clause))
    except Malformed:
        why = say(N_("This page sent something the table does not understand. Reload it."))
        refusal = _said(here, watch, Toast(why, ""))
    except Exception:  # as over a socket: else the page would send it again for ever
        logger.exception("A move at table %s failed: %s", here.snapshot.house.code, sorted(fields.items()))
        refusal = _said(here, watch, Toast(say(OUR_FAULT), ""))
    if refusal:
        metrics.REFUSALS.inc()
    return _frame(here, watch, refusal)
