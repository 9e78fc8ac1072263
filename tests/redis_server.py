"""A Redis of the tests' own: it listens here only, keeps nothing, and can be killed."""

import socket
import subprocess
import time

import redis

from tests.packages import environment, program


class RedisServer:
    """One server on a port of its own."""

    def __init__(self) -> None:
        self._program = program("redis-server")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """It answers when this returns."""
        options = ("--bind", "127.0.0.1", "--port", str(self._port), "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            [self._program, *options], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 30
        with redis.Redis.from_url(self.url) as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.exceptions.ConnectionError:
                    if self._process.poll() is not None or time.monotonic() > until:
                        raise
                    time.sleep(0.05)

    def kill(self) -> None:
        """The way a power cut does it."""
        self._process.kill()
        self._process.wait()

    def client(self) -> redis.Redis:
        """Somebody who looks after it."""
        return redis.Redis.from_url(self.url)
