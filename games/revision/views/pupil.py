"""A pupil's pages: today, the round, what is known, what lies in the seal."""

import json
from datetime import timedelta
from itertools import chain
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from config.plain import number
from decks.services import pack_of
from games.revision import services
from games.revision.access import SHARED, with_slip
from games.revision.learning import Task, coming_back, start_of_day, today
from games.revision.memory import Likes, Memory, plain
from games.revision.models import Assignment
from games.revision.played import note_over, played_here, played_in_class
from games.revision.rounds import PARTS, SECONDS, Phase, What, fold
from games.revision.services import Holder, Opened
from games.revision.services.memories import assignment_of, running, task_of
from games.revision.showing import card_page, hillside
from games.rules.pack import Pack
from games.tables.access import door as guarded
from games.tables.access import remember, visitor_of


@require_GET
@with_slip
def home(request: HttpRequest, holder: Holder) -> HttpResponse:
    """What there is to do today, for each assignment that runs."""
    _count_games(request, holder)
    services.catch_up(holder)
    opened = services.look(holder)
    now = timezone.now()
    chosen = number(request.GET.get("a", ""), 0)
    tasks = [
        _task(opened, assignment, now)
        for assignment in opened.klass.assignments.with_decks()
        if assignment.is_running(timezone.localdate())
    ]
    tasks.sort(key=lambda one: (one["assignment"].pk != chosen, not one["under_way"], not one["cards"], one["order"]))
    context = {
        "opened": opened,
        "pupil": opened.pupil,
        "likes": opened.memory.likes,
        "task": tasks[0] if tasks else None,
        "others": tasks[1:],
        "devices": len(opened.memory.devices),
        "shared": SHARED in request.COOKIES,
        "greeting": _greeting(now),
        "lesson": services.running_lesson(opened.klass),
    }
    return render(request, "revision/today.html", context)


def _greeting(now: Any) -> str:
    hour = timezone.localtime(now).hour
    if hour < 11:
        return _("Good morning")
    return _("Good evening") if hour >= 18 else _("Hello")


def _task(opened: Opened, assignment: Assignment, now: Any) -> dict[str, Any]:
    """An assignment as the first page shows it."""
    task, memory = task_of(assignment), opened.memory
    pack = pack_of(task.edition)
    what = today(memory, task, pack, now)
    done, begun = task.known(memory, pack)
    under_way = task.name in memory.rounds
    size = task.size(pack)
    return {
        "assignment": assignment,
        "cards": len(what.all),
        "back": len(what.back),
        "new": len(what.new),
        "minutes": max(1, round(len(what.all) * SECONDS / 60)),
        "under_way": under_way,
        "done": done,
        "size": size,
        "pips": ([2] * done + [1] * begun + [0] * (size - done - begun))[:size] if size <= 60 else [],
        "ways": assignment.ways,
        "complete": done >= size,
        "next": next(iter(coming_back(memory, task.names(pack), now)), None),
        "order": (assignment.ends or timezone.localdate() + timedelta(days=999), assignment.pk),
    }


def _count_games(request: HttpRequest, holder: Holder) -> None:
    """What the class has played together counts, and other games of this browser for whoever wishes it."""
    opened = services.look(holder)
    memory = opened.memory
    here = played_here(request.session, memory.tables) if memory.likes.games else ()
    for one in chain(played_in_class(opened.pupil, memory.tables), here):
        services.count_game(holder, one.table, one.known, one.at, one.together)


@require_POST
@with_slip
def played(request: HttpRequest, holder: Holder) -> HttpResponse:
    """A game has ended on this device, and its page asks for what its own seat has known."""
    note_over(request.session, request.POST.get("table", ""))
    _count_games(request, holder)
    return HttpResponse(status=204)


@require_POST
@guarded
@with_slip
def lesson(request: HttpRequest, holder: Holder) -> HttpResponse:
    """To the table at which the class plays now, under the name of the slip."""
    services.catch_up(holder)
    table, player = services.come(holder, language())
    visitor_of(request).know(table)
    remember(request.session, player.guest)
    return redirect("tables:table", table.code)


@require_POST
@with_slip
def begin(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """Begins a round, or goes on with the one that is under way; what was liked is kept."""
    if "likes" in request.POST:
        services.like(holder, likes_in(request))
    services.begin(
        holder, number, request.POST.get("way", "")[:10], timezone.now(), extra=request.POST.get("extra") == "1"
    )
    return redirect("revision:round", number)


def likes_in(request: HttpRequest) -> Likes:
    """How somebody likes to learn, as the form says."""
    return Likes(**{name: name in request.POST for name in Likes.__struct_fields__})


@require_POST
@with_slip
def like(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Keeps how somebody likes to learn."""
    services.like(holder, likes_in(request))
    return redirect("revision:today")


@require_GET
@with_slip
def hand(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """The card in hand, or the end of the round."""
    opened = services.look(holder)
    assignment = assignment_of(opened, number)
    task = task_of(assignment)
    found = opened.memory.rounds.get(task.name)
    here = fold(found) if found is not None else None
    if found is None or here is None or here.phase is Phase.OVER:
        return _over(request, opened, assignment, task)
    pack = pack_of(found.edition)
    context: dict[str, Any] = {
        "title": assignment.title,
        "page": card_page(found, here, pack, language(), judgeable="judged" in assignment.ways),
        "likes": opened.memory.likes,
        "act": reverse("revision:act", args=[number]),
        "back": reverse("revision:today"),
        "sealed": "",
        "parts": PARTS,
    }
    return render(request, "revision/card.html", context)


def _over(request: HttpRequest, opened: Opened, assignment: Assignment, task: Task) -> HttpResponse:
    pack = pack_of(task.edition)
    context = over_context(opened.memory, task, pack) | {
        "title": assignment.title,
        "begin": reverse("revision:begin", args=[assignment.pk]) if running(opened.klass, assignment.pk) else "",
        "back": reverse("revision:today"),
        "all": reverse("revision:cards", args=[assignment.pk]),
        "sealed": "",
    }
    return render(request, "revision/over.html", context)


def over_context(memory: Memory, task: Task, pack: Pack) -> dict[str, Any]:
    """What the end of a round shows: the hillside, and what comes back when."""
    now = timezone.now()
    names = task.names(pack)
    return {
        "hill": hillside(memory, pack, start_of_day(now)),
        "coming": [(day_name(days), cards) for days, cards in coming_back(memory, names, now)][:5],
        "likes": memory.likes,
        "done": task.is_done(memory, pack),
    }


def day_name(days: int) -> Any:
    """A day as one speaks of it: today, tomorrow, in 5 days."""
    if days == 0:
        return _("Today")
    if days == 1:
        return _("Tomorrow")
    if days < 14:
        return ngettext("In %(n)d day", "In %(n)d days", days) % {"n": days}
    return ngettext("In %(n)d week", "In %(n)d weeks", days // 7) % {"n": days // 7}


def language() -> str:
    """The reader's language."""
    return get_language() or "en"


def said_in(request: HttpRequest) -> tuple[str, ...]:
    """What an answer says: the card picked, or each part that was typed."""
    if "pick" in request.POST:
        return (request.POST["pick"][:10],)
    asked = [part for part in PARTS if part in request.POST]
    return tuple(request.POST[part].strip()[:120] for part in asked)


def what_in(request: HttpRequest) -> What | None:
    """Which deed the pressed button means; None for nonsense."""
    try:
        return What(request.POST.get("do", ""))
    except ValueError:
        return None


@require_POST
@with_slip
def act(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """One deed in the round. An answer in which nothing is written or picked counts as none."""
    what = what_in(request)
    said = said_in(request)
    if what is not None and not (what is What.ANSWER and not any(said)):
        services.act(
            holder,
            number,
            step_in(request),
            what,
            timezone.now(),
            said=said,
            right=request.POST.get("right") == "1",
        )
    return redirect("revision:round", number)


def step_in(request: HttpRequest) -> int:
    """The step that a form means; -1 for nonsense, which no round is at."""
    return number(request.POST.get("step", ""), -1)


@require_GET
@with_slip
def cards(request: HttpRequest, holder: Holder, number: int) -> HttpResponse:
    """All cards of an assignment: which are known, and when each comes back."""
    opened = services.look(holder)
    assignment = assignment_of(opened, number)
    task = task_of(assignment)
    pack = pack_of(task.edition)
    context = {
        "title": assignment.title,
        "lines": lines(opened.memory, task, pack),
        "back": reverse("revision:today"),
        "likes": opened.memory.likes,
    }
    return render(request, "revision/cards.html", context)


def lines(memory: Memory, task: Task, pack: Pack) -> list[dict[str, Any]]:
    """Every card of a task that was answered, with when it comes back."""
    now = timezone.now()
    found = []
    for name, place in task.names(pack).items():
        card = memory.cards.get(name)
        event = pack.events[place] if pack.events else None
        when = day_name(coming_back(memory, [name], now)[0][0]) if card is not None and card.last else ""
        found.append(
            {
                "event": event,
                "statement": None if event else pack.statements[place],
                "known": card is not None and card.right,
                "when": when,
            }
        )
    return found


@require_GET
@with_slip
def data(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Everything that the site keeps of this pupil, and how to be rid of it."""
    opened = services.look(holder)
    context = {
        "opened": opened,
        "pupil": opened.pupil,
        "likes": opened.memory.likes,
        "devices": len(opened.memory.devices),
        "answers": sum(len(card.history) for card in opened.memory.cards.values()),
        "cards": sum(bool(card.history) for card in opened.memory.cards.values()),
    }
    return render(request, "revision/data.html", context)


@require_GET
@with_slip
def file(request: HttpRequest, holder: Holder) -> HttpResponse:
    """The same as a file, to the last answer."""
    opened = services.look(holder)
    kept = {"name": opened.pupil.name, "class": opened.klass.name, "until": str(opened.klass.last_day)}
    text = json.dumps(kept | {"memory": plain(opened.memory)}, indent=1, default=str, ensure_ascii=False)
    headers = {"Content-Disposition": 'attachment; filename="memory.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@require_POST
@with_slip
def forget(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Erases what is remembered; the slip stays good."""
    services.forget(holder)
    return redirect("revision:today")


@require_POST
@with_slip
def shut_out(request: HttpRequest, holder: Holder) -> HttpResponse:
    """No other device knows the slip any more."""
    services.shut_out(holder)
    return redirect("revision:data")
