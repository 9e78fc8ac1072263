"""Files that are there whole or not at all, whoever is killed meanwhile, and even if somebody pulls the plug."""

import os
from pathlib import Path
from threading import get_ident


def write_whole(path: Path, content: bytes) -> None:
    """The file holds all of this, or what it held before. Several may write it at once: one of them is the last."""
    draft = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}")
    try:
        write_down(draft, content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)  # of what could not be written nothing is left, either


def write_down(path: Path, content: bytes) -> None:
    """Returns when the content is on the disk: else a file may be named there before it is written."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
