"""Templates to begin a deck with: cards with everything on them that is no text, to be filled in one by one."""

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Final, Literal, TypeAlias, get_args

from decks.flat import Fields, Part
from games.rules.pack import Category, Kind, Rank, Suit

Start: TypeAlias = Literal["empty", "short", "whole"]
STARTS: Final[tuple[Start, ...]] = get_args(Start)
_TRUTHS: Final = "TFFTFTTFFTTFTFFTTFTF"  # ten of each, and never three alike in a row
_STATEMENTS: Final = {"empty": 0, "short": 20, "whole": 60}
_SUITS: Final = {"empty": 0, "short": 1, "whole": 4}
_SHOWS: Final = {"empty": 0, "short": 1, "whole": 2}


def starter(kind: Kind, start: Start) -> list[tuple[Part, Fields]]:
    """Nothing; a short deck: thirteen events, twenty statements, one show; or a whole one, with its question cards."""
    match kind:
        case "statement":
            return list(_statements(_STATEMENTS[start]))
        case "event":
            return list(_events(_SUITS[start], questions=start == "whole"))
        case "quiz-show":
            return [("show", {})] * _SHOWS[start]


def _statements(count: int) -> Iterator[tuple[Part, Fields]]:
    """Half of them true, in an order that nobody guesses, evenly of all categories and difficulties."""
    truths = islice(cycle(_TRUTHS), count)
    for number, (truth, category) in enumerate(zip(truths, cycle(get_args(Category)), strict=False), start=1):
        yield (
            "statement",
            {
                "number": str(number),
                "category": category,
                "truth": "true" if truth == "T" else "false",
                "difficulty": str(1 + number // 2 % 3),
            },
        )


def _events(suits: int, *, questions: bool) -> Iterator[tuple[Part, Fields]]:
    ranks = get_args(Rank)
    for suit in ("hearts", "clubs", "diamonds", "spades")[:suits]:
        for rank in ranks:
            yield "event", {"rank": rank, "suit": suit}
    for _card in range(len(ranks) * len(get_args(Suit)) if questions else 0):
        yield "question", {}
