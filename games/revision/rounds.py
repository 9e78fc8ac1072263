"""A round of revision: its cards, and everything that was done in it, folded into what is to be done next. Pure.

A new card is met first: its solution is looked at, and a little later it is asked. A wrong answer shows the solution,
and the card comes again before the round ends. Every deed names the step it means, so that one that is sent twice, from
a page that was reloaded or from another device, changes nothing.
"""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct, field

from games.rules.answers import gives_mnemonic, gives_year, named_to_the_letter, names_event
from games.rules.answers.choices import four_choices
from games.rules.chance import Chance
from games.rules.kernel import How
from games.rules.pack import Event, Pack

Part: TypeAlias = Literal["name", "year", "mnemonic"]
Way: TypeAlias = Literal["typed", "picked", "judged", "truth"]
PARTS: tuple[Part, ...] = ("name", "year", "mnemonic")
LONGEST = 120  # of what is typed
AGAIN_AFTER = 3  # so many other cards come before a wrong one comes again
ASKED_AFTER = 2  # and before a new one is asked that has been met
SIZE = 9  # cards a day
SECONDS = 20  # a card, as the promise at the beginning counts


class OutOfTurn(Exception):
    """This cannot be done now."""


class What(StrEnum):
    """What somebody does in a round."""

    MET = "met"  # I have looked at the new card
    ANSWER = "answer"
    GIVE_UP = "give-up"  # I do not know
    REVEAL = "reveal"  # I have said it: show me
    JUDGE = "judge"  # and I knew it, or not
    APPEAL = "appeal"  # I was right
    NEXT = "next"  # I have looked at the solution


class Deed(Struct, frozen=True, array_like=True):
    """One thing done: what was said, whether it was right, how it came about and when (seconds since 1970)."""

    what: What
    at: int
    right: bool = False
    how: How = "unaided"
    said: tuple[str, ...] = ()  # name, year, mnemonic as typed; the place picked; the truth


class Round(Struct):
    """A round under way. Cards are places in the edition's pack; ``fresh`` are those that are new."""

    edition: int
    cards: tuple[int, ...]
    fresh: tuple[int, ...]
    asked: tuple[Part, ...]
    way: Way
    seed: bytes
    begun: int
    deeds: list[Deed] = field(default_factory=list)
    extra: bool = False


class Phase(StrEnum):
    """What the round is waiting for."""

    MEETING = "meeting"
    ASKING = "asking"
    REVEALED = "revealed"
    SOLUTION = "solution"
    OVER = "over"


class Position(Struct, frozen=True):
    """Where a round stands: the card in hand, and what lies behind and before it."""

    phase: Phase
    card: int
    step: int  # how many deeds were done: what the next one must name
    queue: tuple[tuple[int, bool], ...]  # cards to come, the one in hand first, each: is it still to be met?
    known: tuple[int, ...]  # cards that are done with
    again: tuple[int, ...]  # cards that were not known once
    last: Deed | None = None  # the last answer, while it is still spoken of
    last_card: int = -1


def fold(round: Round) -> Position:
    """What is to be done next. Deeds that were out of turn are none."""
    here = _start(round)
    for deed in round.deeds:
        here = after(here, deed)
    return here


def _start(round: Round) -> Position:
    queue = tuple((card, card in round.fresh) for card in round.cards)
    return _next(Position(Phase.OVER, -1, -1, queue, (), ()), queue)


def after(here: Position, deed: Deed) -> Position:
    """The position after this deed. Raises OutOfTurn."""
    match here.phase, deed.what:
        case Phase.MEETING, What.MET:
            (card, _met), *rest = here.queue
            return _next(here, (*rest[:ASKED_AFTER], (card, False), *rest[ASKED_AFTER:]))
        case (Phase.ASKING, What.ANSWER | What.GIVE_UP) | (Phase.REVEALED, What.JUDGE) if deed.right:
            known = here.known if here.card in here.known else (*here.known, here.card)
            return _next(here, here.queue[1:], known=known, last=deed)
        case Phase.ASKING, What.ANSWER | What.GIVE_UP:
            return _at(here, Phase.SOLUTION, here.queue, again=_also(here), last=deed)
        case Phase.ASKING, What.REVEAL:
            return _at(here, Phase.REVEALED, here.queue)
        case Phase.REVEALED, What.JUDGE:
            return _next(here, _put_back(here), again=_also(here), last=deed)
        case Phase.SOLUTION, What.NEXT:
            return _next(here, _put_back(here))
        case Phase.SOLUTION, What.APPEAL if here.last is not None and here.last.what == What.ANSWER:
            known = here.known if here.card in here.known else (*here.known, here.card)
            again = tuple(card for card in here.again if card != here.card)
            return _next(here, here.queue[1:], known=known, again=again, last=deed)
        case _:
            raise OutOfTurn


def _also(here: Position) -> tuple[int, ...]:
    return here.again if here.card in here.again else (*here.again, here.card)


def _put_back(here: Position) -> tuple[tuple[int, bool], ...]:
    (card, _met), *rest = here.queue
    return (*rest[:AGAIN_AFTER], (card, False), *rest[AGAIN_AFTER:])


def _next(
    here: Position,
    queue: tuple[tuple[int, bool], ...],
    known: tuple[int, ...] | None = None,
    again: tuple[int, ...] | None = None,
    last: Deed | None = None,
) -> Position:
    """On to the card that lies first now."""
    phase = Phase.OVER if not queue else Phase.MEETING if queue[0][1] else Phase.ASKING
    return _at(here, phase, queue, known, again, last)


def _at(
    here: Position,
    phase: Phase,
    queue: tuple[tuple[int, bool], ...],
    known: tuple[int, ...] | None = None,
    again: tuple[int, ...] | None = None,
    last: Deed | None = None,
) -> Position:
    return Position(
        phase=phase,
        card=queue[0][0] if queue else -1,
        step=here.step + 1,
        queue=queue,
        known=here.known if known is None else known,
        again=here.again if again is None else again,
        last=last,
        last_card=here.card,
    )


# ---------------------------------------------------------------------- what is asked, and is it right?


def choices(round: Round, here: Position, pack: Pack) -> tuple[int, ...]:
    """The four cards to pick from, the same ones on every device (SN-V2)."""
    return four_choices(pack, here.card, Chance(round.seed, here.step, "choices"))


def judged(round: Round, here: Position, pack: Pack, said: tuple[str, ...]) -> tuple[bool, How]:
    """Is what was said right, and what helped? Typed: name, year, mnemonic; picked: a place; else true or false."""
    if round.way == "truth":
        return said == (str(pack.statements[here.card].truth).lower(),), "picked"
    event = pack.events[here.card]
    if round.way == "picked":
        return said == (str(here.card),), "picked"
    right = len(said) == len(round.asked) and all(parts_right(event, pack, round.asked, said))
    return right, "unaided" if exact(event, round.asked, said) else "slip"


def parts_right(event: Event, pack: Pack, asked: tuple[Part, ...], said: tuple[str, ...]) -> tuple[bool, ...]:
    """Which of the parts that were asked are right, in their order."""
    judge = {"name": names_event, "year": gives_year, "mnemonic": gives_mnemonic}
    return tuple(judge[part](text[:LONGEST], event, pack) for part, text in zip(asked, said, strict=False))


def exact(event: Event, asked: tuple[Part, ...], said: tuple[str, ...]) -> bool:
    """Is the name what stands on the card, so that no slip had to be forgiven?"""
    typed = dict(zip(asked, said, strict=False))
    return "name" not in typed or named_to_the_letter(typed["name"][:LONGEST], event)
