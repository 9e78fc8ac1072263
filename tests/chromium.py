"""The browser of the tests, the machine's own or Playwright's. `python -m tests.chromium` makes sure there is one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"  # without a window of its own: a third less work for the same pages
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
FONTS = {  # whether a text fits on its card depends on them: those that the site prefers, as Linux has them
    "P052": "fonts-urw-base35",
    "Noto Sans": "fonts-noto-core",
    "Liberation Sans": "fonts-liberation",
    "Noto Color Emoji": "fonts-noto-color-emoji",
    "Noto Sans CJK JP": "fonts-noto-cjk",
}


def find() -> str | None:
    """The program to start, if there is any."""
    found = next(filter(None, map(shutil.which, (*NAMES, MAC))), None)
    if found is None:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            found = playwright.chromium.executable_path
    return found if Path(found).exists() else None


def missing(browser: str = "chromium") -> list[str]:
    """Debian's packages of what the tests need and this machine has not. Other systems have fonts of their own."""
    packages = [] if find() else [browser]
    if sys.platform == "linux":
        there = ""
        if shutil.which("fc-list"):
            there = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=False).stdout
        else:
            packages.append("fontconfig")
        packages += [package for family, package in FONTS.items() if family not in there]
    return packages


def _apt(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", *command], check=False, env=environment)


def main() -> None:
    """Installs what is missing where that is a matter of one command, else says in one sentence what to do."""
    if missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        _apt("update")
        for browser in (SHELL, "chromium"):  # not every system has the first
            if packages := missing(browser):
                _apt("install", "-y", "--no-install-recommends", *packages)
    if packages := missing():
        sys.exit(f"The tests need a browser and its fonts: run `sudo apt install {' '.join(packages)}`")


if __name__ == "__main__":
    main()
