"""Learn this deck: without class or account. The sealed memory lies in the reader's own browser, and nowhere else.

It travels with each form and goes back with each page, where a script keeps it (localStorage). Its key is a cookie that
no script can read. The site keeps nothing.
"""

import base64
import binascii
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from decks.models import Deck
from decks.services import pack_of
from games.revision import sealing
from games.revision.access import not_now
from games.revision.learning import Task, coming_back, feed, new_round, today
from games.revision.memory import Memory, Review, encode, names_in
from games.revision.played import note_over, played_here
from games.revision.rounds import SECONDS, OutOfTurn, Phase, Way, What, fold
from games.revision.services import NotNow, understood
from games.revision.showing import card_page
from games.revision.views.pupil import likes_in, lines, over_context, said_in, step_in, what_in
from games.rules.answers.choices import has_choices
from games.rules.pack import Pack

KEY = "learn_key"
AGE = 400 * 86_400


@never_cache
@require_http_methods(["GET", "POST"])
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """A deck to learn: today's cards, the round, its end. Posted with the memory that the browser keeps."""
    deck = get_object_or_404(Deck.objects.in_use(), slug=slug)
    edition = deck.current
    if edition is None or deck.kind == Deck.Kind.QUIZ_SHOW:
        raise Http404
    pack = pack_of(edition.pk)
    key = _key(request)
    try:
        memory = _memory(request, key, slug)
    except NotNow:
        return not_now(request)
    task = Task(name=slug, edition=edition.pk, cards=(), asked=("name", "year"))
    now = timezone.now()
    over = request.method == "POST" and _do(request, memory, task, pack, now)
    answer = _page(request, deck, memory, task, pack, key, over=over)
    if KEY not in request.COOKIES or request.COOKIES[KEY] != _text(key):
        answer.set_cookie(
            KEY, _text(key), max_age=AGE, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )
    return answer


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def _key(request: HttpRequest) -> bytes:
    """The key that this browser keeps, or a new one."""
    try:
        key = base64.urlsafe_b64decode(request.COOKIES.get(KEY, ""))
    except (binascii.Error, ValueError):
        key = b""
    return key if len(key) == sealing.KEY_LENGTH else sealing.new_key()


def _memory(request: HttpRequest, key: bytes, slug: str) -> Memory:
    """What the browser has sent along; a new memory if it is none, or sealed with a key that is gone. Raises NotNow."""
    try:
        sealed = base64.urlsafe_b64decode(request.POST.get("sealed", ""))
        return understood(sealing.opened(sealed, key, f"learn {slug}"))
    except (sealing.Unreadable, binascii.Error, ValueError):
        return Memory()


def _do(request: HttpRequest, memory: Memory, task: Task, pack: Pack, now: datetime) -> bool:
    """One step; True if it has ended a round, or there was nothing to do in one."""
    if "likes" in request.POST:
        memory.likes = likes_in(request)
    if memory.likes.games:
        note_over(request.session, request.POST.get("table", ""))
        _count_games(request, memory, pack)
    if request.POST.get("do") == "forget":
        memory.cards, memory.rounds, memory.days, memory.finished = {}, {}, {}, {}  # games that were counted stay so
        return False
    if request.POST.get("do") == "begin":
        if task.name not in memory.rounds:
            way = _way(request.POST.get("way", ""), pack)
            extra = request.POST.get("extra") == "1"
            begun = new_round(memory, task, pack, way, secrets.token_bytes(8), now, extra=extra)
            if begun is None:
                return True
            memory.rounds[task.name] = begun
        return False
    what, round_here = what_in(request), memory.rounds.get(task.name)
    if what is None or round_here is None or fold(round_here).step != step_in(request):
        return False
    said = said_in(request)
    if what is What.ANSWER and not any(said):
        return False
    try:
        here = feed(
            memory, task, round_here, pack_of(round_here.edition), what, now, said=said,
            right=request.POST.get("right") == "1",
        )  # fmt: skip
    except OutOfTurn:
        return False
    return here.phase is Phase.OVER


def _way(asked: str, pack: Pack) -> Way:
    if not pack.events:
        return "truth"
    if asked == "typed":
        return "typed"
    if asked == "judged":
        return "judged"
    return "picked" if has_choices(pack) else "typed"


def _count_games(request: HttpRequest, memory: Memory, pack: Pack) -> None:
    """Games that this browser has played, as far as they were about this deck."""
    here = names_in(pack)
    for one in played_here(request.session, memory.tables):
        memory.tables.append(one.table)
        for name, right, how in one.known:
            if name in here:
                memory.card(name).add(Review(int(one.at.timestamp()), right, how))


def _page(
    request: HttpRequest, deck: Deck, memory: Memory, task: Task, pack: Pack, key: bytes, *, over: bool
) -> HttpResponse:
    language = get_language() or "en"
    here = reverse("revision:learn", args=[deck.slug])
    context: dict[str, Any] = {
        "deck": deck,
        "title": deck.name.say(language),
        "likes": memory.likes,
        "sealed": _text(sealing.seal(encode(memory), key, f"learn {deck.slug}")),
        "kept": deck.slug if request.method == "POST" else "",
        "act": here,
        "begin": here,
        "back": reverse("decks:deck", args=[deck.slug]),
    }
    round_here = memory.rounds.get(task.name)
    if round_here is not None and request.POST.get("do") != "see":
        position = fold(round_here)
        page = card_page(round_here, position, pack_of(round_here.edition), language, judgeable=True)
        return render(request, "revision/card.html", context | {"page": page})
    if over:
        return render(request, "revision/over.html", context | over_context(memory, task, pack) | {"all": ""})
    now = timezone.now()
    what = today(memory, task, pack, now)
    context |= {
        "cards": len(what.all),
        "new": len(what.new),
        "returning": len(what.back),
        "minutes": max(1, round(len(what.all) * SECONDS / 60)),
        "under_way": round_here is not None,
        "ways": (["picked"] if has_choices(pack) else []) + ["typed", "judged"] if pack.events else ["truth"],
        "lines": [line for line in lines(memory, task, pack) if line["when"]],
        "known": sum(card.right for card in memory.cards.values()),
        "coming": coming_back(memory, task.names(pack), now),
        "fresh": request.method == "GET",
    }
    return render(request, "revision/learn.html", context)
