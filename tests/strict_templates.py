"""A variable that a template of ours does not get is a mistake, not an empty string."""

import sys
from pathlib import Path

OURS = str(Path(__file__).resolve().parent.parent / "templates")


class UnknownVariable(Exception):
    """A template of ours uses a variable that nobody gave it."""


class Unknown(str):
    """What Django shows in place of an unknown variable: an error in our templates, nothing in other people's."""

    __slots__ = ()

    def __mod__(self, variable: object) -> str:
        frame = sys._getframe(1)
        while frame:
            origin = getattr(frame.f_locals.get("self"), "origin", None)
            if origin is not None:
                if str(origin.name).startswith(OURS):
                    raise UnknownVariable(f"{{{{ {variable} }}}} in {Path(origin.name).relative_to(OURS)}")
                return ""
            frame = frame.f_back
        return ""
