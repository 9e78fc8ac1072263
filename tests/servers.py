"""The site and its database in processes of their own."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import psutil
from django.conf import settings


def running(server: str = "daphne") -> AbstractContextManager[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a site on the test database, and its process, which is stopped in the end unless it was killed."""
    return serving(server, "config.asgi:application")


@contextmanager
def serving(server: str, application: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same for any application. The port is open from the beginning: who comes early waits."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    environment |= {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "TEST_DATABASE": str(settings.DATABASES["default"]["NAME"]),
    }
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        port, number = listening.getsockname()[1], listening.fileno()
        command = [sys.executable, "-m", server, "--fd", str(number), application]
        process = subprocess.Popen(command, pass_fds=[number], env=environment, cwd=settings.BASE_DIR)
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.terminate()
        process.wait(20)


def postgres_in(data: Path) -> list[psutil.Process]:
    """Every PostgreSQL process that works in this folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.name().startswith("postgres") and Path(process.cwd()) == data.resolve():
                found.append(process)
        except psutil.Error:
            continue
    return found


def kill_postgres(data: Path) -> None:
    """The way a power cut does it."""
    for process in postgres_in(data):
        with suppress(psutil.NoSuchProcess):  # one that goes down with its parent is gone already
            process.kill()
    psutil.wait_procs(postgres_in(data), timeout=10)
