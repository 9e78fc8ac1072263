"""Publishes the packaged decks."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from decks.models import Deck
from decks.packaged import DATA, BrokenDeck, Problem, deck_folders, read_deck
from decks.services import publish


class Command(BaseCommand):
    """Reads every deck first and publishes only if all of them can be read: nothing is ever half-loaded."""

    help = "Publishes the packaged decks; a deck that has not changed keeps its edition."

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
                deck = Deck.objects.filter(slug=source.pack.slug).first()
                before = deck.current if deck else None
                about = source.about
                edition = publish(
                    source.pack, description=about.description, credits=about.credits, licence=about.licence
                )
                done = "unchanged" if before == edition else f"loaded edition {edition.number}"
                self.stdout.write(f"{source.pack.slug}: {done} ({len(source.cards)} cards)")
