"""The pages of a night: making one, its programme, the guest's page, the console, the screen, the results."""

import csv
import json
from decimal import Decimal, InvalidOperation
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.plain import number
from decks.models import Edition
from games.nights import evening as reading
from games.nights import readings, services
from games.nights.access import find_night, host_of
from games.nights.consumer import refusal
from games.nights.evening import Evening
from games.nights.forms import ComeInForm, NightForm, RoundForm
from games.nights.live import LiveNight, Nights, anew, no_line
from games.nights.models import Night, State
from games.nights.programme import TEMPLATES, begins, length, remarks
from games.nights.seating import CannotSeat
from games.nights.services import NoSuchNight, Passed
from games.nights.showing import GUEST, HOST, SCREEN, NightLook, NightWatch, content, standing_of
from games.rules.kernel import IllegalMove
from games.rules.registry import GAMES
from games.rules.words import N_, say
from games.tables import access
from games.tables.forms import deck_label
from games.tables.models import Guest
from games.tables.qr import qr_svg
from games.tables.services import BadOptions, NoSuchTable
from games.tables.showing import frame
from games.tables.views import door, drawn
from games.tables.views.asked import as_phones_see_it, code_from, language, sent
from games.wording import plain

hosts_only = permission_required("nights.add_night", raise_exception=True)


def _find(request: HttpRequest, code: str) -> tuple[Night, Guest | None]:
    try:
        return find_night(code, access.visitor_of(request))
    except NoSuchNight as missing:
        raise Http404 from missing


def _led(request: HttpRequest, code: str) -> Night:
    """The night, for whoever leads it; for everybody else there is none."""
    night, _guest = _find(request, code)
    if host_of(night, request.session) is None:
        raise Http404
    return night


# -- making one ----------------------------------------------------------------------------------------------------


@login_required
@hosts_only
@require_http_methods(["GET", "POST"])
def nights(request: HttpRequest) -> HttpResponse:
    """The host's nights, and the form for a new one: two minutes from here the doors can open."""
    form = NightForm(sent(request), initial={"template": "club"})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        old = Night.objects.filter(host=request.user.pk, pk=number(request.POST.get("old", ""), 0)).first()
        night = services.make_night(
            request.user,  # type: ignore[arg-type]
            data["title"],
            template="" if old else data["template"],
            old=old,
            expected=data["expected"],
            key=data["key"],
        )
        return redirect("nights:programme", night.room.code)
    mine = Night.objects.filter(host=request.user.pk).select_related("room") | Night.objects.filter(
        cohosts=request.user.pk
    ).select_related("room")
    context = {"form": form, "nights": mine.distinct()[:30], "templates": TEMPLATES}
    return render(request, "nights/index.html", context, status=422 if form.errors else 200)


@access.door
@require_http_methods(["GET", "POST"])
def programme(request: HttpRequest, code: str) -> HttpResponse:
    """The programme: rounds and breaks, how people sit, how long, what it is worth, and what does not fit."""
    night = _led(request, code)
    error = ""
    if request.method == "POST":
        try:
            error = _programme_deed(request, night)
        except Passed:
            error = _("That round has begun, or is gone: this is how the programme stands now.")
        if not error:
            return redirect("nights:programme", night.room.code)
        night.refresh_from_db()
    rows = list(night.rounds.all())
    items = [row.item for row in rows]
    found = list(remarks(items, night.expected, night.teams.count()))
    starts = begins(items)
    listed = [
        {
            "row": row,
            "number": sum(bool(one.game) for one in rows[: place + 1]) if row.game else 0,
            "item": item,
            "form": RoundForm(
                item.rules if item.game else None,
                initial={
                    "way": row.way,
                    "size": row.size,
                    "minutes": item.length,
                    "worth": row.worth,
                    "deck": (row.decks or [""])[0],
                },
            ),
            "decks": _decks(item.rules.kind) if item.game and item.rules.kind else (),
            "remarks": [(one.grave, plain(one.why)) for one in found if one.item == place],
            "begins": f"{starts[place] // 60}:{starts[place] % 60:02}",
        }
        for place, (row, item) in enumerate(zip(rows, items, strict=True))
    ]
    minutes = length(items)
    context = {
        "night": night,
        "rounds": listed,
        "games": GAMES.values(),
        "hours": f"{minutes // 60}:{minutes % 60:02}",
        "remarks": [(one.grave, plain(one.why)) for one in found],
        "error": error,
        "teams": night.teams.all(),
        "planned": night.state == State.PLANNED,
    }
    return render(request, "nights/programme.html", context, status=422 if error else 200)


def _decks(kind: str) -> list[tuple[str, str]]:
    return [(one.deck.slug, deck_label(one)) for one in Edition.objects.playable(kind).select_related("deck")]


def _programme_deed(request: HttpRequest, night: Night) -> str:
    """What the form of the programme asks for; a sentence if it cannot be."""
    what, of = request.POST.get("do", ""), number(request.POST.get("round", ""), 0)
    match what:
        case "add":
            services.add_round(night.pk, request.POST.get("game", ""))
        case "up" | "down":
            services.move_round(night.pk, of, -1 if what == "up" else 1)
        case "copy":
            services.copy_round(night.pk, of)
        case "drop":
            services.drop_round(night.pk, of)
        case "change":
            row = night.rounds.filter(pk=of).first()
            form = RoundForm(row.item.rules if row is not None and row.game else None, request.POST)
            if not form.is_valid():
                return _("Minutes are a number from 0 to 240, and a round is worth 1 to 5 times.")
            services.change_round(night.pk, of, form.facts)
        case "team":
            services.add_team(night.pk, request.POST.get("name", "").strip()[:30])
        case "rename-team":
            team = number(request.POST.get("team", ""), 0)
            services.rename_team(night.pk, team, request.POST.get("name", "").strip()[:30])
        case "night":
            title = request.POST.get("title", "").strip()[:60]
            if not title:
                return _("The evening needs a name.")
            services.set_night(
                night.pk,
                title=title,
                expected=min(max(number(request.POST.get("expected", ""), night.expected), 1), 200),
                hidden="hidden" in request.POST,
                drawn_names="drawn_names" in request.POST,
                places=request.POST.get("places", "")[:2000],
            )
        case _:
            raise Http404
    return ""


# -- coming in -----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@access.door
def join(request: HttpRequest) -> HttpResponse:
    """A code that somebody typed: of a night, or else of a table."""
    if request.method == "POST":
        code = code_from(request, "code")
        if Night.objects.filter(room__code=code).exists():
            return redirect("nights:night", code)
    return door.join_by_code(request)


@never_cache
@access.door
async def night(request: HttpRequest, code: str) -> HttpResponseBase:
    """A guest's page for the whole evening; for somebody new first the question who they are."""
    here, guest = await sync_to_async(_find)(request, code)
    if guest is None or request.method == "POST":
        return await sync_to_async(_come_in)(request, here, guest)
    return await _page(request, here, guest, GUEST)


def _come_in(request: HttpRequest, here: Night, guest: Guest | None) -> HttpResponse:
    form = ComeInForm(sent(request), initial={"language": language()})
    error = ""
    if here.state == State.PLANNED:
        error = _("The doors are not open yet: keep this page open, or come back in a while.")
    elif here.state == State.ENDED:
        error = _("This evening is over.")
    elif here.room.closed:
        error = _("Nobody new is let in any more. Ask your host.")
    if request.method == "POST" and form.is_valid() and not error:
        data = form.cleaned_data
        try:
            guest = services.come_in(
                here.pk, data["nickname"], data["language"], data.get("team"), key=data["key"], guest=guest
            )
        except NoSuchTable:
            error = _("Nobody new is let in any more. Ask your host.")
        except IllegalMove as refused:
            form.add_error("nickname", plain(refused.why))
        else:
            access.remember(request.session, guest)
            return redirect("nights:night", here.room.code)
    context = {
        "night": here,
        "form": form,
        "error": error,
        "teams": reading.read(here, timezone.now()).teams,
        "count": here.attendances.filter(guest__removed_at=None).count(),
        "host": here.host.first_name or here.host.get_username(),
    }
    return render(request, "nights/come_in.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Your own page at a night: name, language, and the code with which another phone is you."""
    here, guest = _find(request, code)
    if guest is None:
        raise Http404
    form = ComeInForm(sent(request), initial={"nickname": guest.nickname, "language": guest.language})
    if request.method == "POST" and form.is_valid():
        services.rename(here.pk, guest.pk, form.cleaned_data["nickname"], form.cleaned_data["language"])
        return redirect("nights:night", here.room.code)
    context = {"night": here, "form": form, "guest": guest}
    return render(request, "nights/me.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def come_back(request: HttpRequest, code: str) -> HttpResponse:
    """Another phone is this guest from now on, by the guest's own code."""
    visitor = access.visitor_of(request)
    error = ""
    if request.method == "POST":
        with access.trying(visitor):
            found = Guest.objects.filter(
                room__code=code.upper(), removed_at=None, recovery=code_from(request, "code")
            ).first()
            if found is not None:
                access.remember(request.session, found)
                return redirect("nights:night", code)
            error = _("Nobody here has this code. It stands on your page of the evening.")
    context = {"code": code.upper()[:8], "error": error, "typed": request.POST.get("code", "")[:12]}
    return render(request, "nights/come_back.html", context, status=422 if error else 200)


# -- the live pages --------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@access.door
async def console(request: HttpRequest, code: str) -> HttpResponseBase:
    """The host's page: the next step is one big button."""
    here = await sync_to_async(_led)(request, code)
    return await _page(request, here, None, HOST)


@never_cache
@require_GET
@access.door
async def screen(request: HttpRequest, code: str) -> HttpResponseBase:
    """The projector: scenes that go along with the evening."""
    here, _guest = await sync_to_async(_find)(request, code)
    return await _page(request, here, None, SCREEN)


async def _page(request: HttpRequest, here: Night, guest: Guest | None, layout: str) -> HttpResponseBase:
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
        here, guest = _find(request, code)
        layout = request.GET.get("layout", GUEST)
        if layout not in (GUEST, HOST, SCREEN) or (layout == HOST and host_of(here, request.session) is None):
            raise Http404
        tongue = guest.language if guest and layout == GUEST else language()
        return here.pk, NightLook(guest.pk if guest and layout == GUEST else None, tongue, layout)

    night_id, look = await sync_to_async(enter)()
    nights = await Nights.current()
    watch = no_line(look)
    try:
        return nights, await nights.visit(night_id, watch), watch
    except NoSuchNight as missing:
        raise Http404 from missing


@never_cache
@require_GET
@access.door
async def live(request: HttpRequest, code: str) -> HttpResponseBase:
    """What a socket would have sent: the night's page, or the table's where this browser belongs by now."""
    nights, here, watch = await _watch(request, code)
    place = nights.place(here, watch)
    about = {"night": 1}
    if place is None:
        stamp = here.stamp
        if request.GET.get("stamp") == stamp:
            return JsonResponse({"stamp": stamp})
        said = content(here.evening, here.floor, watch.look, False)
        message = anew(here.evening, watch)
        return JsonResponse(json.loads(message) | json.loads(frame(0, said)) | about | {"stamp": stamp, "number": 0})
    table, player, layout = place
    watch.at = (table, player)
    _hub, at, look = await drawn.looked_in(table, player, watch.look.language, layout)
    stamp = f"{here.evening.version}-{at.stamp()}"
    if request.GET.get("stamp") == stamp:
        return JsonResponse({"stamp": stamp})
    at.showing.observe(at.snapshot)
    said = at.showing.content(look.look) + content(here.evening, here.floor, watch.look, True)
    message = json.loads(anew(here.evening, watch))
    return JsonResponse(message | json.loads(frame(at.snapshot.number, said)) | {"stamp": stamp})


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
    assert found is not None
    return await drawn.move(request, found[0].code)


# -- deeds ---------------------------------------------------------------------------------------------------------


@require_POST
@access.door
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """A button of the console, or of a guest's page."""
    here, guest = _find(request, code)
    user = host_of(here, request.session)
    why = ""
    try:
        if user is not None and _lead(request, here, user, action):
            pass
        elif guest is not None:
            _own(request, here, guest, action)
        else:
            raise Http404
    except Passed:
        why = N_("Somebody was quicker: this is how it stands now.")
    except CannotSeat:
        why = N_("This round cannot be seated like this: look at the programme.")
    except BadOptions as bad:
        return _said(request, here, plain(bad.problems[0].why))
    except IllegalMove as refused:
        return _said(request, here, plain(refused.why))
    except NoSuchTable as missing:
        raise Http404 from missing
    if why:
        return _said(request, here, plain(say(why)))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    return redirect("nights:console" if user is not None else "nights:night", here.room.code)


def _said(request: HttpRequest, here: Night, why: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(refusal(language(), why))
    return HttpResponse(why, status=422, content_type="text/plain; charset=utf-8")


def _own(request: HttpRequest, here: Night, guest: Guest, action: str) -> None:
    match action:
        case "team":
            services.join_team(here.pk, guest.pk, number(request.POST.get("team", ""), 0))
        case "wish":
            services.wish(here.pk, guest.pk, number(request.POST.get("table", ""), 0))
        case "step":
            (services.step_in if request.POST.get("in") else services.step_out)(here.pk, guest.pk)
        case _:
            raise Http404


def _lead(request: HttpRequest, here: Night, user: Any, action: str) -> bool:
    """What only the host does; says whether it was that."""
    post, night = request.POST, here.pk
    token = post.get("token", "")
    row, guest = number(post.get("round", ""), 0), number(post.get("guest", ""), 0)
    match action:
        case "doors":
            services.open_doors(night, token)
        case "seat" | "break" | "finale":
            services.go_on(night, token)
        case "send":
            services.send(night, token)
        case "again":
            services.draw_again(night, row)
        case "swap":
            picked = [number(one, 0) for one in post.getlist("guest")][:2]
            if len(picked) == 2:
                services.swap(night, row, *picked)
        case "add-bot":
            services.add_bot(night, row, number(post.get("table", ""), 0))
        case "not-yet":
            services.back_to_standing(night, services.token(here, here.current))
        case "warn":
            services.warn(night, row)
        case "call":
            services.call_time(night, row)
        case "close":
            services.close_round(night, row, force=True)
        case "end":
            services.end(night, token)
        case "pause":
            services.pause_all(night, bool(post.get("go")))
        case "announce":
            services.announce(night, post.get("text", "").strip()[:160])
        case "scene":
            table = number(post.get("spotlight", ""), 0)
            services.set_scene(night, "spotlight" if table else post.get("scene", "")[:10], table)
        case "minutes":
            services.add_minutes(night, min(max(number(post.get("minutes", ""), 5), 1), 60))
        case "door":
            services.close_door(night, bool(post.get("closed")))
        case "rename":
            services.rename(night, guest, post.get("nickname", ""))
        case "team" if guest:
            services.join_team(night, guest, number(post.get("team", ""), 0))
        case "move":
            services.move_to(night, guest, number(post.get("table", ""), 0))
        case "step" if guest:
            (services.step_in if post.get("in") else services.step_out)(night, guest)
        case "remove":
            services.remove(night, guest)
        case "correct":
            points = _points(post.get("points", ""))
            if points is None or not post.get("why", "").strip():
                raise IllegalMove("", N_("A correction needs points, such as +5 or -2.5, and a word why."))
            services.correct(night, guest or None, None, points, post["why"].strip()[:120], user)
        case _:
            return False
    return True


def _points(text: str) -> Decimal | None:
    try:
        points = Decimal(text.strip().replace(",", ".").replace("−", "-"))
    except InvalidOperation:
        return None
    return points.quantize(Decimal("0.1")) if points.is_finite() and abs(points) < 1000 else None


# -- afterwards ----------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def results(request: HttpRequest, code: str) -> HttpResponse:
    """The standing, the rounds, the replays: to print, as CSV, and for the host to erase."""
    here, guest = _find(request, code)
    leader = host_of(here, request.session)
    if guest is None and leader is None:
        raise Http404
    if request.method == "POST":
        if leader is None or request.POST.get("erase") != here.room.code:
            raise Http404
        services.erase(here.pk)
        return redirect("nights:nights")
    now = reading.read(here, timezone.now())
    hidden = now.hidden and now.state not in (State.FINALE, State.ENDED) and leader is None
    names = {one.id: one.name for one in now.people}
    rounds = [
        {
            "row": row,
            "title": row.item.rules.title,
            "worth": row.worth,
            "lines": sorted(
                (
                    (names.get(one.guest, "–"), one.table, one.place, one.of, _told(one, row.worth))
                    for one in readings.kept(row)
                ),
                key=lambda line: (line[1], line[2]),
            ),
            "tables": list(row.laid.select_related("table")),
        }
        for row in here.rounds.exclude(points=None)
        if not hidden
    ]
    if request.GET.get("as") == "csv" and not hidden:
        return _csv(now, rounds)
    context = {
        "night": here,
        "evening": now,
        "hidden": hidden,
        "standing": standing_of(now, len(now.people)),
        "rounds": rounds,
        "leads": leader is not None,
    }
    return render(request, "nights/results.html", context)


def _told(one: readings.Earned, worth: int) -> str:
    from games.nights.points import told

    return told(one.exact * worth)


def _csv(now: Evening, rounds: list[dict[str, Any]]) -> HttpResponse:
    """The whole evening as a table for a spreadsheet; a name cannot be taken for a formula."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{now.code}.csv"'
    answer.write("\ufeff")
    lines = csv.writer(answer)
    lines.writerow([_("Place"), _("Name"), _("Points"), *(one["title"] for one in rounds)])
    for line in now.standing:
        earned = [next((row[4] for row in one["lines"] if row[0] == line.name), "0") for one in rounds]
        name = f"'{line.name}" if line.name[:1] in "=+-@\t" else line.name
        lines.writerow([line.place, name, line.points, *earned])
    return answer
