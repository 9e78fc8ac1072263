"""The pages around a table. They parse and answer; services write, rendering draws."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from config import metrics
from config.plain import number
from decks.models import Edition
from decks.services import flag_card
from games import rulebooks as books
from games.lessons.registry import LESSONS
from games.rules.kernel import PUBLIC, IllegalMove, Seat
from games.rules.play import AnyRules
from games.rules.quizterix_klondike import Klondike
from games.rules.registry import GAMES
from games.rules.words import N_, say
from games.tables import access, limits, services
from games.tables.days import leaderboard
from games.tables.forms import CodeForm, FlagForm, JoinForm, NewcomerForm, OpenTableForm, PlayerForm, deck_label
from games.tables.hub import Hub, Live, Malformed, Waiting, Watch
from games.tables.models import Livery, Player, Table
from games.tables.outbox import NoOutlet
from games.tables.parts import Toast
from games.tables.qr import qr_svg
from games.tables.rendering import Look, Rendered, changes, frame, page, toast
from games.tables.replay import Step, steps
from games.tables.snapshot import load
from games.tables.wording import plain


def language() -> str:
    """The reader's language."""
    return get_language() or settings.LANGUAGE_CODE


def find(request: HttpRequest, code: str) -> tuple[Table, Player | None]:
    """The table and who this browser is at it; 404 if there is none, or none for this browser."""
    try:
        return access.find_table(code, access.visitor_of(request))
    except services.NoSuchTable as missing:
        raise Http404 from missing


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form has sent, be it nothing at all; None if the page is only looked at."""
    return request.POST if request.method == "POST" else None


def game_or_404(slug: str) -> AnyRules:
    """The game of this name."""
    try:
        return GAMES[slug]
    except KeyError as missing:
        raise Http404 from missing


# ---------------------------------------------------------------------- the shelf


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The front door: play now, or join a table by its code."""
    return render(request, "home.html", {"games": GAMES.values(), "code": request.GET.get("code", "")})


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """The shelf of games."""
    return render(request, "games/index.html", {"games": GAMES.values()})


@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's page: what it is, and the form to open a table."""
    rules = game_or_404(slug)
    picking = rules.mixes and "pick" in request.GET
    chosen = request.GET.dict()  # a link may choose options, none is hidden
    form = OpenTableForm(rules, sent(request), picking=picking, link=request.GET.get("with", "")[:60], initial=chosen)
    you = NewcomerForm(sent(request), initial={"language": language()})
    status = 200
    if request.method == "POST":
        status = 422
        valid, named = form.is_valid(), you.is_valid()
        if valid and named:
            if limits.too_often("open", limits.address_of(request), limits.OPENED_TABLES, timedelta(hours=1)):
                return render(request, "429.html", status=429)
            key = you.cleaned_data["key"]
            try:
                table = services.open_table(
                    slug,
                    options=form.options,
                    **form.cards,
                    private=form.cleaned_data["private"],
                    opened_by=request.user if request.user.is_authenticated else None,
                    key=key,
                )
            except services.BadOptions as bad:
                form.refuse(bad.problems)
            else:
                player = services.join(table.pk, you.cleaned_data["nickname"], you.cleaned_data["language"], key=key)
                access.remember(request.session, table.pk, player.pk)
                return redirect("tables:table", table.code)
    context = {"rules": rules, "form": form, "you": you, "lesson": slug in LESSONS, "picking": picking}
    return render(request, "games/open.html", context, status=status)


@require_GET
def day_now(request: HttpRequest) -> HttpResponse:
    """Today's deal of the day, on the deck that stands first."""
    edition = Edition.objects.playable(Klondike.kind).first()
    if edition is None:
        raise Http404
    return redirect("tables:day", edition.pk, datetime.now(UTC).date().isoformat())


@never_cache
@require_GET
def day(request: HttpRequest, edition: int, day: str) -> HttpResponse:
    """The leaderboard of a deal of the day (KL-E1)."""
    played = Edition.objects.filter(pk=edition, deck__kind=Klondike.kind).first()
    try:
        date = datetime.strptime(day, "%Y-%m-%d").date()
    except ValueError as nonsense:
        raise Http404 from nonsense
    today = datetime.now(UTC).date()
    if played is None or not date.min < date <= today:
        raise Http404
    context = {
        "rules": GAMES[Klondike.slug],
        "deck": deck_label(played),
        "edition": played.pk,
        "date": date,
        "yesterday": (date - timedelta(days=1)).isoformat(),
        "is_today": date == today,
        "lines": leaderboard(played, date),
    }
    return render(request, "games/quizterix_klondike/day.html", context)


@require_GET
def rulebooks(request: HttpRequest) -> HttpResponse:
    """All rulebooks."""
    return render(request, "rules/index.html", {"games": GAMES.values()})


@require_GET
def rulebook(request: HttpRequest, slug: str) -> HttpResponse:
    """One game's rules, every clause with its id as an anchor."""
    if slug != "common":
        game_or_404(slug)
    return render(request, "rules/rulebook.html", {"book": books.page(slug, language()), "game": GAMES.get(slug)})


# ---------------------------------------------------------------------- coming to a table


@require_http_methods(["GET", "POST"])
@access.door
def join_by_code(request: HttpRequest) -> HttpResponse:
    """To a table by the code somebody reads out. A private table and none at all give the same answer."""
    if request.method == "GET":
        return redirect("tables:home")
    if CodeForm(request.POST).is_valid():
        try:
            table, _player = access.find_table(code_from(request, "code"), access.visitor_of(request))
        except services.NoSuchTable:
            pass
        else:
            return redirect("tables:table", table.code)
    error = _("There is no table with this code. Check it on the big screen, or ask your host.")
    context = {"games": GAMES.values(), "code": request.POST.get("code", "")[:12], "code_error": error}
    return render(request, "home.html", context, status=404)


def code_from(request: HttpRequest, name: str) -> str:
    """A code as somebody typed it, with or without spaces and dashes."""
    return "".join(char for char in request.POST.get(name, "")[:20].upper() if char.isalnum())


@require_GET
@access.door
def invitation(request: HttpRequest, code: str, invitation: str) -> HttpResponse:
    """The link (or QR code) to a private table."""
    try:
        table = access.invite(code, invitation, access.visitor_of(request))
    except services.NoSuchTable as missing:
        raise Http404 from missing
    return redirect("tables:table", table.code)


def link_to(request: HttpRequest, table: Table) -> str:
    """The address that friends open, as their phones reach it."""
    name, args = (
        ("tables:invitation", [table.code, table.invitation]) if table.private else ("tables:table", [table.code])
    )
    return as_phones_see_it(request, reverse(name, args=args))


def as_phones_see_it(request: HttpRequest, path: str) -> str:
    """A path of this site as the address that another device opens."""
    base = settings.PUBLIC_URL.rstrip("/")
    return f"{base}{path}" if base else request.build_absolute_uri(path)


def draw(request: HttpRequest, table: Table, player: Player | None, layout: str, template: str) -> HttpResponse:
    """A table's page, whole; from then on the socket brings what changes."""
    now = timezone.now()
    snapshot = load(table, now)
    look = Look(player.pk if player else None, player.language if player else language(), layout)
    stage, fragments = page(snapshot, look, Rendered(), now)
    link = link_to(request, table)
    context = {
        "table": table,
        "rules": table.rules,
        "player": player,
        "you": player.seat.number if player and player.seat else None,
        "stage": stage,
        "menu": fragments["menu"],
        "layout": layout,
        "language": look.language,
        "link": link,
        "qr": qr_svg(link),
        "held": access.held(table, request.session) if layout == "table" else [],
        "may_hold": table.rules.several_seats and player is not None and not table.ended_at,
    }
    with translation.override(look.language):
        return render(request, template, context)


@never_cache
@require_GET
@access.door
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table on a phone; for somebody new first the question who they are."""
    here, player = find(request, code)
    if player is None and "watch" not in request.GET:
        return ask_who(request, here, JoinForm(initial={"language": language()}))
    return draw(request, here, player, "table", "tables/table.html")


@never_cache
@require_GET
@access.door
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The big screen: what everybody may see, and nothing else."""
    here, _player = find(request, code)
    return draw(request, here, None, "screen", "tables/screen.html")


def ask_who(request: HttpRequest, here: Table, form: JoinForm, status: int = 200, **more: Any) -> HttpResponse:
    """The page that asks a newcomer for a name, a language and a colour."""
    taken = set(here.seats.values_list("livery", flat=True))
    free = [choice for choice in Livery.choices if choice[0] in here.rules.liveries and choice[0] not in taken]
    context = {"table": here, "rules": here.rules, "form": form, "liveries": free, **more}
    return render(request, "tables/join.html", context, status=status)


@never_cache
@require_POST
@access.door
def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """A newcomer sits down (or comes to watch, or joins a team by the seat's code)."""
    here, player = find(request, code)
    form = JoinForm(request.POST)
    if player is not None:
        return redirect("tables:table", here.code)
    if not form.is_valid():
        return ask_who(request, here, form, 422)
    if limits.too_often("join", limits.address_of(request), limits.JOINS, timedelta(minutes=10)):
        return render(request, "429.html", status=429)
    name, tongue, key = (form.cleaned_data[field] for field in ("nickname", "language", "key"))
    try:
        if request.POST.get("team"):
            with access.trying(access.visitor_of(request)):
                new = services.join_team(here.pk, code_from(request, "team"), name, tongue, key=key)
        else:
            seat = "watch" not in request.POST
            new = services.join(here.pk, name, tongue, form.cleaned_data["livery"], seat=seat, key=key)
    except services.NoSuchTable:
        return ask_who(request, here, form, 422, team_error=_("No seat at this table has this code."))
    except IllegalMove as refused:
        form.add_error(None, plain(refused.why))
        return ask_who(request, here, form, 422)
    access.remember(request.session, here.pk, new.pk)
    return redirect("tables:table", here.code)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Your own page at a table: name and language, the codes of your seat, leaving."""
    here, player = find(request, code)
    if player is None:
        raise Http404
    form = PlayerForm(sent(request), initial={"nickname": player.nickname, "language": player.language})
    if request.method == "POST" and form.is_valid():
        if not form.has_changed():
            return redirect("tables:table", here.code)
        if limits.attempts(f"rename:{player.pk}", timedelta(minutes=1)) <= limits.RENAMES:
            try:
                services.rename(player, form.cleaned_data["nickname"], form.cleaned_data["language"])
            except services.NoSuchTable as missing:
                raise Http404 from missing
            return redirect("tables:table", here.code)
        form.add_error("nickname", _("You have changed your name very often. Wait a minute, then save once more."))
    back = reverse("tables:come_back", args=[here.code])
    link = as_phones_see_it(request, f"{back}?code={player.recovery}")
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
            here, player = access.recover(code, code_from(request, "code"), access.visitor_of(request))
        except services.NoSuchTable:
            error = _(
                "No seat has this code. It stands on the page of your seat, and your host can hand the seat to you."
            )
        else:
            access.remember(request.session, here.pk, player.pk)
            return redirect("tables:table", here.code)
    context = {
        "code": code.upper()[:8],
        "typed": request.POST.get("code", request.GET.get("code", ""))[:12],
        "error": error,
    }
    return render(request, "tables/come_back.html", context, status=422 if error else 200)


# ---------------------------------------------------------------------- doing something about the table


def done(request: HttpRequest, here: Table) -> HttpResponse:
    """The answer to something done: the live page changes by itself; without script the page is loaded again."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    return redirect("tables:table", here.code)


def move_on(request: HttpRequest, name: str, *args: object) -> HttpResponse:
    """To another page, also when the page was asked for by htmx."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(reverse(name, args=args))
    return redirect(name, *args)


def number_from(request: HttpRequest, name: str) -> int:
    """A number from the form; -1 for nonsense, which no seat and no person has."""
    return number(request.POST.get(name, ""), -1)


@require_POST
@access.door
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """Something about the table rather than in the game: begin, pause, bots, seats, host."""
    here, player = find(request, code)
    if player is None:
        raise Http404
    seat, person = number_from(request, "seat"), number_from(request, "person")
    strength = request.POST.get("strength", "")
    actions = {
        "begin": lambda: services.begin(here.pk, player),
        "pause": lambda: services.pause(here.pk, player),
        "resume": lambda: services.resume(here.pk, player),
        "add-bot": lambda: services.add_bot(here.pk, player, strength),
        "to-bot": lambda: services.hand_to_bot(here.pk, player, seat, strength),
        "to-person": lambda: services.hand_to_person(here.pk, player, seat, person),
        "remove": lambda: services.remove(here.pk, player, seat),
        "make-host": lambda: services.make_host(here.pk, player, person),
        "stand-up": lambda: services.stand_up(here.pk, player),
        "sit-down": lambda: services.sit_down(here.pk, player),
        "leave": lambda: leave_all(request, here, player),
        "another-seat": lambda: take_another_seat(request, here, player),
        "look-through": lambda: access.look_through(request.session, here, seat),
    }
    if action not in actions:
        raise Http404
    try:
        if limits.attempts(f"act:{player.pk}", timedelta(minutes=1)) > limits.DEEDS:
            raise IllegalMove("", N_("That was too fast. Please wait a moment."))
        actions[action]()
    except (services.NoSuchTable, services.NotYours) as missing:
        raise Http404 from missing
    except services.BadOptions as bad:
        return refused(request, here, player, Toast(bad.problems[0].why, ""))
    except IllegalMove as illegal:
        return refused(request, here, player, Toast(illegal.why, illegal.clause))
    if action == "leave":
        access.forget(request.session, here.pk)
        return move_on(request, "tables:home")
    if action in ("another-seat", "look-through"):
        return move_on(request, "tables:table", here.code)  # afresh: nothing of the other seat stays on the page
    return done(request, here)


def take_another_seat(request: HttpRequest, here: Table, player: Player) -> None:
    """One more seat for the same person, who goes on looking through the one they have (QF-S4)."""
    another = services.take_another_seat(here.pk, player)
    access.hold(request.session, here.pk, [player.pk, another.pk])


def leave_all(request: HttpRequest, here: Table, player: Player) -> None:
    """Whoever goes gives up every seat they hold."""
    others = [other for other in access.held(here, request.session) if other.pk != player.pk]
    for leaving in (*others, player):
        services.leave(here.pk, leaving)


def refused(request: HttpRequest, here: Table, player: Player | None, why: Toast) -> HttpResponse:
    """Why not, as a toast on the page."""
    snapshot = load(here, timezone.now())
    look = Look(player.pk if player else None, player.language if player else language())
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(toast(snapshot, look, why))
    return HttpResponse(plain(why.say), status=422, content_type="text/plain; charset=utf-8")


@require_POST
@access.door
def again(request: HttpRequest, code: str) -> HttpResponse:
    """The next game with the same people; whoever asks first opens it, the others come along."""
    here, player = find(request, code)
    if player is None or not load(here, timezone.now()).over:
        raise Http404
    try:
        following, heirs = services.play_again(here.pk, player)
    except services.NoSuchTable as missing:
        raise Http404 from missing
    except services.BadOptions as bad:
        return refused(request, here, player, Toast(bad.problems[0].why, ""))
    access.remember(request.session, following.pk, heirs[player.pk])
    if held := access.held(here, request.session):
        access.hold(request.session, following.pk, [heirs[one.pk] for one in held if one.pk in heirs])
    return move_on(request, "tables:table", following.code)


@require_POST
@access.door
def flag(request: HttpRequest, code: str) -> HttpResponse:
    """A player says that a card is wrong or unclear; its authors hear of it with the context."""
    here, player = find(request, code)
    form = FlagForm(request.POST)
    if player is None or here.edition is None or not form.is_valid():
        raise Http404
    if limits.attempts(f"flag:{player.pk}", timedelta(hours=1)) > 30:
        return render(request, "429.html", status=429)
    snapshot = load(here, timezone.now())
    context = {"game": here.game, "table": here.code, "move": snapshot.number}
    data = form.cleaned_data
    try:
        flag_card(here.edition, data["card"], data["reason"], data["note"], player.language, context)
    except ValidationError as unknown:
        raise Http404 from unknown
    if request.htmx:  # type: ignore[attr-defined]
        return refused(request, here, player, Toast(say(N_("Thank you. The authors of the deck will look at it.")), ""))
    return redirect("tables:table", here.code)


# ---------------------------------------------------------------------- looking back


@never_cache
@require_GET
@access.door
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """After the end: the log as steps, each seen from any seat."""
    here, _player = find(request, code)
    whole = load(here, timezone.now())
    if not whole.over:
        raise Http404
    last = whole.number
    at = min(max(number(request.GET.get("at", ""), last), 1), last)
    seat = number(request.GET.get("seat", ""), -1)
    seat = seat if seat < len(whole.people.chairs) else -1
    snapshot = load(here, timezone.now(), at)
    eyes = Seat(seat) if seat >= 0 else PUBLIC
    look = Look(None, language(), "table", eyes)
    assert snapshot.play is not None
    stage, _fragments = page(snapshot, look, Rendered(), snapshot.play.at)
    listed: list[Step] = steps(here, whole)
    context = {
        "table": here,
        "rules": here.rules,
        "stage": stage,
        "at": at,
        "last": last,
        "seat": seat,
        "chairs": whole.people.chairs,
        "people": whole.people,
        "steps": listed,
        "secret": bytes(here.secret).hex(),
    }
    return render(request, "tables/replay.html", context)


# ---------------------------------------------------------------------- the same page without a socket


async def _watch(request: HttpRequest, code: str) -> tuple[Hub, Live, Watch]:
    """This browser at its table, with whatever fell due meanwhile played. 404 like find."""

    def enter() -> tuple[int, Player | None]:
        here, player = find(request, code)
        return here.pk, player

    table_id, player = await sync_to_async(enter)()
    hub = await Hub.current()
    layout = "screen" if request.GET.get("layout") == "screen" else "table"
    watch = Watch(Look(player.pk if player else None, player.language if player else language(), layout), NoOutlet())
    try:
        return hub, await hub.visit(table_id, watch), watch
    except services.NoSuchTable as missing:
        raise Http404 from missing


def _frame(here: Live, watch: Watch, more: str = "") -> HttpResponseBase:
    """Everything that is on the page, and what there is to say besides."""
    content = changes(here.snapshot, watch.look, here.rendered, here.now()) + more
    return JsonResponse(json.loads(frame(here.snapshot.number, content)) | {"stamp": here.stamp()})


@never_cache
@access.door
async def live(request: HttpRequest, code: str) -> HttpResponseBase:
    """What a socket would have sent: everything that is on the page, unless it still has the last move and people."""
    _hub, here, watch = await _watch(request, code)
    stamp = here.stamp()
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
    try:
        asked = UUID(request.headers.get("HX-Request-ID", ""))
    except ValueError:
        asked = None
    fields = {key: value for key, value in request.POST.items() if key != "csrfmiddlewaretoken"}
    refusal = ""
    try:
        if not limits.bucket_of(f"{request.session.session_key}:{limits.address_of(request)}").take():
            raise IllegalMove("", N_("That was too fast. Please wait a moment."))
        await hub.move(here.id, watch, fields, asked)
    except services.NoSuchTable as missing:
        raise Http404 from missing
    except Waiting:
        return HttpResponse(status=503, headers={"Retry-After": "1"})
    except IllegalMove as refused:
        refusal = toast(here.snapshot, watch.look, Toast(refused.why, refused.clause))
    except Malformed:
        why = say(N_("This page sent something the table does not understand. Reload it."))
        refusal = toast(here.snapshot, watch.look, Toast(why, ""))
    if refusal:
        metrics.REFUSALS.inc()
    return _frame(here, watch, refusal)
