"""What people type at a game, case by case in five languages (CO-3)."""

import pytest

from tests.rules.answer_cases import Case, cases

pytestmark = pytest.mark.clause("CO-3")
CASES = [case for name in ("", "_fresh", "_third", "_stranger") for case in cases(f"answer_cases{name}.txt")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_people_type_is_judged_as_a_friendly_reader_would(case: Case) -> None:
    assert case.taken == case.right
