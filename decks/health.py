"""How a deck is: what stops it from being published, what would make it better, and what play has shown."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from django.db import connection
from django.utils.translation import get_language
from msgspec import Struct

from decks.cards import Card, cards_of, key_of
from decks.deck_gates import Figure, deck_gates
from decks.flat import PARTS, as_path, flatten, label_of, name_of, part_of
from decks.models import Deck, Findings
from decks.packaged import Placed, Source
from decks.pictures import keys_of
from decks.played import Played, played
from decks.services import pack_of
from decks.writing import Problem, about_of, built, card_name, pack_from

MOST_PROBLEMS: Final = 200  # that are shown; the others are counted
MOST_ADVICE: Final = 100
HOUSE: Final = Path(__file__).parents[1]
# PostgreSQL writes a changed row anew, in another place: whoever has changed it, it is another row by these two.
ROWS: Final = """
select (select concat_ws(' ', xmin, ctid) from decks_deck where id = %(deck)s),
    (select string_agg(concat_ws(' ', id, xmin, ctid), ',' order by id) from decks_draft
     where deck_id = %(deck)s and removed_at is null)
"""


class Written(Struct, frozen=True):
    """A finished card with its name, and the draft it is written in; a published card has none."""

    draft: int | None
    name: str
    key: str
    card: Card


class Advice(Struct, frozen=True):
    """Something that could be better, with the card it is about, if it is about one."""

    draft: int | None
    name: str
    what: str


class Found(Struct, frozen=True):
    """What was found in a deck: how much is wrong and the first of it, the first advice, and its figures."""

    count: int
    problems: tuple[Problem, ...]
    advice: tuple[Advice, ...]
    figures: tuple[Figure, ...]


class Known(Struct, frozen=True):
    """How often a card was known."""

    draft: int | None
    name: str
    played: Played


def advice(deck: Deck) -> dict[str, Any]:
    """The problems of the cards, the advice on the deck as a whole, its figures, and how often which card was known."""
    return {"found": found(deck), **_play(deck)}


def found(deck: Deck) -> Found:
    """What is found in the deck, in the language in use. It is worked out anew only when something has changed."""
    kept: dict[str, Any] = {"deck": deck, "language": get_language() or ""}
    mark = _mark(deck)
    row = Findings.objects.filter(**kept, mark=mark).first()
    if row is not None:
        return msgspec.convert(row.found, Found)
    there = _look(deck)
    Findings.objects.update_or_create(**kept, defaults={"mark": mark, "found": msgspec.to_builtins(there)})
    return there


def _mark(deck: Deck) -> str:
    """Stands for the deck, its drafts, its pictures and its edition as they are, and for what judges them."""
    with connection.cursor() as cursor:
        cursor.execute(ROWS, {"deck": deck.pk})
        rows = cursor.fetchone()
    edition = deck.current
    seen = [_judges(), rows, sorted(keys_of(deck)), edition and edition.pk]
    return sha256(msgspec.json.encode(seen)).hexdigest()


@cache
def _judges() -> str:
    """Names the code that judges cards, and the sentences it says."""
    files = (file for folder in ("decks", "games/rules", "config/locale") for file in (HOUSE / folder).rglob("*"))
    judging = sorted(file for file in files if file.suffix in (".py", ".mo"))
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in judging)).hexdigest()


def _look(deck: Deck) -> Found:
    cards, problems = _written(deck)
    advised: list[Advice] = []
    figures: list[Figure] = []
    if cards:
        placed = tuple(Placed(one.key, one.card, "", {"": line}, one.name) for line, one in enumerate(cards, start=1))
        wrong, figures = deck_gates(Source(pack_from(deck, (one.card for one in cards)), about_of(deck), placed))
        for problem in wrong[:MOST_ADVICE]:
            about = cards[problem.line - 1] if problem.card else None
            part = part_of(about.card) if about else PARTS[deck.kind][0]
            what = f"{label_of(part, as_path(problem.field))}: {problem.what}"
            advised.append(Advice(about.draft, about.name, what) if about else Advice(None, "", what))
    expected = tuple(one for one in figures if one.expected)
    return Found(len(problems), tuple(problems[:MOST_PROBLEMS]), tuple(advised), expected)


def _written(deck: Deck) -> tuple[list[Written], list[Problem]]:
    """The cards that are open for writing; if none are, those of the current edition."""
    if deck.current is not None and not deck.drafts.exists():
        return list(_published(deck)), []
    cards, problems = built(deck)
    done = [
        Written(draft.pk, card_name(draft, deck), key_of(card, draft.position), card) for draft, card in cards if card
    ]
    return done, problems


def _published(deck: Deck) -> Iterable[Written]:
    assert deck.current is not None
    for place, (key, card) in enumerate(cards_of(pack_of(deck.current.pk)), start=1):
        yield Written(None, name_of(part_of(card), flatten(card), place, deck.languages), key, card)


def _play(deck: Deck) -> dict[str, Any]:
    """What play has shown: by language, and card by card, the least known first."""
    overall, by_card = played(deck)
    cards = _written(deck)[0] if by_card else ()
    known = [Known(one.draft, one.name, by_card[one.card]) for one in cards if one.card in by_card]
    known.sort(key=lambda one: one.played.share)
    return {"overall": overall, "known": known, "uneven": [one for one in known if one.played.uneven]}
