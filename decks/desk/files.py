"""Cards in files: looked at before they are taken in, and given out."""

from datetime import timedelta
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from config import limits
from decks import confined, taking, writing
from decks.cards import Card
from decks.desk.access import at_desk
from decks.exchange import ENDINGS, FORMATS, MOST_BYTES, Format, Unfinished, dump, load, sample
from decks.exchange.letters import in_utf8
from decks.flat import PARTS, kind_of, name_of
from decks.models import Deck, Import
from decks.packaged import BrokenDeck

SENT_PER_HOUR: Final = 100  # by one person
NAMED: Final = 5  # of the cards in a file, before a yes


@at_desk
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A file is looked at first and taken in after a yes, all of it or nothing."""
    wrong, faults, more = "", [], 0
    waiting = Import.objects.filter(deck=deck, person_id=request.user.pk).first()
    do, guessed = request.POST.get("do"), ""
    pasted = request.POST.get("pasted", "").strip()
    sent = request.FILES.get("file") or (ContentFile(pasted.encode(), "pasted.csv") if pasted else None)
    asked = request.POST.get("language", "")
    language = asked if asked in deck.languages else deck.languages[0]
    if do == "yes" and waiting:
        further = request.POST.get("as") == "further"
        try:
            done = taking.take_in(waiting, further=further, only="only" in request.POST and not further)
        except ValidationError as error:
            wrong = " ".join(error.messages)
        else:
            messages.success(request, _taken(done))
            return redirect("decks:write", deck.pk)
    elif do == "no" and waiting:
        taking.turn_down(waiting)
        return redirect("decks:files", deck.pk)
    elif request.method == "POST" and sent is None:
        wrong = _("Choose a file first, or paste a table.")
    elif sent is not None and (sent.size or 0) > MOST_BYTES:
        wrong = _("This file is too large: at most %(n)s MB.") % {"n": MOST_BYTES // 1_000_000}
    elif sent is not None and limits.attempts(f"files:{request.user.pk}", timedelta(hours=1)) > SENT_PER_HOUR:
        wrong = _("These were many files for now: go on in an hour.")
    elif sent is not None:
        try:
            data, guessed = in_utf8(sent.read(), sent.name or "")
            loaded = load(data, sent.name or "", kind_of(deck.kind), language)
        except confined.Crowded:
            wrong = _("Many files are being read just now: try again in a minute.")
        except BrokenDeck as broken:
            faults, more, waiting = broken.problems, broken.more, None
        else:
            cards: tuple[Card, ...] = (*loaded.statements, *loaded.events, *loaded.questions, *loaded.shows)
            raw = [(card.part, card.fields) for card in loaded.unfinished if card.part in PARTS[deck.kind]]
            waiting = taking.keep_import(deck, request.user, sent.name or "", cards, raw)
    context = {
        "deck": deck,
        "wrong": wrong,
        "faults": faults,
        "more": more,
        "count": len(faults) + more,
        "waiting": waiting,
        "forms": FORMATS[kind_of(deck.kind)],
        "language": language,
        "guessed": guessed if waiting else "",
        "pasted": "" if waiting else pasted,
    }
    if waiting:
        compared = taking.compare(waiting)
        context |= {"compared": compared, "parts": _listed(compared, deck)}
    return render(request, "desk/files.html", context, status=422 if wrong or faults else 200)


def _taken(done: taking.Compared) -> str:
    """What has been taken in, in one line."""
    new, changed, same = len(done.new), len(done.changed), done.same
    said = [ngettext("%(n)s card is new.", "%(n)s cards are new.", new) % {"n": new}] if new else []
    said += [ngettext("%(n)s card has changed.", "%(n)s cards have changed.", changed) % {"n": changed}] * bool(changed)
    said += [ngettext("%(n)s card was there already.", "%(n)s cards were there already.", same) % {"n": same}] * bool(
        same
    )
    return " ".join(said)


def _listed(compared: taking.Compared, deck: Deck) -> list[tuple[str, list[str], int]]:
    """What the file would do: each sort of card with its first names, and how many more there are."""
    new = [name_of(part, fields, 0, deck.languages) for part, fields in compared.new]
    changed = [writing.card_name(draft, deck) for draft, _fields in compared.changed]
    gone = [writing.card_name(draft, deck) for draft in compared.gone]
    sorts = ((_("New"), new), (_("Changed"), changed), (_("Not in the file"), gone))
    return [(what, names[:NAMED], len(names) - NAMED) for what, names in sorts if names]


@at_desk
@require_GET
def give_out(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    """The drafts as a file, the unfinished ones too where the form can hold them."""
    chosen = _format(deck, form)
    cards, _problems = writing.built(deck)
    pack = writing.pack_from(deck, (made for _draft, made in cards))
    unfinished = tuple(Unfinished(draft.part, draft.fields) for draft, made in cards if made is None)
    data = dump(pack, writing.about_of(deck), chosen, request.LANGUAGE_CODE, unfinished)
    return _file(data, f"{deck.slug}{ENDINGS[chosen]}")


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
