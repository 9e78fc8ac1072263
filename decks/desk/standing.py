"""Where one stands: which desks somebody has, has asked for, or may ask for; and who asks, for administrators."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from decks.models import DeskRequest
from decks.roles import DESKS, ask_for_desk, desks_of, grant_desk, refuse_desk


def _grants(person: Any) -> bool:
    return bool(person.has_perm("auth.change_user"))


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def standing(request: HttpRequest) -> HttpResponse:
    """Asks for a desk with one tap; an administrator grants it with one."""
    if request.method == "POST":
        if "desk" in request.POST:
            if request.POST["desk"] not in DESKS:
                raise Http404
            ask_for_desk(request.user, request.POST["desk"])
        elif _grants(request.user):
            _decide(request)
        return redirect("decks:standing")
    waiting = DeskRequest.objects.select_related("person") if _grants(request.user) else []
    return render(request, "desk/standing.html", {"desks": desks_of(request.user), "waiting": waiting})


def _decide(request: HttpRequest) -> None:
    for name, decide in (("grant", grant_desk), ("refuse", refuse_desk)):
        if request.POST.get(name, "").isdecimal() and len(request.POST[name]) < 16:
            decide(get_object_or_404(DeskRequest, pk=request.POST[name]))
