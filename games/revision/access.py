"""Who is there: a device with the key of a slip in a cookie of its own, or a teacher.

Absent and forbidden look alike.
"""

import base64
import binascii
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from config import limits
from games.revision.memory import Likes
from games.revision.models import Class
from games.revision.sealing import KEY_LENGTH
from games.revision.services import Holder, NoSuchSlip, NotHere, NotNow, Replaced
from games.tables.access import GUESTS, Crowded, Visitor

COOKIE = "slip_key"  # Django leaves what is called a key out of its reports of errors
SHARED = "slip_shared"  # this device is passed on: it forgets a slip by itself
LESSON = 90 * 60  # seconds
NOT_NOW = gettext_lazy(
    "The site is just being renewed and cannot read what you know. Nothing is lost: try again in a few minutes."
)

P = ParamSpec("P")


def holder_of(request: HttpRequest) -> Holder | None:
    """What the device brings; None if it knows no slip."""
    slip, _dot, rest = request.COOKIES.get(COOKIE, "").partition(".")
    device, _dot, text = rest.partition(".")
    try:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
    if not slip.isascii() or not slip.isdigit() or len(slip) > 15 or len(key) != KEY_LENGTH or len(device) != 16:
        return None
    return Holder(int(slip), device, key)


def keep(response: HttpResponseBase, holder: Holder, klass: Class | None, *, shared: bool) -> None:
    """The device knows the slip from now on: until the class ends, or until after the lesson."""
    text = base64.urlsafe_b64encode(holder.key).decode().rstrip("=")
    days = (klass.last_day - timezone.localdate()).days + 1 if klass else 1
    age = LESSON if shared else min(days, 400) * 86_400
    _set(response, COOKIE, f"{holder.slip}.{holder.device}.{text}", age)
    if shared:
        share(response)
    else:
        response.delete_cookie(SHARED)


def share(response: HttpResponseBase) -> None:
    """From now on this device is passed on: it forgets every slip after the lesson."""
    _set(response, SHARED, "1", 400 * 86_400)


def put_games_away(request: HttpRequest) -> None:
    """Somebody else takes the device: neither the seats nor the games of whoever had it are theirs."""
    request.session.pop(GUESTS, None)


def let_go(response: HttpResponseBase) -> None:
    """The device knows no slip any more."""
    response.delete_cookie(COOKIE, samesite="Lax")


def _set(response: HttpResponseBase, name: str, value: str, age: int) -> None:
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)


PupilView: TypeAlias = Callable[Concatenate[HttpRequest, Holder, P], HttpResponse]


def with_slip(view: PupilView[P]) -> Callable[..., HttpResponse]:
    """A page for whoever holds a slip. Everybody else is led to where slips are scanned, whatever they asked for.

    Who asks for what is over, or never was theirs, is told so on the first page, and keeps the slip.
    """

    @wraps(view)
    @never_cache
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        holder = holder_of(request)
        try:
            if holder is None:
                raise NoSuchSlip
            return view(request, holder, *args, **kwargs)
        except NotNow:
            return not_now(request)
        except NotHere:
            messages.warning(request, _("This is over, or your teacher took it back. What you know stays with you."))
            return redirect("revision:today")
        except Replaced:
            return redirect("revision:replaced")
        except NoSuchSlip:
            response = redirect("revision:door")
            if holder is not None:
                let_go(response)
            return response

    return inner


def not_now(request: HttpRequest) -> HttpResponse:
    """What somebody knows cannot be read for the moment, and stays as it is."""
    context = {"error": NOT_NOW, "title": "Tischrunde", "back": "/", "likes": Likes()}
    return render(request, "revision/not_now.html", context, status=503)


@contextmanager
def trying(visitor: Visitor) -> Iterator[None]:
    """Somebody tries the code of a slip. Raises Crowded, whether it is right or wrong; a wrong one counts."""
    if not visitor.waited and (queue := limits.crowded(visitor.name, visitor.address)):
        raise Crowded(queue)
    try:
        yield
    except NoSuchSlip:
        limits.wrong_code(visitor.name, visitor.address)
        raise


def is_teacher(user: Any) -> bool:
    """May this person make classes?"""
    return bool(user.is_authenticated and user.has_perm("revision.add_class"))


TeacherView: TypeAlias = Callable[Concatenate[HttpRequest, Class, P], HttpResponse]


def at_class(view: TeacherView[P]) -> Callable[..., HttpResponse]:
    """A page of a class for those who teach it. For other teachers there is no such page.

    Whoever is no teacher is told where they stand, whichever class they asked for.
    """

    @wraps(view)
    @never_cache
    @login_required
    def inner(request: HttpRequest, klass: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_teacher(request.user):
            return redirect("decks:standing")
        try:
            return view(request, get_object_or_404(Class.objects.of(request.user), pk=klass), *args, **kwargs)
        except Class.DoesNotExist as gone:  # erased by a colleague in this very moment
            raise Http404 from gone

    return inner


def teachers_only(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for teachers; whoever is none is told where they stand."""

    @wraps(view)
    @never_cache
    @login_required
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_teacher(request.user):
            return redirect("decks:standing")
        return view(request, *args, **kwargs)

    return inner
