"""The shelf of games, the form to open a table, and the rulebooks."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from config import limits
from games import rulebooks as books
from games.extras.registry import EXTRAS
from games.lessons.registry import LESSONS
from games.rules.registry import GAMES
from games.tables import access, services
from games.tables.forms import NewcomerForm, OpenTableForm
from games.tables.views.asked import game_or_404, language, sent


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The front door: play now, or join a table by its code."""
    return render(request, "home.html", {"games": GAMES.values(), "code": request.GET.get("code", "")})


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """The shelf of games."""
    return render(request, "games/index.html", {"games": GAMES.values()})


@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's page: what it is, and the form to open a table."""
    rules = game_or_404(slug)
    picking = rules.mixes and "pick" in request.GET
    chosen = request.GET.dict()  # a link may choose options, none is hidden
    form = OpenTableForm(rules, sent(request), picking=picking, link=request.GET.get("with", "")[:60], initial=chosen)
    you = NewcomerForm(sent(request), initial={"language": language()})
    status = 200
    if request.method == "POST":
        status = 422
        valid, named = form.is_valid(), you.is_valid()
        if valid and named:
            if limits.too_often("open", limits.address_of(request), limits.OPENED_TABLES, timedelta(hours=1)):
                return render(request, "429.html", status=429)
            key = you.cleaned_data["key"]
            try:
                table = services.open_table(
                    slug,
                    options=form.options,
                    **form.cards,
                    private=form.cleaned_data["private"],
                    opened_by=request.user if request.user.is_authenticated else None,
                    key=key,
                )
            except services.BadOptions as bad:
                form.refuse(bad.problems)
            else:
                player = services.join(table.pk, you.cleaned_data["nickname"], you.cleaned_data["language"], key=key)
                access.remember(request.session, table.pk, player.pk)
                return redirect("tables:table", table.code)
    context = {
        "rules": rules,
        "form": form,
        "you": you,
        "lesson": slug in LESSONS,
        "links": EXTRAS[slug].links,
        "picking": picking,
    }
    return render(request, "games/open.html", context, status=status)


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
