"""Cards in files: looked at before they are taken in, and given out."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import Struct, structs

from config import limits
from decks import confined, pictures, taking, writing
from decks.cards import Card
from decks.desk import columns
from decks.desk.access import at_desk
from decks.exchange import ENDINGS, FORMATS, Format, Manner, Unfinished, dump, load, most_bytes, sample
from decks.exchange.letters import in_utf8
from decks.flat import PARTS, as_path, kind_of, label_of, name_of
from decks.health import found
from decks.models import Deck, Import
from decks.packaged import BrokenDeck, Problem
from games.rules.pack import Kind

SENT_PER_HOUR: Final = 100  # by one person
NAMED: Final = 5  # of the cards in a file, before a yes


@at_desk
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A file is looked at first and taken in after a yes, all of it or nothing."""
    waiting = Import.objects.filter(deck=deck, person_id=request.user.pk).first()
    do = request.POST.get("do")
    looked = Looked(waiting if waiting and waiting.cards else None)
    if do == "yes" and looked.waiting:
        further = request.POST.get("as") == "further"
        try:
            done = taking.take_in(looked.waiting, further=further, only="" if further else request.POST.get("only", ""))
        except ValidationError as error:
            looked.wrong = " ".join(error.messages)
        else:
            found(deck)  # so that thousands of cards are not worked out when their health is looked at
            messages.success(request, _taken(done))
            return redirect("decks:write", deck.pk)
    elif do == "no" and waiting:
        taking.turn_down(waiting)
        return redirect("decks:files", deck.pk)
    elif do == "forget":
        taking.forget_columns(request.user)
        return redirect("decks:files", deck.pk)
    elif do == "columns" and waiting and waiting.data:
        looked = _look(request, deck, bytes(waiting.data), waiting.name, name_columns=True)
    elif request.method == "POST":
        looked = _sent(request, deck)
    context = {
        "deck": deck,
        "looked": looked,
        "named": do == "columns",  # whoever has just said what the columns are reads first what else is wrong
        "count": len(looked.faults) + looked.more,
        "waiting": looked.waiting,
        "forms": FORMATS[kind_of(deck.kind)],
        "language": _language(request, deck),
        "most_megabytes": most_bytes(ENDINGS["apkg"]) // 1_000_000,
        "remembered": len(taking.columns_of(request.user)),
        "choices": columns.choices(kind_of(deck.kind)),
        "pasted": "" if looked.waiting else request.POST.get("pasted", "").strip("\r\n"),
    }
    if looked.waiting:
        compared = taking.compare(looked.waiting)
        context |= {"compared": compared, "parts": _listed(compared, deck)}
    return render(request, "desk/files.html", context, status=422 if looked.wrong or looked.faults else 200)


class Looked(Struct):
    """What came of looking at a file: the cards that wait for a yes, or what is wrong with it.

    ``asked``: its columns, if its author has to say what they are, and ``bare`` if they have no headings.
    ``guessed``: a line whose letters had to be guessed.
    """

    waiting: Import | None = None
    wrong: str = ""
    faults: Sequence[Problem] = ()
    more: int = 0
    asked: Sequence[dict[str, Any]] = ()
    guessed: str = ""
    bare: bool = False

    @property
    def rows(self) -> Iterable[tuple[str, ...]]:
        """What stands first in these columns, row by row."""
        return zip(*(one["cells"] for one in self.asked), strict=True)


def _language(request: HttpRequest, deck: Deck) -> str:
    """The language of the texts, where the file does not say it."""
    asked = request.POST.get("language", "")
    return asked if asked in deck.languages else str(deck.languages[0])


def _sent(request: HttpRequest, deck: Deck) -> Looked:
    """Looks at the file that was just sent, or at what was pasted."""
    pasted = request.POST.get("pasted", "").strip("\r\n")  # a tab is a cell left blank
    sent = request.FILES.get("file") or (ContentFile(pasted.encode(), "pasted.csv") if pasted.strip() else None)
    if sent is None:
        return Looked(wrong=_("Choose a file first, or paste a table."))
    most = most_bytes(sent.name or "")
    if (sent.size or 0) > most:
        return Looked(wrong=_("This file is too large: at most %(n)s MB.") % {"n": most // 1_000_000})
    return _look(request, deck, sent.read(), sent.name or "")


def _look(request: HttpRequest, deck: Deck, sent: bytes, name: str, *, name_columns: bool = False) -> Looked:
    """Looks at a file; first its author may have named its columns, which are remembered."""
    if limits.attempts(f"files:{request.user.pk}", timedelta(hours=1)) > SENT_PER_HOUR:
        return Looked(wrong=_("These were many files for now: go on in an hour."))
    kind = kind_of(deck.kind)
    data, guessed = in_utf8(sent, name)
    bare = name_columns and "bare" in request.POST
    manner = Manner(kind, _language(request, deck), {} if bare else taking.columns_of(request.user), bare)
    unread: Sequence[Sequence[str]] = ()
    if name_columns:
        try:
            load(data, name, manner)
        except BrokenDeck as broken:
            unread = broken.unread
            said = columns.said(request, broken.unread, kind)
            if not bare:  # A, B and C are something else in every file
                taking.name_columns(request.user, said)
                said = taking.columns_of(request.user)
            manner = Manner(kind, manner.language, said, bare)
        except confined.Crowded:
            pass
    try:
        loaded = load(data, name, manner)
    except confined.Crowded:
        return Looked(wrong=_("Many files are being read just now: try again in a minute."))
    except BrokenDeck as broken:
        asked = columns.asked(broken.unread or unread, manner) if columns.choices(kind) else ()
        if asked:
            taking.keep_unread(deck, request.user, name, data)
        faults = [_named(problem, kind) for problem in broken.problems]
        return Looked(faults=faults, more=broken.more, asked=asked, bare=bare)
    cards: tuple[Card, ...] = (*loaded.statements, *loaded.events, *loaded.questions, *loaded.shows)
    raw = [(card.part, card.fields) for card in loaded.unfinished if card.part in PARTS[deck.kind]]
    return Looked(taking.keep_import(deck, request.user, name, cards, raw), guessed=guessed)


def _named(problem: Problem, kind: Kind) -> Problem:
    """The problem with its field called as the editor calls it, whatever the file has to call it."""
    names = (label_of(part, as_path(problem.field)) for part in PARTS[kind])
    name = next((name for name in names if name != as_path(problem.field)), problem.field)
    return structs.replace(problem, field=name)


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
    shown = pictures.files_of(deck) if chosen == "apkg" else {}
    data = dump(pack, writing.about_of(deck), chosen, _tongue(request, deck), unfinished, shown)
    return _file(data, f"{deck.slug}{ENDINGS[chosen]}")


def _tongue(request: HttpRequest, deck: Deck) -> str:
    """The reader's language if the deck is written in it, else the deck's first."""
    return request.LANGUAGE_CODE if request.LANGUAGE_CODE in deck.languages else str(deck.languages[0])


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
