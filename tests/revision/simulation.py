"""`python -m tests.revision.simulation`: do pupils know more with our rounds than with all cards every time?

300 simulated pupils learn 52 dates in six weeks, five days a week, a new suit in each of the first four weeks. How they
forget is known here and to nobody else, least of all to FSRS: what is known fades by half within a half-life, which
grows the more, the nearer a card was to being forgotten when it was known, and shrinks when it was not. Against our
rounds stands somebody who goes through all cards of the suits so far, again and again, with as many answers a day.
"""

import math
import os
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from msgspec import structs

from games.revision.learning import Task, feed, new_round
from games.revision.memory import Memory
from games.revision.rounds import Phase, What, fold
from games.rules.pack import Event, Pack, Suit
from games.rules.words import Text
from tests.rules.snap_table import PACK

SUITS: tuple[Suit, ...] = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
BEGIN = datetime(2026, 8, 17, 15, tzinfo=UTC)  # a Monday
DAYS = 42
TEST = DAYS + 1
SECONDS = 20


class Outcome(NamedTuple):
    """What one pupil knows at the test, as a share of the deck, and with how many answers."""

    ours: float
    everything: float
    answers: int


def deck() -> Pack:
    """52 dates."""
    events: list[Event] = []
    for row, suit in enumerate(SUITS):
        for place, rank in enumerate(RANKS):
            name = Text(en=f"Event {row * 13 + place}")
            card = structs.replace(PACK.events[0], suit=suit, year=1800 + row * 40 + place * 3, name=name)
            events.append(structs.replace(card, rank=rank))  # type: ignore[arg-type]
    return structs.replace(PACK, events=tuple(events))


class Head:
    """How one pupil forgets: a half-life in days for each card that was seen."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._talent = math.exp(chance.gauss(0, 0.35))
        self._life: dict[int, float] = {}
        self._seen: dict[int, float] = {}

    def knows(self, card: int, day: float) -> float:
        """How likely the card is known at this moment."""
        if card not in self._life:
            return 0.0
        return 0.5 ** ((day - self._seen[card]) / self._life[card])

    def sees(self, card: int, day: float) -> None:
        """The solution lies open."""
        self._life.setdefault(card, 2.5 * self._talent)
        self._seen[card] = day

    def answers(self, card: int, day: float) -> bool:
        """Is it known this time? Either way it is seen, and remembered for longer or not as long."""
        share = self.knows(card, day)
        right = self._chance.random() < share
        if right:
            self._life[card] *= 1.2 + 3 * (1 - share)
        elif card in self._life:
            self._life[card] = max(0.5, self._life[card] * 0.6)
        self.sees(card, day)
        return right

    def test(self, cards: int) -> float:
        """The share of the deck that is known on the day of the test."""
        return sum(self.knows(card, TEST) for card in range(cards)) / cards


def pupil(pack: Pack, seed: int) -> Outcome:
    """Six weeks of one pupil, twice: with our rounds, and with everything every time."""
    ours, everything = Head(random.Random(seed)), Head(random.Random(seed))
    memory, total, turn = Memory(), 0, 0
    for day in range(DAYS):
        if day % 7 > 4:
            continue
        suits = SUITS[: min(4, day // 7 + 1)]
        cards = [place for place, event in enumerate(pack.events) if event.suit in suits]
        task = Task("1", 1, tuple(pack.events[place].key for place in cards), ("name", "year"))
        answers = _round(memory, task, pack, ours, day, seed)
        for _ in range(answers):
            everything.answers(cards[turn % len(cards)], day)
            turn += 1
        total += answers
    size = len(pack.events)
    return Outcome(ours.test(size), everything.test(size), total)


def _round(memory: Memory, task: Task, pack: Pack, head: Head, day: int, seed: int) -> int:
    """One day's round; how many answers it took."""
    now, answers = BEGIN + timedelta(days=day), 0
    round = new_round(memory, task, pack, "judged", seed.to_bytes(8, "big"), now)
    if round is None:
        return 0
    memory.rounds[task.name] = round
    here = fold(round)
    while here.phase is not Phase.OVER:
        now += timedelta(seconds=SECONDS)
        if here.phase is Phase.MEETING:
            head.sees(here.card, day)
            here = feed(memory, task, round, pack, What.MET, now)
            continue
        here = feed(memory, task, round, pack, What.REVEAL, now)
        right = head.answers(here.card, day)
        answers += 1
        here = feed(memory, task, round, pack, What.JUDGE, now, right=right)
    return answers


def outcomes(pupils: int) -> Sequence[Outcome]:
    """So many pupils."""
    pack = deck()
    return [pupil(pack, seed) for seed in range(pupils)]


def told(found: Sequence[Outcome]) -> str:
    """The figures as one reads them."""
    ours, everything = (sorted(getattr(one, way) for one in found) for way in ("ours", "everything"))
    answers = sum(one.answers for one in found) / len(found)
    lines = [f"{len(found)} pupils, 52 dates, six weeks, {answers:.0f} answers each"]
    for way, shares in (("our rounds", ours), ("everything every time", everything)):
        mean, worst = sum(shares) / len(shares), shares[len(shares) // 10]
        lines.append(f"  {way:<22} {52 * mean:4.1f} of 52 at the test, a tenth less than {52 * worst:4.1f}")
    better = sum(one.ours > one.everything for one in found)
    lines.append(f"  more with our rounds: {better} of {len(found)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")  # for the hour here
    sys.stdout.write(told(outcomes(300)))
