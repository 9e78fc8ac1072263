"""What a player is called where there is hardly room for a name."""

import pytest

from games.tables.naming import short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Zoé", "Zoé"),
        ("Anna Wyss", "Anna"),
        ("Anna-Magdalena Wyss", "AW"),
        ("Bartholomäus", "B"),
        ("さくらんぼ・ももこ", "さも"),
        ("・", "・"),
    ],
)
def test_a_short_first_word_stays_whole_and_long_names_become_initials(name: str, short: str) -> None:
    assert short_name(name) == short
