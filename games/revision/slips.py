"""Names for pupils who need none: drawn animals with a number, in the language of the slips."""

from collections.abc import Collection, Iterator
from itertools import count, cycle

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

ANIMALS = {
    "fox": gettext_noop("Fox"),
    "owl": gettext_noop("Owl"),
    "hare": gettext_noop("Hare"),
    "bear": gettext_noop("Bear"),
    "cat": gettext_noop("Cat"),
    "stag": gettext_noop("Stag"),
    "badger": gettext_noop("Badger"),
    "hedgehog": gettext_noop("Hedgehog"),
}
FEET = ("hearts", "clubs", "diamonds", "spades")
LONGEST_NAME = 30


def drawn_names(number: int, taken: Collection[str], language: str) -> Iterator[tuple[str, str]]:
    """So many names that nobody has yet, each with its animal: ``("Fox 1", "fox")``, ``("Owl 1", "owl")``."""
    used = {name.casefold() for name in taken}
    with translation.override(language):
        animals = {animal: _(name) for animal, name in ANIMALS.items()}
    left = number
    for round in count(1):
        for animal, word in animals.items():
            name = f"{word} {round}"
            if left and name.casefold() not in used:
                left -= 1
                yield name, animal
        if not left:
            return


def pasted(text: str) -> tuple[list[str], list[str]]:
    """The names in a pasted list, one a line, and those that stand in it twice (or differ by capitals alone)."""
    lines = [" ".join(line.split()) for line in text.replace(";", "\n").splitlines()]
    seen: dict[str, str] = {}
    doubles = []
    for line in filter(None, lines):
        if line.casefold() in seen:
            doubles.append(line)
        seen.setdefault(line.casefold(), line)
    return list(seen.values()), doubles


def with_animals(names: Collection[str], first: int = 0) -> Iterator[tuple[str, str]]:
    """Names of the teacher's choice, each with an animal for its slip."""
    animals = cycle(ANIMALS)
    for _skipped in range(first % len(ANIMALS)):
        next(animals)
    yield from zip(names, animals, strict=False)
