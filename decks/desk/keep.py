"""Keeping a deck: its editions, who owns it, and the ways out, each with what follows from it said before."""

from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.plain import number
from decks import keeping
from decks.desk.access import at_desk
from decks.models import Deck, Edition

FOR_WRITERS: Final = ("", "renew")  # whoever writes the deck too does no more: it is not theirs
ASKED: Final = ("withdraw", "put-away", "delete")  # what is done only when it has been said twice


@at_desk
@require_http_methods(["GET", "POST"])
def keep(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What may be done with the deck as a whole. What many would notice is asked once more."""
    do, wrong, asked = request.POST.get("do", ""), "", ""
    owns = deck.owner_id == request.user.pk or request.user.has_perm("decks.change_deck")
    if not owns and do not in FOR_WRITERS:
        raise Http404
    edition = None
    if do in ("withdraw", "let-stand"):
        edition = get_object_or_404(Edition, deck=deck, number=number(request.POST.get("edition", ""), 0))
    if do in ASKED and "sure" not in request.POST:
        asked = do
    elif do:
        try:
            return _done(request, deck, do, edition)
        except ValidationError as error:
            wrong = " ".join(error.messages)
    context = {
        "deck": deck,
        "owns": owns,
        "asked": asked,
        "edition": edition,
        "wrong": wrong,
        "heir": request.POST.get("heir", ""),
        "editions": deck.editions.select_related("published_by", "withdrawal"),
        "link": request.build_absolute_uri(reverse("decks:review", args=[deck.key])),
    }
    return render(request, "desk/keep.html", context, status=422 if wrong else 200)


def _done(request: HttpRequest, deck: Deck, do: str, edition: Edition | None) -> HttpResponse:
    """Does it, says so, and goes on. Raises ValidationError, and Http404 for what there is not."""
    match do:
        case "withdraw" if edition is not None:
            keeping.withdraw(edition, request.user)
            messages.success(request, _("Edition %(n)s is withdrawn.") % {"n": edition.number})
        case "let-stand" if edition is not None:
            keeping.let_stand(edition)
            messages.success(request, _("Edition %(n)s stands again.") % {"n": edition.number})
        case "put-away":
            keeping.put_away(deck)
            messages.success(request, _("The deck is put away."))
        case "take-out":
            keeping.take_out(deck)
            messages.success(request, _("The deck is in use again."))
        case "renew":
            keeping.renew_link(deck)
            messages.success(request, _("There is a new link; the old one leads nowhere."))
        case "hand-over":
            heir = keeping.hand_over(deck, request.POST.get("heir", ""))
            messages.success(request, _("%(who)s is the author now. You go on writing it.") % {"who": heir})
        case "delete":
            keeping.delete(deck)
            messages.success(request, _("The deck is deleted."))
            return redirect("decks:desk")
        case _:
            raise Http404
    return redirect("decks:keep", deck.pk)
