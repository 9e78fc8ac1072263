"""The teacher's side: classes, pupils, slips, assignments, and what the class may see of its cards."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.deadlocks import untangled
from decks.models import Edition
from games.revision import sealing
from games.revision.models import LEAST_FOR_FIGURES, MOST_PUPILS, Assignment, Class, Pupil, Slip, Tally
from games.revision.slips import LONGEST_NAME, drawn_names, with_animals
from games.tables.models import Room


class BadClass(Exception):
    """What was asked for a class cannot be; one sentence says why and what to do."""


@transaction.atomic
def make_class(
    teacher: Any,
    name: str,
    language: str,
    last_day: date,
    names: Sequence[str] = (),
    number: int = 0,
    form: UUID | None = None,
) -> Class:
    """A class with these names, or with so many drawn animals. The same ``form`` makes one class. Raises BadClass."""
    if form is not None:
        with connection.cursor() as cursor:  # whoever comes second with this form waits for the first one's commit
            cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(form)])
        if (made := Class.objects.filter(teachers=teacher, drawn=form).first()) is not None:
            return made
    klass = Class.objects.create(name=name, language=language, last_day=last_day)
    klass.teachers.set([teacher])
    add_pupils(klass, names, number, form)
    return klass


@transaction.atomic
def add_pupils(klass: Class, names: Sequence[str] = (), number: int = 0, form: UUID | None = None) -> list[Pupil]:
    """More pupils, with these names or with drawn ones; none if this form has added some before.

    Raises BadClass for doubles, long names and a full class.
    """
    klass = Class.objects.select_for_update().get(pk=klass.pk)
    if form is not None and klass.drawn == form:
        return []
    there = list(klass.pupils.values_list("name", flat=True))
    taken = {name.casefold() for name in there}
    if doubles := [name for name in names if name.casefold() in taken]:
        raise BadClass(
            _("%(names)s: somebody of this name is in the class already. Add a letter or a number to tell them apart.")
            % {"names": ", ".join(doubles)}
        )
    if long := [name for name in names if len(name) > LONGEST_NAME]:
        raise BadClass(
            _("“%(name)s” is too long for a slip: a name has %(most)d characters at most.")
            % {"name": long[0], "most": LONGEST_NAME}
        )
    more = list(names) or [name for name, _animal in drawn_names(number, there, klass.language)]
    if len(there) + len(more) > MOST_PUPILS:
        room = max(0, MOST_PUPILS - len(there))
        raise BadClass(
            ngettext(
                "A class has %(most)d pupils at most: there is room for %(n)d more. The others need a second class.",
                "A class has %(most)d pupils at most: there is room for %(n)d more. The others need a second class.",
                room,
            )
            % {"most": MOST_PUPILS, "n": room}
        )
    pairs = with_animals(more, len(there)) if names else drawn_names(number, there, klass.language)
    if form is not None:
        klass.drawn = form
        klass.save(update_fields=["drawn"])
    return Pupil.objects.bulk_create([Pupil(klass=klass, name=name, animal=animal) for name, animal in pairs])


@transaction.atomic
def change_class(klass: Class, name: str, language: str, last_day: date, teachers: Iterable[Any] = ()) -> None:
    """Another name, language or last day; and who else teaches it."""
    klass = Class.objects.select_for_update().get(pk=klass.pk)
    klass.name, klass.language, klass.last_day = name, language, last_day
    klass.save(update_fields=["name", "language", "last_day"])
    klass.teachers.add(*teachers)


@transaction.atomic
def release_teacher(klass: Class, teacher: Any) -> None:
    """Somebody teaches this class no more. Raises BadClass if nobody would be left who can close it."""
    Class.objects.select_for_update().get(pk=klass.pk)
    others = klass.teachers.filter(is_active=True).exclude(pk=teacher.pk)
    if not any(other.has_perm("revision.add_class") for other in others):
        raise BadClass(_("Nobody else teaches this class: name somebody first who goes on with it, or erase it."))
    klass.teachers.remove(teacher)


def leave_classes(teacher: Any) -> None:
    """Before somebody's account goes: with the last who teaches a class the class goes, too."""
    for klass in _left_alone(teacher):
        erase_class(klass)


def what_follows(teacher: Any) -> Iterator[str]:
    """The same said before it happens, class by class."""
    for klass in _left_alone(teacher):
        what = _("The class “%(name)s” is erased with its slips and its homework, as nobody else teaches it.")
        yield what % {"name": klass.name}


def _left_alone(teacher: Any) -> list[Class]:
    """The classes that nobody else teaches."""
    return [one for one in Class.objects.filter(teachers=teacher) if not one.teachers.exclude(pk=teacher.pk).exists()]


@untangled
@transaction.atomic
def erase_class(klass: Class) -> None:
    """Everything of this class, at once: the tables of its lessons, too."""
    Room.objects.filter(lesson__klass=klass).delete()
    klass.delete()


def erase_past(today: date) -> int:
    """Every class whose last day has passed; how many."""
    past = list(Class.objects.filter(last_day__lt=today))
    for klass in past:
        erase_class(klass)
    return len(past)


def erase_pupil(pupil: Pupil) -> None:
    """A pupil with slip, memory and progress. What the class's figures hold of them bears no name and stays."""
    pupil.delete()


# ---------------------------------------------------------------------- slips


def draw_slips(klass: Class, pupils: Sequence[Pupil], form: UUID) -> list[tuple[Pupil, str]] | None:
    """New slips for these pupils, each with its code, which is never seen again; None if this form has drawn before.

    A slip that nobody has used is gone at once. Those that were used are dead, and what they sealed waits for a device
    that knows it to confirm the new one, however often one is drawn meanwhile.
    """
    codes = [sealing.new_code() for _pupil in pupils]
    keys = [sealing.keys_of(code, settings.SLIP_SECRET) for code in codes]
    with transaction.atomic():
        klass = Class.objects.select_for_update().get(pk=klass.pk)
        if klass.drawn == form:
            return None
        klass.drawn = form
        klass.save(update_fields=["drawn"])
        slips = Slip.objects.select_for_update().filter(pupil__in=pupils)
        slips.filter(used=False).delete()
        slips.filter(used=True).update(replaced=True)
        Slip.objects.bulk_create(
            [Slip(pupil=pupil, lookup=one.lookup) for pupil, one in zip(pupils, keys, strict=True)]
        )
    return list(zip(pupils, codes, strict=True))


# ---------------------------------------------------------------------- assignments


@transaction.atomic
def assign(klass: Class, edition: Edition, facts: dict[str, Any]) -> Assignment:
    """Gives the class something to learn; the very same twice is one.

    ``facts``: the fields of an Assignment that a form has checked.
    """
    Class.objects.select_for_update().get(pk=klass.pk)
    given, _new = Assignment.objects.get_or_create(klass=klass, edition=edition, **facts)
    return given


def change_assignment(assignment: Assignment, facts: dict[str, Any]) -> None:
    """Changes it while it runs: rounds under way end as they began, and who is done stays done."""
    for field, value in facts.items():
        setattr(assignment, field, value)
    assignment.save(update_fields=list(facts))


def copy_assignment(assignment: Assignment, klass: Class) -> Assignment:
    """The same for another class."""
    fields = ("title", "cards", "asked", "ways", "goal", "rounds", "begins", "ends")
    return assign(klass, assignment.edition, {field: getattr(assignment, field) for field in fields})


def end_assignment(assignment: Assignment) -> None:
    """Takes it back: it is gone from the class; what was learnt with it stays with the pupils."""
    assignment.delete()


def renew_figures(classes: Iterable[int] | None = None) -> int:
    """What these classes, or all, may see of their cards becomes what it is by now; how many figures have changed."""
    enough = Tally.objects.filter(counted__gte=LEAST_FOR_FIGURES)
    if classes is not None:
        enough = enough.filter(klass__in=classes)
    stale = enough.exclude(shown=F("counted"), shown_right=F("right"))
    return stale.update(shown=F("counted"), shown_right=F("right"))
