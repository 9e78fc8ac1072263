"""What is measured: PostgreSQL and the web processes, each a process of its own, and what they use."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

import psutil
import psycopg
from psycopg.conninfo import make_conninfo

from config.postgres import Cluster

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "bench"
NAME = "bench"


def cores() -> list[int]:
    """The cores this machine lets us use; empty where cores cannot be chosen."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


ALL = cores()
SERVER, LOAD = (ALL[:1], ALL[1:2]) if len(ALL) > 1 else (ALL, ALL)
"""One core for the web process and PostgreSQL, another one for the browsers."""


def pin(process: int, to: Iterable[int]) -> None:
    """From now on this process (0: this one) and all its threads run on these cores only."""
    to = list(to)
    if to:
        for thread in psutil.Process(process or None).threads():
            with suppress(ProcessLookupError):
                os.sched_setaffinity(thread.id, to)


@contextmanager
def on(to: Iterable[int]) -> Iterator[None]:
    """Whatever is started meanwhile runs on these cores."""
    before = os.sched_getaffinity(0) if ALL else set()
    pin(0, to)
    try:
        yield
    finally:
        pin(0, before)


class Used(NamedTuple):
    """CPU seconds so far."""

    web: float
    database: float


class Database:
    """A PostgreSQL of the load test's own, as durable as in real life, with an empty database."""

    def __init__(self) -> None:
        self._cluster = Cluster(FOLDER / "pg")
        self.url = make_conninfo(self._cluster.url, dbname=NAME)

    def start(self) -> dict[str, str]:
        """Starts it with nothing in it; returns the settings that decide what a commit costs."""
        with on(SERVER):
            self._cluster.join()
        with psycopg.connect(self._cluster.url, autocommit=True) as connection:
            connection.execute(f"drop database if exists {NAME} with (force)")
            connection.execute(f"create database {NAME}")
            shown = ("fsync", "synchronous_commit", "full_page_writes", "wal_sync_method", "server_version")
            return {name: str(connection.execute(f"show {name}").fetchall()[0][0]) for name in shown}

    def stop(self) -> None:
        """Stops it; the data stay until the next time."""
        self._cluster.leave()

    def _processes(self) -> list[psutil.Process]:
        postmaster = psutil.Process(int((self._cluster.data / "postmaster.pid").read_text().split()[0]))
        return [postmaster, *postmaster.children()]

    def pin(self, to: Iterable[int]) -> None:
        """All of PostgreSQL's processes, and those it will start, run on these cores."""
        for process in self._processes():
            with suppress(psutil.NoSuchProcess):
                pin(process.pid, to)

    def cpu(self) -> float:
        """CPU seconds of all its processes so far, those that have ended included."""
        total = 0.0
        for number, process in enumerate(self._processes()):
            with suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                total += times.user + times.system
                if number == 0:
                    total += times.children_user + times.children_system
        return total


SERVERS = {
    "daphne": ["daphne", "-v", "0"],
    "uvicorn": ["uvicorn", "--log-level", "warning", "--no-server-header", "--ws-max-size", "1048576"],
}


class Web:
    """One web process. ``server``: which server all of them run."""

    server = "daphne"

    def __init__(self, to: Iterable[int], log: IO[bytes]) -> None:
        listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port = int(listening.getsockname()[1])
        command = [
            sys.executable,
            "-m",
            *SERVERS[self.server],
            "--fd",
            str(listening.fileno()),
            "tests.load.asgi:application",
        ]
        with on(to):
            self._popen = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.load.settings"},
                pass_fds=[listening.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        listening.close()
        self.process = psutil.Process(self._popen.pid)

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + 60
        while self._popen.poll() is None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                connection.request("GET", "/")
                connection.getresponse().read()
                return
            except OSError as error:
                if time.monotonic() > until:
                    raise SystemExit("The web process does not answer: read var/bench/web.log.") from error
            finally:
                connection.close()
        raise SystemExit("The web process does not start: read var/bench/web.log.")

    def cpu(self) -> float:
        """CPU seconds so far."""
        times = self.process.cpu_times()
        return times.user + times.system

    def memory(self) -> int:
        """Bytes in memory now."""
        return int(self.process.memory_info().rss)

    def check(self) -> None:
        """Raises SystemExit if it has ended by itself."""
        if self._popen.poll() is not None:
            raise SystemExit(
                f"The web process has ended with {self._popen.returncode} in the middle: read var/bench/web.log."
            )

    def stop(self) -> None:
        """Ends it."""
        self._popen.terminate()
        try:
            self._popen.wait(10)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()


class Site:
    """One or several web processes on one database, fresh for each measurement."""

    def __init__(self, database: Database, webs: int = 1, to: Iterable[int] = SERVER) -> None:
        self.database = database
        self._to = list(to)
        self._count = webs
        self.webs: list[Web] = []

    def __enter__(self) -> "Site":
        self.database.pin(self._to)
        self._log = (FOLDER / "web.log").open("ab")
        self.webs = [Web(self._to, self._log) for _ in range(self._count)]
        for web in self.webs:
            web.wait()
        return self

    def __exit__(self, *_: object) -> None:
        for web in self.webs:
            web.stop()
        self._log.close()

    @property
    def ports(self) -> list[int]:
        """Where each process listens."""
        return [web.port for web in self.webs]

    def check(self) -> None:
        """Raises SystemExit if a web process has ended by itself."""
        for web in self.webs:
            web.check()

    def used(self) -> Used:
        """CPU seconds of the web processes and of PostgreSQL so far."""
        self.check()
        return Used(sum(web.cpu() for web in self.webs), self.database.cpu())

    def memory(self) -> int:
        """Bytes of the largest web process now."""
        return max(web.memory() for web in self.webs)


def complaints() -> list[str]:
    """What the web processes had to complain about in this run."""
    lines = (FOLDER / "web.log").read_text(errors="replace").splitlines()
    return [line for line in lines if line.startswith(("level=ERROR", "level=CRITICAL", "level=WARNING", "Traceback"))]
