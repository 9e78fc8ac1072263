"""manage.py open_table: opens a table from the command line."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from decks.models import Edition
from games.rules.registry import GAMES
from games.tables import services
from games.tables.models import Table


class Command(BaseCommand):
    """Opens a table, with bots if asked, and prints its address."""

    help = "Opens a table of a game and prints its path."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which game, how many bots, which deck."""
        parser.add_argument("game", nargs="?", default="swiss-quiz", choices=sorted(GAMES))
        parser.add_argument("--bots", type=int, default=0, help="how many bots sit down")
        parser.add_argument("--strength", default="medium", choices=["easy", "medium", "hard"])
        parser.add_argument("--deck", help="the deck's slug (default: the first that fits)")
        parser.add_argument("--demo", action="store_true", help="only if no open demo table is waiting already")

    def handle(self, *args: Any, **options: Any) -> None:
        """Opens it. Fails with one sentence if there is no deck for the game, or not so many seats."""
        rules = GAMES[options["game"]]
        editions = Edition.objects.playable(rules.kind)
        if options["deck"]:
            editions = editions.filter(deck__slug=options["deck"])
        edition = editions.first()
        if edition is None and rules.kind:
            raise CommandError(f"No deck for {rules.title} is loaded. Run: manage.py load_decks")
        if options["bots"] >= rules.seats.stop:
            raise CommandError(f"{rules.title} has at most {rules.seats.stop - 1} seats.")
        table = self._waiting(rules.slug) if options["demo"] else None
        if table is None:
            table = services.open_table(rules.slug, edition, {})
            for _ in range(options["bots"]):
                services.new_seat(table, bot=options["strength"])
        self.stdout.write(f"/t/{table.code}/")

    @staticmethod
    def _waiting(game: str) -> Table | None:
        """A table of this game that only bots sit at and that has not begun."""
        tables = Table.objects.filter(game=game, begun_at=None, players=None, room__private=False)
        return tables.exclude(seats=None).first()
