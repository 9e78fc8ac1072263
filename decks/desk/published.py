"""A published deck and the ways to it: play it now, its page, a link to hand on, and whether everybody finds it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from decks import keeping
from decks.desk.access import at_desk
from decks.models import Deck
from decks.services import pack_of
from games.rules.registry import games_for


def published(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    """What `desk/published.html` shows: the edition that new tables take, its games, and the link to its page."""
    current = deck.current
    link = request.build_absolute_uri(reverse("decks:deck", args=[deck.slug]))
    return {"current": current, "link": link, "games": games_for(pack_of(current.pk)) if current else ()}


@at_desk
@require_POST
def listing(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Into the catalogue and the lists of decks, or out of them."""
    listed = request.POST.get("listed") == "yes"
    keeping.set_listed(deck, listed)
    said = _("Everybody finds the deck now.") if listed else _("Only who has the link finds the deck now.")
    messages.success(request, said)
    return redirect("decks:release", deck.pk)
