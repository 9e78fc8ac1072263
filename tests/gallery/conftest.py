"""Walls to hang moments on. A game's own file says which of its pages must be without a fault."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.gallery.frames import Frame, Size
from tests.gallery.moments import moments

Faults = dict[int, list[str]]
Look = Callable[..., Faults]


@pytest.fixture
def faults(browser: Browser) -> Iterator[Look]:
    """``faults("qwantum", "de", "screen", SCREEN)``: what somebody would complain about, by the number of the move.

    Nothing may be cut off, covered, too small to read or out of reach; no phone's page may scroll sideways, not even
    with letters of twice the size; the names are the longest and the strangest that can be typed. ``after`` so many
    milliseconds of its animations, else when they have ended; ``until``: the last move that is looked at. What is
    looked for stands in ``faults.js``, how a game is played in `moments`.
    """
    frames: list[Frame] = []

    def look(
        slug: str,
        language: str,
        layout: str,
        size: Size,
        seat: int | None = None,
        after: int | None = None,
        until: int | None = None,
        **how: Any,
    ) -> Faults:
        frames.append(Frame(browser, size))
        found = {}
        for moment in moments(slug, language, layout, seat, **how):
            if until is not None and moment.number > until:
                break
            frames[-1].hang(moment, after)
            wrong = list(frames[-1].faults())
            if layout == "table" and frames[-1].scrolls_sideways_at_200_percent():
                wrong.append("scrolls sideways where letters are twice as large")
            if wrong:
                found[moment.number] = wrong
        return found

    yield look
    for frame in frames:
        frame.close()
