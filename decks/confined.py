"""What strangers send is read in a process of its own, which may take so much memory and so much time, and no more.

A file can be made to fill any memory and to keep any reader busy. In a process of its own that harms nobody: it has no
database, no secret, no socket of the site, and its answer is no more than bytes, which whoever asked must check.
Both ends are here, and nothing beyond Python is imported for the other one: such a process has to start quickly.
"""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import IO, Final

if sys.platform != "win32":  # there only the clock holds
    import resource

MEGABYTE: Final = 1_000_000
MEMORY: Final = 600 * MEGABYTE  # a picture of 24 megapixels is unpacked in four bytes for each, and copied
CPU_SECONDS: Final = 10
SECONDS: Final = 30.0  # by the clock, on a machine that has other things to do
MOST_ANSWER: Final = 10 * MEGABYTE
MOST_AT_ONCE: Final = 2  # in each process of the site
PATIENCE: Final = 10.0  # seconds in the queue

_LEAST_URGENT: Final = 10  # tables go first
_TOO_MUCH: Final = 3  # how it exits when its memory or its answer had no room
_LONGEST_COMPLAINT: Final = 4_000

_places = BoundedSemaphore(MOST_AT_ONCE)
_logger = logging.getLogger(__name__)


class TooMuch(Exception):
    """What was sent takes more memory or time than anything honest does."""


class Failed(Exception):
    """What was sent brought its reader down. The log says how."""


class Crowded(Exception):
    """Others are sending files as well, and the queue did not move in time."""


def ask(module: str, question: bytes) -> bytes:
    """What this module answers, run as a process of its own: it calls :func:`answer`.

    Blocks its thread for up to PATIENCE and then SECONDS. Raises TooMuch, Failed or Crowded.
    """
    _let_go_of_the_database()
    if not _places.acquire(timeout=PATIENCE):
        raise Crowded
    try:
        # Files, not pipes: nobody waits for the other to read, and the system itself bounds how long they get.
        with TemporaryFile() as asked, TemporaryFile() as answered, TemporaryFile() as complaints:
            asked.write(question)
            asked.seek(0)
            status = _run(module, asked, answered, complaints)
            if status in (None, _TOO_MUCH) or status < 0 or _size(answered) > MOST_ANSWER:
                _logger.warning("%s was stopped: %s", module, status)
                raise TooMuch
            if status != 0:
                complaints.seek(max(0, _size(complaints) - _LONGEST_COMPLAINT))
                _logger.error("%s failed: %s", module, complaints.read().decode(errors="replace"))
                raise Failed
            answered.seek(0)
            return answered.read(MOST_ANSWER)
    finally:
        _places.release()


def _let_go_of_the_database() -> None:
    """A connection that is not needed while a file is being read is there for others."""
    from django.db import connections  # only here: the process of its own has none

    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()


def _run(module: str, asked: IO[bytes], answered: IO[bytes], complaints: IO[bytes]) -> int | None:
    """How it exited; None if its time was up. A fresh interpreter: a copy of this process would copy its threads'
    locks, its sockets and its secrets."""
    process = subprocess.Popen(
        [sys.executable, "-s", "-P", "-m", module, str(CPU_SECONDS), str(MEMORY)],
        stdin=asked,
        stdout=answered,
        stderr=complaints,
        env=_environment(),
        start_new_session=True,
    )
    try:
        return process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            _kill(process)


def _environment() -> dict[str, str]:
    """Where the code is, and what a system needs to start any program at all."""
    needed = {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
    return needed | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)), "PYTHONUTF8": "1"}


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """It, and whatever it may have started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _size(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


# -- in the process of its own ---------------------------------------------------------------------------------------


def answer(work: Callable[[bytes], bytes]) -> None:
    """Answers the one question that is asked, within the limits. What was imported before does not count as work."""
    _limit()
    try:
        said = work(sys.stdin.buffer.read())
    except MemoryError:
        os._exit(_TOO_MUCH)
    if len(said) > MOST_ANSWER:
        os._exit(_TOO_MUCH)
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()


def _limit() -> None:
    """Takes from this process what it does not need, for good."""
    seconds, memory = map(int, sys.argv[1:])
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.nice(_LEAST_URGENT)
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_FSIZE, MOST_ANSWER),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, memory),
    ):
        with suppress(ValueError, OSError):  # not every system bounds everything; the clock always holds
            resource.setrlimit(what, (most, most))
