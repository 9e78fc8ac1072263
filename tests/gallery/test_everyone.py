"""Tables that everybody can use: axe finds nothing in any phase of any game, by lamplight and by day."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from games.rules.registry import GAMES
from tests.gallery.frames import SCREEN, Frame, Size
from tests.gallery.moments import moments

WHOLE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}

TALL = Size(390, 2400)  # a phone, unrolled: axe takes a hand that sticks over the table for its background


def violations(frame: Frame, options: dict[str, Any]) -> Iterator[str]:
    """What axe finds, short enough to read."""
    for one in frame.page.evaluate("options => axe.run(options)", options)["violations"]:
        for node in one["nodes"][:3]:
            yield f"{one['id']}: {node['html'][:160]}"


@pytest.mark.parametrize("layout", ["table", "screen"])
@pytest.mark.parametrize("slug", GAMES)
def test_axe_finds_nothing_in_any_phase(browser: Browser, slug: str, layout: str) -> None:
    frame = Frame(browser, SCREEN if layout == "screen" else TALL)
    found: dict[str, list[str]] = {}
    for moment in moments(slug, "en", layout, None if layout == "screen" else 0):
        frame.hang(moment)
        frame.page.evaluate(Axe().axe_script)
        for scheme, options in (("light", WHOLE), ("dark", COLOURS)):
            frame.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if problems := list(violations(frame, options)):
                found[f"{scheme} {moment.number}"] = problems
    frame.close()
    assert not found
