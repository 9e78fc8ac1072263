"""Sentences that rules say without knowing the reader's language.

Rules mark an English sentence with :func:`N_` (or a pair for plurals with :func:`P_`), fill in facts with
:func:`say`, and the page words it in each reader's own language (CO-8).
"""

from typing import TypeAlias

from msgspec import Struct

LANGUAGES = ("en", "de", "fr", "it", "ja")


class Text(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One text of a card in every language its deck has."""

    en: str = ""
    de: str = ""
    fr: str = ""
    it: str = ""
    ja: str = ""

    def say(self, language: str) -> str:
        """The text in this language; if the deck lacks it, in English; else in the first language there is."""
        return str(getattr(self, language, "")) or self.en or next(iter(self.all()), "")

    def all(self) -> tuple[str, ...]:
        """The text in every language it exists in."""
        return tuple(text for text in (self.en, self.de, self.fr, self.it, self.ja) if text)


class Texts(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Several texts per language, such as the accepted answers of a card."""

    en: tuple[str, ...] = ()
    de: tuple[str, ...] = ()
    fr: tuple[str, ...] = ()
    it: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        """Every text in every language."""
        return self.en + self.de + self.fr + self.it + self.ja


class Who(Struct, frozen=True):
    """Stands in a sentence for the name of whoever sits in this seat."""

    seat: int


class Say(Struct, frozen=True):
    """A sentence with its facts, to be worded by the page in the reader's language.

    ``plural`` is the English form for any number but one of the fact called ``n``. A sentence belongs into an
    observation, a refusal or a result, never into a state: states hold what happened, not how it is told.
    """

    text: str
    plural: str = ""
    facts: "tuple[tuple[str, Fact], ...]" = ()


Fact: TypeAlias = "int | str | Text | Who | Say"


def N_(text: str) -> str:
    """Marks an English sentence for the catalogues."""
    return text


def P_(one: str, many: str) -> tuple[str, str]:
    """Marks an English sentence in its two numbers for the catalogues; the number is the fact called ``n``."""
    return one, many


def say(text: str | tuple[str, str], **facts: Fact) -> Say:
    """A sentence marked with N_ or P_, with the facts that its %(names)s stand for."""
    one, many = text if isinstance(text, tuple) else (text, "")
    return Say(one, many, tuple(sorted(facts.items())))
