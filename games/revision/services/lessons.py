"""A class plays together: the one table that leaves nothing behind."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from config.deadlocks import untangled
from decks.models import Edition
from games.revision.models import Class, Lesson
from games.revision.services.classes import renew_figures
from games.revision.services.memories import Holder, NoSuchSlip, look
from games.tables import services as tables
from games.tables.models import Player, Room, Table

KEPT = timedelta(minutes=10)  # after the end, for devices to ask for what their seat has known
LONGEST = timedelta(hours=12)  # a lesson that nobody has ended


@transaction.atomic
def open_lesson(
    klass: Class,
    teacher: Any,
    language: str,
    edition: Edition,
    keys: Sequence[str],
    *,
    everybody: bool,
    key: Any = None,
) -> tuple[Table, Player]:
    """A private table of Snap! with these cards, led by the teacher (SN-B2). Raises BadOptions."""
    options = {"dealer": "leader", "everybody": everybody, "ask_mnemonic": False}
    picked = [f"{edition.deck.slug}/{one}" for one in keys]
    table = tables.open_table(
        "quizterix-snap", edition, options, picked=picked, private=True, opened_by=teacher, key=key
    )
    Lesson.objects.get_or_create(room=table.room, defaults={"klass": klass})
    return table, tables.join(table.pk, teacher.get_username(), language, seat=False, key=key)


def running_lesson(klass: Class) -> Table | None:
    """The table at which the class plays now."""
    return Table.objects.filter(room__lesson__klass=klass, ended_at=None).order_by("-opened_at").first()


def come(holder: Holder, language: str) -> tuple[Table, Player]:
    """A pupil comes to the lesson under the name of their slip. Raises NoSuchSlip where no lesson is on."""
    opened = look(holder)
    table = running_lesson(opened.klass)
    if table is None:
        raise NoSuchSlip
    there = table.players.filter(guest__nickname=opened.pupil.name[: tables.NICKNAME_LENGTH]).first()
    return table, there or tables.join(table.pk, opened.pupil.name, language)


def clear_lessons(now: datetime) -> int:
    """Rooms of lessons that ended ten minutes ago, with moves, players and seats, are deleted; how many they were."""
    rooms = Room.objects.filter(lesson__isnull=False).annotate(ended=Max("tables__ended_at"))
    over = rooms.exclude(tables__ended_at=None).filter(ended__lt=now - KEPT)
    gone = Room.objects.filter(Q(pk__in=over.values("pk")) | Q(lesson__isnull=False, opened_at__lt=now - LONGEST))
    number = gone.count()
    if number:
        untangled(gone.delete)()
        renew_figures()
    return number
