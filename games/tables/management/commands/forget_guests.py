"""manage.py forget_guests: nothing about a guest is kept longer than needed."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.tables import services


class Command(BaseCommand):
    """Takes the nicknames off old tables."""

    help = "Takes the nicknames off tables that nobody has looked at for 30 days."

    def add_arguments(self, parser: CommandParser) -> None:
        """After how many days."""
        parser.add_argument("--days", type=int, default=30)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints how many were forgotten."""
        count = services.forget_guests(timezone.now() - timedelta(days=options["days"]))
        self.stdout.write(f"{count} nicknames forgotten.")
