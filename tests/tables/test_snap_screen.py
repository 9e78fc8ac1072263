"""What the big screen of Snap! asks, and of whom."""

import pytest

from games.rules.kernel import PUBLIC
from tests.revision.school import PACK
from tests.rules.snap_table import SnapTable
from tests.tables.looking import page, snapshot_of


@pytest.mark.clause("SN-V1", "SN-V3")
@pytest.mark.parametrize(
    ("table", "asked"),
    [
        (lambda: SnapTable(3, pack=PACK), "Who is first to say it?"),
        (lambda: SnapTable(3, pack=PACK, everybody=True), "Everybody answers"),
        (lambda: SnapTable(1, pack=PACK, answering="oneself"), "What is it, and when was it?"),
        (lambda: SnapTable(3, pack=PACK, answering="picked"), "Which of these four?"),
    ],
)
def test_the_big_screen_asks_who_is_first_only_where_that_counts(table: "type[SnapTable]", asked: str) -> None:
    dealt = table().deal()  # type: ignore[call-arg]
    snapshot, look = snapshot_of(dealt.game, dealt.play, PUBLIC, "screen")  # type: ignore[arg-type]
    _whole, parts = page(snapshot, look)
    assert f"<h2>{asked}</h2>" in parts["asked"]
