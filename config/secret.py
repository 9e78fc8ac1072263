"""Secrets of this machine, made on the first day and kept."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.whole import write_down


def kept_secret(path: Path, length: int = 64) -> str:
    """The secret in this file. Whoever comes first makes it; all others, at once or later, get the same."""
    try:
        if not path.exists():
            _keep(secrets.token_urlsafe(length), path)
        return path.read_text()
    except PermissionError as error:
        raise ImproperlyConfigured(
            f"{error.filename} belongs to another user: run this as the user who made it, or remove {path.parent}."
        ) from None


def _keep(secret: str, path: Path) -> None:
    """The file appears whole, and only if there is none; nobody else may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent)
    os.close(number)
    draft = Path(name)
    try:
        write_down(draft, secret.encode())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()
