"""manage.py restore: the site as it was when it was backed up."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backup import BackupError, restore


class Command(BaseCommand):
    """All or nothing; games that were in their middle go on."""

    help = "Puts what is in a file made by `manage.py backup` in place of the whole database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Where from, and whether what is there may go."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even if the database has games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fails with one sentence, and then has changed nothing. A backup of an older version is brought up to date."""
        try:
            restore(options["file"], replace=options["replace"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"{options['file']} is in place.")
