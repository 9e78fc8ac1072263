"""The buttons of a night: those of the console, and those of a guest's page."""

from datetime import timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from config import limits
from config.plain import number
from games.nights import services
from games.nights.access import host_of
from games.nights.consumer import refusal
from games.nights.models import Night
from games.nights.programme import MOST_GUESTS, remarks
from games.nights.seating import CannotSeat
from games.nights.services import Passed
from games.nights.views.asked import find
from games.rules.kernel import IllegalMove
from games.rules.words import N_, say
from games.tables import access
from games.tables.models import Guest
from games.tables.services import NICKNAME_LENGTH, BadOptions
from games.tables.views.asked import language
from games.wording import plain


@require_POST
@access.door
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """A button of the console, or of a guest's page."""
    here, guest = find(request, code)
    user = host_of(here, request.session)
    why = ""
    try:
        if user is not None and action == "lead":
            _lead_round(request, here, user, guest)
        elif user is not None and _lead(request, here, user, action):
            pass
        elif guest is not None:
            if limits.attempts(f"night:{guest.pk}", timedelta(minutes=1)) > limits.DEEDS:
                return _said(request, here, plain(say(N_("That was too fast. Please wait a moment."))))
            _own(request, here, guest, action)
        else:
            raise Http404
    except Passed:
        why = N_("Somebody was quicker: this is how it stands now.")
    except CannotSeat:
        return _said(request, here, _why_not(here))
    except BadOptions as bad:
        return _said(request, here, plain(bad.problems[0].why))
    except IllegalMove as refused:
        return _said(request, here, plain(refused.why))
    if why:
        return _said(request, here, plain(say(why)))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    return redirect("nights:console" if user is not None else "nights:night", here.room.code)


def _said(request: HttpRequest, here: Night, why: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(refusal(language(), why))
    return HttpResponse(why, status=422, content_type="text/plain; charset=utf-8")


def _why_not(here: Night) -> str:
    """Which round cannot be seated, and why."""
    number = 0
    for row in here.rounds.all():
        number += bool(row.game)
        if row.game and row.sent_at is None:
            guests = len(services.present(here, row))
            found = (one.why for one in remarks([row.item], guests, here.teams.count()) if one.grave)
            why = next(found, say(N_("nobody is here who plays.")))
            return f"{plain(say(N_('Round %(n)s'), n=number))}: {plain(why)}"
    return ""


def _own(request: HttpRequest, here: Night, guest: Guest, action: str) -> None:
    match action:
        case "team":
            services.join_team(here.pk, guest.pk, number(request.POST.get("team", ""), 0))
        case "wish":
            services.wish(here.pk, guest.pk, number(request.POST.get("table", ""), 0))
        case "watch":
            services.look_at(here.pk, guest.pk, min(number(request.POST.get("table", ""), 0), MOST_GUESTS))
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
            services.back_to_standing(night, token)
        case "warn":
            services.warn(night, row)
        case "call":
            services.call_time(night, row)
        case "close":
            services.close_round(night, row, force="without" in post)
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
        case "mute":
            services.mute(night, bool(post.get("muted")))
        case "code":
            services.change_code(night)
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
            team = number(post.get("team", ""), 0)
            services.correct(night, None if team else guest, team or None, points, post["why"].strip()[:120], user)
        case _:
            return False
    return True


def _lead_round(request: HttpRequest, here: Night, user: Any, guest: Guest | None) -> None:
    """The host leads the round and does not play, on a guest's page of their own; or plays along after all."""
    row, lead = number(request.POST.get("round", ""), 0), bool(request.POST.get("lead"))
    if guest is None and lead:
        name = (user.first_name or user.get_username())[:NICKNAME_LENGTH]
        guest = services.come_in(here.pk, name, language(), leads=True, watching=True)
        access.remember(request.session, guest)
    leader = guest.pk if guest is not None and lead else None
    services.lead_round(here.pk, row, leader)


def _points(text: str) -> Decimal | None:
    try:
        points = Decimal(text.strip().replace(",", ".").replace("−", "-"))
    except InvalidOperation:
        return None
    return points.quantize(Decimal("0.1")) if points.is_finite() and abs(points) < 1000 else None
