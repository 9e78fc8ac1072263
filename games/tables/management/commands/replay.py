"""manage.py replay CODE: plays a table's log again and checks it."""

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.tables.models import Table
from games.tables.replay import head_of, steps, verify
from games.tables.snapshot import Broken, laid


class Command(BaseCommand):
    """Replays a table from its log: same log, same game, bit for bit."""

    help = "Plays a table's log again through the rules and checks every die, shuffle and move."

    def add_arguments(self, parser: CommandParser) -> None:
        """The table's code."""
        parser.add_argument("code", help="the table's code, as on its screen")
        parser.add_argument("--head", help="the head of the log as it was shown at the end: is it still the same log?")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints the moves, the fingerprint, and who won. Fails with one sentence if the log does not replay."""
        table = Table.objects.filter(code=options["code"].upper()).first()
        if table is None:
            raise CommandError(f"There is no table {options['code']}.")
        snapshot = laid(table, timezone.now())
        claimed = None if options["head"] is None else options["head"].strip().lower()
        if claimed is not None and not re.fullmatch("[0-9a-f]{64}", claimed):
            raise CommandError("A head has 64 characters, 0-9 and a-f. Copy it whole.")
        try:
            result = verify(table, snapshot)
        except Broken as broken:
            raise CommandError(str(broken)) from broken
        head = head_of(table)
        if claimed and result is None:
            raise CommandError("The log replays, but the game is not over yet: its head is shown at the end.")
        if claimed and claimed != head:
            raise CommandError("Every move is legal, but this is not the log that ended with this head.")
        for step in steps(table, snapshot):
            self.stdout.write(f"{step.number:5}  {step.at:%Y-%m-%d %H:%M:%S}  {step.seat:3}  {step.kind}")
        self.stdout.write(f"fingerprint {table.fingerprint}")
        if result is None:
            self.stdout.write("The log replays; the game is not over yet.")
            return
        self.stdout.write(f"secret      {bytes(table.secret).hex()}")
        self.stdout.write(f"head        {head}")
        for line in result.ranking:
            chair = snapshot.people.chair(line.seat)
            self.stdout.write(f"{line.place}. {chair.name if chair else line.seat}  {line.score}")
        self.stdout.write("The log replays: every move is legal, every die is the secret's.")
        if claimed:
            self.stdout.write("It is the log that ended with this head: no move, seat or time has been changed since.")
