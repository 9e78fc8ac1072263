"""The decks of an author: begun, described, copied, and the list of the cards of each."""

from collections import Counter
from collections.abc import Container, Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.plain import number
from decks import describing, pictures, writing
from decks.desk import tour
from decks.desk.access import at_desk, authors_only
from decks.desk.inbox import waiting
from decks.desk.published import published
from decks.flat import LAYOUT, PARTS, build, name_of
from decks.models import Deck, Draft, Edition, Flag
from decks.starters import STARTS, Start
from games.rules.words import LANGUAGES

A_PAGE = 50
SORTS = {
    "place": (gettext_lazy("in order"), "position"),
    "changed": (gettext_lazy("last changed first"), "-changed_at"),
    "year": (gettext_lazy("by year"), "fields__year"),
}


@authors_only
@require_GET
def desk(request: HttpRequest) -> HttpResponse:
    """All the decks one may write, and how far they are."""
    person = request.user
    decks = (
        Deck.objects.writable_by(person)
        .select_related("owner")
        .annotate(
            written=Count("drafts", filter=Q(drafts__removed_at=None), distinct=True),
            playable=Exists(Edition.objects.standing().filter(deck=OuterRef("pk"))),
            flags=Count("editions__flags", filter=Q(editions__flags__state=Flag.State.OPEN), distinct=True),
        )
        .order_by(F("archived_at").asc(nulls_first=True), "slug")
    )
    return render(request, "desk/index.html", {"decks": decks, "waiting": waiting(person)})


@authors_only
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """A new deck: its title, its kind, its languages."""
    person = request.user
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
        **published(request, deck),
        "tour": tour.wanted(request, deck),
    }
    bin = Draft.everything.filter(deck=deck).exclude(removed_at=None)
    context["binned"] = bin.count()
    removed = bin.filter(pk=number(request.GET.get("removed", ""), 0)).first()
    if removed is not None:
        context |= {"removed": removed, "removed_name": writing.card_name(removed, deck)}
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
    wrong: dict[str, list[str]] = {}
    theirs, status = None, 200
    if request.method == "POST":
        try:
            _describe(request, deck)
        except ValidationError as error:
            wrong, status = error.message_dict, 422
        except describing.Changed as changed:
            deck, theirs, status = changed.deck, changed.deck, 409
        else:
            published = deck.editions.exists()
            messages.success(
                request, _("Saved. Texts are public from the next edition on.") if published else _("Saved.")
            )
            return redirect("decks:write", deck.pk)
    shared = " ".join(deck.shared_with.values_list("username", flat=True))
    context = {
        "deck": deck,
        "fields": [
            (name, label, [_text(request, name, one, deck, theirs, wrong) for one in deck.languages])
            for name, label in describing.NAMES.items()
        ],
        "tongues": settings.LANGUAGES,
        "more": request.POST.getlist("languages"),
        "listed": "listed" in request.POST if request.method == "POST" else deck.listed,
        "shared": request.POST.get("shared", shared),
        "their_shared": shared,
        "wrong": wrong,
        "theirs": theirs,
        "seen": request.POST.get("seen", describing.mark_of(deck)),
        "now": describing.mark_of(deck),
    }
    return render(request, "desk/about.html", context, status=status)


def _describe(request: HttpRequest, deck: Deck) -> None:
    """Saves what is typed. Raises ValidationError by field, and Changed."""
    typed = request.POST
    texts = {
        name: {one: typed[f"{name}.{one}"] for one in LANGUAGES if f"{name}.{one}" in typed and one in deck.languages}
        for name in describing.NAMES
    }
    shared = typed.get("shared", "").replace(",", " ").split()
    people = list(User.objects.filter(username__in=shared, is_staff=True))
    if unknown := sorted(set(shared) - {person.get_username() for person in people}):
        raise ValidationError({"shared": _("Nobody here is called %(names)s.") % {"names": ", ".join(unknown)}})
    more = [one for one in typed.getlist("languages") if one in LANGUAGES]
    seen = typed.get("over", typed.get("seen", ""))
    describing.describe(deck, texts, languages=more, listed="listed" in typed, people=people, seen=seen)


def _text(
    request: HttpRequest, name: str, language: str, deck: Deck, theirs: Deck | None, wrong: Mapping[str, list[str]]
) -> dict[str, Any]:
    """A text of the form in one language: what is typed, what somebody else has saved meanwhile, what is wrong."""
    path, there = f"{name}.{language}", getattr(deck, name).get(language, "")
    typed = request.POST.get(path, there)
    other = there if theirs is not None and there != typed.replace("\r\n", "\n").strip() else None
    return {"language": language, "value": typed, "theirs": other, "wrong": wrong.get(path, [])}


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
