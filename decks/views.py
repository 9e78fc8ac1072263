"""The catalogue of decks, one to print, and the pages on which readers send in statements (SQ-X1)."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from config import limits
from config.plain import number
from decks.card_gates import LONGEST, LONGEST_EXPLANATION
from decks.cards import Card
from decks.contributions import LEAST, MOST
from decks.forms import ContributionForm, PrintForm, rows_in
from decks.models import Contribution, Deck, Edition
from decks.pictures import BLANK, to_show
from decks.printing import PAPERS, cards_to_print, sheets
from decks.services import correct, pack_of, readers_deck, send, send_again, sent_mark
from games.rules.registry import games_for
from games.rules.words import Text

SENT_PER_HOUR = 5  # per address
SAMPLES = 4
MET = 10  # cards on a page to meet them: a minute


@require_GET
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every deck that is published and listed, by kind; before them one's own that are not listed."""
    there = Deck.objects.in_use().filter(pk__in=Edition.objects.standing().values("deck")).order_by("kind", "slug")
    own = there.filter(listed=False).of(request.user)
    return render(request, "decks/catalogue.html", {"decks": there.filter(listed=True), "own": own})


@require_GET
def deck(request: HttpRequest, slug: str) -> HttpResponse:
    """A deck: what it is, a few of its cards without their answers, and the games it is for."""
    found = get_object_or_404(Deck, slug=slug)
    edition = found.current
    if edition is None:
        raise Http404
    pack = pack_of(edition.pk)
    cards = len(pack.statements) + len(pack.events) + len(pack.shows)
    context = {
        "deck": found,
        "edition": edition,
        "cards": cards,
        "questions": len(pack.questions),
        "games": games_for(pack),
        "events": _spread(pack.events),
        "statements": _spread(pack.statements),
        "shows": pack.shows[:2],
    }
    return render(request, "decks/deck.html", context)


@require_GET
def meet(request: HttpRequest, slug: str) -> HttpResponse:
    """Ten cards of a deck of events, to look at and to turn over: whoever has met them plays with better luck."""
    found = get_object_or_404(Deck, slug=slug)
    edition = found.current
    if edition is None or not (events := pack_of(edition.pk).events):
        raise Http404
    step = max(1, len(events) // MET)
    first = number(request.GET.get("from", ""), 0) % step
    context = {"deck": found, "cards": events[first::step][:MET], "all": len(events), "next": (first + 1) % step}
    return render(request, "decks/meet.html", context)


def _spread(cards: Sequence[Card]) -> list[Card]:
    """A few cards from all over the deck."""
    return list(cards[:: max(1, len(cards) // SAMPLES)][:SAMPLES])


@require_http_methods(["GET", "POST"])
def contribute(request: HttpRequest) -> HttpResponse:
    """A form for statements of one's own. Whatever is wrong, everything typed stays."""
    form, status = _typed(request, ContributionForm(initial={"language": get_language()}))
    if request.method == "POST" and status == 200 and "more" not in request.POST:
        sent = send(form.sent_name, form.cleaned_data["language"], form.offered, request.user)
        return redirect("decks:contribution", sent.key)
    return _form(request, form, status)


def _typed(request: HttpRequest, fresh: ContributionForm, *, limited: bool = True) -> tuple[ContributionForm, int]:
    """The form as it was typed, and the status to answer with; 200 for one that can be sent."""
    if request.method != "POST":
        return fresh, 200
    if "more" in request.POST:
        return ContributionForm.as_typed(request.POST, min(rows_in(request.POST) + LEAST, MOST)), 200
    form = ContributionForm(request.POST, rows=rows_in(request.POST))
    if not form.is_valid():
        return form, 422
    if limited and _sent_too_often(request):
        form.add_error(None, _("That was often enough for now. Leave this page open and send again in an hour."))
        return form, 429
    return form, 200


def _sent_too_often(request: HttpRequest) -> bool:
    return limits.too_often("contribute", limits.address_of(request), SENT_PER_HOUR, timedelta(hours=1))


def _form(
    request: HttpRequest,
    form: ContributionForm,
    status: int,
    sent: Contribution | None = None,
    *,
    correcting: bool = False,
) -> HttpResponse:
    readers = readers_deck()
    seen = request.POST.get("seen", "")
    if sent and (not seen or status == 409):
        seen = sent_mark(sent)
    context = {
        "form": form,
        "next_row": len(form.rows) + 1,
        "longest_text": LONGEST,
        "longest_explanation": LONGEST_EXPLANATION,
        "senders": readers.credits.get("en", "") if readers else "",
        "word": sent.word if sent and not correcting else "",
        "correcting": correcting,
        "seen": seen,
        "theirs": sent if sent and status == 409 else None,
        "here": request.path,
    }
    return render(request, "decks/contribute.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def contribution(request: HttpRequest, key: str) -> HttpResponse:
    """What becomes of the statements that somebody has sent, for those who have the link.

    Statements that an editor has given back can be changed here and sent again.
    """
    contributions = Contribution.objects.select_related("edition__deck").defer("edition__content")
    sent = get_object_or_404(contributions, key=key)
    if sent.state == Contribution.State.RETURNED or request.method == "POST":
        form, status = _typed(request, ContributionForm.of(sent))
        if request.method != "POST" or status != 200 or "more" in request.POST:
            return _form(request, form, status, sent)
        said = form.sent_name, form.cleaned_data["language"], form.offered
        if not send_again(sent, *said, request.POST.get("seen")):
            return _too_late(request, form, sent)
        return redirect("decks:contribution", key)
    context = {"contribution": sent, "link": request.build_absolute_uri()}
    return render(request, "decks/contribution.html", context)


def _too_late(
    request: HttpRequest, form: ContributionForm, sent: Contribution, *, correcting: bool = False
) -> HttpResponse:
    """What is typed comes too late, and is there to be seen and kept: somebody has changed or decided on it before."""
    expected = Contribution.State.NEW if correcting else Contribution.State.RETURNED
    sent.refresh_from_db(fields=["state", "name", "language", "statements"])
    if sent.state == expected:
        what = _(
            "Somebody has changed these statements: yours are not saved. Theirs stand below; save again over them."
        )
    else:
        what = _("These statements can no longer be changed: yours are not saved. Copy what you would like to keep.")
    form.add_error(None, what)
    return _form(request, form, 409, sent, correcting=correcting)


@require_safe
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """An uploaded picture. Absent, taken down and not for this person are the same.

    It never changes, so browsers keep it; but they ask at each visit whether it may still be shown, which costs them an
    answer without a picture. What is not shown is one transparent point, or browsers would draw a torn sheet over the
    words beneath.
    """
    found = to_show(key, request.user, request.session)
    if found is None:
        return HttpResponse(BLANK, status=404, content_type="image/webp", headers={"Cache-Control": "no-cache"})
    kept = "public, no-cache" if found.published else "private, no-cache"
    headers = {"Cache-Control": kept, "ETag": f'"{key}"', "X-Content-Type-Options": "nosniff"}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(bytes(found.data), content_type="image/webp", headers=headers)


@never_cache
@require_http_methods(["GET", "POST"])
def correct_contribution(request: HttpRequest, number: int) -> HttpResponse:
    """The statements that somebody has sent, for an editor to mend before they are accepted."""
    if not (request.user.is_staff and request.user.has_perm("decks.change_contribution")):
        raise Http404
    waiting = Contribution.objects.all() if request.method == "POST" else Contribution.objects.filter(state="new")
    sent = get_object_or_404(waiting, pk=number)
    form, status = _typed(request, ContributionForm.of(sent), limited=False)
    if request.method != "POST" or status != 200 or "more" in request.POST:
        return _form(request, form, status, sent, correcting=True)
    said = form.sent_name, form.cleaned_data["language"], form.offered
    if not correct(sent, *said, request.POST.get("seen")):
        return _too_late(request, form, sent, correcting=True)
    messages.success(request, _("The statements are mended. The sender reads them as they are now."))
    return redirect("decks:statements", sent.pk)


@require_GET
def print_deck(request: HttpRequest, slug: str) -> HttpResponse:
    """A deck to print, to cut out and to play with. An unknown deck and one without an edition give the same answer."""
    editions = Edition.objects.standing().filter(deck__slug=slug).select_related("deck").order_by("-number")
    edition = editions.first()
    if edition is None:
        raise Http404
    pack = pack_of(edition.pk)
    form = PrintForm(pack, request.GET.dict())
    language, paper = form.chosen["language"], form.chosen["paper"]
    cards = cards_to_print(pack, language, form.kinds)
    pages = list(sheets(cards, PAPERS[paper], backs=form.chosen["sides"] == "both"))
    context = {
        "deck": edition.deck,
        "edition": edition,
        "form": form,
        "cards": cards,
        "sheets": pages,
        "number_of_sheets": pages[-1].number if pages else 0,
        "paper": PAPERS[paper],
        "paper_name": paper,
        "card_language": language,
        "named": form.chosen.get("picture") == "named",
        "credits": Text(**edition.deck.credits),
        "licence": Text(**edition.deck.licence),
        "games": games_for(pack),
    }
    return render(request, "decks/print.html", context)
