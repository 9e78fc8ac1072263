"""Classes end by themselves, and what they may see of their cards is renewed once a night."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from config import limits
from games.revision import services

LOOK_EVERY: Final = 60.0  # seconds


def tidy(now: datetime) -> dict[str, int]:
    """Erases classes whose last day has passed, and renews figures once a night; how much of each.

    A site that is switched off at night renews them when it wakes.
    """
    here = timezone.localtime(now)
    done = {
        "classes erased": services.erase_past(here.date()),
        "figures renewed": 0,
        "lessons cleared": services.clear_lessons(now),
    }
    tonight = f"figures {here.date()}"
    if not limits.counted([tonight])[tonight]:
        limits.count([tonight], timedelta(days=1))
        done["figures renewed"] = services.renew_figures()
    return done
