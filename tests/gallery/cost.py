"""`python -m tests.gallery.cost`: what a frame of each big screen's changes costs on a slow machine.

One move after the other is morphed into the page as the site sends it, with its animations, in a Chromium whose CPU is
slowed (six times unless told otherwise). For each game it prints milliseconds of script, style and layout: of the
frames that bring a change (half of them, and the dearest, with its move), and of those in which things only move.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

import django
from django.conf import settings
from django.contrib.staticfiles import finders

COUNTED: Final = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "UpdateLayoutTree", "Layout"}
CHANGE: Final = """text => {
  const live = document.getElementById("live");
  requestAnimationFrame(() => {
    htmx.swap({sourceElement: live, target: live, swap: "none", text, transition: false});
    requestAnimationFrame(() => {
      document.dispatchEvent(new Event("shown"));
      setTimeout(() => console.timeStamp("changed"));
    });
  });
}"""
TRACED: Final = ("devtools.timeline", "disabled-by-default-devtools.timeline.frame")
COMES: Final = 100  # milliseconds after which a change that was told is in the page; then things only move
LASTS: Final = 2500  # milliseconds that it is watched


def frames(trace: Sequence[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """How long after the change each frame began (or before it), and its script, style and layout, in milliseconds.

    What is counted is the time for which the page's thread had a processor, whatever else the machine has to do.
    """
    begun = [event for event in trace if event["name"] == "BeginMainThreadFrame"]
    if not begun:
        return
    thread = (begun[0]["pid"], begun[0]["tid"])
    works = sorted(
        (event["ts"], event["tts"], event["tts"] + event.get("tdur", 0))
        for event in trace
        if event["name"] in COUNTED and "tts" in event and (event["pid"], event["tid"]) == thread
    )
    changed = next(event["ts"] for event in trace if event["name"] == "TimeStamp")
    edges = [event["ts"] for event in begun if (event["pid"], event["tid"]) == thread]
    for start, end in zip(edges, [*edges[1:], float("inf")], strict=True):
        busy, until = 0.0, 0.0
        for at, first, last in works:
            if start <= at < end and last > until:
                busy += last - max(first, until)
                until = last
        yield (start - changed) / 1000, busy / 1000


def main(arguments: Sequence[str]) -> None:
    """Plays, changes, measures; one line for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery.cost", description=__doc__)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--slower", type=int, default=6, help="times that the CPU is slowed")
    parser.add_argument("--moves", type=int, default=30, help="of a game")
    parser.add_argument("--phone", action="store_true", help="what seat 0 sees on a phone; else the big screen")
    asked = parser.parse_args(arguments)

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    django.setup()
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    from playwright.sync_api import sync_playwright

    from games.tables.showing import Showing
    from tests import chromium
    from tests.gallery.frames import PHONE, SCREEN, Frame
    from tests.gallery.moments import looking, moments

    layout, seat = ("table", 0) if asked.phone else ("screen", None)
    with sync_playwright() as playwright:
        launch = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=launch)
        for game in asked.game:
            frame = Frame(browser, PHONE if asked.phone else SCREEN, reduced_motion="no-preference")
            seen = looking(seat, "de", layout)
            slowed = frame.context.new_cdp_session(frame.page)
            slowed.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
            changes, moving, showing = [], [], Showing()
            for moment in moments(game, "de", layout, seat, every=True):
                if moment.number > asked.moves:
                    break
                showing.observe(moment.snapshot)
                content = json.loads(f'"{showing.content(seen)}"')
                if moment.number < 2:
                    frame.hang(moment)
                    frame.page.add_script_tag(path=finders.find("django_htmx/htmx-4.min.js"))
                    continue
                browser.start_tracing(page=frame.page, categories=list(TRACED))
                frame.page.evaluate(CHANGE, content)
                frame.page.wait_for_timeout(LASTS)
                trace = json.loads(browser.stop_tracing())["traceEvents"]
                found = list(frames(trace))
                changes.append((sum(cost for since, cost in found if since < COMES), moment.number))
                moving += [cost for since, cost in found if since >= COMES]
            frame.close()
            moving.sort()
            changes.sort()
            half, (most, number) = changes[len(changes) // 2][0], changes[-1]
            told = f"{game}: a change {half:.0f} ms, {most:.0f} ms at the most (move {number})"
            if moving:
                half, most = (moving[int(len(moving) * share)] for share in (0.5, 0.95))
                told += f", then {len(moving)} frames: half under {half:.1f} ms, 95 of 100 under {most:.1f} ms"
            sys.stdout.write(told + "\n")
            sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
