"""The programme: what fits, what does not, how long it takes."""

import pytest
from msgspec import structs

from games.nights.programme import BREAK, TEMPLATES, Item, begins, length, remarks, ways_of
from games.nights.seating import Way
from games.rules.registry import GAMES
from tests.rules.courses import LARGE, pack_for


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_ready_evening_can_be_seated_with_a_few_and_with_many(name: str) -> None:
    template = TEMPLATES[name]
    for guests in (6, 14, 30, 40):
        assert [r for r in remarks(template.items, guests, template.teams) if r.grave] == []
    for item in template.items:
        if item.game:
            options = item.rules.Options(**item.options)
            assert options.clock or item.game in ("quizterix-snap", "quizterix-klondike"), "a sleeper stops no table"
            seats = 1 if item.way is Way.ALONE else item.likes.best
            bad = list(item.rules.bad_options(options, seats, pack_for(item.rules, LARGE)))
            assert {one.field for one in bad} <= {"cards"}, "the decks of the tests are small"


def test_the_club_s_evening_takes_two_hours() -> None:
    assert 110 <= length(TEMPLATES["club"].items) <= 130
    assert len({item.game for item in TEMPLATES["taste"].items if item.game}) == len(GAMES)


def grave(item: Item, guests: int, teams: int = 0) -> list[str]:
    return [remark.why.text for remark in remarks([item], guests, teams) if remark.grave]


def test_a_round_that_cannot_be_seated_says_why() -> None:
    assert grave(Item("quizterix-snap", Way.ONE_TABLE), 41) and not grave(Item("quizterix-snap", Way.ONE_TABLE), 40)
    assert grave(Item("swiss-quiz", Way.TEAMS), 30) and not grave(Item("swiss-quiz", Way.TEAMS), 30, 4)
    assert "is played alone" in grave(Item("quizterix-klondike", Way.LOT), 3)[0]
    assert "is not played alone" in grave(Item("qwantum", Way.ALONE), 3)[0]
    assert "no round" in grave(BREAK, 3)[0]


def test_bots_are_announced_with_the_tables_that_get_them() -> None:
    found = list(remarks([Item("quatrefoil")], 30, 0))
    assert [(one.grave, dict(one.why.facts)["n"]) for one in found] == [(False, 2)]
    assert list(remarks([Item("quatrefoil")], 32, 0)) == []


def test_the_size_of_a_table_can_be_asked_for() -> None:
    assert structs.replace(Item("quizterix-poker"), size=3).likes == (2, 3, 3)
    assert Item("quizterix-poker").likes == (2, 6, 5)


def test_every_game_can_be_seated_somehow() -> None:
    assert all(ways_of(rules) for rules in GAMES.values())
    assert ways_of(GAMES["quizterix-klondike"]) == (Way.ALONE,)


def test_rounds_begin_one_after_another_with_time_to_change_tables() -> None:
    items = [Item("qwantum", minutes=20), BREAK, Item("quatrefoil")]
    assert begins(items) == [0, 23, 38] and length(items) == 51
