"""What has happened to the cards of a deck, step by step; any step can be brought back."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from config.plain import number
from decks import past, writing
from decks.desk.access import at_desk
from decks.models import Deck, Draft

A_PAGE: Final = 20


@at_desk
@require_GET
def history(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Who changed which words of which card, the latest first; or of one card alone. The bin's cards are there, too."""
    records, one = Draft.history.filter(deck_id=deck.pk), None
    if "card" in request.GET:
        one = get_object_or_404(Draft.everything, deck=deck, pk=number(request.GET["card"], 0))
        records = records.filter(id=one.pk)
    page = Paginator(past.recorded(records), A_PAGE).get_page(request.GET.get("page"))
    drafts = Draft.everything.select_related("deck").in_bulk({record.id for record in page})
    rows = []
    for record in page:
        draft = drafts.get(record.id)
        if draft is not None:
            step = past.step_of(record, writing.part_of_draft(draft))
            name = writing.card_name(draft, deck)
            rows.append({"draft": draft, "name": name, "step": step, "now": record.fields == draft.fields})
    context = {"deck": deck, "page": page, "rows": rows, "card": one}
    if one is not None:
        context["name"] = writing.card_name(one, deck)
    return render(request, "desk/history.html", context)
