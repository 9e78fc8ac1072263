"""Doing something about a table rather than in the game: begin, seats, bots, the next game, a wrong card."""

from collections.abc import Callable
from datetime import timedelta
from secrets import token_hex

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST
from msgspec import structs

from config import limits
from decks.services import flag_card
from games.rules.kernel import PUBLIC, IllegalMove
from games.rules.words import N_, say
from games.tables import access, carrier, services
from games.tables.forms import FlagForm
from games.tables.models import Table, leaves_nothing, of_night
from games.tables.news import GESTURES, News
from games.tables.parts import Toast, guess_of
from games.tables.showing import guess_again
from games.tables.snapshot import load
from games.tables.views.asked import find, language, move_on, number_from
from games.tables.views.drawn import refused

FROM_PEOPLE = frozenset(
    (
        *("send-out", "rename", "close-door", "open-door", "draw-names", "type-names"),
        *("mute", "unmute", "stand-in"),
    )
)
COMING_AND_GOING = frozenset(("stand-up", "sit-down", "leave", "another-seat"))  # at a night's tables its own pages do


@require_POST
@access.door
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """Something about the table rather than in the game: begin, pause, bots, seats, host."""
    here, player = find(request, code)
    if player is None or (action in COMING_AND_GOING and of_night(here.room)):
        raise Http404
    seat, person = number_from(request, "seat"), number_from(request, "person")
    strength = request.POST.get("strength", "")
    actions: dict[str, Callable[[], object]] = {
        "begin": lambda: services.begin(here.pk, player),
        "pause": lambda: services.pause(here.pk, player),
        "resume": lambda: services.resume(here.pk, player),
        "add-bot": lambda: services.add_bot(here.pk, player, strength),
        "fill": lambda: services.fill_with_bots(here.pk, player, strength),
        "to-bot": lambda: services.hand_to_bot(here.pk, player, seat, strength),
        "to-person": lambda: services.hand_to_person(here.pk, player, seat, person),
        "remove": lambda: services.remove(here.pk, player, seat),
        "send-out": lambda: services.remove_for_good(here.pk, player, person),
        "rename": lambda: services.rename_person(here.pk, player, person, request.POST.get("nickname", "")),
        "close-door": lambda: services.close_door(here.pk, player, closed=True),
        "open-door": lambda: services.close_door(here.pk, player, closed=False),
        "draw-names": lambda: services.draw_names(here.pk, player, drawn=True),
        "type-names": lambda: services.draw_names(here.pk, player, drawn=False),
        "mute": lambda: services.mute(here.pk, player, muted=True),
        "unmute": lambda: services.mute(here.pk, player, muted=False),
        "stand-in": lambda: services.let_stand_in(here.pk, player, request.POST.get("after", "")),
        "make-host": lambda: services.make_host(here.pk, player, person),
        "stand-up": lambda: services.stand_up(here.pk, player),
        "sit-down": lambda: services.sit_down(here.pk, player),
        "leave": lambda: services.leave(here.pk, player),
        "another-seat": lambda: services.take_another_seat(here.pk, player),
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
        return move_on(request, "tables:home")
    if action in ("another-seat", "look-through"):
        return move_on(request, "tables:table", here.code)  # afresh: nothing of the other seat stays on the page
    if action in FROM_PEOPLE and not request.htmx:  # type: ignore[attr-defined]
        return redirect("tables:people", here.code)
    return done(request, here)


@require_POST
@access.door
def gesture(request: HttpRequest, code: str) -> HttpResponse:
    """A clap, a gasp: everybody at the table sees it for a moment. It is no move, and nothing of it is kept."""
    here, player = find(request, code)
    kind = request.POST.get("gesture", "")
    if player is None or player.seat is None or here.rules.silent or kind not in GESTURES:
        raise Http404
    if limits.attempts(f"gesture:{player.pk}", timedelta(minutes=1)) > limits.GESTURES:
        return refused(request, here, player, Toast(say(N_("That was too fast. Please wait a moment.")), ""))
    carrier.announce(News(here.pk, gesture=kind, by=player.seat.number))
    return done(request, here)


@require_POST
@access.door
def guess(request: HttpRequest, code: str) -> HttpResponse:
    """Whoever watches guesses along, or thinks better of it; nobody hears of it until everybody sees what was right."""
    here, player = find(request, code)
    about, choice = number_from(request, "about"), number_from(request, "choice")
    if (player is not None and player.seat is not None) or not here.rules.riddles or choice not in (0, 1):
        raise Http404
    snapshot = load(here, timezone.now())
    part = guess_of(snapshot, PUBLIC)
    if part.riddle is None or not part.may or part.riddle.about != about:
        return refused(request, here, player, Toast(say(N_("Too late: everybody sees it by now.")), ""))
    who = _onlooker(request)
    if who is None or limits.attempts(f"guess:{who}", timedelta(minutes=1)) > limits.GUESSES:
        return refused(request, here, player, Toast(say(N_("That was too fast. Please wait a moment.")), ""))
    services.guess(here.pk, about, who, choice)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("tables:table", here.code)
    return HttpResponse(
        guess_again(snapshot, player.language if player else language(), structs.replace(part, mine=choice))
    )


def _onlooker(request: HttpRequest) -> str | None:
    """One and the same for all that a browser guesses; None for a stranger where too many have come from."""
    if access.ONLOOKER not in request.session:
        if limits.too_often("guess", limits.address_of(request), limits.JOINS, timedelta(minutes=10)):
            return None
        request.session[access.ONLOOKER] = token_hex(16)
    return str(request.session[access.ONLOOKER])


def done(request: HttpRequest, here: Table) -> HttpResponse:
    """The answer to something done: the live page changes by itself; without script the page is loaded again."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    return redirect("tables:table", here.code)


@require_POST
@access.door
def again(request: HttpRequest, code: str) -> HttpResponse:
    """The next game with the same people; whoever asks first opens it, the others come along."""
    here, player = find(request, code)
    if player is None or here.room.led or not load(here, timezone.now()).over:
        raise Http404
    try:
        following = services.play_again(here.pk, player)
    except services.NoSuchTable as missing:
        raise Http404 from missing
    except services.BadOptions as bad:
        return refused(request, here, player, Toast(bad.problems[0].why, ""))
    return move_on(request, "tables:table", following.room.code)


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
    context = {"game": here.game, "table": "" if leaves_nothing(here) else here.code, "move": snapshot.number}
    data = form.cleaned_data
    sender = None if leaves_nothing(here) else request.user
    try:
        flag_card(here.edition, data["card"], data["reason"], data["note"], player.language, context, sender)
    except ValidationError as unknown:
        raise Http404 from unknown
    if request.htmx:  # type: ignore[attr-defined]
        return refused(request, here, player, Toast(say(N_("Thank you. The authors of the deck will look at it.")), ""))
    return redirect("tables:table", here.code)
