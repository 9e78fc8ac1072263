"""Looking a deck through: for editors, who have a word for each card and decide, and for whoever has the link."""

from collections.abc import Sequence
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from config.plain import number
from decks import describing, pictures, reviewing, writing
from decks.desk.access import at_desk
from decks.desk.editor import showable
from decks.desk.inbox import onward
from decks.flat import PARTS, build
from decks.models import Deck, Draft

CHANGED: Final = "changed"  # beside the kinds of card
A_PAGE: Final = 10  # cards, each with both its versions in every language


@at_desk
@require_http_methods(["GET", "POST"])
def look_through(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What a new edition would change, card by card; an editor says a word about cards, gives back, or approves."""
    words = {
        number(name.removeprefix("word-"), 0): str(text).strip()
        for name, text in request.POST.items()
        if name.startswith("word-")
    }
    reason, wrong, status = request.POST.get("reason", "").strip(), "", 200
    if request.method == "POST":
        editor = request.user.has_perm("decks.change_deck")
        if not writing.may_approve(deck, request.user) and (deck.state == Deck.State.REVIEW or not editor):
            raise Http404
        try:
            return _decide(request, deck, words, reason)
        except ValidationError as error:
            wrong, status = " ".join(error.messages), 422
        except reviewing.Decided:
            wrong, status = _("Somebody else has decided on this deck in the meantime."), 409
        except writing.Changed:
            wrong, status = _("The cards have been changed since you looked. Look once more, then publish."), 409
        except writing.Unready as unready:
            names = ", ".join(dict.fromkeys(problem.name for problem in unready.problems))
            told = _("Not ready yet: %(names)s. Say a word about it, or give the deck back.")
            wrong, status = told % {"names": names}, 422
    cards, _problems = writing.built(deck)
    changes = reviewing.changes(deck, cards, deck.current)
    deciding = deck.state == Deck.State.REVIEW and writing.may_approve(deck, request.user)
    if not deciding:  # an author looks for what has been said
        changes.sort(key=lambda change: not (change.draft and change.draft.remark))
    page = Paginator(changes, A_PAGE).get_page(request.POST.get("here") or request.GET.get("page"))
    context = {
        "deck": deck,
        "page": page,
        "shown": _shown(page, deck, words, deciding),
        "current": deck.current,
        "deciding": deciding,
        "seen": writing.mark_of(writing.pack_from(deck, (made for _draft, made in cards)), deck),
        "texts": list(describing.waiting(deck)),
        "reason": reason,
        "wrong": wrong,
        "longest": reviewing.LONGEST_WORD,
        "said": sum(draft.remark != "" for draft, _made in cards),
        "uploaded": deck.pictures.exists(),
    }
    return render(request, "desk/look_through.html", context, status=status)


def _decide(request: HttpRequest, deck: Deck, words: dict[int, str], reason: str) -> HttpResponse:
    """Keeps the words, and does what was asked for."""
    if any(len(word) > reviewing.LONGEST_WORD for word in (reason, *words.values())):
        raise ValidationError(_("A word has at most %(n)s characters: shorten it.") % {"n": reviewing.LONGEST_WORD})
    reviewing.say(deck, words)
    do = request.POST.get("do")
    if do == "back":
        reviewing.give_back(deck, reason)
        messages.success(request, _("The deck is back with its author, who reads your words."))
    elif do == "approve":
        edition, held = reviewing.approve(deck, request.user, request.POST.get("seen", ""), reason)
        messages.success(request, _("Published: edition %(n)s. New tables play with it.") % {"n": edition.number})
        if held:
            said = ngettext("%(n)s card goes back with your word.", "%(n)s cards go back with your words.", held)
            messages.success(request, said % {"n": held})
    else:
        messages.success(request, _("Your words are kept."))
        return redirect(f"{reverse('decks:look_through', args=[deck.pk])}?page={number(do or '', 1)}")
    return onward(request, "decks")


def _shown(page: Any, deck: Deck, words: dict[int, str], deciding: bool = False) -> list[dict[str, Any]]:
    """The changed cards of a page: both versions, what their sides do not tell, and what has been said about them."""
    shown = []
    for change in page:
        draft: Draft | None = change.draft
        word = words.get(draft.pk, draft.remark) if draft else ""
        shown.append(
            {
                "change": change,
                "before": showable(change.before),
                "now": showable(change.now),
                "lines": list(reviewing.lines(change.before, change.now, deck.languages)),
                "word": word,
                "too_long": len(word) > reviewing.LONGEST_WORD,
                "to_say": deciding and draft is not None,
            }
        )
    return shown


@never_cache
@require_GET
def review(request: HttpRequest, key: str) -> HttpResponse:
    """The drafts of a deck for whoever has the link: to read, not to change. What has changed comes first."""
    deck = get_object_or_404(Deck, key=key, deleted_at=None).as_written()
    pictures.let_see(request.session, deck)
    parts: Sequence[str] = PARTS[deck.kind]
    asked = request.GET.get("part", "")
    context: dict[str, Any] = {
        "deck": deck,
        "current": deck.current,
        "parts": [(CHANGED, _("What would change")), *((part, Draft.Part(part).label) for part in parts)],
    }
    changes: list[reviewing.Change] = []
    if asked not in parts:
        cards, _problems = writing.built(deck)
        changes = reviewing.changes(deck, cards, deck.current)
        asked = CHANGED if changes or asked == CHANGED else parts[0]
    rows: Any = changes if asked == CHANGED else deck.drafts.filter(part=asked)
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context["shown"] = _shown(page, deck, {}) if asked == CHANGED else [_as_drafted(draft, deck) for draft in page]
    return render(request, "desk/review.html", context | {"page": page, "part": asked, "changed": asked == CHANGED})


def _as_drafted(draft: Draft, deck: Deck) -> dict[str, Any]:
    """A card as it is being written, with what its sides do not tell."""
    card, _problems = build(writing.part_of_draft(draft), draft.fields, deck.languages)
    told = list(reviewing.lines(None, card, deck.languages)) if card else []
    return {"name": writing.card_name(draft, deck), "now": showable(card), "lines": told}
