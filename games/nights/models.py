"""What the database knows of a night: its programme, its teams, its tables, who held which seat, corrections.

Points are not here: they are read from the tables' logs. What a round keeps of them is a copy that can be worked out
again (`readings`).
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.nights.programme import WAYS, Item
from games.nights.seating import Way
from games.tables.models import Guest, Livery, Room, Table, new_secret


class State(models.TextChoices):
    """Where an evening stands."""

    PLANNED = "planned", _("planned")
    DOORS = "doors", _("doors open")
    SEATING = "seating", _("seating")
    RUNNING = "running", _("a round is running")
    STANDING = "standing", _("the standing")
    BREAK = "break", _("break")
    FINALE = "finale", _("finale")
    ENDED = "ended", _("ended")


class Scene(models.TextChoices):
    """What the big screen shows; empty, it goes along with the evening by itself."""

    AUTO = "", _("by itself")
    DOORS = "doors", _("doors")
    PROGRAMME = "programme", _("programme")
    SEATING = "seating", _("seating")
    FLOOR = "floor", _("floor")
    SPOTLIGHT = "spotlight", _("spotlight")
    TOUR = "tour", _("from table to table")
    STANDING = "standing", _("standing")
    BREAK = "break", _("break")
    FINALE = "finale", _("finale")


class Night(models.Model):
    """An evening: a room with a host and a programme. ``version`` grows with every change."""

    room = models.OneToOneField(Room, on_delete=models.CASCADE, related_name="night")
    former = models.JSONField(default=list, db_default=[], blank=True)  # earlier codes: whoever is in finds it by them
    title = models.CharField(max_length=60)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    cohosts = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    current = models.ForeignKey("Round", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveIntegerField(default=0)
    expected = models.PositiveSmallIntegerField(default=20)
    hidden = models.BooleanField(default=False)  # the standing, until the finale
    drawn_names = models.BooleanField(default=False)
    places = models.TextField(blank=True, default="")  # where each table stands, one a line
    announcement = models.CharField(max_length=160, blank=True, default="")
    scene = models.CharField(max_length=10, choices=Scene.choices, blank=True, default="")
    spotlight = models.ForeignKey(Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    until = models.DateTimeField(null=True, blank=True)  # when the round's box or the break is over
    secret = models.BinaryField(default=new_secret, editable=False)  # whence every lot comes
    key = models.UUIDField(null=True, unique=True, editable=False)  # of the form that was sent
    made_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-made_at"]
        verbose_name = _("game night")
        verbose_name_plural = _("game nights")

    def __str__(self) -> str:
        return f"{self.title} ({self.room.code})"


class Team(models.Model):
    """A name and an emblem; guests join one, or are dealt into them."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=30)
    livery = models.CharField(max_length=10, choices=Livery.choices)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]

    def __str__(self) -> str:
        return self.name


class Attendance(models.Model):
    """What a night knows of a guest besides: the team, and whether they only watch."""

    guest = models.OneToOneField(Guest, on_delete=models.CASCADE, related_name="attendance")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="attendances")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="attendances")
    watching = models.BooleanField(default=False)
    # the table chosen on the floor plan, from 0 on; while a round runs, the number of the one they watch
    wish = models.PositiveSmallIntegerField(null=True, blank=True)
    wished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.guest)


class Round(models.Model):
    """One item of the programme; a break has no game."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="rounds")
    place = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40, blank=True, default="")
    way = models.CharField(max_length=10, choices=[(way.value, text) for way, text in WAYS.items()], default=Way.LOT)
    size = models.PositiveSmallIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=0)
    worth = models.PositiveSmallIntegerField(default=1)
    options = models.JSONField(default=dict, blank=True)
    leader = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")  # plays not
    decks = models.JSONField(default=list, blank=True)
    seating = models.JSONField(null=True, blank=True)  # the preview, before anybody is sent
    draws = models.PositiveSmallIntegerField(default=0)  # how often a seating was drawn
    sent_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    points = models.JSONField(null=True, blank=True)  # a copy of what its logs tell, once it is done
    told = models.JSONField(null=True, blank=True)  # the same of its cards: who has known which, and the feats

    class Meta:
        ordering: ClassVar[list[str]] = ["place", "id"]

    def __str__(self) -> str:
        return f"{self.place + 1}: {self.game or '–'}"

    @property
    def item(self) -> Item:
        """The round as the programme has it."""
        return Item(
            self.game, Way(self.way), self.size, self.minutes, self.worth, dict(self.options), tuple(self.decks)
        )


class Laid(models.Model):
    """A table of a round, and its number on the floor."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="laid")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="laid")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Spell(models.Model):
    """A guest held a seat of a table from then until then."""

    laid = models.ForeignKey(Laid, on_delete=models.CASCADE, related_name="spells")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="spells")
    seat = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["guest"], condition=models.Q(until=None), name="a_guest_holds_one_seat_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.guest}: {self.seat}"


class Correction(models.Model):
    """Points given or taken by the host, with a word why; it stands in the standing for all to read."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="corrections")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    points = models.DecimalField(max_digits=5, decimal_places=1)
    why = models.CharField(max_length=120)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]

    def __str__(self) -> str:
        return f"{self.points}: {self.why}"
