"""Afterwards: the standing, the rounds, the replays, to print and as a table; and the end of it all."""

import csv
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.nights import evening as reading
from games.nights import readings, services
from games.nights.access import host_of
from games.nights.evening import Evening
from games.nights.models import State
from games.nights.points import told
from games.nights.services import Passed
from games.nights.stages import standing_of
from games.nights.views.asked import find
from games.tables import access


@never_cache
@require_http_methods(["GET", "POST"])
@access.door
def results(request: HttpRequest, code: str) -> HttpResponse:
    """The standing, the rounds, the replays: to print, as CSV, and for the host to erase."""
    here, guest = find(request, code)
    leader = host_of(here, request.session)
    if guest is None and leader is None:
        raise Http404
    typed = request.POST.get("erase", "")[:12]
    if request.method == "POST":
        if leader is None:
            raise Http404
        if request.POST.get("forget"):
            with suppress(Passed):  # not before its end
                services.forget_names(here.pk)
            return redirect("nights:results", here.room.code)
        if typed.strip().upper() == here.room.code:
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
                    (one.guest, names.get(one.guest, "–"), one.table, one.place, one.of, _told(one, row.worth))
                    for one in readings.kept(row)
                ),
                key=lambda line: (line[2], line[3]),
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
        "typed": typed,
    }
    return render(request, "nights/results.html", context, status=422 if request.method == "POST" else 200)


def _told(one: readings.Earned, worth: int) -> str:
    return told(one.exact * worth)


def _csv(now: Evening, rounds: list[dict[str, Any]]) -> HttpResponse:
    """The whole evening as a table for a spreadsheet; a name cannot be taken for a formula."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{now.code}.csv"'
    answer.write("\ufeff")
    lines = csv.writer(answer)
    lines.writerow([_("Place"), _("Name"), _("Points"), *(one["title"] for one in rounds)])
    for line in now.standing:
        earned = [next((row[5] for row in one["lines"] if row[0] == line.id), "0") for one in rounds]
        name = f"'{line.name}" if line.name[:1] in "=+-@\t" else line.name
        lines.writerow([line.place, name, line.points, *earned])
    return answer
