"""What people type at a game, case by case in five languages (CO-3)."""

import pytest

from tests.rules.answer_cases import Case, cases

pytestmark = pytest.mark.clause("CO-3")


@pytest.mark.parametrize("case", list(cases("answer_cases.txt")), ids=str)
def test_what_people_type_is_judged_as_a_friendly_reader_would(case: Case) -> None:
    assert case.taken == case.right
