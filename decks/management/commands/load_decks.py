"""Publishes the packaged decks."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from decks.packaged import DATA, BrokenDeck, Problem, deck_folders, read_deck
from decks.services import bring


class Command(BaseCommand):
    """Reads every deck first and publishes only if all of them can be read: nothing is ever half-loaded."""

    help = "Publishes the packaged decks, but for what is there already and what people here have made their own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--data", type=Path, default=DATA, help="the folder with one folder per deck")

    def handle(self, *args: Any, **options: Any) -> None:
        sources, problems = [], list[Problem]()
        for folder in deck_folders(options["data"]):
            try:
                sources.append(read_deck(folder))
            except BrokenDeck as broken:
                problems += broken.problems
        if problems:
            raise CommandError("No deck was loaded.\n" + "\n".join(map(str, problems)))
        with transaction.atomic():
            for source in sources:
                self.stdout.write(f"{source.pack.slug}: {bring(source)} ({len(source.cards)} cards)")
