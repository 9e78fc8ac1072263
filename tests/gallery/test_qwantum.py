"""Nothing on the pages of Qwantum is cut off, covered, too small or out of reach."""

import pytest

from tests.gallery.frames import PHONE, SCREEN, SMALL, Size

ENDED = 133  # from here on the ending stands over the table, which is looked at with all endings


@pytest.mark.parametrize(
    ("language", "layout", "size", "seat"),
    [
        ("de", "screen", SCREEN, None),
        ("ja", "table", SMALL, 0),
        ("de", "table", PHONE, 0),
        ("fr", "table", Size(640, 360), 0),
        ("it", "table", Size(320, 568), 0),
    ],
)
def test_nobody_could_complain(faults, language, layout, size, seat):
    found = faults("qwantum", language, layout, size, seat)
    assert {number: wrong for number, wrong in found.items() if number < ENDED} == {}
