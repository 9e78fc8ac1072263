"""The pages of the deal of the day (KL-E1)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from decks.models import Edition
from decks.services import pack_of
from games.extras.kernel import Extras, Finished, Link
from games.extras.quizterix_klondike.day import leaderboard
from games.rules.quizterix_klondike import Klondike
from games.rules.words import N_


@require_GET
def day_now(request: HttpRequest) -> HttpResponse:
    """Today's deal of the day, on the deck that stands first."""
    edition = Edition.objects.playable(Klondike.kind).first()
    if edition is None:
        raise Http404
    return redirect("tables:day", edition.pk, datetime.now(UTC).date().isoformat())


@never_cache
@require_GET
def day(request: HttpRequest, edition: int, day: str, finished: Finished) -> HttpResponse:
    """The leaderboard of a deal of the day (KL-E1)."""
    played = Edition.objects.select_related("deck").filter(pk=edition, deck__kind=Klondike.kind).first()
    try:
        date = datetime.strptime(day, "%Y-%m-%d").date()
    except ValueError as nonsense:
        raise Http404 from nonsense
    today = datetime.now(UTC).date()
    if played is None or not date.min < date <= today or not _may_see(played, request, finished):
        raise Http404
    context = {
        "rules": Klondike(),
        "deck": pack_of(played.pk).title.say(get_language() or "en"),
        "edition": played.pk,
        "date": date,
        "yesterday": (date - timedelta(days=1)).isoformat(),
        "is_today": date == today,
        "lines": leaderboard(played, date, finished),
    }
    return render(request, "games/quizterix_klondike/day.html", context)


def _may_see(edition: Edition, request: HttpRequest, finished: Finished) -> bool:
    """A deck in the catalogue is everybody's; of any other only those know who have played with it."""
    if edition.deck.listed and edition.deck.deleted_at is None:
        return True
    return any(finished(Klondike.slug, request.session, edition=edition))


class KlondikeExtras(Extras):
    """The deal of the day and its leaderboard."""

    slug = Klondike.slug
    links = (Link("tables:day_now", N_("The leaderboard of the day")),)

    def addresses(self, finished: Finished) -> Sequence[URLPattern]:
        """Today's deal, and that of any day on any deck."""
        return [
            path("day/", day_now, name="day_now"),
            path("day/<id:edition>/<str:day>/", day, {"finished": finished}, name="day"),
        ]
