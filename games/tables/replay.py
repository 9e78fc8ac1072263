"""A finished game read back from its log: every step, and the proof that no die was touched."""

from datetime import datetime
from typing import NamedTuple

from games.rules.chain import link
from games.rules.chance import fingerprint
from games.rules.kernel import TABLE, Result
from games.tables.models import Table
from games.tables.snapshot import Broken, Row, Snapshot, encode, load_house, load_people

ROW = ("number", "seat", "player_id", "move", "at", "request")


class Step(NamedTuple):
    """One move of a finished game: its number, who made it (a seat, or TABLE), what kind it was, and when."""

    number: int
    seat: int
    kind: str
    at: datetime

    @property
    def by_house(self) -> bool:
        """The clock, or somebody sitting down: nobody's move."""
        return self.seat == TABLE


def steps(table: Table, snapshot: Snapshot) -> list[Step]:
    """The moves of the whole game, in order."""
    listed = []
    for values in table.moves.order_by("number").values_list(*ROW):
        row = Row(*values)
        kind = snapshot.entry(row).move.__struct_config__.tag
        listed.append(Step(row.number, row.seat, str(kind), row.at))
    return listed


def head_of(table: Table) -> str:
    """The head of the log as it stands: what the page shows when the game has ended (`chain.link`)."""
    head = table.fingerprint
    for row in table.moves.order_by("number").values_list("number", "seat", "move", "at"):
        head = link(head, *row)
    return head


def verify(table: Table, snapshot: Snapshot) -> Result | None:
    """Plays the whole log again through the rules. Raises Broken where it cannot go on."""
    secret = bytes(table.secret)
    if fingerprint(secret) != table.fingerprint:
        raise Broken("The secret does not have the fingerprint that was shown.")
    fresh = Snapshot(
        load_house(table),
        load_people(table, snapshot.play.at if snapshot.play else table.opened_at),
        snapshot.game,
    )
    for expected, values in enumerate(table.moves.order_by("number").values_list(*ROW), start=1):
        row = Row(*values)
        if row.number != expected:
            raise Broken(f"Move {expected} is missing.")
        entry, play = fresh.after(row)
        if encode(entry.move) != row.move:
            raise Broken(f"Move {row.number} does not read back as it was written.")
        fresh.adopt(play, row)
    result = fresh.game.result(fresh.play) if fresh.play else None
    if result is None and table.ended_at is not None:
        raise Broken(f"The moves after {fresh.number} are missing.")
    return result
