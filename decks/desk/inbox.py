"""The inbox: decks that wait for a decision, statements that were sent in, cards that players have flagged."""

from typing import Any, Final, Literal

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from config.plain import number
from decks.cards import Card, find_card
from decks.desk.access import authors_only
from decks.desk.editor import showable
from decks.flagged import as_written, faces, flagged_cards, title_of
from decks.models import Contribution, Deck, Flag
from decks.reviewing import LONGEST_WORD, lines
from decks.services import pack_of, reopen_flags, settle_flags
from decks.writing import may_approve
from games.rules.registry import GAMES
from games.rules.scene import uploaded_in

A_PAGE: Final = 10  # of each of the three
FLAGS_SHOWN: Final = 50  # of one card
SETTLED_SHOWN: Final = 20


def waiting_decks(person: Any) -> "QuerySet[Deck]":
    """The decks that wait for an editor, the longest first; nobody else decides."""
    if not person.has_perm("decks.change_deck"):
        return Deck.objects.none()
    return Deck.objects.writable_by(person).filter(state=Deck.State.REVIEW, archived_at=None).order_by("updated_at")


def waiting_statements(person: Any) -> "QuerySet[Contribution]":
    """The statements that wait for an editor, the longest first."""
    if not person.has_perm("decks.view_contribution"):
        return Contribution.objects.none()
    return Contribution.objects.filter(state=Contribution.State.NEW).order_by("created_at")


def open_flags(person: Any) -> "QuerySet[Flag]":
    """What players have said about the cards of the decks that this person writes, and nobody has settled."""
    decks = Deck.objects.writable_by(person)
    return Flag.objects.filter(edition__deck__in=decks, state=Flag.State.OPEN)


def waiting(person: Any) -> int:
    """How much waits for this person: decks, statements sent in, and flagged cards."""
    cards = flagged_cards(Deck.objects.writable_by(person)).count()
    return waiting_decks(person).count() + waiting_statements(person).count() + cards


def onward(request: HttpRequest, sort: Literal["decks", "statements", "cards"]) -> HttpResponse:
    """From one that is decided to the next of its sort, and to the inbox when none is left."""
    person = request.user
    match sort:
        case "decks" if deck := next((one for one in waiting_decks(person) if may_approve(one, person)), None):
            return redirect("decks:look_through", deck.pk)
        case "statements" if sent := waiting_statements(person).first():
            return redirect("decks:statements", sent.pk)
        case "cards" if found := faces(flagged_cards(Deck.objects.writable_by(person))[:1], request.LANGUAGE_CODE):
            return redirect("decks:flagged", found[0].newest)
    return redirect("decks:inbox")


@authors_only
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """All that waits, each sort with its count."""
    person, asked = request.user, request.GET
    decks = Paginator(waiting_decks(person).select_related("asked_by"), A_PAGE).get_page(asked.get("decks"))
    statements = Paginator(waiting_statements(person), A_PAGE).get_page(asked.get("statements"))
    cards = Paginator(flagged_cards(Deck.objects.writable_by(person)), A_PAGE).get_page(asked.get("cards"))
    found = faces(cards, request.LANGUAGE_CODE)
    context = {
        "decks": decks,
        "statements": statements,
        "cards": cards,
        "flagged": [{"flagged": one, "face": showable(one.card)} for one in found],
        "flags": open_flags(person).count(),
    }
    return render(request, "desk/inbox.html", context)


@authors_only
@require_http_methods(["GET", "POST"])
def flagged(request: HttpRequest, flag: int) -> HttpResponse:
    """A card with all that players have said about it: as they saw it, and as it is now."""
    decks = Deck.objects.writable_by(request.user)
    one = get_object_or_404(Flag.objects.select_related("edition__deck"), pk=flag, edition__deck__in=decks)
    card, deck = find_card(pack_of(one.edition_id), one.card), one.edition.deck
    if card is None:
        raise Http404
    about = Flag.objects.filter(edition__deck=deck, card=one.card).select_related("edition")
    word, status = request.POST.get("word", "").strip(), 200
    if request.method == "POST":
        if not request.user.has_perm("decks.change_flag"):
            raise Http404
        if len(word) <= LONGEST_WORD:
            return _settle(request, about, one, word)
        status = 422
    still_open = about.filter(state=Flag.State.OPEN)
    context = {
        "deck": deck,
        "flag": one,
        "name": title_of(card, deck, request.LANGUAGE_CODE),
        "said": [{"flag": flag, "game": _game(flag)} for flag in still_open[:FLAGS_SHOWN]],
        "count": still_open.count(),
        "settled": about.filter(state=Flag.State.SETTLED).order_by("-settled_at", "-pk")[:SETTLED_SHOWN],
        "word": word,
        "longest": LONGEST_WORD,
        **_seen_and_now(deck, one, card),
    }
    return render(request, "desk/flagged.html", context, status=status)


def _seen_and_now(deck: Deck, flag: Flag, card: Card) -> dict[str, Any]:
    """The card as its flag's sender saw it, beside the card as it is now, if that is another one."""
    draft, now = as_written(deck, flag.card, card)
    now = None if now == card else now
    languages = pack_of(flag.edition_id).languages
    return {
        "draft": draft,
        "current": flag.edition,
        "one": {"before": showable(card), "now": showable(now), "lines": list(lines(card, now or card, languages))},
        "uploaded": any(uploaded_in(scene) for scene in card.scene.all()) if hasattr(card, "scene") else False,
    }


def _game(flag: Flag) -> str:
    """What the game is called in which the card was flagged."""
    game = GAMES.get(flag.context.get("game", ""))
    return _(game.title) if game else ""


def _settle(request: HttpRequest, about: "QuerySet[Flag]", here: Flag, word: str) -> HttpResponse:
    """Settles exactly the flags that were on the page, or opens one again."""
    chosen = about.filter(pk__in=[number(one, 0) for one in request.POST.getlist("flag")])
    match request.POST.get("do"):
        case "settle":
            count = settle_flags(chosen, word)
            messages.success(request, ngettext("%(n)d flag settled.", "%(n)d flags settled.", count) % {"n": count})
        case "reopen":
            count = reopen_flags(chosen)
            messages.success(request, ngettext("%(n)d flag opened.", "%(n)d flags opened.", count) % {"n": count})
        case _:
            raise Http404
    if about.filter(state=Flag.State.OPEN).exists():
        return redirect("decks:flagged", here.pk)
    return onward(request, "cards")
