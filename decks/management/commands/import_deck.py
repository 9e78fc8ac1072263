"""Reads a file of cards into a deck's drafts."""

from pathlib import Path
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from decks.cards import Card
from decks.describing import NAMES, describe
from decks.exchange import Loaded, Manner, load
from decks.flat import PARTS, kind_of
from decks.models import Deck
from decks.packaged import BrokenDeck
from decks.taking import compare, keep_import, take_in
from decks.writing import begin_deck


class Command(BaseCommand):
    """All cards of a file become drafts, or none and every reason why."""

    help = "Reads a file of cards into the drafts of a deck, which begins if there is none of this name."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--deck", help="the short name of a deck that is there; a new one by default")
        parser.add_argument("--owner", required=True, help="whose deck it is: a sign-in name")
        parser.add_argument("--replace", action="store_true", help="cards that are not in the file go into the bin")
        parser.add_argument("--dry-run", action="store_true", help="only look")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        owner = User.objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(f"Nobody here is called {options['owner']}.")
        deck = Deck.objects.filter(slug=options["deck"], deleted_at=None).first() if options["deck"] else None
        if options["deck"] and deck is None:
            raise CommandError(f"There is no deck {options['deck']}.")
        try:
            loaded = load(path.read_bytes(), path.name, Manner(kind_of(deck.kind) if deck else None))
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except BrokenDeck as broken:
            for problem in broken.problems:
                self.stderr.write(str(problem))
            raise CommandError(f"Nothing was taken in. Findings: {len(broken.problems) + broken.more}") from broken
        cards: tuple[Card, ...] = (*loaded.statements, *loaded.events, *loaded.questions, *loaded.shows)
        if options["dry_run"]:
            self.stdout.write(f"{len(cards) + len(loaded.unfinished)} cards, and nothing is wrong with their form.")
            return
        try:
            with transaction.atomic():
                deck = deck or self._begin(owner, path, loaded)
                raw = [(card.part, card.fields) for card in loaded.unfinished if card.part in PARTS[kind_of(deck.kind)]]
                waiting = keep_import(deck, owner, path.name, cards, raw)
                done = take_in(waiting, only=compare(waiting).mark if options["replace"] else "")
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        new, changed = len(done.new), len(done.changed)
        self.stdout.write(f"{deck.slug}: {new} new cards, {changed} changed, {done.same} as they were.")

    def _begin(self, owner: User, path: Path, loaded: Loaded) -> Deck:
        """A new deck, with what the file says of it."""
        about = loaded.about
        if about is None:
            return begin_deck(owner, loaded.kinds[0], path.name.partition(".")[0], "en", ("en",))
        deck = begin_deck(owner, loaded.kinds[0], about.title.say("en"), about.languages[0], about.languages)
        texts = {field: getattr(about, field) for field in NAMES}
        describe(deck, {field: msgspec.to_builtins(text) for field, text in texts.items() if text.all()})
        return Deck.objects.get(pk=deck.pk)
