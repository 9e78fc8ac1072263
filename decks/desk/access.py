"""Who may sit at the desk, and with which decks."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache

from decks.models import Deck

P = ParamSpec("P")
DeckView: TypeAlias = Callable[Concatenate[HttpRequest, Deck, P], HttpResponse]


def has_desk(person: Any) -> bool:
    """May this person write decks?"""
    return bool(person.is_staff and person.has_perm("decks.add_deck"))


def at_desk(view: DeckView[P]) -> Callable[..., HttpResponse]:
    """A view of a deck for those who may write it. For other authors there is no such page.

    Whoever has no desk is told where they stand, whichever deck they asked for.
    """

    @wraps(view)
    @never_cache
    @login_required
    def inner(request: HttpRequest, deck: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not has_desk(request.user):
            return redirect("decks:standing")
        there = get_object_or_404(Deck.objects.writable_by(request.user), pk=deck)
        return view(request, there.as_written(), *args, **kwargs)

    return inner


def authors_only(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view for those who may begin decks at all; whoever may not is told where they stand."""

    @wraps(view)
    @never_cache
    @login_required
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not has_desk(request.user):
            return redirect("decks:standing")
        return view(request, *args, **kwargs)

    return inner
