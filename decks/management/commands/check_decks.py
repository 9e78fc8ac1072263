"""Checks the packaged decks."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from decks.deck_gates import Figure, deck_gates
from decks.packaged import DATA, BrokenDeck, Problem, Source, deck_folders, read_deck


class Command(BaseCommand):
    """Holds every mechanical rule for packaged decks; names file, line, card and field of each finding."""

    help = "Checks the packaged decks and prints their figures; fails on any finding."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("decks", nargs="*", help="short names of decks; all of them by default")
        parser.add_argument("--form", action="store_true", help="try to guess what is true by form alone")
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
            if options["form"] and source.pack.statements:
                found, more = self._guess(source)
                problems, figures = problems + found, figures + more
            self.stdout.write(f"\n{folder.name}: {len(source.cards)} cards in {', '.join(source.pack.languages)}")
            self._table(figures)
        for problem in problems:
            self.stderr.write(str(problem))
        if problems:
            raise CommandError(f"Findings: {len(problems)}")
        self.stdout.write("\nNo findings.")

    def _guess(self, source: Source) -> tuple[list[Problem], list[Figure]]:
        try:
            from decks.guessing import GUESSED_AT_LEAST, GUESSED_AT_MOST, guessed
        except ImportError as missing:
            raise CommandError("--form needs scikit-learn: install requirements-dev.txt.") from missing
        problems, figures = [], []
        bounds = f"{GUESSED_AT_LEAST:.0%} to {GUESSED_AT_MOST:.0%}"
        for language in source.pack.languages:
            share = guessed(source.pack.statements, language)
            with_names = guessed(source.pack.statements, language, names=True)
            figures += [
                Figure(f"guessed by form, {language}", f"{share:.1%}", bounds),
                Figure(f"and by number of names, {language}", f"{with_names:.1%}"),
            ]
            if not GUESSED_AT_LEAST <= share <= GUESSED_AT_MOST:
                what = f"expected {bounds} to be guessed by form, not {share:.1%}"
                problems.append(Problem(f"{source.pack.slug}/deck.yaml", 1, "", f"form, {language}", what))
        return problems, figures

    def _table(self, figures: list[Figure]) -> None:
        width = max((len(figure.name) for figure in figures), default=0)
        for figure in figures:
            expected = f"   [{figure.expected}]" if figure.expected else ""
            self.stdout.write(f"  {figure.name:<{width}}  {figure.value}{expected}")
