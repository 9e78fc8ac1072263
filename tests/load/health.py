"""How long the page of health of a deck with 5,000 statements takes: new, as it was, and after a card was changed."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from decks import writing
from decks.flat import flatten
from decks.packaged import DATA, read_deck

CARDS = 5_000
TIMES = 5


def health() -> dict[str, Any]:
    """Milliseconds of work for each: the best of some, as everything else on the machine only adds to it."""
    author = User.objects.create_user("author", is_staff=True, is_superuser=True)
    deck = writing.begin_deck(author, "statement", "Thousands", "de", ["en"])
    writing.add_cards(deck, [("statement", fields) for fields in _statements()], author)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(author, "django.contrib.auth.backends.ModelBackend")
    page = reverse("decks:health", args=[deck.pk])
    browser.get(reverse("decks:write", args=[deck.pk]))
    took = {"cards": CARDS, "new_ms": _milliseconds(browser, page)}
    took["as_it_was_ms"] = min(_milliseconds(browser, page) for _ in range(TIMES))
    changed = []
    for number in range(TIMES):
        draft = deck.drafts.all()[number]
        writing.save_card(draft, draft.fields | {"text.de": f"Satz {number}, neu geschrieben."}, draft.version, author)
        changed.append(_milliseconds(browser, page))
    return took | {"after_a_change_ms": min(changed)}


def _statements() -> list[dict[str, str]]:
    """Those of the packaged deck again and again, each time with some words exchanged, so that none are alike."""
    cards = [flatten(one) for one in read_deck(DATA / "swiss-quiz").pack.statements]
    words = {language: " ".join(card[f"text.{language}"] for card in cards).split() for language in ("de", "en")}
    made = []
    for number in range(CARDS):
        card = {
            path: text for path, text in cards[number % len(cards)].items() if path[-3:] not in (".fr", ".it", ".ja")
        }
        for language, there in words.items():
            some = [there[(7 * number + 13 * place) * (place + 3) % len(there)].strip(".") for place in range(10)]
            card[f"text.{language}"] = f"{' '.join(some)}."
        made.append(card | {"number": str(number + 1)})
    return made


def _milliseconds(browser: Client, page: str) -> float:
    began = time.process_time()
    assert browser.get(page).status_code == 200
    return round(1000 * (time.process_time() - began), 1)
