"""Classes end by themselves, and what they may see of their cards is renewed once a night."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from config import limits
from games.revision import services

LOOK_EVERY = 60.0  # seconds

logger = logging.getLogger(__name__)


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


def keep_tidy(sleep: Callable[[float], object] = time.sleep) -> None:
    """Tidies every minute for as long as this process lives. A database that is away is asked again later."""
    while True:
        sleep(LOOK_EVERY)
        try:
            tidy(timezone.now())
        except Exception as error:  # noqa: BLE001  whatever it is, the next minute is another one
            logger.warning("No class was tidied up: %s", error)
        finally:
            connection.close()
