"""Is what somebody has written right? (IQ-3.1, IQ-2.6)"""

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.rules.answers import recognised
from games.rules.pack import QuizShow

Names = tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def names_of(show: QuizShow) -> Names:
    """Per word of the show: everything that names it, in every language."""
    return tuple(word.name.all() + word.accept.all() for word in show.words)


def lines(written: str) -> tuple[str, ...]:
    """What has been written, line by line, without the empty ones (IQ-2.2)."""
    return tuple(line.strip() for line in written.splitlines() if line.strip())


def is_right(written: Iterable[str], row: Sequence[int], names: Names) -> bool:
    """Only words of this row, each once, in their order from the question outwards; gaps are fine (IQ-3.1).

    ``row`` holds the words of the show as they lie there.
    """
    last = -1
    for line in itertools.islice(written, len(row) + 1):  # more lines than the row has words cannot all be right
        word = recognised(line, names)
        if word is None or word not in row or row.index(word) <= last:
            return False
        last = row.index(word)
    return last >= 0
