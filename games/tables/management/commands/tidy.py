"""manage.py tidy: nothing is kept longer than needed, nothing about a guest in the first place."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.tables.tidy import DAYS, tidy


class Command(BaseCommand):
    """Takes away what is old."""

    help = "Takes away nicknames, sessions, addresses, waiting files and unused tables that are old."

    def add_arguments(self, parser: CommandParser) -> None:
        """After how many days."""
        parser.add_argument("--days", type=int, default=DAYS, help="without anybody there (30)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints how much went."""
        for what, count in tidy(timezone.now(), options["days"]).items():
            self.stdout.write(f"{count:6} {what}")
