"""The page of a lesson: a prepared table in no database, kept as what the learner has done in the session."""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.lessons.course import Course, Done
from games.lessons.kernel import Lesson
from games.lessons.registry import LESSONS
from games.rules.chance import fingerprint
from games.rules.kernel import IllegalMove, Seat
from games.rules.registry import GAMES
from games.rules.words import N_, say
from games.tables.parts import Toast
from games.tables.showing import Look, encoded, frame, partial, showing_of, toast
from games.tables.snapshot import Chair, House, People, Person, Snapshot

SESSION = "lessons"
NO_TOAST = '<div id="toast" class="toast" role="alert" hidden></div>'
LEARNER = 1  # the learner's number among the persons of the prepared table


@never_cache
@require_http_methods(["GET", "POST"])
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """One game in a minute. GET begins afresh or goes on; POST is a move, a look, or starting over."""
    prepared = LESSONS.get(slug)
    if slug not in GAMES or prepared is None:
        raise Http404
    course, begun = _resume(request, slug, prepared)
    if request.method == "GET":
        return render(request, "tables/lesson.html", _context(slug, course))
    refusal: Toast | None = None
    fields = {key: value for key, value in request.POST.items() if key != "csrfmiddlewaretoken"}
    try:
        if "again" in fields:
            begun = timezone.now()
            course = Course(GAMES[slug], prepared, begun)
        elif "next" in fields:
            course.look(timezone.now())
        else:
            course.move(fields, timezone.now())
    except IllegalMove as refused:
        refusal = Toast(refused.why, refused.clause)
    except msgspec.ValidationError:
        refusal = Toast(say(N_("This page sent something the table does not understand. Reload it.")), "")
    if refusal is None:
        _keep(request, slug, course, begun)
    return _answer(request, slug, course, refusal)


def _resume(request: HttpRequest, slug: str, prepared: Lesson) -> tuple[Course, datetime]:
    """The lesson as far as this session has come, and when it began; from the beginning if nothing kept fits."""
    kept: Any = request.session.get(SESSION, {}).get(slug)
    try:
        done = [Done(move, datetime.fromisoformat(at)) for move, at in kept["done"]]
        begun = datetime.fromisoformat(kept["begun"])
        return Course(GAMES[slug], prepared, begun, done), begun
    except (TypeError, KeyError, ValueError, IndexError, IllegalMove, msgspec.ValidationError):
        begun = timezone.now()
        return Course(GAMES[slug], prepared, begun), begun


def _keep(request: HttpRequest, slug: str, course: Course, begun: datetime) -> None:
    done = [[one.move, one.at.isoformat()] for one in course.done]
    request.session[SESSION] = request.session.get(SESSION, {}) | {slug: {"begun": begun.isoformat(), "done": done}}


def _snapshot(slug: str, course: Course) -> Snapshot:
    lesson = course.lesson
    house = House(
        id=0,
        code="LESSON",
        game=slug,
        private=False,
        invitation="",
        fingerprint=fingerprint(lesson.secret),
        deck=lesson.pack.slug,
        languages=lesson.pack.languages,
        clock=0,
        edition=None,
        next_code="",
        begun=True,
        ended=False,
    )
    chairs = tuple(
        Chair(
            Seat(number),
            GAMES[slug].liveries[number % len(GAMES[slug].liveries)],
            "medium" if number else "",
            () if number else (Person(LEARNER, "Sam", True),),
        )
        for number in range(lesson.seats)
    )
    snapshot = Snapshot(house, People(chairs, (), None), course.game)
    snapshot.play = course.play
    return snapshot


def _draw(slug: str, course: Course) -> tuple[Snapshot, Look, str]:
    snapshot, look = _snapshot(slug, course), Look(LEARNER, get_language() or "en")
    return snapshot, look, showing_of(snapshot).page(look)


def _context(slug: str, course: Course) -> dict[str, Any]:
    steps = course.lesson.steps
    step = None if course.over else steps[course.step]
    return {
        "rules": GAMES[slug],
        "table": {"game": slug, "code": "LESSON", "room": {"code": "LESSON"}},
        "language": get_language(),
        "layout": "table",
        "you": 0,
        "stage": SafeString(_draw(slug, course)[2]),
        "steps": [number < course.step for number in range(len(steps))],
        "number": course.step + 1,
        "say": gettext(step.say) if step else "",
        "look": step is not None and step.move is None,
        "over": course.over,
    }


def _answer(request: HttpRequest, slug: str, course: Course, refusal: Toast | None) -> HttpResponse:
    """The stage and what the teacher says, as live.js swaps them in."""
    try:
        asked = str(UUID(request.headers.get("HX-Request-ID", "")))
    except ValueError:
        asked = ""
    snapshot, look, stage = _draw(slug, course)
    if refusal is not None:
        content = toast(snapshot.rules, snapshot.people, look, refusal)
    else:
        coach = render_to_string("tables/_coach.html", _context(slug, course), request)
        content = partial("coach", coach) + partial("toast", NO_TOAST)
        content += f'<hx-partial id="whole" hx-swap="innerMorph">{stage}</hx-partial>'
    number = int(timezone.now().timestamp() * 1000)  # rises even when the lesson begins again
    return JsonResponse(json.loads(frame(number, encoded(content), asked)))
