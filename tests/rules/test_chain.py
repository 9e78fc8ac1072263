"""The head of a log: any change of any row changes it, and whoever is curious can follow it by hand."""

import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest

from games.rules.chain import link

NOON = datetime(2026, 8, 1, 12, 0, 0, 250, tzinfo=UTC)
ROW = {"head": "a1" * 32, "number": 7, "seat": 0, "move": '{"move":"lay"}', "at": NOON}


@pytest.mark.clause("CO-4")
def test_the_head_is_what_its_docstring_says():
    written = f'{"a1" * 32} 7 0 1785585600000250 {{"move":"lay"}}'
    assert link(**ROW) == hashlib.sha256(written.encode()).hexdigest()


CHANGES = {
    "head": "a2" * 32,
    "number": 8,
    "seat": 1,
    "move": '{"move":"turn"}',
    "at": NOON + timedelta(microseconds=1),
}


@pytest.mark.clause("CO-4")
@pytest.mark.parametrize("what", CHANGES)
def test_whatever_is_changed_in_a_row_changes_the_head(what):
    assert link(**ROW | {what: CHANGES[what]}) != link(**ROW)


def test_a_number_cannot_lend_a_digit_to_its_neighbour():
    assert link(**ROW | {"number": 1, "seat": 11}) != link(**ROW | {"number": 11, "seat": 1})


def test_the_same_moment_is_the_same_wherever_it_is_told():
    assert link(**ROW | {"at": NOON.astimezone(timezone(timedelta(hours=9)))}) == link(**ROW)
