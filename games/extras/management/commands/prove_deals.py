"""manage.py prove_deals: writes the list of Klondike deals that are known to be winnable."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules import quizterix_klondike
from games.rules.quizterix_klondike.deals import numbered
from games.rules.quizterix_klondike.proof import proved_winnable

FILE = Path(quizterix_klondike.__file__).parent / "proved.py"
HEAD = (
    '"""Deals of Klondike that the solver has proved winnable, bit by bit: written by ``manage.py prove_deals``."""\n'
)
LINE = 100


class Command(BaseCommand):
    """Solves deals by their number, plays each way found through the rules, and writes down which hold."""

    help = "Proves deals of Klondike winnable and writes their list."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many deals, and how long the solver looks at each."""
        parser.add_argument("--deals", type=int, default=2048, help="how many numbers are tried (a multiple of 8)")
        parser.add_argument("--limit", type=int, default=8_000, help="arrangements looked at before giving up")

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes the list; says how many there are."""
        lines = [HEAD, "\n", "PROVED = {\n"]
        for draw in (1, 3):
            bits = bytearray(options["deals"] // 8)
            for number in range(8 * len(bits)):
                if proved_winnable(numbered(number), draw, options["limit"]):
                    bits[number // 8] |= 1 << number % 8
            digits = bits.hex()
            lines.append(f"    {draw}: (\n")
            lines += [f'        "{digits[at : at + LINE]}"\n' for at in range(0, len(digits), LINE)]
            lines.append("    ),\n")
            self.stdout.write(f"turning {draw}: {sum(map(int.bit_count, bits))} of {8 * len(bits)} deals proved")
        FILE.write_text("".join([*lines, "}\n"]), encoding="utf-8")
