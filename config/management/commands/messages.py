"""manage.py messages: the catalogues of the interface, without gettext's programs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import messages


class Command(BaseCommand):
    """Keeps the catalogues in step with the sources."""

    help = "Collects the texts of the interface into config/locale and compiles the translations."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Either look only, or compile only, or both collect and compile."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--check", action="store_true", help="only say what is missing, and fail if anything is")
        what.add_argument("--compile", action="store_true", help="only compile what is there")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fails with the list of missing, unfinished and outdated texts if asked to check."""
        if options["check"]:
            if troubles := messages.troubles():
                raise CommandError("\n".join(troubles))
            return
        if not options["compile"]:
            for path in messages.collect():
                self.stdout.write(f"collected {path}")
        messages.compile_all()
