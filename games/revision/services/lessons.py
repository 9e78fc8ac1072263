"""A class plays together: the one table that leaves nothing behind."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Count, Max, Q

from config.deadlocks import untangled
from decks.models import Edition
from games.revision.models import LEAST_FOR_FIGURES, Came, Class, Lesson
from games.revision.services.classes import renew_figures
from games.revision.services.memories import Holder, NotHere, Opened, look
from games.rules.kernel import IllegalMove
from games.rules.play import Call
from games.tables import services as tables
from games.tables.models import Guest, Player, Room, Seat, Table
from games.tables.services.course import append

KEPT = timedelta(minutes=10)  # after the end, for devices to ask for what their seat has known
LONGEST = timedelta(hours=12)  # a lesson that nobody has ended
GAME = "quizterix-snap"

Cards: TypeAlias = Mapping[Edition, Sequence[str]]
"""Which cards of which editions, by their keys."""


@transaction.atomic
def open_lesson(
    klass: Class,
    teacher: Any,
    language: str,
    cards: Cards,
    *,
    everybody: bool,
    picked: bool = False,
    speed: bool = False,
    teams: int = 0,
    named: bool = False,
    guests: Collection[int] = (),
    key: Any = None,
) -> tuple[Table, Player]:
    """A private table of Snap! with these cards, led by the teacher (SN-B2); the one that is on, if there is one.

    Whoever of the class's teachers comes leads it from then on.

    Where a lesson has just ended it goes on in the same room, and everybody comes along. ``teams``: so many share the
    seats (CO-1); 0 for everybody alone. ``everybody`` answers (SN-V1), one of four is ``picked`` (SN-V2), and ``speed``
    counts, which it does only where everybody answers. ``named``: as on their slips; else everybody is called after an
    animal that is drawn for this room, so that points tell nobody who did not know. ``guests``: who the teacher's
    browser is in rooms already. Raises BadOptions.
    """
    Class.objects.select_for_update().get(pk=klass.pk)
    edition, *also = cards
    chosen = [f"{deck.deck.slug}/{one}" for deck, keys in cards.items() for one in keys]
    options: dict[str, Any] = {"dealer": "leader", "everybody": everybody, "ask_mnemonic": False}
    if picked:
        options["answering"] = "picked"
    if speed and everybody:
        options["speed"] = True
    facts: dict[str, Any] = {"also": also, "picked": chosen, "key": key}
    table = running_lesson(klass)
    before = _just_over(klass, teams, named) if table is None else None
    if before is not None:
        table = tables.another_game(before.pk, before.host, GAME, edition, options, **facts)
    elif table is None:
        table = tables.open_table(GAME, edition, options, private=True, opened_by=teacher, **facts)
        Lesson.objects.get_or_create(room=table.room, defaults={"klass": klass, "teams": teams})
        Room.objects.filter(pk=table.room_id).update(drawn=not named)
    return table, _lead(table, teacher, language, guests)


def _just_over(klass: Class, teams: int, named: bool) -> Table | None:
    """The last table of a lesson whose room is still there, if its leader is, and teams and names stay as they are."""
    lesson = klass.lessons.filter(teams=teams, room__drawn=not named).order_by("-pk").first()
    table = None if lesson is None else lesson.room.tables.order_by("-pk").first()
    return table if table is not None and table.host is not None else None


def _lead(table: Table, teacher: Any, language: str, guests: Collection[int]) -> Player:
    """A teacher comes to the lesson without a seat and leads it from now on; no pupil ever follows as its host."""
    pupils = Came.objects.filter(lesson__room=table.room).values("guest")
    known = table.room.guests.filter(pk__in=guests).exclude(pk__in=pupils).first()
    player = tables.join(table.pk, tables.drawn_name(table.room, language), language, seat=False, guest=known)
    tables.lead(table.pk, player)
    tables.rename(player, teacher.get_username(), language)  # now that nobody else can be taken for the host
    player.guest.refresh_from_db()
    return player


def running_lesson(klass: Class) -> Table | None:
    """The table at which the class plays now."""
    return Table.objects.filter(room__lesson__klass=klass, ended_at=None).order_by("-opened_at").first()


@transaction.atomic
def end_lesson(klass: Class) -> None:
    """The bell rings: time is called at the table (CO-13), or nobody has begun, and the room is gone."""
    table = running_lesson(klass)
    if table is None:
        return
    table = tables.locked(table.pk)
    if table.begun_at is None:
        (table if table.follows_id else table.room).delete()
        return
    try:
        append(table, Call())
    except IllegalMove:  # over since, or called already
        return


@transaction.atomic
def come(holder: Holder, language: str) -> tuple[Table, Player]:
    """A pupil comes to the lesson under the name of their slip. Raises NoSuchSlip, and NotHere if no lesson is on."""
    opened = look(holder)
    table = running_lesson(opened.klass)
    if table is None:
        raise NotHere
    table = tables.locked(table.pk)
    lesson = Lesson.objects.get(room=table.room)
    came = Came.objects.filter(lesson=lesson, pupil=opened.pupil).select_related("guest").first()
    if came is not None and came.guest.removed_at is not None:
        raise NotHere
    try:
        player = _sit(table, lesson, opened, language, None if came is None else came.guest)
    except tables.NoSuchTable as shut:  # the teacher has closed the door
        raise NotHere from shut
    if came is None:
        Came.objects.create(lesson=lesson, pupil=opened.pupil, guest=player.guest)
    return table, player


def _sit(table: Table, lesson: Lesson, opened: Opened, language: str, guest: Guest | None) -> Player:
    """On a seat of one's own, on a team's, or beside the table where there is no room any more."""
    name = opened.pupil.name[: tables.NICKNAME_LENGTH] if guest is None else guest.nickname
    team = _team(table, lesson)
    try:
        if team is not None:
            return tables.join_team(table.pk, team.team_code, name, language, guest=guest)
        return tables.join(table.pk, name, language, guest=guest)
    except IllegalMove:
        return tables.join(table.pk, tables.drawn_name(table.room, language), language, seat=False, guest=guest)


def _team(table: Table, lesson: Lesson) -> Seat | None:
    """The smallest team, once there are as many as were wished."""
    taken = table.seats.filter(bot="").annotate(size=Count("players")).filter(size__gt=0)
    return taken.order_by("size", "number").first() if 0 < lesson.teams <= taken.count() else None


@untangled
@transaction.atomic
def clear_lessons(now: datetime) -> int:
    """Rooms of lessons that ended ten minutes ago, with moves, players and seats, are deleted; how many they were.

    Where five pupils' seals and more have told what they knew in it, their class sees its figures anew.
    """
    lessons = Lesson.objects.annotate(ended=Max("room__tables__ended_at"))
    over = lessons.exclude(room__tables__ended_at=None).filter(ended__lt=now - KEPT)
    gone = list(Lesson.objects.filter(Q(pk__in=over.values("pk")) | Q(room__opened_at__lt=now - LONGEST)))
    if not gone:
        return 0
    enough = Came.objects.filter(lesson__in=gone, told=True).values("lesson").annotate(pupils=Count("pk"))
    classes = list(enough.filter(pupils__gte=LEAST_FOR_FIGURES).values_list("lesson__klass", flat=True))
    Room.objects.filter(lesson__in=gone).delete()
    renew_figures(classes)
    return len(gone)
