"""The host's desk: making a night, and its programme."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required, permission_required
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.plain import number
from decks.models import Edition
from games.nights import services
from games.nights.forms import OPTION, NightForm, RoundForm
from games.nights.models import Night, Round, State
from games.nights.programme import MOST_GUESTS, TEMPLATES, WAYS, Item, Remark, begins, length, remarks
from games.nights.seating import CannotSeat
from games.nights.services import Passed
from games.nights.views.asked import led
from games.rules.registry import GAMES
from games.rules.words import N_, say
from games.tables import access
from games.tables.forms import deck_label
from games.tables.services import BadOptions
from games.tables.views.asked import sent
from games.wording import plain

Decks = dict[str, list[tuple[str, str]]]
"""The decks there are, by their kind: each its slug and how it is called."""

hosts_only = permission_required("nights.add_night", login_url="decks:standing")


@login_required
@hosts_only
@require_http_methods(["GET", "POST"])
def nights(request: HttpRequest) -> HttpResponse:
    """The host's nights, and the form for a new one: two minutes from here the doors can open."""
    form = NightForm(sent(request), initial={"template": "club"})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        old = _mine(request).filter(pk=number(request.POST.get("old", ""), 0)).first()
        night = services.make_night(
            request.user,  # type: ignore[arg-type]
            data["title"],
            template="" if old else data["template"],
            old=old,
            expected=data["expected"],
            key=data["key"],
        )
        return redirect("nights:programme", night.room.code)
    context = {"form": form, "nights": _mine(request)[:30], "templates": TEMPLATES}
    return render(request, "nights/index.html", context, status=422 if form.errors else 200)


def _mine(request: HttpRequest) -> QuerySet[Night]:
    """The evenings that this person leads, as host or co-host."""
    me = request.user.pk
    return Night.objects.filter(Q(host=me) | Q(cohosts=me)).select_related("room").distinct()


@access.door
@require_http_methods(["GET", "POST"])
def programme(request: HttpRequest, code: str) -> HttpResponse:
    """The programme: rounds and breaks, how people sit, how long, what it is worth, and what does not fit."""
    night = led(request, code)
    error = ""
    if request.method == "POST":
        try:
            error = _programme_deed(request, night)
        except CannotSeat:
            error = _("Those who are here cannot be seated like this: choose another way to sit.")
        except BadOptions as bad:
            error = plain(bad.problems[0].why)
        except Passed:
            error = _("That round has begun, or is gone: this is how the programme stands now.")
        if not error:
            return redirect("nights:programme", night.room.code)
        night.refresh_from_db()
        for name, value in _facts(request, night).items() if request.POST.get("do") == "night" else ():
            setattr(night, name, value)  # what was typed stays
    rows = list(night.rounds.all())
    items = [row.item for row in rows]
    decks: Decks = {kind: _decks(kind) for kind in {item.rules.kind for item in items if item.game} if kind}
    found = list(_remarks(night, items, decks))
    starts = begins(items)
    listed = [
        {
            "row": row,
            "past": bool(row.sent_at or row.done_at),
            "number": sum(bool(one.game) for one in rows[: place + 1]) if row.game else 0,
            "item": item,
            "how": plain(say(WAYS[item.way])),
            "form": _form(row, request.POST if error else {}),
            "decks": decks.get(item.rules.kind, ()) if item.game else (),
            "remarks": [(one.grave, plain(one.why)) for one in found if one.item == place],
            "begins": f"{starts[place] // 60}:{starts[place] % 60:02}",
        }
        for place, (row, item) in enumerate(zip(rows, items, strict=True))
    ]
    minutes = length(items)
    context = {
        "night": night,
        "rounds": listed,
        "games": GAMES.values(),
        "hours": f"{minutes // 60}:{minutes % 60:02}",
        "remarks": [(one.grave, _which(items, one)) for one in found],
        "error": error,
        "teams": night.teams.all(),
        "cohosts": night.cohosts.all(),
        "typed": request.POST.get("name", "") if error else "",
        "planned": night.state == State.PLANNED,
    }
    return render(request, "nights/programme.html", context, status=422 if error else 200)


def _form(row: Round, sent: Mapping[str, str]) -> RoundForm:
    """The fields of a round: as they are, or as they were sent and refused."""
    refused = sent.get("do") == "change" and sent.get("round") == str(row.pk)
    now = {"way": row.way, "size": row.size, "minutes": row.item.length, "worth": row.worth}
    initial = now | {"deck": (row.decks or [""])[0]}
    return RoundForm(row, sent if refused else None, auto_id=f"id_{row.pk}_%s", initial=initial)


def _decks(kind: str) -> list[tuple[str, str]]:
    return [(one.deck.slug, deck_label(one)) for one in Edition.objects.playable(kind).select_related("deck")]


def _remarks(night: Night, items: Sequence[Item], decks: Decks) -> Iterator[Remark]:
    """What does not fit, and for which rounds there are no cards."""
    yield from remarks(items, night.expected, night.teams.count())
    for place, item in enumerate(items):
        if item.game and item.rules.kind and not decks[item.rules.kind]:
            yield Remark(place, True, say(N_("There is no deck for this game yet.")))


def _which(items: Sequence[Item], remark: Remark) -> str:
    """A remark with the round it is about."""
    number = sum(bool(item.game) for item in items[: remark.item + 1])
    return f"{plain(say(N_('Round %(n)s'), n=number))}: {plain(remark.why)}" if number else plain(remark.why)


def _wrong(form: RoundForm) -> str:
    """What is wrong with a round, in one sentence."""
    name = next(iter(form.errors))
    if name.startswith(OPTION):
        return f"{form[name].label}: {form.errors[name][0]}"
    return _("Minutes are a number from 0 to 240, and a round is worth 1 to 5 times.")


def _facts(request: HttpRequest, night: Night) -> dict[str, Any]:
    """What the form about the whole evening says."""
    return {
        "title": request.POST.get("title", "").strip()[:60],
        "expected": min(max(number(request.POST.get("expected", ""), night.expected), 1), MOST_GUESTS),
        "hidden": "hidden" in request.POST,
        "drawn_names": "drawn_names" in request.POST,
        "places": request.POST.get("places", "")[:2000],
    }


def _programme_deed(request: HttpRequest, night: Night) -> str:
    """What the form of the programme asks for; a sentence if it cannot be."""
    what, of = request.POST.get("do", ""), number(request.POST.get("round", ""), 0)
    match what:
        case "add":
            services.add_round(night.pk, request.POST.get("game", ""))
        case "up" | "down":
            services.move_round(night.pk, of, -1 if what == "up" else 1)
        case "copy":
            services.copy_round(night.pk, of)
        case "drop":
            services.drop_round(night.pk, of)
        case "change":
            row = night.rounds.filter(pk=of).first()
            form = RoundForm(row, request.POST)
            if not form.is_valid():
                return _wrong(form)
            services.change_round(night.pk, of, form.facts)
        case "team":
            services.add_team(night.pk, request.POST.get("name", "").strip()[:30])
        case "rename-team":
            team = number(request.POST.get("team", ""), 0)
            services.rename_team(night.pk, team, request.POST.get("name", "").strip()[:30])
        case "cohost":
            user = User.objects.filter(username=request.POST.get("name", "").strip(), is_active=True).first()
            if user is None:
                return _("Nobody here has this user name: ask them how they sign in.")
            services.let_lead(night.pk, user)
        case "not-cohost":
            for user in night.cohosts.filter(pk=number(request.POST.get("user", ""), 0)):
                services.let_lead(night.pk, user, lead=False)
        case "night":
            facts = _facts(request, night)
            if not facts["title"]:
                return _("The evening needs a name.")
            services.set_night(night.pk, **facts)
        case _:
            raise Http404
    return ""
