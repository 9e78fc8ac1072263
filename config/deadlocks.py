"""Two who wait for one another: PostgreSQL ends it by taking one of them back, and that one tries again."""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.db import OperationalError
from psycopg.errors import DeadlockDetected

TRIES: Final = 5

P = ParamSpec("P")
R = TypeVar("R")


def untangled(deed: Callable[P, R]) -> Callable[P, R]:
    """A whole transaction that is done again if it was taken back because it and another waited for one another.

    For what takes many rows at once, such as a table with all its seats and moves while people play at it: in which
    order rows are locked follows from the keys between them, and nobody can choose it for both sides.
    """

    @wraps(deed)
    def again(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(TRIES - 1):
            try:
                return deed(*args, **kwargs)
            except OperationalError as error:
                if not isinstance(error.__cause__, DeadlockDetected):
                    raise
        return deed(*args, **kwargs)

    return again
