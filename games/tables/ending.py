"""The end of a game as a part of its page: the podium, the card that decided, what is worth telling."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from games.rules.kernel import Highlight, Place, Result, Seat, Story
from games.rules.words import Say
from games.tables.snapshot import Snapshot

LIVERIES = 8  # up to so many seats a pawn tells who it is; at larger tables a letter does
ON_A_BLOCK = 4  # pawns; who else shares the place is counted
IN_THE_HILL = 6  # places after the third that a big screen lists
FACTS = 3

# the blocks of the podium by place, in the drawing's own units: middle, top, width of the block, height of a lone pawn
BLOCKS = {1: (600, 592, 270, 232), 2: (282, 720, 246, 150), 3: (918, 776, 246, 150)}
FACING = (918, 720, 246, 150)  # the other half of those who share the second: nobody is third then
PAWN = 40 / 54  # a pawn's width by its height


class Pawn(Struct, frozen=True):
    """Who stands there, and where: the upper left corner, and how large."""

    seat: Seat
    x: int
    y: int
    width: int
    height: int


class Line(Struct, frozen=True):
    """One line of the ranking; ``score`` in words if the game tells what it stands for."""

    place: int
    seat: Seat
    score: Say | None
    points: int
    why: Say | None


class Block(Struct, frozen=True):
    """One of the three blocks, with everybody who shares its place; the second may be shared out on both sides."""

    place: int
    x: int
    y: int
    width: int
    seats: tuple[Seat, ...]  # of those whose pawns are drawn
    more: int  # how many stand there besides
    pawns: tuple[Pawn, ...]
    line: Line  # of the first of them

    @property
    def facing(self) -> bool:
        """Is it a second place on the third's side?"""
        return self.place == 2 and self.x == FACING[0]

    @property
    def left(self) -> int:
        """Where the block begins."""
        return self.x - self.width // 2

    @property
    def cloth(self) -> int:
        """Where its cloth begins, which hangs over on both sides."""
        return self.left - 18

    @property
    def caption(self) -> int:
        """Where its names stand on a picture to keep: over the pawns, and over the doily of the first."""
        return min((pawn.y for pawn in self.pawns), default=self.y) - (80 if self.place == 1 else 20) + 60

    @property
    def number(self) -> int:
        """Where its number stands."""
        return self.y + 150


class Ending(Struct, frozen=True):
    """What everybody sees once a game is over, and what a seat sees of its own game."""

    result: Result
    story: Story
    blocks: tuple[Block, ...]
    lines: tuple[Line, ...]
    own: tuple[Highlight, ...]
    letters: bool  # too many for pawns of their own colour
    shown: Any  # what the game itself shows of its end

    @property
    def notes(self) -> tuple[Say, ...]:
        """What the rules say about the end."""
        return self.result.notes

    @property
    def facts(self) -> tuple[Highlight, ...]:
        """The best of what is worth telling."""
        return self.story.facts[:FACTS]

    @property
    def hill(self) -> tuple[Line, ...]:
        """The places after the third, as many as a big screen lists."""
        return self._after[:IN_THE_HILL]

    @property
    def unlisted(self) -> int:
        """How many more there are."""
        return len(self._after) - len(self.hill)

    @property
    def _after(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.place > len(BLOCKS))


def ending_of(snapshot: Snapshot, seat: Seat, shown: object) -> Ending | None:
    """The end as this seat sees it; None while the game goes on. ``shown``: the game's own part about its end."""
    if snapshot.play is None:
        return None
    state = snapshot.play.state
    result = snapshot.rules.result(state)
    if result is None:
        return None
    told = snapshot.rules.story(state, snapshot.game.pack)
    own = tuple(map(worth_telling, told.own))
    story = structs.replace(told, facts=worth_telling(told.facts), own=own)
    lines = tuple(_line(place, story) for place in result.ranking)
    return Ending(
        result=result,
        story=story,
        blocks=tuple(podium(lines)),
        lines=lines,
        own=story.own[seat] if 0 <= seat < len(story.own) else (),
        letters=len(result.ranking) > LIVERIES,
        shown=shown,
    )


def worth_telling(facts: Sequence[Highlight]) -> tuple[Highlight, ...]:
    """Without those that count nothing."""
    return tuple(fact for fact in facts if not fact.nothing)


def _line(place: Place, story: Story) -> Line:
    score = story.scores[place.seat] if place.seat < len(story.scores) else None
    return Line(place.place, place.seat, score, place.score, place.why)


def podium(ranking: Sequence[Line]) -> Iterator[Block]:
    """The blocks on which somebody stands, the first one first.

    Who shares a place shares its block; those who share the second stand on both sides of the first, at one height.
    """
    for place, usual in BLOCKS.items():
        level = [line for line in ranking if line.place == place]
        half = (len(level) + 1) // 2
        if place == 2 <= len(level):
            yield _block(level[:half], usual)
            yield _block(level[half:], FACING)
        elif level:
            yield _block(level, usual)


def _block(level: Sequence[Line], measures: tuple[int, int, int, int]) -> Block:
    x, y, width, height = measures
    seats = tuple(line.seat for line in level[:ON_A_BLOCK])
    pawns = tuple(_pawns(seats, x, y, width, height))
    return Block(level[0].place, x, y, width, seats, len(level) - len(seats), pawns, level[0])


def _pawns(seats: Sequence[Seat], x: int, y: int, width: int, height: int) -> Iterator[Pawn]:
    """Side by side on the block; smaller, the more there are."""
    step = width // len(seats)
    each = min(round(height * PAWN), step)
    for number, seat in enumerate(seats):
        left = x - width // 2 + number * step + (step - each) // 2
        tall = round(each / PAWN)
        yield Pawn(seat, left, y - tall + 4, each, tall)
