"""Slips are scanned a hundred times in these tests: their scrypt is cheaper than in earnest, as passwords are."""

import pytest

from games.revision import sealing


@pytest.fixture(autouse=True)
def cheap_slips(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but test_sealing.py, which is about the real one."""
    if not request.module.__name__.endswith("test_sealing"):
        monkeypatch.setattr(sealing, "N", 2**8)
