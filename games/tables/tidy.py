"""What is old goes by itself, once a day. Finished games, decks, their history and what readers sent in are kept.

Games that are over without anybody having noted it, because a process was killed and nobody came back, are noted.
"""

from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session

from config import limits
from config.models import Attempt
from decks.keeping import forget_deleted
from decks.models import Import
from decks.writing import IN_THE_BIN, empty_bins
from games.tables import services
from games.tables.models import Guess, Milestone, Room, Table

DAYS = 30
LOGINS_KEPT = timedelta(days=1)  # a name is locked for a quarter of an hour
LOOK_EVERY = 3600.0  # seconds


def tidy(now: datetime, days: int = DAYS) -> dict[str, int]:
    """Takes away what nobody needs any more; how much of each kind."""
    before = now - timedelta(days=days)
    unused = Table.objects.filter(begun_at=None, opened_at__lt=before).exclude(players__guest__seen_at__gte=before)
    old = {
        "sessions": Session.objects.filter(expire_date__lt=now),
        "counted attempts and their addresses": Attempt.objects.filter(until__lt=now),
        "failed logins": AccessAttempt.objects.filter(attempt_time__lt=now - LOGINS_KEPT),
        "files that nobody said yes to": Import.objects.filter(created_at__lt=before),
    }
    going = Table.objects.filter(ended_at=None)
    gone = {"ends of games noted": services.note_ends(before), "nicknames": services.forget_guests(before)}
    old["milestones of games that are over"] = Milestone.objects.exclude(table__in=going)
    old["guesses of onlookers"] = Guess.objects.exclude(table__in=going)
    gone |= {what: rows.delete()[0] for what, rows in old.items()}
    gone["deleted decks that nobody plays with any more"] = forget_deleted(Table.also.through.objects.values("edition"))
    gone["cards in the bins of decks"] = empty_bins(now - IN_THE_BIN)
    tables = [table.delete() for table in unused]
    Room.objects.filter(tables=None, led=False, opened_at__lt=before).delete()
    return gone | {"tables where nothing ever began": len(tables)}


def tidy_today(now: datetime) -> bool:
    """Tidies, unless that has been done within a day, here or in another process."""
    if limits.counted(["tidy"])["tidy"]:
        return False
    tidy(now)
    limits.count(["tidy"], timedelta(days=1))
    return True
