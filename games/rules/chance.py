"""Dice, lots and shuffles drawn from a table's secret, so that a finished game can be checked die by die (CO-4)."""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_RANGE = 1 << 256


def fingerprint(secret: bytes) -> str:
    """The secret's SHA-256, shown when a table opens and compared with the secret when its game ends."""
    return hashlib.sha256(secret).hexdigest()


class Chance:
    """All chance of one move: HMAC-SHA-256 of the table's secret over ``move number:counter``.

    The same secret and number give the same draws in the same order, on any Python.
    """

    def __init__(self, secret: bytes, number: int, purpose: str = "move") -> None:
        self._secret = secret
        self._label = f"{purpose}:{number}"
        self._counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 up to, but not including, ``bound``; each equally likely."""
        if bound < 1:
            raise ValueError("Chance needs at least one possibility.")
        fair = _RANGE - _RANGE % bound  # draws above would favour the small numbers: draw again
        while True:
            message = f"{self._label}:{self._counter}".encode()
            self._counter += 1
            draw = int.from_bytes(hmac.digest(self._secret, message, "sha256"), "big")
            if draw < fair:
                return draw % bound

    def die(self, sides: int = 6) -> int:
        """One throw of a die: 1 to ``sides``."""
        return self.below(sides) + 1

    def pick(self, things: Sequence[T]) -> T:
        """One of the things, drawn by lot."""
        return things[self.below(len(things))]

    def shuffle(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in a new order, every order equally likely."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def share(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return self.below(1 << 53) / (1 << 53)
