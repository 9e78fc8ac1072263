"""The seven dice: one white, six coloured (QW-M1, QW-M3)."""

from typing import Literal, NamedTuple, TypeAlias, get_args

Colour: TypeAlias = Literal["red", "yellow", "blue", "purple"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

WHITE = 6  # the place of the white die among the seven


class Face(NamedTuple):
    """One face of a coloured die."""

    colour: Colour
    number: int


_LETTERS: dict[str, Colour] = {"R": "red", "Y": "yellow", "B": "blue", "P": "purple"}
_PRINTED = (
    "B1 P2 P3 R4 Y5 B6",
    "R1 B2 B3 R4 P5 Y6",
    "B2 R2 Y3 B5 P6 R6",
    "Y1 Y2 R3 P4 Y4 B5",
    "P2 R2 B4 P4 Y4 R5",
    "P1 Y2 B4 P5 R5 Y5",
)

DICE: tuple[tuple[Face, ...], ...] = tuple(
    tuple(Face(_LETTERS[face[0]], int(face[1])) for face in die.split()) for die in _PRINTED
)
"""The six coloured dice, face by face."""


def totals(throw: tuple[int, ...]) -> tuple[int, ...]:
    """The total of each colour: its dice and the white one (QW-B1, QW-B2).

    ``throw``: which face of each coloured die lies up, 0 to 5, then the number of the white die.
    """
    white = throw[WHITE]
    found = dict.fromkeys(COLOURS, white)
    for die, face in zip(DICE, throw, strict=False):
        found[die[face].colour] += die[face].number
    return tuple(found[colour] for colour in COLOURS)
