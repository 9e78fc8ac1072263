"""What a site does by itself, again and again, for as long as a process lives."""

import logging
import time
from collections.abc import Callable
from datetime import datetime

from django.db import connection
from django.utils import timezone

logger = logging.getLogger(__name__)


def keep_doing(
    chore: Callable[[datetime], object], every: float, sleep: Callable[[float], object] = time.sleep
) -> None:
    """Does the chore every so many seconds. What fails, as while the database is away, is tried again the next time."""
    while True:
        sleep(every)
        try:
            chore(timezone.now())
        except Exception as error:  # noqa: BLE001  whatever it is, the next time may go well
            logger.warning("%s failed, and is tried again: %s", chore.__name__, error)
        finally:
            connection.close()
