"""Checks the packaged decks."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from decks.deck_gates import Figure, deck_gates
from decks.packaged import DATA, BrokenDeck, Problem, deck_folders, read_deck


class Command(BaseCommand):
    """Holds every mechanical rule for packaged decks; names file, line, card and field of each finding."""

    help = "Checks the packaged decks and prints their figures; fails on any finding."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("decks", nargs="*", help="short names of decks; all of them by default")
        parser.add_argument("--data", type=Path, default=DATA, help="the folder with one folder per deck")

    def handle(self, *args: Any, **options: Any) -> None:
        problems: list[Problem] = []
        folders = [
            folder for folder in deck_folders(options["data"]) if folder.name in (options["decks"] or [folder.name])
        ]
        if not folders:
            raise CommandError(f"There is no such deck in {options['data']}.")
        for folder in folders:
            try:
                source = read_deck(folder)
            except BrokenDeck as broken:
                problems += broken.problems
                self.stdout.write(f"\n{folder.name}: cannot be read")
                continue
            found, figures = deck_gates(source)
            problems += found
            self.stdout.write(f"\n{folder.name}: {len(source.cards)} cards in {', '.join(source.pack.languages)}")
            self._table(figures)
        for problem in problems:
            self.stderr.write(str(problem))
        if problems:
            raise CommandError(f"Findings: {len(problems)}")
        self.stdout.write("\nNo findings.")

    def _table(self, figures: list[Figure]) -> None:
        width = max((len(figure.name) for figure in figures), default=0)
        for figure in figures:
            expected = f"   [{figure.expected}]" if figure.expected else ""
            self.stdout.write(f"  {figure.name:<{width}}  {figure.value}{expected}")
