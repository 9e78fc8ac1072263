"""The uploaded pictures of a deck: where they stand, and how an editor takes one down."""

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from decks import writing
from decks.desk.access import at_desk
from decks.models import Deck, Picture
from decks.pictures import put_up, take_down
from games.rules.scene import uploaded_in

A_PAGE: Final = 24


@at_desk
@require_http_methods(["GET", "POST"])
def uploads(request: HttpRequest, deck: Deck) -> HttpResponse:
    """All of them with the cards they stand on. Taking one down is asked once more, and can be undone."""
    asked: Picture | None = None
    editor = request.user.has_perm("decks.change_deck")
    if request.method == "POST":
        picture = get_object_or_404(deck.pictures.defer("data"), key=request.POST.get("picture", ""))
        do = request.POST.get("do")
        if not editor or do not in ("down", "up"):
            raise Http404
        if do == "up":
            put_up(picture.key)
            messages.success(request, _("The picture is shown again."))
        elif "sure" in request.POST:
            take_down(picture.key)
            messages.success(request, _("The picture is taken down."))
        else:
            asked = picture
        if asked is None:
            return redirect("decks:pictures", deck.pk)
    page = Paginator(deck.pictures.defer("data").order_by("-created_at", "-pk"), A_PAGE).get_page(
        request.GET.get("page")
    )
    names = _standing_on(deck)
    rows = [{"picture": picture, "cards": names.get(picture.key, [])} for picture in page]
    context = {"deck": deck, "page": page, "rows": rows, "asked": asked, "editor": editor}
    return render(request, "desk/uploads.html", context)


def _standing_on(deck: Deck) -> dict[str, list[str]]:
    """The names of the drafts that show each picture."""
    names: dict[str, list[str]] = {}
    for draft in deck.drafts.filter(part="event"):
        fields: dict[str, Any] = draft.fields
        keys = {uploaded_in(text) for path, text in fields.items() if path.startswith("scene.")} - {""}
        for key in keys:
            names.setdefault(key, []).append(writing.card_name(draft, deck))
    return names
