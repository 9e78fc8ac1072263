"""A line between browser and site that can go half-open: both ends stand, and nothing passes any more."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit


class Line:
    """A small TCP proxy. What is sent while it is cut waits, and arrives when the line is mended, or it is lost."""

    def __init__(self, site: str, name: str = "127.0.0.1") -> None:
        there = urlsplit(site)
        self._site = (str(there.hostname), int(there.port or 80))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://{name}:{self._listening.getsockname()[1]}"
        self._open = threading.Event()
        self._open.set()
        self._ends: list[socket.socket] = []
        self._losing = False
        self._run(self._accept)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _close(self._listening, *self._ends)
        self._open.set()

    def cut(self, losing: bool = False) -> None:
        """From now on nothing passes, and nobody is told. ``losing``: what is sent meanwhile never arrives."""
        self._losing = losing
        self._open.clear()

    def mend(self) -> None:
        """Everything passes, also what has been waiting; what has lost something stays dead."""
        if self._losing:
            _close(*self._ends)
        self._open.set()

    def _run(self, work: Callable[..., None], *about: object) -> None:
        threading.Thread(target=work, args=about, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.create_connection(self._site)
                self._ends += (here, there)
                self._run(self._pass, here, there)
                self._run(self._pass, there, here)

    def _pass(self, sender: socket.socket, receiver: socket.socket) -> None:
        with suppress(OSError):
            while data := sender.recv(65536):
                self._open.wait()
                receiver.sendall(data)
            self._open.wait()
            receiver.shutdown(socket.SHUT_WR)


def _close(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
