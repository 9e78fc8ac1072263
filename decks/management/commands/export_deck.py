"""Writes a deck to a file."""

from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser

from decks.exchange import ENDINGS, FORMATS, Format, dump
from decks.flat import kind_of
from decks.models import Deck
from decks.pictures import files_of
from decks.services import pack_of
from decks.writing import about_of


class Command(BaseCommand):
    """The latest edition of a deck as a file to take along."""

    help = "Writes the latest edition of a deck to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the deck's short name")
        parser.add_argument("--format", choices=get_args(Format), default="xlsx")
        parser.add_argument("--language", default="en", help="of an Anki package")
        parser.add_argument("--to", type=Path, help="the file; the deck's name in this folder by default")

    def handle(self, *args: Any, **options: Any) -> None:
        deck = Deck.objects.filter(slug=options["slug"]).first()
        edition = deck.current if deck else None
        if deck is None or edition is None:
            raise CommandError(f"There is no published deck {options['slug']}.")
        form = next(one for one in get_args(Format) if one == options["format"])
        if form not in FORMATS[kind_of(deck.kind)]:
            raise CommandError(f"A deck of {deck.get_kind_display()} cannot be written as {form}.")
        path = options["to"] or Path(deck.slug + ENDINGS[form])
        path.write_bytes(dump(pack_of(edition.pk), about_of(deck), form, options["language"], (), files_of(deck)))
        self.stdout.write(f"{deck.slug}, edition {edition.number}: {path}")
