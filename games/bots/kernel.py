"""Players made of code. They see what a person in their seat sees, and remember the deck as well as a person might."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from games.rules.chance import Chance
from games.rules.pack import Pack
from games.rules.words import Text

V = TypeVar("V", bound=Struct)
M = TypeVar("M", bound=Struct)


class Strength(StrEnum):
    """How well a bot remembers the deck. A new one has never seen it, and otherwise plays like an easy one."""

    NEW = "new"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


# How many cards of difficulty 1, 2 and 3 a bot can answer, per hundred: 4, 50, 67 and 85 of all.
_SHARES = {
    Strength.NEW: (8, 4, 1),
    Strength.EASY: (70, 50, 30),
    Strength.MEDIUM: (85, 67, 49),
    Strength.HARD: (95, 87, 73),
}


class Memory:
    """What one bot remembers of the deck: the same cards throughout a game, others at the next.

    ``language``: the one in which it speaks to the others at its table.
    """

    def __init__(self, pack: Pack, strength: Strength, chance: Chance, language: str = "en") -> None:
        self.pack = pack
        self.language = language
        self.strength = Strength.EASY if strength is Strength.NEW else strength
        self._shares = _SHARES[strength]
        self._key = chance.below(1 << 128).to_bytes(16, "big")

    def knows(self, key: str, difficulty: int = 2, luck: float = 0.0) -> bool:
        """Does the bot know the card with this key? Difficulty 1: most people do, 2: half, 3: few.

        ``luck`` is how often a blind guess is right. Who guesses well need know less to be right as often, so it
        is taken out of the share.
        """
        share = self._shares[difficulty - 1] / 100
        return self._draw(key) < (share - luck) / (1 - luck)

    def learns(self, key: str, difficulty: int = 2) -> bool:
        """Does the bot remember what it has been shown in this game? Whoever is new to the deck does, too."""
        return self._draw(key) < _SHARES[self.strength][difficulty - 1] / 100

    def says(self, text: Text) -> str:
        """A text of the deck as the bot says it."""
        return text.say(self.language)

    def _draw(self, key: str) -> float:
        """A number from 0 to 1 that belongs to this card."""
        digest = hashlib.blake2b(key.encode(), key=self._key, digest_size=7).digest()
        return int.from_bytes(digest, "big") / (1 << 56)


class Bot(ABC, Generic[V, M]):
    """One game's bot. It has no state of its own: what it sees and remembers is all it goes by."""

    @abstractmethod
    def choose(self, observation: V, legal: Sequence[M], memory: Memory, chance: Chance) -> M:
        """One of the legal moves, or a legal template filled in."""

    def delay(self, observation: V, memory: Memory, chance: Chance) -> float:
        """After how many seconds it moves, so that people can follow."""
        return 1.5 + 1.5 * chance.share()
