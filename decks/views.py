"""The pages on which readers send in statements (SQ-X1) and see what becomes of them."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from decks.contributions import LEAST, LONGEST_EXPLANATION, LONGEST_TEXT, MOST
from decks.forms import ContributionForm, rows_in
from decks.models import Contribution, Deck
from decks.services import READERS_DECK, send
from games.tables import limits

SENT_PER_HOUR = 5  # per address


@require_http_methods(["GET", "POST"])
def contribute(request: HttpRequest) -> HttpResponse:
    """A form for statements of one's own. Whatever is wrong, everything typed stays."""
    status = 200
    if request.method == "GET":
        form = ContributionForm(initial={"language": get_language()})
    elif "more" in request.POST:
        form = ContributionForm.as_typed(request.POST, min(rows_in(request.POST) + LEAST, MOST))
    else:
        form = ContributionForm(request.POST, rows=rows_in(request.POST))
        if not form.is_valid():
            status = 422
        elif limits.attempts(f"contribute:{limits.address_of(request)}", timedelta(hours=1)) > SENT_PER_HOUR:
            form.add_error(None, _("That was often enough for now. Leave this page open and send again in an hour."))
            status = 429
        else:
            sent = send(form.sent_name, form.cleaned_data["language"], form.offered)
            return redirect("decks:contribution", sent.key)
    deck = Deck.objects.filter(slug=READERS_DECK).first()
    context = {
        "form": form,
        "next_row": len(form.rows) + 1,
        "longest_text": LONGEST_TEXT,
        "longest_explanation": LONGEST_EXPLANATION,
        "senders": deck.credits.get("en", "") if deck else "",
    }
    return render(request, "decks/contribute.html", context, status=status)


@never_cache
@require_GET
def contribution(request: HttpRequest, key: str) -> HttpResponse:
    """What becomes of the statements that somebody has sent, for those who have the link."""
    contributions = Contribution.objects.select_related("edition__deck").defer("edition__content")
    sent = get_object_or_404(contributions, key=key)
    context = {"contribution": sent, "link": request.build_absolute_uri()}
    return render(request, "decks/contribution.html", context)
