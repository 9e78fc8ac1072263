"""What a player is called where there is hardly room for a name."""

import pytest

from games.tables.naming import short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Zoé", "Zoé"),
        ("Anna Wyss", "Anna"),
        ("Anna-Magdalena Wyss", "Anna"),
        ("Bartholomäus", "Bartholomäus"),
        ("さくらんぼ・ももこ", "さくらんぼ"),
        ("・", "・"),
    ],
)
def test_a_short_name_is_the_first_word(name: str, short: str) -> None:
    assert short_name(name) == short
