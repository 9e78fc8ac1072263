"""manage.py backup: the whole site in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import BackupError, back_up


class Command(BaseCommand):
    """Decks, pictures, people, tables and every move. The site may go on meanwhile."""

    help = (
        "Writes the whole database into a file. Keep SECRET_KEY and SLIP_SECRET (or var/secret_key and var/slip_secret)"
        " apart from it: without SLIP_SECRET no pupil's slip opens anything any more."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Only where to."""
        parser.add_argument("file", type=Path, help="a file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fails with one sentence, and then leaves no file."""
        file = options["file"]
        try:
            back_up(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")
