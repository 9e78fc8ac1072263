"""How guests come in, and back: their name, their language, their team, their own code."""

from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from config import limits
from games.nights import evening as reading
from games.nights import honours, readings, services
from games.nights.access import host_of
from games.nights.forms import ComeInForm
from games.nights.looks import GUEST
from games.nights.models import Night, State
from games.nights.views.asked import find
from games.nights.views.pages import page
from games.rules.kernel import IllegalMove
from games.tables import access
from games.tables.models import Guest
from games.tables.services import NoSuchTable
from games.tables.views import door
from games.tables.views.asked import code_from, language, sent
from games.wording import plain


@require_http_methods(["GET", "POST"])
@access.door
def join(request: HttpRequest) -> HttpResponse:
    """A code that somebody typed: of a night, or else of a table."""
    if request.method == "POST":
        code = code_from(request, "code")
        if Night.objects.filter(room__code=code).exists():
            return redirect("nights:night", code)
    return door.by_code(request)


@never_cache
@access.door
async def night(request: HttpRequest, code: str) -> HttpResponseBase:
    """A guest's page for the whole evening; for somebody new first the question who they are."""
    here, guest = await sync_to_async(find)(request, code)
    if here.room.code != code.upper():
        return redirect("nights:night", here.room.code)
    if guest is None or request.method == "POST":
        return await sync_to_async(_come_in)(request, here, guest)
    return await page(request, here, guest, GUEST)


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
        if limits.too_often("join", limits.address_of(request), limits.JOINS, timedelta(minutes=10)):
            return render(request, "429.html", status=429)
        data = form.cleaned_data
        try:
            guest = services.come_in(
                here.pk,
                data["nickname"],
                data["language"],
                data.get("team"),
                key=data["key"],
                guest=guest,
                leads=host_of(here, request.session) is not None,
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
        "evening": reading.read(here, timezone.now()),
        "count": here.attendances.filter(guest__removed_at=None).count(),
        "host": here.host.first_name or here.host.get_username(),
    }
    return render(request, "nights/come_in.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Your own page at a night: name, language, and the code with which another phone is you."""
    here, guest = find(request, code)
    if guest is None:
        raise Http404
    form = ComeInForm(sent(request), initial={"nickname": guest.nickname, "language": guest.language})
    leads = host_of(here, request.session) is not None
    form.fields["nickname"].disabled = here.drawn_names and not leads
    if request.method == "POST" and form.is_valid():
        if limits.attempts(f"night:{guest.pk}", timedelta(minutes=1)) > limits.RENAMES:
            return render(request, "429.html", status=429)
        data = form.cleaned_data
        try:
            services.rename(here.pk, guest.pk, data["nickname"], data["language"], leads)
        except IllegalMove as refused:
            form.add_error("nickname", plain(refused.why))
        else:
            return redirect("nights:night", here.room.code)
    context = {"night": here, "form": form, "guest": guest}
    return render(request, "nights/me.html", context, status=422 if form.errors else 200)


@never_cache
@require_GET
@access.door
def missed(request: HttpRequest, code: str) -> HttpResponse:
    """The cards that this guest has not known tonight, with what there is to know about them."""
    here, guest = find(request, code)
    if guest is None:
        raise Http404
    told = [readings.told_of(row) for row in here.rounds.filter(told__isnull=False).order_by("done_at")]
    context = {"night": here, "cards": list(honours.missed(told, guest.pk))}
    with translation.override(guest.language):
        return render(request, "nights/missed.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def come_back(request: HttpRequest, code: str) -> HttpResponse:
    """Another phone is this guest from now on, by the guest's own code."""
    visitor = access.visitor_of(request)
    error = ""
    if request.method == "POST":
        by_code = Q(room__code=code.upper()) | Q(room__night__former__contains=code.upper())  # an earlier one, too
        night = Guest.objects.filter(by_code, room__night__isnull=False, removed_at=None)
        try:
            with access.trying(visitor):  # counted when it is wrong
                found = night.filter(recovery=code_from(request, "code")).first()
                if found is None:
                    raise NoSuchTable
        except NoSuchTable:
            error = _("Nobody here has this code. It stands on your page of the evening.")
        else:
            access.remember(request.session, found)
            return redirect("nights:night", code)
    context = {"code": code.upper()[:8], "error": error, "typed": request.POST.get("code", "")[:12]}
    return render(request, "nights/come_back.html", context, status=422 if error else 200)
