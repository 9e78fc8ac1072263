"""Classes, pupils, slips, assignments. Nothing here has a history, and nothing of a pupil bears a time."""

from datetime import date
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks.models import Edition
from games.tables.models import Guest, Room

MOST_PUPILS = 40
MOST_TEAMS = 8
LEAST_FOR_FIGURES = 5  # pupils who have tried a card, before the class sees how many knew it


class Classes(models.QuerySet["Class"]):
    """Classes, and who may reach them. After its last day a class is not found any more, cleaned up or not."""

    def living(self) -> "Classes":
        """The classes whose last day has not passed."""
        return self.filter(last_day__gte=timezone.localdate())

    def of(self, teacher: Any) -> "Classes":
        """The living classes that this person teaches; none for somebody who is no teacher (any more)."""
        if not teacher.is_authenticated or not teacher.has_perm("revision.add_class"):
            return self.none()
        return self.living().filter(teachers=teacher)


class Class(models.Model):
    """A teacher's group, which erases itself after its last day."""

    name = models.CharField(_("name"), max_length=60)
    language = models.CharField(_("language of the slips"), max_length=5)
    teachers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="classes", verbose_name=_("teachers"))
    last_day = models.DateField(_("last day"))
    drawn = models.UUIDField(null=True, editable=False)  # the form that drew pupils or slips last: never twice

    objects = Classes.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["name", "pk"]
        verbose_name = _("class")
        verbose_name_plural = _("classes")

    def __str__(self) -> str:
        return self.name


class Pupil(models.Model):
    """A name of the teacher's choice, or a drawn animal with a number."""

    klass = models.ForeignKey(Class, on_delete=models.CASCADE, related_name="pupils")
    name = models.CharField(_("name"), max_length=30)
    animal = models.CharField(max_length=10)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["klass", "name"], name="each_name_once_a_class")
        ]

    def __str__(self) -> str:
        return self.name


class Slip(models.Model):
    """A slip of paper as far as the site knows it: by what it is found, and a seal that only its code opens."""

    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="slips")
    lookup = models.CharField(max_length=32, unique=True)
    seal = models.BinaryField(default=bytes)
    used = models.BooleanField(default=False)  # has anybody opened it?
    replaced = models.BooleanField(default=False)  # by another one: kept until a device that knows it confirms that

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pupil"], condition=models.Q(replaced=False), name="one_slip_per_pupil")
        ]

    def __str__(self) -> str:
        return f"slip {self.pk}"


class Assignments(models.QuerySet["Assignment"]):
    """What classes were given to learn."""

    def with_decks(self) -> "Assignments":
        """With their editions and decks, without the cards: those are the big part, and kept in memory anyway."""
        return self.select_related("edition__deck").defer("edition__content")


class Assignment(models.Model):
    """Cards to learn: which of which edition, what is asked, how one answers, until when, and when it is done."""

    class Goal(models.TextChoices):
        ONCE = "once", _("each card right once")
        TWICE = "twice", _("each card right on two different days")
        ROUNDS = "rounds", _("a number of rounds")

    klass = models.ForeignKey(Class, on_delete=models.CASCADE, related_name="assignments")
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="+")
    title = models.CharField(_("title"), max_length=80)
    cards = models.JSONField(default=list)  # keys of the edition's cards, like "Q-hearts"
    asked = models.JSONField(default=list)  # of games.revision.rounds.PARTS
    ways = models.JSONField(default=list)  # of games.revision.rounds.Way
    goal = models.CharField(_("goal"), max_length=6, choices=Goal.choices, default=Goal.TWICE)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=3)
    begins = models.DateField(_("from"), null=True, blank=True)
    ends = models.DateField(_("until"), null=True, blank=True)

    objects = Assignments.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return self.title

    def is_over(self, today: date) -> bool:
        """Has its last day passed?"""
        return self.ends is not None and self.ends < today

    def is_running(self, today: date) -> bool:
        """May pupils work on it?"""
        return not self.is_over(today) and (self.begins is None or self.begins <= today)


class Progress(models.Model):
    """How far a pupil is with an assignment, and nothing finer. It never goes back."""

    BEGUN, DONE = 1, 2

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="progress")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="+")
    state = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["assignment", "pupil"], name="one_state_per_pupil")
        ]

    def __str__(self) -> str:
        return str(self.state)


class Tally(models.Model):
    """How many of a class knew a card at their last try. No pupil and no time.

    ``tried`` counts who has tried it. From five on each seal adds its result: to ``counted``, and to ``right`` if it
    was. Pages show ``shown_right`` of ``shown``, renewed once a night.
    """

    klass = models.ForeignKey(Class, on_delete=models.CASCADE, related_name="tallies")
    card = models.CharField(max_length=120)  # as games.revision.memory.name_of names it
    tried = models.PositiveSmallIntegerField(default=0)
    counted = models.PositiveSmallIntegerField(default=0)
    right = models.PositiveSmallIntegerField(default=0)
    shown = models.PositiveSmallIntegerField(default=0)
    shown_right = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["klass", "card"], name="one_tally_per_card")
        ]

    def __str__(self) -> str:
        return self.card


class Lesson(models.Model):
    """A class that plays together: the one room whose tables leave nothing behind ten minutes after their end."""

    klass = models.ForeignKey(Class, on_delete=models.CASCADE, related_name="lessons")
    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="lesson")
    teams = models.PositiveSmallIntegerField(default=0, db_default=0)  # so many share the seats; 0: everybody has one

    def __str__(self) -> str:
        return f"lesson {self.pk}"


class Came(models.Model):
    """Who a pupil is in the room of a lesson, whatever name they have there. Gone with the room."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="came")
    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="+")
    guest = models.OneToOneField(Guest, on_delete=models.CASCADE, related_name="+")
    told = models.BooleanField(default=False)  # does the seal hold what was known in it?

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["lesson", "pupil"], name="once_in_a_lesson")
        ]

    def __str__(self) -> str:
        return f"{self.pupil_id} in {self.lesson_id}"
