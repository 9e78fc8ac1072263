"""Processes of the site on ports of their own, as they run behind a proxy: nobody holds a port open for a dead one."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from typing import Final

from django.conf import settings

COMMANDS: Final = {
    "daphne": ["daphne", "-v", "0", "--proxy-headers"],
    "uvicorn": ["uvicorn", "--log-level", "warning"],
}


class Site:
    """One process."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.port = 0
        self.start()

    def start(self) -> None:
        """It listens at once; the second time on the same port. Who comes before it is up waits."""
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
        environment |= {
            "DJANGO_SETTINGS_MODULE": "tests.deploy.settings",
            "TEST_DATABASE": str(settings.DATABASES["default"]["NAME"]),
        }
        with socket.create_server(("127.0.0.1", self.port), backlog=128) as listening:
            self.port = int(listening.getsockname()[1])
            number = listening.fileno()
            self.process = subprocess.Popen(
                [sys.executable, "-m", *COMMANDS[self.server], "--fd", str(number), "config.asgi:application"],
                pass_fds=[number],
                env=environment,
                cwd=settings.BASE_DIR,
            )

    def ask(self, path: str, **headers: str) -> tuple[int, str]:
        """What this process itself answers; (0, "") if it does not."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as line:
            try:
                line.request("GET", path, headers=headers)
                answer = line.getresponse()
                return answer.status, answer.read().decode()
            except OSError:
                return 0, ""

    async def ready(self) -> None:
        """Waits until it can serve tables."""
        async with asyncio.timeout(60):
            while (await asyncio.to_thread(self.ask, "/readyz"))[0] != 200:
                await asyncio.sleep(0.1)

    async def measured(self, name: str) -> float:
        """One of the figures that it shows to Prometheus."""
        token = {"Authorization": "Bearer only-for-tests"}
        _, text = await asyncio.to_thread(lambda: self.ask("/metrics", **token))
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        assert found, f"no {name} in {text}"
        return float(found[1])

    def kill(self) -> None:
        """The way a power cut does it."""
        self.process.kill()
        self.process.wait(20)

    def ask_to_end(self) -> None:
        """The way systemd and containers do it."""
        self.process.terminate()

    async def end(self) -> None:
        """Waits until it has ended by itself, as it was asked to."""
        code = await asyncio.to_thread(self.process.wait, 30)
        assert code in (0, -signal.SIGTERM), code
