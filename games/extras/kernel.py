"""What a game may have beyond its rules, as the rest of the site knows it: pages of its own, and links to them.

All that belongs to one game and is no rule stands in its room, `games/extras/<slug with underscores>/`: `extras.py`
fulfils this contract, beside it stand the game's own models, drawings and words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from django.urls import URLPattern


class Finished(Protocol):
    """The finished games of this site, as a game's own pages may read them."""

    def __call__(self, game: str, seen_by: Mapping[str, Any] | None = None, **facts: Any) -> Iterator[tuple[int, Any]]:
        """The id of each table, and the state that its log ends in. ``facts``: which tables, as a query names them.

        ``seen_by``: a browser's session; then only tables that it has found.
        """


class Link(NamedTuple):
    """A way to a page of a game's own: the name of its address, and what the link says (marked with N_)."""

    address: str
    label: str


class Extras:
    """One game's extras. A game that has none needs no room."""

    slug: ClassVar[str]
    links: ClassVar[tuple[Link, ...]] = ()  # on the page where a table is opened

    def addresses(self, finished: Finished) -> Sequence[URLPattern]:
        """Where the game's own pages are; their names stand among those of the tables (``tables:...``)."""
        return ()
