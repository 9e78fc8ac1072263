"""Programs from the system's packages, unpacked under var/ without being installed and without root."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "var" / "packages"


class NotHere(Exception):
    """The program cannot be had on this machine; says why."""


def program(name: str, package: str) -> tuple[str, dict[str, str]]:
    """Where it is and the environment it needs: the machine's own, else from Debian's package. Raises NotHere."""
    if found := shutil.which(name):
        return found, dict(os.environ)
    root = FOLDER / package
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{package}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not root.exists():
            _unpack(package, root)
    found = shutil.which(name, path=os.pathsep.join(str(root / folder) for folder in ("usr/bin", "usr/sbin")))
    if found is None:
        raise NotHere(f"the package {package} has no {name}")
    libraries = {str(path.parent) for path in root.rglob("*.so*")}
    return found, os.environ | {"LD_LIBRARY_PATH": os.pathsep.join(sorted(libraries))}


def _unpack(package: str, root: Path) -> None:
    """The package, and of what it needs whatever is not installed."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise NotHere(f"there is no {package} here, and no apt to get it with")
    draft = root.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    try:
        listed = _apt(draft, "install", "--simulate", "-qq", "--no-install-recommends", package)
        names = [line.split()[1] for line in listed.splitlines() if line.startswith("Inst ")]
        _apt(draft, "download", "-qq", *names)
        for archive in draft.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", archive, draft], check=True, timeout=60)
            archive.unlink()
    except (OSError, subprocess.SubprocessError) as error:
        shutil.rmtree(draft)
        said = getattr(error, "stderr", None) or str(error)
        raise NotHere(f"the package {package} cannot be had: {said.strip().splitlines()[-1]}") from error
    draft.rename(root)


def _apt(folder: Path, *arguments: str) -> str:
    options = ["-o", "APT::Sandbox::User=root"] if os.geteuid() == 0 else []
    command = ["apt-get", *options, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=120).stdout
