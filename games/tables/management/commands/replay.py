"""manage.py replay CODE: plays a table's log again and checks it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.tables.models import Table
from games.tables.replay import steps, verify
from games.tables.snapshot import Broken, load


class Command(BaseCommand):
    """Replays a table from its log: same log, same game, bit for bit."""

    help = "Plays a table's log again through the rules and checks every die, shuffle and move."

    def add_arguments(self, parser: CommandParser) -> None:
        """The table's code."""
        parser.add_argument("code", help="the table's code, as on its screen")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints the moves, the fingerprint, and who won. Fails with one sentence if the log does not replay."""
        table = Table.objects.filter(code=options["code"].upper()).first()
        if table is None:
            raise CommandError(f"There is no table {options['code']}.")
        snapshot = load(table, timezone.now(), up_to=0)
        try:
            result = verify(table, snapshot)
        except Broken as broken:
            raise CommandError(str(broken)) from broken
        for step in steps(table, snapshot):
            self.stdout.write(f"{step.number:5}  {step.at:%Y-%m-%d %H:%M:%S}  {step.seat:3}  {step.kind}")
        self.stdout.write(f"fingerprint {table.fingerprint}")
        if result is None:
            self.stdout.write("The log replays; the game is not over yet.")
            return
        self.stdout.write(f"secret      {bytes(table.secret).hex()}")
        for line in result.ranking:
            chair = snapshot.people.chair(line.seat)
            self.stdout.write(f"{line.place}. {chair.name if chair else line.seat}  {line.score}")
        self.stdout.write("The log replays: every move is legal, every die is the secret's.")
