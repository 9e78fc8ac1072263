"""Four whole cards to choose from (SN-V2)."""

import pytest
from msgspec import structs

from games.rules.answers.choices import four_choices, has_choices
from games.rules.chance import Chance
from games.rules.pack import Pack
from tests.rules.snap_table import EVENTS, PACK

CHANCE = [Chance(b"choices", number) for number in range(40)]


def years(pack: Pack, chosen: tuple[int, ...]) -> set[int]:
    return {pack.events[place].year for place in chosen}


@pytest.mark.clause("SN-V2")
def test_four_cards_of_different_years_the_nearest_in_time_first() -> None:
    for chance in CHANCE:
        chosen = four_choices(PACK, 0, chance)  # 1961, among 1989, 1969, 1970, 1950, 1964
        assert sorted(chosen) == [0, 2, 3, 5]


@pytest.mark.clause("SN-V2")
def test_the_lot_puts_the_right_card_anywhere_and_the_same_lot_anywhere_the_same() -> None:
    orders = [four_choices(PACK, 0, Chance(b"choices", number)) for number in range(40)]

    assert {order.index(0) for order in orders} == {0, 1, 2, 3}
    assert orders == [four_choices(PACK, 0, Chance(b"choices", number)) for number in range(40)]


@pytest.mark.clause("SN-V2")
def test_no_card_of_the_same_year_and_none_that_would_be_right_as_well_stands_beside_it() -> None:
    same_year = structs.replace(EVENTS[1], year=1961)
    same_name = structs.replace(EVENTS[3], name=EVENTS[0].name, year=1962)
    pack = structs.replace(PACK, events=(*EVENTS, same_year, same_name))

    for chance in CHANCE:
        chosen = four_choices(pack, 0, chance)
        assert len(years(pack, chosen)) == 4
        assert not {6, 7} & set(chosen)


@pytest.mark.clause("SN-V2")
def test_a_pack_without_four_such_cards_has_no_choices() -> None:
    small = structs.replace(PACK, events=EVENTS[:3])
    one_year = structs.replace(PACK, events=tuple(structs.replace(event, year=1961) for event in EVENTS))

    assert has_choices(PACK)
    assert not has_choices(small)
    assert not has_choices(one_year)
    with pytest.raises(ValueError, match="no four cards"):
        four_choices(small, 0, CHANCE[0])
