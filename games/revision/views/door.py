"""Where a slip is scanned or typed, and put away again."""

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.revision import services
from games.revision.access import NOT_NOW, SHARED, holder_of, keep, let_go, put_games_away, share, trying, with_slip
from games.revision.models import Pupil
from games.revision.sealing import CODE_LENGTH, cleaned
from games.revision.services import Holder, NoSuchSlip, NotNow, Replaced
from games.tables.access import door as guarded
from games.tables.access import visitor_of


@never_cache
@require_http_methods(["GET", "POST"])
@guarded
def door(request: HttpRequest) -> HttpResponse:
    """A slip is scanned (its code stands after # and is posted by a script) or typed, and the device knows it."""
    held, error = holder_of(request), ""
    if request.method == "POST":
        code = cleaned(request.POST.get("code", "")[:60])
        try:
            if not code:
                raise NoSuchSlip
            before = services.whose(held)
            with trying(visitor_of(request)):
                holder = services.enter(code, held)
            return _known(request, before, holder)
        except Replaced:
            error = _("This slip has been replaced. Ask for your new one.")
        except NotNow:
            error = str(NOT_NOW)
        except NoSuchSlip:
            error = _no_such(code)
    context: dict[str, Any] = {
        "error": error,
        "typed": request.POST.get("code", "")[:60],
        "pupil": services.whose(held),
    }
    return render(request, "revision/door.html", context, status=422 if error else 200)


def _no_such(code: str) -> str:
    if not code:
        return _("A slip bears %(n)d letters and digits, never 0, 1, O or I. Compare them one by one.") % {
            "n": CODE_LENGTH
        }
    return _("No slip has this code. Compare it letter by letter; when a class has ended, its slips are erased.")


def _known(request: HttpRequest, before: Pupil | None, holder: Holder) -> HttpResponse:
    opened = services.look(holder)
    other = before != opened.pupil
    shared = SHARED in request.COOKIES or (other and before is not None)
    if shared and other:
        put_games_away(request)
    response = redirect("revision:today")
    keep(response, holder, opened.klass, shared=shared)
    return response


@never_cache
@require_GET
def replaced(request: HttpRequest) -> HttpResponse:
    """The device knows a slip that has been replaced: the new one brings everything back."""
    return render(request, "revision/replaced.html", {"error": "", "typed": "", "pupil": None})


@require_POST
@never_cache
def away(request: HttpRequest) -> HttpResponse:
    """Not you? The device forgets the slip, be it good or dead, and from now on every slip after the lesson."""
    holder = holder_of(request)
    with suppress(NoSuchSlip, NotNow):
        if holder is not None:
            services.put_away(holder)
    put_games_away(request)
    response = redirect("revision:door")
    let_go(response)
    share(response)
    return response


@require_POST
@with_slip
def mine(request: HttpRequest, holder: Holder) -> HttpResponse:
    """This device is one pupil's own, or it is shared: then it forgets the slip after the lesson."""
    response = redirect("revision:today")
    keep(response, holder, services.look(holder).klass, shared=request.POST.get("shared") == "1")
    return response
