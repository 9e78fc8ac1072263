"""A chain of hashes over the log of a game: its head stands for exactly these moves in this order (CO-4)."""

import hashlib
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def link(head: str, number: int, seat: int, move: str, at: datetime) -> str:
    """The head of the chain after one more row of the log; before the first row it is the secret's fingerprint.

    It is the SHA-256 of the head before, the row's number, seat, time in microseconds since 1970, and its move as the
    log holds it, with a space between each: anybody can follow it without this code. Who the players are is no part
    of it, so that their names can be forgotten.
    """
    time = (at - _EPOCH) // _MICROSECOND
    return hashlib.sha256(f"{head} {number} {seat} {time} {move}".encode()).hexdigest()
