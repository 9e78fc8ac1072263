"""Reads the cases of what people type: ``tests/rules/answer_cases*.txt``.

Each line is ``right: accepted / accepted != another card's answer / another = typed | typed``, or ``wrong: ...``. An
accepted answer that begins with ``year`` is a year, and behind the ``!=`` stand the other years of its deck.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.rules.answers import judge_text, judge_year

HERE = Path(__file__).parent
_LINE = re.compile(r"(right|wrong): (.+?)(?: != (.+?))? = (.+)")


class Case(NamedTuple):
    """One thing typed, and whether it is to be taken."""

    language: str
    accepted: tuple[str, ...]
    others: tuple[str, ...]
    typed: str
    right: bool

    @property
    def taken(self) -> bool:
        """What the house says."""
        if self.accepted[0].startswith("year "):
            year = int(self.accepted[0].removeprefix("year "))
            return judge_year(self.typed, year, (year, *map(int, self.others)))
        return judge_text(self.typed, self.accepted, self.others)

    def __str__(self) -> str:
        return f"{self.language}: {self.typed!r} for {' / '.join(self.accepted)}"


def cases(name: str) -> Iterator[Case]:
    """Every case in this file."""
    language = ""
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            language = line.removeprefix("== ")[:2]
        elif line and not line.startswith("#"):
            found = _LINE.fullmatch(line)
            assert found, f"this line cannot be read: {line}"
            accepted, others = ((found[part] or "").split(" / ") if found[part] else [] for part in (2, 3))
            for typed in found[4].split(" | "):
                yield Case(language, tuple(accepted), tuple(others), typed, found[1] == "right")


def summary(name: str) -> str:
    """How well the house judges the cases of this file, in one line per language, and where it does not."""
    every = list(cases(name))
    lines = []
    for language in ("en", "de", "fr", "it", "ja", ""):
        here = [case for case in every if case.language == language or not language]
        right = sum(case.taken == case.right for case in here)
        taken = [case for case in here if case.taken and not case.right]
        refused = [case for case in here if not case.taken and case.right]
        if not language:
            lines += [f"wrongly taken   {case}" for case in taken] + [f"wrongly refused {case}" for case in refused]
        lines.append(
            f"{language or 'all'}: {len(here)} cases, {100 * right / len(here):.1f} % right, "
            f"{len(taken)} wrongly taken, {len(refused)} wrongly refused"
        )
    return "\n".join(lines)
