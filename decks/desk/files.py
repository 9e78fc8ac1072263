"""Cards in files: looked at before they are taken in, and given out."""

from datetime import timedelta
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from config import limits
from decks import confined, writing
from decks.cards import Card
from decks.desk.access import at_desk
from decks.exchange import ENDINGS, FORMATS, MOST_BYTES, Format, dump, load, sample
from decks.flat import kind_of, name_of
from decks.models import Deck, Import
from decks.packaged import BrokenDeck

SENT_PER_HOUR: Final = 100  # by one person


@at_desk
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A file is looked at first and taken in after a yes, all of it or nothing."""
    wrong, faults, more = "", [], 0
    waiting = Import.objects.filter(deck=deck, person_id=request.user.pk).first()
    do, sent = request.POST.get("do"), request.FILES.get("file")
    if do == "yes" and waiting:
        try:
            count = writing.take_in(waiting, "replace" in request.POST)
        except ValidationError as error:
            wrong = " ".join(error.messages)
        else:
            said = ngettext("%(n)s card has been taken in.", "%(n)s cards have been taken in.", count)
            messages.success(request, said % {"n": count})
            return redirect("decks:write", deck.pk)
    elif do == "no" and waiting:
        writing.turn_down(waiting)
        return redirect("decks:files", deck.pk)
    elif request.method == "POST" and sent is None:
        wrong = _("Choose a file first.")
    elif sent is not None and (sent.size or 0) > MOST_BYTES:
        wrong = _("This file is too large: at most %(n)s MB.") % {"n": MOST_BYTES // 1_000_000}
    elif sent is not None and limits.attempts(f"files:{request.user.pk}", timedelta(hours=1)) > SENT_PER_HOUR:
        wrong = _("These were many files for now: go on in an hour.")
    elif sent is not None:
        try:
            loaded = load(sent.read(), sent.name or "", kind_of(deck.kind))
        except confined.Crowded:
            wrong = _("Many files are being read just now: try again in a minute.")
        except BrokenDeck as broken:
            faults, more, waiting = broken.problems, broken.more, None
        else:
            cards: tuple[Card, ...] = (*loaded.statements, *loaded.events, *loaded.questions, *loaded.shows)
            waiting = writing.keep_import(deck, request.user, sent.name or "", cards)
    context = {
        "deck": deck,
        "wrong": wrong,
        "faults": faults,
        "more": more,
        "count": len(faults) + more,
        "waiting": waiting,
        "first": [name_of(part, fields, 0, deck.languages) for part, fields in waiting.cards[:5]] if waiting else [],
        "forms": FORMATS[kind_of(deck.kind)],
    }
    return render(request, "desk/files.html", context, status=422 if wrong or faults else 200)


@at_desk
@require_GET
def give_out(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    """The finished drafts as a file; those that are not finished yet cannot come along."""
    chosen = _format(deck, form)
    cards, _problems = writing.built(deck)
    pack = writing.pack_from(deck, (made for _draft, made in cards))
    return _file(dump(pack, writing.about_of(deck), chosen, request.LANGUAGE_CODE), f"{deck.slug}{ENDINGS[chosen]}")


@at_desk
@require_GET
def sample_file(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    """A small file of this kind, to see what goes where."""
    chosen = _format(deck, form)
    return _file(sample(kind_of(deck.kind), chosen), f"sample{ENDINGS[chosen]}")


def _format(deck: Deck, name: str) -> Format:
    """A form in which decks of this kind can be written. Raises Http404 for any other."""
    for form in FORMATS[kind_of(deck.kind)]:
        if form == name:
            return form
    raise Http404


def _file(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type="application/octet-stream",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
