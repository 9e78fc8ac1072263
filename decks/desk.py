"""The author's desk: decks are begun, written, looked through, filled from files, and published here."""

from collections import Counter
from collections.abc import Callable, Container, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from decks import pictures, writing
from decks.card_gates import told
from decks.cards import Card
from decks.exchange import ENDINGS, FORMATS, MOST_BYTES, Format, dump, load, sample
from decks.flat import LAYOUT, PARTS, Field, build, kind_of, name_of
from decks.health import advice
from decks.mnemonics import suggestions
from decks.models import Deck, Draft, Edition, Flag, Import
from decks.packaged import BrokenDeck
from decks.palette import GROUND_NAMES, HORIZON_NAMES, PALETTE
from decks.services import pack_of
from decks.starters import STARTS, Start
from games.rules import major
from games.rules.pack import Event, QuestionCard, Statement
from games.rules.scene import HORIZONS, Scene, SceneError, Uploaded, parse_scene
from games.rules.words import LANGUAGES
from games.tables.major import rows as sounds

A_PAGE = 50
SORTS = {
    "place": (gettext_lazy("in order"), "position"),
    "changed": (gettext_lazy("last changed first"), "-changed_at"),
    "year": (gettext_lazy("by year"), "fields__year"),
}

P = ParamSpec("P")
DeckView: TypeAlias = Callable[Concatenate[HttpRequest, Deck, P], HttpResponse]


def at_desk(view: DeckView[P]) -> Callable[..., HttpResponse]:
    """A view of a deck for those who may write it. For everybody else there is no such page."""

    @wraps(view)
    @never_cache
    @login_required
    def inner(request: HttpRequest, deck: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, get_object_or_404(Deck.objects.writable_by(request.user), pk=deck), *args, **kwargs)

    return inner


def _author(request: HttpRequest) -> Any:
    """Whoever asks, if they may begin decks at all. Raises Http404 for everybody else."""
    if not (request.user.is_staff and request.user.has_perm("decks.add_deck")):
        raise Http404
    return request.user


# -- decks -------------------------------------------------------------------------------------------------------------


@never_cache
@login_required
@require_GET
def desk(request: HttpRequest) -> HttpResponse:
    """All the decks one may write, and how far they are."""
    person = _author(request)
    decks = (
        Deck.objects.writable_by(person)
        .select_related("owner")
        .annotate(
            written=Count("drafts", distinct=True),
            flags=Count("editions__flags", filter=Q(editions__flags__state=Flag.State.OPEN), distinct=True),
        )
    )
    return render(request, "desk/index.html", {"decks": decks})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """A new deck: its title, its kind, its languages."""
    person = _author(request)
    wrong = ""
    language = request.LANGUAGE_CODE if request.LANGUAGE_CODE in LANGUAGES else "en"
    start: Start = next((one for one in STARTS if one == request.POST.get("start")), "empty")
    if request.method == "POST":
        main = request.POST.get("language", "")
        chosen = [one for one in request.POST.getlist("languages") if one in LANGUAGES]
        try:
            if main not in LANGUAGES:
                raise ValidationError(_("Choose the language you write the deck in first."))
            title, kind = request.POST.get("title", "")[:200], request.POST.get("kind", "")
            deck = writing.begin_deck(person, kind, title, main, chosen, start)
        except ValidationError as error:
            wrong = " ".join(error.messages)
        else:
            messages.success(request, _("Here is your deck. Write its first card, or take in a file."))
            return redirect("decks:write", deck.pk)
    context = {"kinds": Deck.Kind.choices, "tongues": settings.LANGUAGES, "wrong": wrong}
    context |= {"title": request.POST.get("title", ""), "kind": request.POST.get("kind", Deck.Kind.EVENT)}
    context |= {"start": start, "main": request.POST.get("language", language)}
    context["chosen"] = request.POST.getlist("languages")
    return render(request, "desk/begin.html", context, status=422 if wrong else 200)


@at_desk
@require_GET
def write(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The cards of a deck, to search, sort and open."""
    parts = PARTS[deck.kind]
    part = next((one for one in parts if one == request.GET.get("part")), parts[0])
    words = request.GET.get("q", "").strip()[:80]
    sort = request.GET.get("sort", "")
    if sort not in SORTS:
        sort = "place"
    drafts = deck.drafts.filter(part=part).select_related("changed_by")
    asked = ((field, request.GET.get(field.path, "")) for field in LAYOUT[part] if field.choices)
    filters = [(field, choice if choice in field.choices else "") for field, choice in asked]
    for field, choice in filters:
        if choice:
            drafts = drafts.filter(**{f"fields__{field.path}": choice})
    if words:
        drafts = drafts.annotate(all=Cast("fields", TextField())).filter(all__icontains=words)
    drafts = drafts.order_by(SORTS[sort][1], "position")
    page = Paginator(drafts, A_PAGE).get_page(request.GET.get("page"))
    kept = pictures.keys_of(deck)
    counts = dict(deck.drafts.values_list("part").annotate(Count("pk")).order_by())
    context = {
        "deck": deck,
        "parts": [(one, Draft.Part(one).label, counts.get(one, 0)) for one in parts],
        "part": part,
        "page": page,
        "rows": [_row(draft, deck, kept) for draft in page],
        "words": words,
        "sort": sort,
        "filters": filters,
        "filtered": any(choice for _field, choice in filters),
        "query": urlencode({"part": part, "q": words, "sort": sort, **{one.path: choice for one, choice in filters}}),
        "sorts": [(name, label) for name, (label, _order) in SORTS.items()],
        "current": deck.current,
    }
    return render(request, "desk/write.html", context)


def _row(draft: Draft, deck: Deck, kept: Container[str]) -> dict[str, Any]:
    """A line of the list: the card's name, what it is, and in which languages something is missing."""
    part = writing.part_of_draft(draft)
    _card, problems = build(part, draft.fields, deck.languages, kept)
    wrong = Counter(path.rpartition(".")[2] for path, _what in problems)
    return {
        "draft": draft,
        "name": name_of(part, draft.fields, draft.position, deck.languages),
        "fields": draft.fields,
        "languages": [(language, wrong[language]) for language in deck.languages],
        "other": sum(count for field, count in wrong.items() if field not in deck.languages),
    }


@at_desk
@require_http_methods(["GET", "POST"])
def about(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What the deck is, in each of its languages; who writes it too; whether everybody finds it."""
    names = {
        "title": _("Title"),
        "description": _("Description"),
        "credits": _("Credits"),
        "licence": _("Licence"),
    }
    wrong = ""
    if request.method == "POST":
        texts = {name: {one: request.POST.get(f"{name}.{one}", "")[:500] for one in deck.languages} for name in names}
        more = [one for one in LANGUAGES if one in deck.languages or one in request.POST.getlist("languages")]
        shared = request.POST.get("shared", "").replace(",", " ").split()
        people = list(User.objects.filter(username__in=shared, is_staff=True))
        if unknown := sorted(set(shared) - {person.get_username() for person in people}):
            wrong = _("Nobody here is called %(names)s.") % {"names": ", ".join(unknown)}
        else:
            deck.languages, deck.listed = more, "listed" in request.POST
            deck.save(update_fields=["languages", "listed", "updated_at"])
            deck.shared_with.set(people)
            writing.describe(deck, **texts)
            messages.success(request, _("Saved."))
            return redirect("decks:write", deck.pk)
    fields = [
        (
            name,
            label,
            [(one, request.POST.get(f"{name}.{one}", getattr(deck, name).get(one, ""))) for one in deck.languages],
        )
        for name, label in names.items()
    ]
    context = {
        "deck": deck,
        "fields": fields,
        "tongues": settings.LANGUAGES,
        "shared": request.POST.get("shared", " ".join(deck.shared_with.values_list("username", flat=True))),
        "wrong": wrong,
        "link": request.build_absolute_uri(reverse("decks:review", args=[deck.key])),
    }
    return render(request, "desk/about.html", context, status=422 if wrong else 200)


@at_desk
@require_POST
def copy(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A copy of the deck, to be changed freely."""
    return redirect("decks:write", writing.duplicate(deck, request.user).pk)


@at_desk
@require_POST
def open_again(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """An edition's cards become the drafts."""
    edition = get_object_or_404(Edition, deck=deck, number=number)
    count = writing.open_again(edition, request.user)
    said = ngettext("%(n)s card is open for writing.", "%(n)s cards are open for writing.", count)
    messages.success(request, said % {"n": count})
    return redirect("decks:write", deck.pk)


# -- cards -------------------------------------------------------------------------------------------------------------


@at_desk
@require_POST
def add(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A new, empty card."""
    part = request.POST.get("part", "")
    try:
        draft = writing.add_card(deck, part, request.user, _first_fields(deck, part))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("decks:write", deck.pk)
    return redirect("decks:card", deck.pk, draft.pk)


def _first_fields(deck: Deck, part: str) -> dict[str, str]:
    """What a new card begins with: the next number, or the next rank and suit that are free."""
    if part == "statement":
        numbers = [int(one) for one in deck.drafts.values_list("fields__number", flat=True) if str(one).isdigit()]
        return {"number": str(max(numbers, default=0) + 1), "difficulty": "2", "category": "everyday"}
    if part == "event":
        there = set(deck.drafts.filter(part="event").values_list("fields__rank", "fields__suit"))
        by_path = {field.path: field for field in LAYOUT["event"]}
        for suit in ("hearts", "spades", "diamonds", "clubs"):
            for rank in by_path["rank"].choices:
                if (rank, suit) not in there:
                    return {"rank": rank, "suit": suit}
    return {}


@at_desk
@require_http_methods(["GET", "POST"])
def card(request: HttpRequest, deck: Deck, draft: int) -> HttpResponse:
    """The editor of one card: all languages side by side, what is wrong beside it, both sides as players see them.

    What is typed is kept a moment later by itself; the answer to that is the preview and what is wrong.
    """
    row = get_object_or_404(deck.drafts.select_related("changed_by"), pk=draft)
    typed, theirs, status = row.fields, None, 200
    refused: dict[str, str] = {}
    quietly = "HX-Request" in request.headers
    seen = request.POST.get("version", "")
    if request.method == "POST":
        typed = {path: text for path, text in request.POST.items() if path.partition(".")[0] in _roots(row)}
        refused = _take_picture(request, deck, row, typed)
        try:
            row = writing.save_card(row, typed, int(seen) if seen.isdigit() else 0, request.user)
        except writing.Stale as stale:
            row, theirs, status = stale.draft, stale.draft.fields, 409
        else:
            if "to" in request.POST:
                return redirect("decks:card", deck.pk, _neighbour(row, request.POST["to"]).pk)
            if refused:
                status = 422
            elif not quietly:
                messages.success(request, _("Saved."))
                return redirect("decks:card", deck.pk, row.pk)
    context = _card_context(deck, row, typed, theirs, refused)
    context["helper"] = _helper(request, deck, row, typed) if row.part == Draft.Part.EVENT else ()
    # What is kept by itself never overwrites what somebody else has saved: that takes having seen it.
    context["version"] = seen if theirs is not None and quietly else row.version
    if quietly:
        return render(request, "desk/state.html", context | {"quietly": True})
    context |= {"grounds": GROUND_NAMES.items(), "horizons": HORIZON_NAMES.items(), "palette": PALETTE}
    context["bare"] = [Scene("meadow", horizon, ()) for horizon in HORIZONS]  # the composer draws on these
    context["history"] = row.history.select_related("history_user")[:20]
    context["total"] = deck.drafts.filter(part=row.part).count()
    return render(request, "desk/card.html", context, status=status)


def _take_picture(request: HttpRequest, deck: Deck, draft: Draft, typed: dict[str, str]) -> dict[str, str]:
    """A picture that was sent along with the form takes its field; if it is refused: which field, and why."""
    path = request.POST.get("upload", "")
    if draft.part != Draft.Part.EVENT or path not in [f"scene.{language}" for language in deck.languages]:
        return {}
    try:
        typed[path] = str(Uploaded(pictures.keep(deck, request.FILES.get(f"file.{path}"), request.user).key))
    except pictures.Unfit as unfit:
        return {path: str(unfit)}
    return {}


@at_desk
@require_POST
def upload(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A picture that the editor sends as soon as it is chosen. The answer is the scene it makes, or what is wrong."""
    if deck.kind != Deck.Kind.EVENT:
        raise Http404
    try:
        said, status = str(Uploaded(pictures.keep(deck, request.FILES.get("file"), request.user).key)), 200
    except pictures.Unfit as unfit:
        said, status = str(unfit), 422
    return HttpResponse(said, status=status, content_type="text/plain; charset=utf-8")


def _roots(draft: Draft) -> set[str]:
    """With what the names of this card's fields begin."""
    return {field.path.partition(".")[0] for field in LAYOUT[writing.part_of_draft(draft)]}


def _neighbour(draft: Draft, which: str) -> Draft:
    """The card before or after this one; this one at the end."""
    there = Draft.objects.filter(deck=draft.deck_id, part=draft.part)
    if which == "previous":
        return there.filter(position__lt=draft.position).order_by("-position").first() or draft
    return there.filter(position__gt=draft.position).order_by("position").first() or draft


def _card_context(
    deck: Deck, draft: Draft, typed: dict[str, str], theirs: dict[str, str] | None, refused: Mapping[str, str]
) -> dict[str, Any]:
    part = writing.part_of_draft(draft)
    made, problems = build(part, typed, deck.languages, pictures.keys_of(deck))
    wrong: dict[str, list[str]] = {}
    for path, what in problems:
        wrong.setdefault(path, []).append(what)
    return {
        "deck": deck,
        "draft": draft,
        "name": name_of(part, typed, draft.position, deck.languages),
        "rows": [_field_row(field, deck, typed, wrong, theirs, refused) for field in LAYOUT[part]],
        "problems": problems,
        "wrong": wrong,
        "card": _showable(made),
        "theirs": theirs,
    }


def _field_row(
    field: Field,
    deck: Deck,
    typed: dict[str, str],
    wrong: dict[str, list[str]],
    theirs: dict[str, str] | None,
    refused: Mapping[str, str],
) -> dict[str, Any]:
    """One line of the editor: a field in all its languages."""
    cells = [
        {
            "path": path,
            "id": path.replace(".", "-"),
            "language": path.rpartition(".")[2] if field.spoken else "",
            "value": typed.get(path, ""),
            "wrong": wrong.get(path, []) if typed.get(path, "").strip() else [],
            "refused": refused.get(path, ""),
            "missing": path in wrong and not typed.get(path, "").strip(),
            "theirs": theirs.get(path, "")
            if theirs is not None and theirs.get(path, "") != typed.get(path, "")
            else None,
        }
        for path in field.paths(deck.languages)
    ]
    return {"field": field, "cells": cells}


def _showable(made: Card | None) -> dict[str, Any] | None:
    """What the preview shows: only a card whose pictures can be drawn."""
    match made:
        case Event():
            try:
                for scene in made.scene.all():
                    parse_scene(scene)
            except SceneError:
                return {"event": made, "drawn": False}
            return {"event": made, "drawn": bool(made.scene.all())}
        case Statement():
            return {"statement": made}
        case QuestionCard():
            return {"questions": [(suit, getattr(made, suit)) for suit in made.__struct_fields__]}
    return None


def _helper(request: HttpRequest, deck: Deck, draft: Draft, typed: dict[str, str]) -> list[dict[str, Any]]:
    """The Major System beside the mnemonic: the sounds the year wants, what is spelt so far, words that would do."""
    year = typed.get("year", "").strip()
    asked = request.POST if request.method == "POST" else request.GET
    found = []
    for language in deck.languages:
        if language not in major.LANGUAGES:
            continue
        known = _is_year(year)
        spelt: list[tuple[str, str]] = []
        wrong = ""
        mnemonic = typed.get(f"mnemonic.{language}", "").strip()
        if mnemonic:
            try:
                spelt = major.explain(mnemonic, language, int(year) if known else None)
            except major.MnemonicError as error:
                wrong = told(error.why)
        one = {"language": language, "wanted": sounds(language, year[-2:]) if known else (), "spelt": spelt}
        one |= {"wrong": wrong, "mnemonic": mnemonic}
        if known:
            one |= _suggested(draft, int(year), language, asked.get(f"others-{language}", ""))
        found.append(one)
    return found


def _is_year(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) == 4


def _suggested(draft: Draft, year: int, language: major.Language, others: str) -> dict[str, Any]:
    """Six mnemonics for a card. Each card begins elsewhere, so that not all decks get the same pictures."""
    page = int(others) if others.isascii() and others.isdigit() and len(others) < 5 else 0
    return {"year": year, "suggestions": suggestions(year, language, draft.pk + page), "page": page, "next": page + 1}


@at_desk
@require_GET
def other_words(request: HttpRequest, deck: Deck, draft: int, language: str) -> HttpResponse:
    """Six other mnemonics, for whoever liked none of the last. The year is the one on the author's screen."""
    row = get_object_or_404(deck.drafts, pk=draft)
    spoken = next((known for known in major.LANGUAGES if known == language), None)
    year = request.GET.get("year", "")
    if spoken is None or not _is_year(year):
        raise Http404
    one = {"language": spoken, "mnemonic": row.fields.get(f"mnemonic.{spoken}", "")}
    one |= _suggested(row, int(year), spoken, request.GET.get(f"others-{spoken}", ""))
    return render(request, "desk/suggestions.html", {"deck": deck, "draft": row, "one": one})


@at_desk
@require_POST
def arrange(request: HttpRequest, deck: Deck, draft: int) -> HttpResponse:
    """A card one place up or down, or out of the deck."""
    row = get_object_or_404(deck.drafts, pk=draft)
    match request.POST.get("do"):
        case "up":
            writing.move_card(row, -1)
        case "down":
            writing.move_card(row, 1)
        case "remove":
            writing.remove_card(row)
            messages.success(request, _("The card has been removed. Its history is kept in the admin."))
    return redirect(f"{reverse('decks:write', args=[deck.pk])}?part={row.part}")


@at_desk
@require_POST
def undo(request: HttpRequest, deck: Deck, draft: int) -> HttpResponse:
    """A card as it was before."""
    row = get_object_or_404(deck.drafts, pk=draft)
    record, version = request.POST.get("record", ""), request.POST.get("version", "")
    if not (record.isdigit() and version.isdigit() and row.history.filter(history_id=record).exists()):
        raise Http404
    try:
        writing.undo(row, int(record), int(version), request.user)
    except writing.Stale:
        messages.error(request, _("Somebody else has changed this card in the meantime: look at it first."))
    else:
        messages.success(request, _("The card is as it was then."))
    return redirect("decks:card", deck.pk, row.pk)


# -- health, publishing ------------------------------------------------------------------------------------------------


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
    context = {
        "deck": deck,
        "problems": problems,
        "changes": changes[:200],
        "more": max(0, len(changes) - 200),
        "counts": counts,
        "current": current,
        "editions": deck.editions.select_related("published_by"),
        "may_approve": writing.may_approve(deck, request.user),
        "seen": writing.mark_of(pack),
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


# -- files -------------------------------------------------------------------------------------------------------------


@at_desk
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, deck: Deck) -> HttpResponse:
    """A file is looked at first and taken in after a yes, all of it or nothing."""
    wrong, faults = "", []
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
        waiting.delete()
        return redirect("decks:files", deck.pk)
    elif request.method == "POST" and sent is None:
        wrong = _("Choose a file first.")
    elif sent is not None and (sent.size or 0) > MOST_BYTES:
        wrong = _("This file is too large: at most %(n)s MB.") % {"n": MOST_BYTES // 1_000_000}
    elif sent is not None:
        try:
            loaded = load(sent.read(), sent.name or "", kind_of(deck.kind))
        except BrokenDeck as broken:
            faults, waiting = broken.problems, None
        else:
            cards: tuple[Card, ...] = (*loaded.statements, *loaded.events, *loaded.questions, *loaded.shows)
            waiting = writing.keep_import(deck, request.user, sent.name or "", cards)
    context = {
        "deck": deck,
        "wrong": wrong,
        "faults": faults,
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


@never_cache
@require_GET
def review(request: HttpRequest, key: str) -> HttpResponse:
    """The drafts of a deck for whoever has the link: to read, not to change."""
    deck = get_object_or_404(Deck, key=key)
    parts = PARTS[deck.kind]
    part = next((one for one in parts if one == request.GET.get("part")), parts[0])
    page = Paginator(deck.drafts.filter(part=part), A_PAGE).get_page(request.GET.get("page"))
    shown = [(draft, _showable(build(part, draft.fields, deck.languages)[0])) for draft in page]
    names = [(one, Draft.Part(one).label) for one in parts]
    return render(
        request, "desk/review.html", {"deck": deck, "page": page, "shown": shown, "parts": names, "part": part}
    )
