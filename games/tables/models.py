"""What the database knows of a table. The log of moves is the game; the rest says who sits where."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from decks.models import Edition
from games.rules.chance import fingerprint
from games.rules.play import AnyRules
from games.rules.registry import GAMES

CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # nothing that could be read as something else
CODE_LENGTH = 5


def new_code(length: int = CODE_LENGTH) -> str:
    """A code that can be read aloud and typed without a mistake."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_secret() -> bytes:
    """What all chance of a table is derived from."""
    return secrets.token_bytes(32)


def new_key() -> str:
    """An unguessable part of a link."""
    return secrets.token_urlsafe(16)


class Livery(models.TextChoices):
    """The colours of seats; each is married to an emblem, so that no colour ever stands alone."""

    RED = "red", _("red, heart")
    BLUE = "blue", _("blue, bell")
    YELLOW = "yellow", _("yellow, star")
    PURPLE = "purple", _("purple, moon")
    GREEN = "green", _("green, fir")
    ORANGE = "orange", _("orange, sun")
    SLATE = "slate", _("slate, key")
    CREAM = "cream", _("cream, flower")


class Strength(models.TextChoices):
    """How well a bot remembers the deck."""

    NEW = "new", _("new to the deck")
    EASY = "easy", _("easy")
    MEDIUM = "medium", _("medium")
    HARD = "hard", _("hard")


class Room(models.Model):
    """Where people meet: one code, the people in it, one table after another. It has the code of its first table."""

    code = models.CharField(max_length=8, unique=True, default=new_code)
    private = models.BooleanField(default=False)  # the code alone is not enough, it takes the invitation
    invitation = models.CharField(max_length=32, default=new_key, editable=False)
    closed = models.BooleanField(default=False)  # nobody new comes in
    drawn = models.BooleanField(default=False, db_default=False)  # names are drawn by lot, nobody types one
    mute = models.BooleanField(default=False, db_default=False)  # what people type as answers is on no big screen
    stand_in = models.PositiveSmallIntegerField(null=True, default=20, db_default=20)  # seconds; null: no bot stands in
    # somebody leads it from beside the tables: no guest becomes its host
    led = models.BooleanField(default=False, db_default=False)
    host = models.ForeignKey("Guest", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-opened_at"]
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return self.code

    @property
    def named(self) -> bool:
        """Do people type their own names? Not where they are drawn, nor in a lesson: what a projector shows."""
        return not self.drawn and getattr(self, "lesson", None) is None


class Guest(models.Model):
    """Somebody who came to a room: one browser, or several that share a recovery code."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="guests")
    nickname = models.CharField(max_length=20)
    language = models.CharField(max_length=5)
    recovery = models.CharField(max_length=12, editable=False)
    key = models.UUIDField(null=True, editable=False)  # of the form that was sent: sent twice, it is one guest
    came_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)  # for good: this browser does not come in again

    class Meta:
        ordering: ClassVar[list[str]] = ["came_at", "id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["room", "recovery"], name="one_guest_per_recovery_code"),
            models.UniqueConstraint(fields=["room", "key"], name="one_guest_per_form"),
        ]

    def __str__(self) -> str:
        return self.nickname


class Table(models.Model):
    """One playing of a game: its cards, its options, its secret, and a code of its own for links and replays."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="tables")

    code = models.CharField(max_length=8, unique=True, default=new_code)
    game = models.CharField(max_length=40)
    edition = models.ForeignKey(Edition, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    also = models.ManyToManyField(Edition, blank=True, related_name="+")  # decks mixed into the first one
    picked = models.JSONField(default=list, blank=True)  # only these cards, as "deck/card"; all if empty
    options = models.JSONField(default=dict)
    secret = models.BinaryField(default=new_secret, editable=False)
    fingerprint = models.CharField(max_length=64, editable=False)  # the hash of the secret, shown from the start
    key = models.UUIDField(null=True, unique=True, editable=False)  # of the form that was sent: sent twice, one table
    follows = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next_tables")
    opened_at = models.DateTimeField(auto_now_add=True)
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-opened_at"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return self.code

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new table binds itself to its secret."""
        if self._state.adding:
            self.fingerprint = fingerprint(bytes(self.secret))
        super().save(*args, **kwargs)

    @property
    def rules(self) -> AnyRules:
        """The game played here."""
        return GAMES[self.game]

    @property
    def host(self) -> "Player | None":
        """The room's host as a player at this table; None while they are not at it."""
        if self.room.host_id is None:
            return None
        return self.players.filter(guest=self.room.host_id).select_related("seat").first()


def leaves_nothing(table: Table) -> bool:
    """Is this the table of a lesson? Then nobody looks back at its game, and nothing is kept of it."""
    return getattr(table.room, "lesson", None) is not None


def of_night(room: Room) -> bool:
    """Is this the room of a hosted evening? Then people come and go at its own pages, not at its tables."""
    return room.led and getattr(room, "night", None) is not None


class Seat(models.Model):
    """A place at the table, numbered clockwise. It stays when its players leave (CO-6)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    livery = models.CharField(max_length=10, choices=Livery.choices)
    bot = models.CharField(max_length=10, blank=True)  # a Strength; no choices, so that one more needs no migration
    team_code = models.CharField(max_length=8, default=new_code, editable=False)
    team = models.CharField(max_length=30, blank=True, default="", db_default="")  # what those who share it are called

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["table", "number"], name="one_seat_per_number", deferrable=models.Deferrable.DEFERRED
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Player(models.Model):
    """A guest at one table: in a seat, sharing one with a team (CO-1), or watching."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="players")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="players")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["joined_at", "id"]

    def __str__(self) -> str:
        return self.nickname

    @property
    def nickname(self) -> str:
        """What the guest is called in this room."""
        return self.guest.nickname

    @property
    def language(self) -> str:
        """In which language the guest reads."""
        return self.guest.language


class Move(models.Model):
    """One row of the log. Its number is the compare-and-swap: whoever comes second with it has lost the race."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.SmallIntegerField()  # games.rules.kernel.Seat, with HOST and TABLE
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    move = models.TextField()  # JSON as games.rules.play.Game.decode reads it
    at = models.DateTimeField()
    request = models.UUIDField(null=True, blank=True)  # the browser's request id: a retry is recognised by it

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_per_number"),
            models.UniqueConstraint(fields=["table", "request"], name="one_move_per_request"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class Guess(models.Model):
    """What an onlooker guesses along. Nothing of the game hangs on it, and it goes when the game is over.

    The database knows of no tie to its table, as with milestones.
    """

    table = models.ForeignKey(Table, db_constraint=False, on_delete=models.CASCADE, related_name="guesses")
    about = models.PositiveIntegerField()  # games.rules.kernel.Riddle
    who = models.CharField(max_length=32)  # what the browser's session calls itself
    choice = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "about", "who"], name="one_guess_per_browser")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.about}"


class Milestone(models.Model):
    """A table after so many moves, so that a long log need not be folded from its beginning. Only ever a shortcut.

    The database knows of no tie to its table: code that does not know milestones must be able to delete a table.
    """

    table = models.OneToOneField(
        Table, primary_key=True, db_constraint=False, on_delete=models.CASCADE, related_name="milestone"
    )
    number = models.PositiveIntegerField()  # of the last move in it
    version = models.CharField(max_length=64)  # of the code that has folded it; no other uses it
    head = models.CharField(max_length=64)  # of the chain over the log
    state = models.BinaryField()
    seal = models.BinaryField()  # by the table's secret: what was damaged or is another table's is not used

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"
