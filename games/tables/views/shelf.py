"""The shelf of games, the form to open a table, and the rulebooks."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config import limits
from decks.models import Edition
from decks.services import pack_of
from games import rulebooks as books
from games.extras.registry import EXTRAS
from games.lessons.registry import LESSONS
from games.rules.kernel import IllegalMove
from games.rules.pack import NO_CARDS
from games.rules.play import AnyRules
from games.rules.registry import GAMES
from games.tables import access, services
from games.tables.forms import NewcomerForm, OpenTableForm
from games.tables.models import Player, Strength, Table, of_night
from games.tables.views.asked import find, game_or_404, language, sent
from games.wording import plain

WELCOMING = ("swiss-quiz", "quizterix-snap", "qwantum")


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The front door: play now, or join a table by its code."""
    return render(request, "home.html", {"games": GAMES.values(), "code": request.GET.get("code", "")})


@require_GET
@access.door
def games(request: HttpRequest) -> HttpResponse:
    """The shelf of games; for the host of a room, to choose its next one."""
    return render(request, "games/index.html", {"games": GAMES.values(), "room": _room(request)[0]})


def _room(request: HttpRequest) -> tuple[str, Table | None, Player | None]:
    """The room for which a game is chosen: its code, its newest table, its host; 404 for anybody but the host."""
    if not (code := request.GET.get("room", "")):
        return "", None, None
    here, player = find(request, code, running=True)
    if player is None or player.guest_id != here.room.host_id or of_night(here.room):
        raise Http404
    return here.room.code, here, player


@require_http_methods(["GET", "POST"])
@access.door
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's page: what it is, and the form to open a table; in a room where people are already, its next one."""
    rules = game_or_404(slug)
    room, here, host = _room(request)
    picking = _picking(request, rules)
    chosen = request.GET.dict()  # a link may choose options, none is hidden
    if host is not None and host.seat_id is None:
        chosen.setdefault("leads", "on")  # as they have led until now
    link = request.GET.get("with", "")[:60]
    form = OpenTableForm(rules, sent(request), picking=picking, link=link, person=request.user, initial=chosen)
    you = NewcomerForm(sent(request), initial={"language": language()})
    status = 200
    if request.method == "POST":
        status = 422
        valid, named = form.is_valid(), here is not None or you.is_valid()
        if valid and named:
            if limits.too_often("open", limits.address_of(request), limits.OPENED_TABLES, timedelta(hours=1)):
                return render(request, "429.html", status=429)
            try:
                if here is not None:
                    services.another_game(here.pk, host, slug, options=form.options, leads=form.leading, **form.cards)
                else:
                    room = _open_room(request, slug, form, you)
                return redirect("tables:table", room)
            except (services.NoSuchTable, services.NotYours) as gone:  # somebody else leads the room by now
                raise Http404 from gone
            except services.BadOptions as bad:
                form.refuse(bad.problems)
            except IllegalMove as refused:
                form.add_error(None, plain(refused.why))
    return _game_page(request, rules, form, you, room, status)


def _picking(request: HttpRequest, rules: AnyRules) -> bool:
    return rules.mixes and "pick" in request.GET


def _game_page(
    request: HttpRequest, rules: AnyRules, form: OpenTableForm, you: NewcomerForm, room: str, status: int
) -> HttpResponse:
    picking = _picking(request, rules)
    if you.is_bound and "nickname" in you.errors:
        you.fields["nickname"].widget.attrs["autofocus"] = True  # else the page begins at its beginning
    context = {
        "rules": rules,
        "form": form,
        "you": you,
        "lesson": rules.slug in LESSONS,
        "links": EXTRAS[rules.slug].links,
        "picking": picking,
        "room": room,
        "open": bool(picking or request.GET.keys() - {"room"}),
        "shown": shown_cards(form, rules.slug),
    }
    return render(request, "games/open.html", context, status=status)


def _open_room(request: HttpRequest, slug: str, form: OpenTableForm, you: NewcomerForm) -> str:
    """Opens a table in a room of its own for whoever asks; gives its code."""
    key = you.cleaned_data["key"]
    table = services.open_table(
        slug,
        options=form.options,
        **form.cards,
        private=form.cleaned_data["private"],
        opened_by=request.user if request.user.is_authenticated else None,
        key=key,
    )
    name, language = you.cleaned_data["nickname"], you.cleaned_data["language"]
    player = services.join(table.pk, name, language, seat=not form.leading, key=key)
    access.remember(request.session, player.guest)
    return table.room.code


def shown_cards(form: OpenTableForm, slug: str) -> dict[str, Any]:
    """What a game's page shows: three real cards of the deck that is offered first, or three things that one does."""
    edition = form.editions.first()
    pack = NO_CARDS if edition is None else pack_of(edition.pk)

    def three(cards: Sequence[Any]) -> Sequence[Any]:
        return cards[:: max(1, len(cards) // 3)][:3]

    shows = [tuple(zip(show.questions, (word.name for word in show.words), strict=False)) for show in pack.shows[:1]]
    demo = f"games/{slug.replace('-', '_')}/demo.html"
    shown = {
        "events": three(pack.events),
        "statements": three(pack.statements),
        "questions": three(*shows) if shows else (),
        "demo": demo if (settings.BASE_DIR / "templates" / demo).exists() else "",
    }
    return {name: what for name, what in shown.items() if what}


@require_POST
@access.door
def with_bots(request: HttpRequest, slug: str = "") -> HttpResponse:
    """One tap: a table of this game (or of one whose cards the reader can read), with bots, and it begins."""
    rules = game_or_404(slug or _welcoming())
    form = OpenTableForm(rules)
    edition, options = _readable(form), form.proposed
    if edition is None and rules.kind:
        raise Http404
    if limits.too_often("open", limits.address_of(request), limits.OPENED_TABLES, timedelta(hours=1)):
        return render(request, "429.html", status=429)
    opened_by = request.user if request.user.is_authenticated else None
    try:
        with transaction.atomic():
            table = services.open_table(rules.slug, edition, options, opened_by=opened_by)
            player = services.join(table.pk, services.drawn_name(table.room, language()), language())
            if table.seats.count() < services.party(rules):
                services.fill_with_bots(table.pk, player, Strength.NEW)
            services.begin(table.pk, player)
    except services.BadOptions as bad:
        refused = OpenTableForm(rules, options | {"deck": edition and edition.pk})
        refused.refuse(bad.problems)
        return _game_page(request, rules, refused, NewcomerForm(initial={"language": language()}), "", 422)
    access.remember(request.session, player.guest)
    return redirect("tables:table", table.room.code)


def _readable(form: OpenTableForm) -> Edition | None:
    """The deck for one tap: the first that goes with the game and is in the reader's language, else the first that
    goes with it, else the first one.
    """
    rules, editions = form.rules, list(form.editions)
    options, seats = rules.Options(**form.proposed), services.party(rules)
    fitting = [one for one in editions if not list(rules.bad_options(options, seats, pack_of(one.pk)))]
    read = [one for one in fitting if language() in pack_of(one.pk).languages]
    return next(iter((*read, *fitting, *editions)), None)


def _welcoming() -> str:
    """The game that newcomers meet first: the one of these whose cards they can read."""
    for slug in WELCOMING:
        edition = _readable(OpenTableForm(GAMES[slug]))
        if edition is not None and language() in pack_of(edition.pk).languages:
            return slug
    return WELCOMING[-1]


@require_GET
def rulebooks(request: HttpRequest) -> HttpResponse:
    """All rulebooks."""
    return render(request, "rules/index.html", {"games": GAMES.values()})


@require_GET
def rulebook(request: HttpRequest, slug: str) -> HttpResponse:
    """One game's rules, every clause with its id as an anchor."""
    if slug != "common":
        game_or_404(slug)
    return render(request, "rules/rulebook.html", {"book": books.page(slug, language()), "game": GAMES.get(slug)})
