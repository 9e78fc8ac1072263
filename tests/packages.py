"""nginx, Caddy and Redis from the system's packages, unpacked under var/ without root."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "var" / "packages"
ROOT = FOLDER / "root"
PLACES = ("usr/sbin", "usr/bin", "sbin", "bin")
PATIENCE = 120  # seconds for the system's packages


def program(name: str, package: str = "") -> Path:
    """Where it is, on this machine or in its system's package. Without either the test fails and says so."""
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))
    if found:
        return Path(found)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two workers of a run may want it at once
        unpacked = _unpacked(name)
        if unpacked is None:
            _fetch(package or name)
            unpacked = _unpacked(name)
    if unpacked is None:
        pytest.fail(f"There is no {name} here, and the system's packages do not bring it: install it, then try again.")
    return unpacked


def environment() -> dict[str, str]:
    """What an unpacked program needs to find its libraries, and to leave its files under var/."""
    libraries = [str(path) for path in ROOT.glob("**/lib/*-linux-*")]
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(FOLDER / "home"))
    return {**os.environ, **homes, "LD_LIBRARY_PATH": os.pathsep.join(libraries)}


def _unpacked(name: str) -> Path | None:
    return next((path for place in PLACES if (path := ROOT / place / name).exists()), None)


def _fetch(package: str) -> None:
    """It and whatever it needs that is not installed; with package lists of our own if the machine's are of no use."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        pytest.fail(f"Without apt-get there is no {package} to be had here: install it, then try again.")
    for folder in ("files", "lists/partial", "cache/archives/partial"):
        (FOLDER / folder).mkdir(parents=True, exist_ok=True)
    ours = ["-o", f"Dir::State::lists={FOLDER / 'lists'}", "-o", f"Dir::Cache={FOLDER / 'cache'}"]
    if not _downloaded(package) and not (_apt("update", *ours) is not None and _downloaded(package, *ours)):
        pytest.fail(f"The system's packages cannot be reached for {package}: install it, then try again.")
    for archive in (FOLDER / "files").glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive, ROOT], check=True, timeout=PATIENCE)


def _downloaded(package: str, *options: str) -> bool:
    planned = _apt("install", "--simulate", "--no-install-recommends", package, *options)
    names = [line.split()[1] for line in (planned or "").splitlines() if line.startswith("Inst ")]
    return bool(names) and _apt("download", *names, *options) is not None


def _apt(*what: str) -> str | None:
    """What it says; None if it fails."""
    command = ["apt-get", "-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20", *what]
    try:
        done = subprocess.run(command, cwd=FOLDER / "files", capture_output=True, timeout=PATIENCE, check=True)
    except subprocess.SubprocessError:
        return None
    return done.stdout.decode()
