"""Nothing on the pages of くいずです is cut off, covered, too small or out of reach."""

import pytest

from tests.gallery.frames import PHONE, SCREEN, SMALL, Size


@pytest.mark.parametrize(
    ("language", "layout", "size", "seat"),
    [
        ("de", "screen", SCREEN, None),
        ("ja", "screen", SCREEN, None),
        ("ja", "table", SMALL, 0),
        ("de", "table", PHONE, 0),
        ("fr", "table", Size(640, 360), 0),
    ],
)
def test_nobody_could_complain(faults, language, layout, size, seat):
    assert faults("its-a-quiz", language, layout, size, seat) == {}
