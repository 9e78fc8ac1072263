"""manage.py world_names: writes the names of countries, languages, cities, months and weekdays in five languages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel import Locale
from django.core.management.base import BaseCommand

from games.rules import answers
from games.rules.answers.reading import name_words
from games.rules.words import LANGUAGES

FILE = Path(answers.__file__).parent / "world.py"
_SPOKEN = (
    "af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl ha he hi hr hu hy id is it ja ka kk km ko "
    "la lb lo lt lv mk mn ms mt my ne nl no pl pt rm ro ru sk sl so sq sr sv sw ta th tr uk ur uz vi yi zh zu"
)
_WIDTH = 118
HEAD = '''"""Names of the world, a line for each thing: written by ``manage.py world_names`` from the CLDR.

The words of its names in five languages, as the judge reads them. First what the thing is: a country (``CH``), a
language (``l-de``), a city (``c-Rome``), a month (``m-6``) or a weekday (``d-0``).
"""

NAMES = """
'''


class Command(BaseCommand):
    """Collects the names from Babel, which has them from the CLDR."""

    help = "Writes the names by which the judge of typed answers tells two real things from a slip."

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes the list; says how many there are."""
        lines = []
        locales: list[Any] = [Locale(language) for language in LANGUAGES]
        for thing, names in sorted(_things(locales)):
            words = sorted({word for name in names for word in name_words(name)})
            line = f"{thing} {' '.join(words)}"
            if words and len(line) <= _WIDTH:  # nobody mistakes the French Southern Territories for a slip
                lines.append(f"{line}\n")
        FILE.write_text("".join([HEAD, *lines, '"""\n']), encoding="utf-8")
        self.stdout.write(f"{len(lines)} things")


def _things(locales: list[Any]) -> Iterator[tuple[str, list[str]]]:
    for code in locales[0].territories:
        if code.isalpha():
            yield code, [locale.territories[code] for locale in locales if code in locale.territories]
    for code in _SPOKEN.split():
        yield f"l-{code}", [locale.languages[code] for locale in locales]
    for month in range(1, 13):
        yield f"m-{month}", [locale.months["stand-alone"]["wide"][month] for locale in locales]
    for day in range(7):
        yield f"d-{day}", [locale.days["stand-alone"]["wide"][day] for locale in locales]
    for zone in sorted({zone for locale in locales for zone in locale.time_zones if not zone.startswith("Etc/")}):
        own = zone.split("/")[-1].replace("_", " ")
        yield f"c-{own.replace(' ', '-')}", [own, *(_city(locale, zone) or own for locale in locales)]


def _city(locale: Any, zone: str) -> str | None:
    return (locale.time_zones[zone].get("city") if zone in locale.time_zones else None) or None
