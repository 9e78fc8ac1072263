"""The editor of one card: one language at a time or all, what is wrong beside it, both sides as players see them."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.plain import number
from decks import past, pictures, writing
from decks.card_gates import told
from decks.cards import Card
from decks.desk.access import at_desk
from decks.emoji import find_emoji
from decks.flat import LAYOUT, Field, build, name_of
from decks.mnemonics import suggestions
from decks.models import Deck, Draft
from decks.palette import GROUND_NAMES, HORIZON_NAMES, PALETTE
from games.rules import major
from games.rules.pack import Event, QuestionCard, QuizShow, Statement
from games.rules.scene import HORIZONS, Scene, SceneError, Uploaded, parse_scene
from games.rules.sounds import rows as sounds

STEPS_SHOWN: Final = 20  # of a card's history; all of it has a page of its own


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
        numbers = [number(str(one), 0) for one in deck.drafts.values_list("fields__number", flat=True)]
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
    """The editor of one card: its fields, what is wrong beside them, both sides as players see them.

    What is typed is kept a moment later by itself; the answer to that is the preview and what is wrong.
    """
    there = Draft.everything if request.method == "POST" else Draft.objects  # what is typed is kept in the bin, too
    row = get_object_or_404(there.select_related("changed_by"), deck=deck, pk=draft)
    typed, theirs, status = row.fields, None, 200
    refused: dict[str, str] = {}
    quietly = "HX-Request" in request.headers
    seen = request.POST.get("version", "")
    stamp = request.POST.get("stamp", "") or get_random_string(writing.LONGEST_STAMP)
    if request.method == "POST":
        typed = {path: text for path, text in request.POST.items() if path.partition(".")[0] in _roots(row)}
        refused = _take_picture(request, deck, row, typed)
        try:
            row = writing.save_card(row, typed, number(request.POST.get("over", seen), 0), request.user, stamp)
        except writing.Stale as stale:
            row, theirs, status = stale.draft, stale.draft.fields, 409
        else:
            row = _put_back(request, row) if "put-back" in request.POST else row
            if row.removed_at is not None:
                status = 409
            elif "to" in request.POST:
                return _to_card(request, _neighbour(row, request.POST["to"]))
            elif refused:
                status = 422
            elif not quietly:
                messages.success(request, _("Saved."))
                return _to_card(request, row)
    context = _card_context(deck, row, typed, theirs, refused)
    context["helper"] = _helper(request, deck, row, typed) if row.part == Draft.Part.EVENT else ()
    # Showing is not deciding: what somebody else has saved is overwritten by whoever says so, and by nothing else.
    context["stamp"] = stamp
    context["version"] = seen if theirs is not None else row.version
    if quietly:
        return render(request, "desk/state.html", context | {"quietly": True})
    context |= {"grounds": GROUND_NAMES.items(), "horizons": HORIZON_NAMES.items(), "palette": PALETTE}
    context["shown"] = _shown(request, deck, theirs, refused)
    context["bare"] = [Scene("meadow", horizon, ()) for horizon in HORIZONS]  # the composer draws on these
    records = past.recorded(row.history.all())
    context["history"] = [past.step_of(record, writing.part_of_draft(row)) for record in records[:STEPS_SHOWN]]
    context["total"] = deck.drafts.filter(part=row.part).count()
    return render(request, "desk/card.html", context, status=status)


def _to_card(request: HttpRequest, draft: Draft) -> HttpResponse:
    """The editor of a card, in the languages in which the last was shown."""
    shown = request.POST.get("shown", "")
    query = f"?{urlencode({'shown': shown})}" if shown in (*draft.deck.languages, "all") else ""
    return redirect(reverse("decks:card", args=[draft.deck_id, draft.pk]) + query)


def _shown(request: HttpRequest, deck: Deck, theirs: dict[str, str] | None, refused: Mapping[str, str]) -> str:
    """The language whose fields are shown at first, or ``all``: where another version stands beside each field, all."""
    if theirs is not None:
        return "all"
    asked = [path.rpartition(".")[2] for path in refused]
    asked += [request.POST.get("shown", request.GET.get("shown", "")), request.LANGUAGE_CODE]
    return next((one for one in asked if one in (*deck.languages, "all")), deck.languages[0])


def _put_back(request: HttpRequest, draft: Draft) -> Draft:
    """The card, out of the bin if there is room for it in the deck; if there is none, that is said."""
    try:
        return writing.put_back(draft, request.user)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return draft


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
        "card": showable(made),
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
    """One line of the editor: a field in all its languages.

    ``seen_in``: the languages with which a cell is shown; what is shared is, beside its own, shown with those that have
    nothing of their own.
    """
    cells: list[dict[str, Any]] = [
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
    for cell in cells:
        cell["own"] = bool(cell["value"] or cell["refused"] or cell["theirs"])
        cell["seen_in"] = cell["language"]
    if field.shared:
        cells[0]["seen_in"] = " ".join(cell["language"] for cell in cells if cell is cells[0] or not cell["own"])
    return {"field": field, "cells": cells}


def showable(made: Card | None) -> dict[str, Any] | None:
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
        case QuizShow():
            return {"show": made}
    return None


def _helper(request: HttpRequest, deck: Deck, draft: Draft, typed: dict[str, str]) -> list[dict[str, Any]]:
    """The Major System beside the mnemonic: the sounds the year wants, what is spelt so far, words that would do."""
    year = typed.get("year", "").strip()
    asked = request.POST if request.method == "POST" else request.GET
    found = []
    for language in deck.languages:
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
    page = number(others, 0)
    return {"year": year, "suggestions": suggestions(year, language, draft.pk + page), "page": page, "next": page + 1}


@at_desk
@require_GET
def other_words(request: HttpRequest, deck: Deck, draft: int, language: str) -> HttpResponse:
    """Six other mnemonics, for whoever liked none of the last. The year is the one on the author's screen."""
    row = get_object_or_404(deck.drafts, pk=draft)
    spoken = next((known for known in major.LANGUAGES if known == language and known in deck.languages), None)
    year = request.GET.get("year", "")
    if spoken is None or not _is_year(year):
        raise Http404
    one = {"language": spoken, "mnemonic": row.fields.get(f"mnemonic.{spoken}", "")}
    one |= _suggested(row, int(year), spoken, request.GET.get(f"others-{spoken}", ""))
    return render(request, "desk/suggestions.html", {"deck": deck, "draft": row, "one": one})


@at_desk
@require_GET
def emoji(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The emoji for some words, or for a mnemonic, as the composer puts them on its tray."""
    if deck.kind != Deck.Kind.EVENT:
        raise Http404
    found = find_emoji(request.GET.get("q", ""), deck.languages, request.LANGUAGE_CODE)
    return render(request, "desk/emoji.html", {"found": found})


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
            writing.remove_card(row, request.user)
            return redirect(f"{reverse('decks:write', args=[deck.pk])}?part={row.part}&removed={row.pk}")
    return redirect(f"{reverse('decks:write', args=[deck.pk])}?part={row.part}")


@at_desk
@require_http_methods(["GET", "POST"])
def bin(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What has been removed from the deck, the last first; a card is put back where it was."""
    removed = Draft.everything.filter(deck=deck).exclude(removed_at=None).order_by("-removed_at", "-pk")
    if request.method == "POST":
        row = get_object_or_404(removed, pk=number(request.POST.get("card", ""), 0))
        try:
            row = writing.put_back(row, request.user)
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
            return redirect("decks:bin", deck.pk)
        messages.success(request, _("The card is back in its place."))
        return redirect("decks:card", deck.pk, row.pk)
    page = Paginator(removed.select_related("changed_by"), 50).get_page(request.GET.get("page"))
    rows = [(row, writing.card_name(row, deck)) for row in page]
    days = writing.IN_THE_BIN.days
    return render(request, "desk/bin.html", {"deck": deck, "rows": rows, "page": page, "days": days})


@at_desk
@require_POST
def undo(request: HttpRequest, deck: Deck, draft: int) -> HttpResponse:
    """A card as it was before."""
    row = get_object_or_404(deck.drafts, pk=draft)
    record, version = number(request.POST.get("record", ""), -1), number(request.POST.get("version", ""), -1)
    if not row.history.filter(history_id=record).exists():
        raise Http404
    try:
        writing.undo(row, record, version, request.user)
    except writing.Stale:
        messages.error(request, _("Somebody else has changed this card in the meantime: look at it first."))
    else:
        messages.success(request, _("The card is as it was then."))
    return redirect("decks:card", deck.pk, row.pk)
