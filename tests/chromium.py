"""The browser of the tests, the machine's own or Playwright's. `python -m tests.chromium` makes sure there is one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def find() -> str | None:
    """The program to start, if there is any."""
    found = next(filter(None, map(shutil.which, (*NAMES, MAC))), None)
    if found is None:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            found = playwright.chromium.executable_path
    return found if Path(found).exists() else None


def main() -> None:
    """Installs one where that is a matter of one command, else says in one sentence what to do."""
    if find() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-color-emoji"]):
            subprocess.run(
                ["apt-get", "-qq", *command], check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            )
    if find() is None:
        sys.exit("The tests need Chromium: run `sudo apt install chromium`, or .venv/bin/playwright install chromium")


if __name__ == "__main__":
    main()
