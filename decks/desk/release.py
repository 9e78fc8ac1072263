"""From the drafts to an edition: what stops a deck, what would change, and who has to look at it."""

from collections import Counter

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from decks import describing, writing
from decks.desk.access import at_desk
from decks.desk.editor import showable
from decks.desk.shelf import A_PAGE
from decks.flat import PARTS, build
from decks.health import advice
from decks.models import Deck, Draft, Flag, digest_of
from decks.services import canonical, pack_of


@at_desk
@require_GET
def health(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What is wrong with the deck, what could be better, and what players have said."""
    context = {"deck": deck, **advice(deck)}
    context["flags"] = _open_flags(deck)
    return render(request, "desk/health.html", context)


def _open_flags(deck: Deck) -> "QuerySet[Flag]":
    return (
        Flag.objects.filter(edition__deck=deck, state=Flag.State.OPEN)
        .select_related("edition")
        .defer("edition__content")
    )


@at_desk
@require_http_methods(["GET", "POST"])
def release(request: HttpRequest, deck: Deck) -> HttpResponse:
    """From the drafts to an edition: what would change, who has to look at it, and the button."""
    if request.method == "POST":
        return _release(request, deck)
    cards, problems = writing.built(deck)
    current = deck.current
    before = pack_of(current.pk) if current else None
    pack = writing.pack_from(deck, (made for _draft, made in cards))
    changes = list(writing.differences(before, pack))
    counts = Counter(change.what for change in changes)
    texts = list(describing.waiting(deck))
    same = current is not None and not texts and current.digest == digest_of(canonical(pack))
    context = {
        "deck": deck,
        "problems": problems,
        "changes": changes[:200],
        "more": max(0, len(changes) - 200),
        "counts": counts,
        "current": current,
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
        elif do == "publish" and writing.may_approve(deck, request.user):
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


@never_cache
@require_GET
def review(request: HttpRequest, key: str) -> HttpResponse:
    """The drafts of a deck for whoever has the link: to read, not to change."""
    deck = get_object_or_404(Deck, key=key, deleted_at=None)
    parts = PARTS[deck.kind]
    part = next((one for one in parts if one == request.GET.get("part")), parts[0])
    page = Paginator(deck.drafts.filter(part=part), A_PAGE).get_page(request.GET.get("page"))
    shown = [(draft, showable(build(part, draft.fields, deck.languages)[0])) for draft in page]
    names = [(one, Draft.Part(one).label) for one in parts]
    return render(
        request, "desk/review.html", {"deck": deck, "page": page, "shown": shown, "parts": names, "part": part}
    )
