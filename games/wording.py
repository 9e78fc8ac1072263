"""Words the sentences that rules say, in the reader's language."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

from django.utils import translation
from django.utils.translation import get_language, trans_real

from games.rules.words import Fact, Say, Text, Who

T = TypeVar("T")


class Named(Protocol):
    """Who sits where, as far as sentences name them."""

    @property
    def host_name(self) -> str:
        """What the host is called."""

    def chair(self, seat: int) -> Any:
        """Whoever sits there, with a ``name``."""


class Tongue:
    """One language: its texts, found without asking each time which language is meant."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._catalogue = trans_real.translation(code)
        self._texts: dict[str, str] = {}

    def gettext(self, text: str) -> str:
        """The text in this language."""
        said = self._texts.get(text)
        if said is None:
            said = self._texts[text] = self._catalogue.gettext(text)
        return said

    def pgettext(self, about: str, text: str) -> str:
        """The text in this language, where it means this."""
        return self._catalogue.pgettext(about, text)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The text for so many, in this language."""
        return self._catalogue.ngettext(one, many, n)

    def say(self, text: str, **facts: object) -> str:
        """The text with its gaps filled in."""
        return self.gettext(text) % facts if facts else self.gettext(text)

    def inside(self, function: Callable[..., T]) -> Callable[..., T]:
        """The function, called with this language as the active one, and remembered."""

        @lru_cache(maxsize=4096)
        def said(*facts: Any) -> T:
            with translation.override(self.code):
                return function(*facts)

        return said

    def worded(self, sentence: Say, people: Named) -> str:
        """A sentence of the rules with its facts filled in."""
        if not sentence.facts:
            return self.gettext(sentence.text)
        facts = {name: self._fact(fact, people) for name, fact in sentence.facts}
        if sentence.plural:
            n = int(facts["n"])
            return self.ngettext(sentence.text, sentence.plural, n) % (facts | {"n": signed(n)})
        return self.gettext(sentence.text) % facts

    def _fact(self, fact: Fact, people: Named) -> int | str:
        match fact:
            case Who(seat=seat):
                chair = people.chair(seat)
                return chair.name if chair else people.host_name
            case Say():
                return self.worded(fact, people)
            case Text():
                return fact.say(self.code)
            case _:
                return fact


def signed(n: int) -> int | str:
    """A number as it is shown: below zero with a minus, not with a hyphen."""
    return f"−{-n}" if n < 0 else n


@cache
def tongue(code: str) -> Tongue:
    """A language by its code."""
    return Tongue(code)


class Nobody:
    """For sentences that name nobody."""

    host_name = ""

    def chair(self, seat: int) -> None:
        """Nobody sits anywhere."""


NOBODY = Nobody()


def plain(sentence: Say) -> str:
    """A sentence that names nobody, such as a refusal on a form, in the active language."""
    return tongue(get_language() or "en").worded(sentence, NOBODY)
