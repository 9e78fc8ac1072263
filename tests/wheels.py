"""python -m tests.wheels: whether all that the site needs can be installed, without compiling, wherever hosts are.

Each locked package is asked of the index that uv is configured with, for each system and each Python: is there a wheel,
and is its hash the one in the lock? Nothing is installed. Part of `make lock`.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.txt", "requirements-redis.txt")
SYSTEMS = {
    "Linux, x86_64": "x86_64-manylinux_2_28",
    "Linux, aarch64": "aarch64-manylinux_2_28",
    "macOS 12, arm64": "aarch64-apple-darwin",
    "macOS 12, x86_64": "x86_64-apple-darwin",
    "Windows, amd64": "x86_64-pc-windows-msvc",
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def missing(lock: str, system: str, python: str) -> str:
    """What cannot be had there, in uv's words; empty if everything can."""
    options = ("--dry-run", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes")
    target = ("--target", "var/wheels", "--python-platform", SYSTEMS[system], "--python-version", python)
    done = subprocess.run(
        ["uv", "pip", "install", *options, *target, "--python", sys.executable, "-r", lock],
        cwd=ROOT,
        env=os.environ | {"MACOSX_DEPLOYMENT_TARGET": "12.0"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip() if done.returncode else ""


def main() -> None:
    """Prints a line for each system; ends with 1 if anything is missing anywhere."""
    faults = []
    for system in SYSTEMS:
        lacking = {python: why for python in PYTHONS for lock in LOCKS if (why := missing(lock, system, python))}
        sys.stdout.write(f"{system:<18} {'missing for ' + ', '.join(lacking) if lacking else 'Python 3.11 to 3.14'}\n")
        sys.stderr.writelines(f"{why}\n" for why in lacking.values())
        faults += lacking
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
