"""What became of it: the cards that somebody with an account has flagged, and the statements they have sent in."""

from typing import Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from decks.cards import find_card
from decks.flagged import changed_since, title_of
from decks.models import Contribution, Flag
from decks.services import pack_of

A_PAGE: Final = 20


@never_cache
@login_required
@require_GET
def sent(request: HttpRequest) -> HttpResponse:
    """Everything one has sent, the newest first, each with what became of it."""
    person = request.user
    flags = Flag.objects.filter(sender_id=person.pk).select_related("edition__deck").defer("edition__content")
    statements = Contribution.objects.filter(sender_id=person.pk).select_related("edition__deck")
    page = Paginator(flags.order_by("-pk"), A_PAGE).get_page(request.GET.get("flags"))
    context = {
        "flags": page,
        "said": [_told(flag, request.LANGUAGE_CODE) for flag in page],
        "statements": Paginator(statements.defer("edition__content").order_by("-pk"), A_PAGE).get_page(
            request.GET.get("statements")
        ),
    }
    return render(request, "desk/sent.html", context)


def _told(flag: Flag, language: str) -> dict[str, object]:
    """A flag with its card's name, and whether the card has changed since."""
    deck, card = flag.edition.deck, find_card(pack_of(flag.edition_id), flag.card)
    name = title_of(card, deck, language) if card else ""
    return {"flag": flag, "deck": deck, "name": name, "changed": changed_since(flag, deck.current)}
