"""A teacher's pages: classes, slips, assignments, the report."""

import csv
import io
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.plain import number
from decks.exchange.rows import harmless
from decks.models import Deck, Edition
from decks.services import pack_of
from games.drawing import sprite_href
from games.revision import services
from games.revision.access import at_class, teachers_only
from games.revision.forms import (
    AssignmentForm,
    ClassForm,
    NamesForm,
    TeacherForm,
    end_of_school,
    proposal,
)
from games.revision.models import LEAST_FOR_FIGURES, MOST_TEAMS, Assignment, Class, Progress, Pupil
from games.revision.report import least_known, report
from games.revision.sealing import in_fours
from games.revision.services import BadClass
from games.revision.slips import FEET
from games.tables.access import GUESTS, remember, visitor_of
from games.tables.access import door as guarded
from games.tables.qr import qr_svg
from games.tables.services import BadOptions
from games.tables.views.asked import as_phones_see_it, language
from games.wording import plain

PER_SHEET = 8


@require_http_methods(["GET", "POST"])
@teachers_only
def classes(request: HttpRequest) -> HttpResponse:
    """The classes of a teacher, and the form for a new one; whoever came from a deck goes on to assign it."""
    sent = request.POST if request.method == "POST" else None
    form = ClassForm(sent, initial={"language": language(), "last_day": end_of_school(timezone.localdate())})
    deck = Deck.objects.in_use().filter(slug=request.GET.get("deck", "")).first()
    names = NamesForm(sent, initial={"number": 24})
    status = 200
    if sent is not None:
        status = 422
        if form.is_valid() & names.is_valid():
            try:
                klass = services.make_class(
                    request.user,
                    form.cleaned_data["name"],
                    form.cleaned_data["language"],
                    form.cleaned_data["last_day"],
                    names.cleaned_data["names"],
                    names.cleaned_data["number"] or 0,
                    _form_key(request),
                )
            except BadClass as bad:
                names.add_error(None, str(bad))
            else:
                return (
                    redirect("revision:class", klass.pk)
                    if deck is None
                    else redirect("revision:assign", klass.pk, deck.slug)
                )
    context = {
        "classes": Class.objects.of(request.user),
        "form": form,
        "names": names,
        "deck": deck,
        "form_key": _form_key(request),
    }
    return render(request, "revision/classes.html", context, status=status)


@require_GET
@at_class
def klass(request: HttpRequest, klass: Class) -> HttpResponse:
    """A class: its assignments, what it knows least, its pupils."""
    found = report(klass, language())
    chosen = number(request.GET.get("a", ""), 0)
    tasks = found.tasks
    told = next((task for task in tasks if task.assignment.pk == chosen), tasks[0] if tasks else None)
    states = told.states if told is not None else [0] * len(found.pupils)
    context = {
        "klass": klass,
        "tasks": tasks,
        "told": told,
        "report": found,
        "lines": [
            {"pupil": one, "state": state, "unused": one.pk in found.unused}
            for one, state in zip(found.pupils, states, strict=True)
        ],
        "least": found.least,
        "playable": [task for task in tasks if pack_of(task.assignment.edition_id).events],
        "teams": range(2, MOST_TEAMS + 1),
        "enough": LEAST_FOR_FIGURES,
        "ready": _ready(klass, [task.assignment for task in tasks]),
        "lesson": services.running_lesson(klass),
        "form_key": uuid4(),
    }
    return render(request, "revision/class.html", context)


def _ready(klass: Class, given: list[Assignment]) -> dict[str, Any] | None:
    """The next assignment of the deck that the class learns, if there are new cards in it."""
    last = max(given, key=lambda one: one.pk, default=None)
    if last is None:
        return None
    edition = last.edition.deck.current
    if edition is None:  # put away or deleted: nothing of it can be assigned any more
        return None
    pack = pack_of(edition.pk)
    with translation.override(klass.language):
        initial = proposal(pack, klass, given)
        title = str(initial["title"])
    cards = [event for event in pack.events if event.suit in initial.get("suits", ())]
    if not cards:
        return None
    return {"title": title, "cards": len(cards), "begins": initial["begins"], "deck": pack.slug}


@require_http_methods(["GET", "POST"])
@at_class
def settings(request: HttpRequest, klass: Class) -> HttpResponse:
    """Another name, language or last day, one more teacher, the end."""
    sent = request.POST if request.method == "POST" else None
    form = ClassForm(sent, initial={"name": klass.name, "language": klass.language, "last_day": klass.last_day})
    teacher = TeacherForm(sent)
    if sent is not None and form.is_valid() & teacher.is_valid():
        found = form.cleaned_data
        more = [teacher.cleaned_data["teacher"]] if teacher.cleaned_data["teacher"] else []
        services.change_class(klass, found["name"], found["language"], found["last_day"], more)
        return redirect("revision:class", klass.pk)
    context = {"klass": klass, "form": form, "teacher": teacher, "teachers": klass.teachers.order_by("username")}
    return render(request, "revision/settings.html", context, status=422 if sent is not None else 200)


@require_POST
@at_class
def release(request: HttpRequest, klass: Class, teacher: int) -> HttpResponse:
    """A teacher leaves the class, or a colleague takes one off it; the last one stays."""
    gone = get_object_or_404(klass.teachers, pk=teacher)
    try:
        services.release_teacher(klass, gone)
    except BadClass as bad:
        messages.error(request, str(bad))
        return redirect("revision:settings", klass.pk)
    return redirect("revision:classes") if gone == request.user else redirect("revision:settings", klass.pk)


@require_http_methods(["GET", "POST"])
@at_class
def erase(request: HttpRequest, klass: Class) -> HttpResponse:
    """The end of a class, at once, after one question."""
    if request.method == "POST":
        services.erase_class(klass)
        return redirect("revision:classes")
    return render(request, "revision/erase.html", {"klass": klass, "pupil": None})


# ---------------------------------------------------------------------- pupils and slips


@require_http_methods(["GET", "POST"])
@at_class
def add(request: HttpRequest, klass: Class) -> HttpResponse:
    """More pupils."""
    form = NamesForm(request.POST if request.method == "POST" else None, initial={"number": 1})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                found = form.cleaned_data
                services.add_pupils(klass, found["names"], found["number"] or 0, _form_key(request))
            except BadClass as bad:
                form.add_error(None, str(bad))
            else:
                return redirect("revision:slips", klass.pk)
    context = {"klass": klass, "form": form, "form_key": _form_key(request)}
    return render(request, "revision/add.html", context, status=status)


@require_http_methods(["GET", "POST"])
@at_class
def slips(request: HttpRequest, klass: Class) -> HttpResponse:
    """Which slips are to be drawn; posted, the sheets themselves: their codes are seen this once, and never again."""
    pupils = list(klass.pupils.prefetch_related("slips"))
    used = {pupil.pk: any(slip.used and not slip.replaced for slip in pupil.slips.all()) for pupil in pupils}
    if request.method == "POST":
        wanted = {number(pk, -1) for pk in request.POST.getlist("pupil")}
        chosen = [pupil for pupil in pupils if pupil.pk in wanted]
        drawn = services.draw_slips(klass, chosen, _form_key(request)) if chosen else []
        if drawn:
            return _sheets(request, klass, drawn)
        if drawn is None:
            messages.warning(request, _("These slips were drawn before, and codes are shown only once: draw new ones."))
            return redirect("revision:slips", klass.pk)
    lines = [(pupil, used[pupil.pk], any(True for _slip in pupil.slips.all())) for pupil in pupils]
    only = number(request.GET.get("pupil", ""), 0)
    context = {"klass": klass, "lines": lines, "form_key": uuid4(), "only": only}
    return render(request, "revision/slips.html", context)


def _form_key(request: HttpRequest) -> Any:
    try:
        return UUID(request.POST.get("form", ""))
    except ValueError:
        return uuid4()


def _sheets(request: HttpRequest, klass: Class, drawn: list[tuple[Pupil, str]]) -> HttpResponse:
    """Eight slips on a sheet of A4, in the language of the class."""
    where = as_phones_see_it(request, reverse("revision:door"))
    address = where.partition("://")[2].rstrip("/")
    made = [
        {
            "pupil": pupil,
            "code": in_fours(code),
            "link": f"{where}#{code}",
            "qr": qr_svg.__wrapped__(f"{where}#{code}"),  # nothing keeps it
            "foot": sprite_href(f"footw-{FEET[place % len(FEET)]}"),
        }
        for place, (pupil, code) in enumerate(drawn)
    ]
    pages = [made[place : place + PER_SHEET] for place in range(0, len(made), PER_SHEET)]
    with translation.override(klass.language):
        context = {"klass": klass, "pages": pages, "address": address, "slips": len(made)}
        answer = render(request, "revision/sheets.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_GET
@at_class
def office(request: HttpRequest, klass: Class) -> HttpResponse:
    """One page for the school office: which data, where, how long."""
    return render(request, "revision/office.html", {"klass": klass, "pupils": klass.pupils.count()})


@require_http_methods(["GET", "POST"])
@at_class
def pupil(request: HttpRequest, klass: Class, pupil: int) -> HttpResponse:
    """One pupil: a new slip, or erased alone, after being told what follows."""
    found = get_object_or_404(klass.pupils, pk=pupil)
    if request.method == "POST":
        services.erase_pupil(found)
        return redirect("revision:class", klass.pk)
    states = dict(Progress.objects.filter(pupil=found).values_list("assignment_id", "state"))
    context = {
        "klass": klass,
        "pupil": found,
        "used": found.slips.filter(used=True).exists(),
        "states": [(one, states.get(one.pk, 0)) for one in klass.assignments.all()],
        "form_key": uuid4(),
    }
    return render(request, "revision/pupil.html", context)


# ---------------------------------------------------------------------- assignments


@require_GET
@teachers_only
def assign_deck(request: HttpRequest, slug: str) -> HttpResponse:
    """Which class is a deck for? With one class there is nothing to ask."""
    edition = _edition(request, slug)
    found = list(Class.objects.of(request.user))
    if len(found) == 1:
        return redirect(_assign_link(found[0], slug, edition))
    context = {"classes": [(one, _assign_link(one, slug, edition)) for one in found], "edition": edition}
    return render(request, "revision/which.html", context)


def _assign_link(klass: Class, slug: str, edition: Edition) -> str:
    return f"{reverse('revision:assign', args=[klass.pk, slug])}?edition={edition.number}"


def _edition(request: HttpRequest, slug: str) -> Edition:
    """The edition that is asked for, else the latest that stands; 404 for one that is not there."""
    editions = Edition.objects.select_related("deck").filter(deck__slug=slug, deck__deleted_at=None)
    wanted = number(request.GET.get("edition", ""), 0)
    found = editions.filter(number=wanted) if wanted else editions.standing() or editions
    edition: Edition | None = found.first()
    if edition is None or edition.deck.kind == "quiz-show":
        raise Http404
    return edition


@require_http_methods(["GET", "POST"])
@at_class
def assign(request: HttpRequest, klass: Class, slug: str) -> HttpResponse:
    """The form for an assignment, with a proposal that can be given as it stands."""
    edition = _edition(request, slug)
    if not Edition.objects.standing().filter(pk=edition.pk).exists():
        return render(request, "revision/withdrawn.html", {"klass": klass, "edition": edition}, status=410)
    pack = pack_of(edition.pk)
    with translation.override(klass.language):
        ready = proposal(pack, klass, klass.assignments.with_decks())
        initial = ready | {"title": str(ready["title"])}
    form = AssignmentForm(pack, klass, request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        services.assign(klass, edition, form.facts)
        return redirect("revision:class", klass.pk)
    context = {"klass": klass, "form": form, "edition": edition, "pack": pack, "assignment": None, "newer": None}
    return render(request, "revision/assign.html", context, status=422 if form.errors else 200)


def _assignment(klass: Class, pk: int) -> Assignment:
    return get_object_or_404(klass.assignments.with_decks(), pk=pk)


@require_http_methods(["GET", "POST"])
@at_class
def change(request: HttpRequest, klass: Class, assignment: int) -> HttpResponse:
    """Changes an assignment while it runs; it keeps its edition unless the teacher takes the newer one."""
    found = _assignment(klass, assignment)
    latest = found.edition.deck.current
    newer = latest if latest is not None and latest.number > found.edition.number else None
    edition = newer if newer is not None and request.POST.get("newer") == "1" else found.edition
    pack = pack_of(edition.pk)
    facts = ("title", "asked", "ways", "goal", "rounds", "begins", "ends")
    initial = {fact: getattr(found, fact) for fact in facts} | {"only": found.cards, "numbers": ", ".join(found.cards)}
    form = AssignmentForm(pack, klass, request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        services.change_assignment(found, form.facts | {"edition": edition})
        return redirect("revision:class", klass.pk)
    context = {
        "klass": klass,
        "form": form,
        "edition": found.edition,
        "pack": pack,
        "assignment": found,
        "newer": newer,
        "classes": Class.objects.of(request.user).exclude(pk=klass.pk),
    }
    return render(request, "revision/assign.html", context, status=422 if form.errors else 200)


@require_POST
@at_class
def copy(request: HttpRequest, klass: Class, assignment: int) -> HttpResponse:
    """The same for another class of this teacher."""
    other = get_object_or_404(Class.objects.of(request.user), pk=number(request.POST.get("class", ""), 0))
    services.copy_assignment(_assignment(klass, assignment), other)
    return redirect("revision:class", other.pk)


@require_POST
@at_class
def take_back(request: HttpRequest, klass: Class, assignment: int) -> HttpResponse:
    """Takes an assignment back."""
    services.end_assignment(_assignment(klass, assignment))
    return redirect("revision:class", klass.pk)


@require_POST
@guarded
@at_class
def play(request: HttpRequest, klass: Class) -> HttpResponse:
    """Play it now: the class at one private table, which the teacher leads on the projector without playing.

    To the table that is on, if there is one. ``cards``: an assignment, or "least" for those the class knows least.
    """
    cards = _cards_of(klass, request.POST.get("cards", ""))
    if not cards:
        messages.warning(request, _("There is nothing to play yet: assign cards of events first."))
        return redirect("revision:class", klass.pk)
    try:
        table, player = services.open_lesson(
            klass,
            request.user,
            language(),
            cards,
            everybody=request.POST.get("everybody") == "1",
            picked=request.POST.get("way") == "picked",
            speed=request.POST.get("speed") == "1",
            named=request.POST.get("names") == "slips",
            teams=min(MOST_TEAMS, number(request.POST.get("teams", ""), 0)),
            guests=request.session.get(GUESTS, {}).values(),
            key=_form_key(request),
        )
    except BadOptions as bad:
        messages.warning(request, plain(bad.problems[-1].why))  # the first is that nobody sits there yet
        return redirect("revision:class", klass.pk)
    visitor_of(request).know(table)
    remember(request.session, player.guest)
    return redirect("tables:table", table.code)


def _cards_of(klass: Class, asked: str) -> dict[Edition, list[str]]:
    """The cards of an assignment, or those that the class knows least; empty if none of them are events."""
    tasks = [task for task in klass.assignments.with_decks() if pack_of(task.edition_id).events]
    if asked == "least":
        editions = {task.edition_id: task.edition for task in tasks}
        cards: dict[Edition, list[str]] = {}
        for figure in least_known(klass, language()):
            if figure.edition in editions:
                cards.setdefault(editions[figure.edition], []).append(figure.key)
        if cards:
            return cards
    chosen = next((task for task in tasks if task.pk == number(asked, 0)), tasks[0] if tasks else None)
    return {} if chosen is None else {chosen.edition: chosen.cards}


@require_POST
@at_class
def end(request: HttpRequest, klass: Class) -> HttpResponse:
    """The bell rings: the lesson ends with the card that lies open."""
    services.end_lesson(klass)
    messages.success(request, _("The lesson ends with the card that lies open, in a minute at the latest."))
    return redirect("revision:class", klass.pk)


# ---------------------------------------------------------------------- the report as a file


@require_GET
@at_class
def table(request: HttpRequest, klass: Class) -> HttpResponse:
    """The report as CSV: per pupil how far, per card how many knew it at their last try."""
    found = report(klass, language())
    states = {0: _("not yet begun"), 1: _("on the way"), 2: _("done")}
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow([_("pupil"), *(harmless(task.assignment.title) for task in found.tasks)])
    for place, one in enumerate(found.pupils):
        lines.writerow([harmless(one.name), *(states[task.states[place]] for task in found.tasks)])
    lines.writerow([])
    lines.writerow([_("year"), _("card"), _("knew it"), _("of")])
    for card in least_known(klass, language(), most=None):
        lines.writerow([card.year, harmless(card.name), card.right, card.of])
    headers = {"Content-Disposition": 'attachment; filename="report.csv"'}
    return HttpResponse("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)
