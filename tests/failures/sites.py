"""Web processes and a database server to be killed."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO

from config.postgres import Cluster
from tests.servers import kill_postgres

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "failures"
CLUSTER = Cluster(FOLDER / "pg", fsync="off")  # the machine itself does not fail here, only what runs on it


class Site:
    """One web process on a port that stays open while it is dead: who comes early waits."""

    def __init__(self, server: str, log: IO[bytes]) -> None:
        self.server = server
        self._log = log
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port = int(self._listening.getsockname()[1])
        self.start()

    def start(self) -> None:
        """A new process on the old port."""
        number = self._listening.fileno()
        command = [sys.executable, "-m", self.server, "--fd", str(number), "config.asgi:application"]
        if self.server == "uvicorn":
            command += ["--log-level", "warning"]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.failures.settings"},
            pass_fds=[number],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
        )

    def kill(self) -> None:
        """The way a power cut does it."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """For good."""
        self.kill()
        self._listening.close()


def kill_database() -> None:
    """The way a power cut does it, to all processes of the server."""
    kill_postgres(CLUSTER.data)


def start_database() -> None:
    """It runs again."""
    CLUSTER.leave()
    CLUSTER.join()
