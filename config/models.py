"""What the site itself keeps, whatever is played or written on it."""

from django.db import models


class Attempt(models.Model):
    """How often something limited was tried from somewhere within a stretch of time. Written by `config/limits.py`."""

    key = models.CharField(max_length=80, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField()

    class Meta:
        db_table = "tables_attempt"  # its name from when it stood among the tables: running processes know it by this

    def __str__(self) -> str:
        return self.key
