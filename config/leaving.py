"""What follows when somebody's account goes: each app says it of its own, before it happens."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Says: TypeAlias = Callable[[Any], Iterable[str]]

_SAYING: list[Says] = []


def tell(says: Says) -> None:
    """Lets an app say what follows for its own; ``says`` is given the person, and gives sentences."""
    if says not in _SAYING:
        _SAYING.append(says)


def what_follows(person: Any) -> list[str]:
    """Every sentence that is to be read before this person's account is deleted."""
    return [sentence for says in _SAYING for sentence in says(person)]
