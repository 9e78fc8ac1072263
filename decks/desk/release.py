"""From the drafts to an edition: what stops a deck, what would change, and who has to look at it."""

from collections import Counter

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from decks import describing, writing
from decks.desk.access import at_desk
from decks.desk.published import published
from decks.flagged import faces, flagged_cards
from decks.health import advice
from decks.models import Deck, digest_of
from decks.reviewing import changes
from decks.services import canonical

FLAGGED = 20  # cards on the page of health; all of them are in the inbox


@at_desk
@require_GET
def health(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What is wrong with the deck, what could be better, and what players have said."""
    context = {"deck": deck, **advice(deck)}
    context["flagged"] = faces(flagged_cards(Deck.objects.filter(pk=deck.pk))[:FLAGGED], request.LANGUAGE_CODE)
    return render(request, "desk/health.html", context)


@at_desk
@require_http_methods(["GET", "POST"])
def release(request: HttpRequest, deck: Deck) -> HttpResponse:
    """From the drafts to an edition: what would change, who has to look at it, and the button."""
    if request.method == "POST":
        return _release(request, deck)
    cards, problems = writing.built(deck)
    about = published(request, deck)
    current = about["current"]
    pack = writing.pack_from(deck, (made for _draft, made in cards))
    counts = Counter(change.what for change in changes(deck, cards, current))
    texts = list(describing.waiting(deck))
    same = current is not None and not texts and current.digest == digest_of(canonical(pack))
    context = {
        "deck": deck,
        "problems": problems,
        "counts": counts,
        **about,
        "editions": deck.editions.select_related("published_by"),
        "may_approve": writing.may_approve(deck, request.user),
        "texts": texts,
        "same": same,
        "ready": not problems and not same,
        "seen": writing.mark_of(pack, deck),
    }
    return render(request, "desk/release.html", context)


def _release(request: HttpRequest, deck: Deck) -> HttpResponse:
    do = request.POST.get("do")
    try:
        if do == "ask":
            writing.ask_for_review(deck, request.user)
            messages.success(request, _("The editors can look at it now."))
        elif do == "back":
            writing.send_back(deck)
            messages.success(request, _("The deck is a draft again."))
        elif do == "publish" and deck.state != Deck.State.REVIEW and writing.may_approve(deck, request.user):
            edition = writing.publish_drafts(deck, request.user, request.POST.get("seen", ""))
            messages.success(request, _("Published: edition %(n)s. New tables play with it.") % {"n": edition.number})
        else:
            raise Http404
    except writing.Changed:
        messages.error(request, _("The cards have been changed since you looked. Look once more, then publish."))
    except writing.Unready as unready:
        said = ngettext(
            "Nothing has changed: %(n)s thing has to be put right first.",
            "Nothing has changed: %(n)s things have to be put right first.",
            len(unready.problems),
        )
        messages.error(request, said % {"n": len(unready.problems)})
    return redirect("decks:release", deck.pk)
