"""What Klondike keeps besides its logs."""

from typing import ClassVar

from django.db import models


class DayScore(models.Model):
    """What a finished deal of the day was worth (KL-E1): read from its log once, and never changed."""

    table = models.OneToOneField("tables.Table", on_delete=models.CASCADE, related_name="day_score")
    day = models.DateField()
    counts = models.BooleanField()  # won, by a person, without an answer on one's own word
    wrong = models.PositiveIntegerField()
    asked = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField()

    class Meta:
        db_table = "tables_dayscore"  # its name from when it stood among the tables: running processes know it by this
        ordering: ClassVar[list[str]] = ["wrong", "asked", "seconds", "table_id"]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["day", "counts"], name="scores_of_a_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.name}"

    @property
    def name(self) -> str:
        """The nickname of whoever sat there, as long as the table knows it."""
        return next((player.nickname for player in self.table.players.all() if player.seat_id is not None), "?")
