"""The starting tour: a minute for somebody's first deck, on its page, until it is put away."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from decks.desk.access import at_desk
from decks.models import Deck

COOKIE = "toured"


def wanted(request: HttpRequest, deck: Deck) -> bool:
    """Is this the first deck of its author, who has not put the tour away in this browser?"""
    if COOKIE in request.COOKIES or deck.owner_id != request.user.pk or deck.state == Deck.State.PUBLISHED:
        return False
    return not Deck.objects.filter(owner=deck.owner_id).exclude(pk=deck.pk).exists()


@at_desk
@require_POST
def skip(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Puts the tour away for good."""
    answer = redirect("decks:write", deck.pk)
    answer.set_cookie(
        COOKIE,
        "1",
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer
