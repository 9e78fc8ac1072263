"""`python -m tests.gallery GAME ...`: pictures of a game's pages, without a site.

Bots play; every moment that shows something new becomes a picture, and what is cut off, covered, too small or out of
reach is listed. For instance, the big screen of Poker in German, and what seat 0 sees on a small phone in Japanese:

    python -m tests.gallery quizterix-poker --screen --language de
    python -m tests.gallery quizterix-poker --seat 0 --language ja --size 360x640 --dark
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import django
from django.conf import settings


def main(arguments: Sequence[str]) -> None:
    """Plays, takes pictures, prints one line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--screen", action="store_true", help="the big screen; else a phone")
    parser.add_argument("--seat", type=int, help="whose eyes; without it an onlooker's")
    parser.add_argument("--language", default="en")
    parser.add_argument(
        "--size", help="of the window, such as 390x844; else 1920x1080 for a screen, 360x640 for a phone"
    )
    parser.add_argument("--longest", action="store_true", help="with texts as long as cards bear")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--at", type=int, nargs="*", help="only these moves")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="an option of the game, such as rounds=3")
    parser.add_argument("--whole", action="store_true", help="the whole page, not only what is on the screen")
    parser.add_argument("--after", type=int, help="milliseconds of its animations; else when all have ended")
    parser.add_argument("--only-faults", action="store_true", help="take no pictures")
    parser.add_argument("--out", type=Path, default=Path("var/gallery"))
    asked = parser.parse_args(arguments)

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    django.setup()
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    from playwright.sync_api import sync_playwright

    from tests import chromium
    from tests.gallery.frames import SCREEN, SMALL, Frame, Size
    from tests.gallery.moments import moments

    layout = "screen" if asked.screen else "table"
    size = Size(*map(int, asked.size.split("x"))) if asked.size else SCREEN if asked.screen else SMALL
    options: dict[str, Any] = {"longest": asked.longest, **dict(map(_option, asked.option))}
    with sync_playwright() as playwright:
        launch = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=launch)
        frame = Frame(browser, size, color_scheme="dark" if asked.dark else "light")
        for game in asked.game:
            how = {"seed": asked.seed, "seats": asked.seats, **options}
            for moment in moments(game, asked.language, layout, asked.seat, every=asked.at is not None, **how):
                if asked.at is not None and moment.number not in asked.at:
                    continue
                frame.hang(moment, asked.after)
                dark = "-dark" if asked.dark else ""
                seat = "" if asked.seat is None else f"-seat{asked.seat}"
                name = f"{game}-{layout}{seat}-{asked.language}-{size.width}{dark}-{moment.number:04}.png"
                if not asked.only_faults:
                    frame.keep(asked.out / name, whole=asked.whole)
                sys.stdout.write(f"{asked.out / name}  {' '.join(moment.new)[:120]}\n")
                for fault in frame.faults():
                    sys.stdout.write(f"    {fault}\n")
                sys.stdout.flush()
        browser.close()


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)


if __name__ == "__main__":
    main(sys.argv[1:])
