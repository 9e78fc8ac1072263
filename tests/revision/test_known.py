"""What a game says of what was known, and how."""

from games.rules.kernel import Known
from games.rules.quizterix_snap.moves import Answer
from tests.rules.snap_table import ANNA, BEAT, CARLA, SnapTable


def known(table: SnapTable) -> list[Known]:
    """Everything that was known from the first move to the last, by a replay of the log."""
    found: list[Known] = []
    play = None
    for entry in table.log:
        after = table.game.advance(play, entry)
        if play is not None:
            found += table.rules.known(play.state, after.state, table.pack)
        play = after
    return found


def test_a_slip_that_was_forgiven_and_an_appeal_that_was_upheld_are_told() -> None:
    table = SnapTable(3)
    table.deal().buzz(ANNA).moves(ANNA, _misspelt(table))
    table.deal().buzz(BEAT).right(BEAT)
    table.deal().buzz(CARLA).wrong(CARLA).unknown().appeals(CARLA).votes(ANNA, True).votes(BEAT, True)
    table.deal()
    assert [(one.seat, one.right, one.how) for one in known(table)] == [
        (ANNA, True, "slip"),
        (BEAT, True, "unaided"),
        (CARLA, True, "appeal"),
    ]


def _misspelt(table: SnapTable) -> Answer:
    """The solution, with a slip of the keyboard in the name."""
    one = table.solution()
    return Answer(one.showing, one.name.replace("ll", "l").replace("War", "Waar"), one.year, one.mnemonic)
