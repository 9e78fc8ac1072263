"""From the command line to a command: with the database up if it needs one, and one sentence if there is none."""

import os
import signal
import sys
from types import FrameType

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config.postgres import ClusterError

WITHOUT_DATABASE = {"check", "check_decks", "collectstatic", "help", "messages", "version", "--help", "-h", "--version"}


def run(arguments: list[str]) -> None:
    """Runs a management command. What the user can put right ends it with one sentence and exit code 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    signal.signal(signal.SIGTERM, _end)
    try:
        if not WITHOUT_DATABASE.intersection(arguments[1:2] or ["help"]):
            _reach_database()
    except (ClusterError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    execute_from_command_line(arguments)


def _reach_database() -> None:
    from django.conf import settings

    if settings.CLUSTER:
        settings.CLUSTER.join()
        return
    try:
        psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=5).close()
    except psycopg.OperationalError as error:
        reason = str(error).strip().splitlines()[-1].strip()
        sys.exit(f"The database does not answer ({reason}): correct DATABASE_URL, or unset it to use the built-in one.")


def _end(number: int, frame: FrameType | None) -> None:
    """Being asked to end is no accident: what was started is stopped on the way out."""
    sys.exit(128 + number)
