"""The whole database in one file, and back, by PostgreSQL's own programs: SQL in gzip, whose end proves it whole."""

import gzip
import os
import re
import shutil
import subprocess
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, cast

import psycopg
from django.conf import settings
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from config.database import address
from config.postgres import KEEPER, program_file

FIRST = b"--\n-- PostgreSQL database dump\n"
EMPTY = b"""
begin;
set local lock_timeout = '10s';
do $$ declare one record; begin
    for one in select tablename from pg_tables where schemaname = 'public' loop
        execute format('drop table public.%I cascade', one.tablename);
    end loop;
    for one in select p.oid::regprocedure as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
        execute format('drop function %s cascade', one.name);
    end loop;
end $$;
"""
COPIED = re.compile(rb"COPY public\.(\w+) \((.*)\) FROM stdin;$")
OTHERS = """
select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
and backend_type = 'client backend' and application_name <> %s
"""
HANGING_UP = 2.0  # seconds

LESSONS = "select room_id from revision_lesson"  # what a class plays together is in no backup
LEFT_OUT = {  # whose rows are left out, by which column, and which of them
    "revision_lesson": ("room_id", LESSONS),
    "revision_came": ("lesson_id", "select id from revision_lesson"),
    "tables_room": ("id", LESSONS),
    "tables_guest": ("room_id", LESSONS),
    "tables_table": ("room_id", LESSONS),
} | {
    f"tables_{name}": ("table_id", f"select id from tables_table where room_id in ({LESSONS})")
    for name in ("move", "milestone", "seat", "player", "guess", "table_also")
}


class BackupError(Exception):
    """It could not be done, and nothing has changed; the message is one sentence that says what to do."""


def back_up(file: Path) -> None:
    """Writes the database into a new file, whole or not at all, while the site may go on. Raises BackupError."""
    program = _program("pg_dump")
    if file.exists():
        raise BackupError(f"{file} is there already: choose another name.")
    draft = file.with_name(f"{file.name}.new")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
            code, said = _dumped(program, written)
            os.fsync(written.fileno())
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BackupError(f"{draft} cannot be written ({error.strerror}): choose another place.") from error
    if code:
        draft.unlink()
        raise BackupError(f"The database could not be read: {_reason(said)}")
    draft.rename(file)


def _dumped(program: str, written: IO[bytes]) -> tuple[int, bytes]:
    """Everything but the tables of lessons, as of one moment; how the program ended, and what it said."""
    with psycopg.connect(address()) as connection, TemporaryFile() as complaints:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        left_out: dict[str, tuple[str, frozenset[bytes]]] = {}
        [[snapshot]] = connection.execute("select pg_export_snapshot()").fetchall()
        [[there]] = connection.execute("select to_regclass('revision_lesson') is not null").fetchall()
        for table, (column, query) in LEFT_OUT.items() if there else ():
            rows = connection.execute(query).fetchall()
            left_out[table] = column, frozenset(str(key).encode() for (key,) in rows)
        command = [program, "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, env=_environment()) as dump,
            gzip.GzipFile(fileobj=written, mode="wb", compresslevel=6) as packed,
        ):
            assert dump.stdout
            for line in _without(dump.stdout, left_out):
                packed.write(line)
            code = dump.wait()
        complaints.seek(0)
        return code, complaints.read()


def _without(lines: Iterable[bytes], left_out: Mapping[str, tuple[str, frozenset[bytes]]]) -> Iterator[bytes]:
    """The lines of a dump without some rows of some tables. A row is a line, its columns apart by tabs."""
    place, keys = -1, frozenset[bytes]()
    for line in lines:
        if place >= 0:
            if line == b"\\.\n":
                place = -1
            elif line.rstrip(b"\n").split(b"\t")[place] in keys:
                continue
        elif found := COPIED.match(line):
            column, keys = left_out.get(found[1].decode(), ("", frozenset()))
            columns = found[2].decode().split(", ")
            place = columns.index(column) if keys and column in columns else -1
        yield line


def restore(file: Path, *, replace: bool) -> None:
    """Puts what is in the file in place of the database, in one transaction.

    Raises BackupError if the file is none or cut off, if somebody uses the database, or if games would be overwritten
    without ``replace``.
    """
    program = _program("psql")
    if not file.is_file():
        raise BackupError(f"{file} is not there.")
    cast(DatabaseWrapper, connections["default"]).close_pool()  # else we count ourselves
    with psycopg.connect(address(), autocommit=True) as connection:
        others = _others(connection)
        [[there]] = connection.execute("select to_regclass('tables_table') is not null").fetchall()
        games = connection.execute("select count(*) from tables_table").fetchall()[0][0] if there else 0
    if others:
        raise BackupError("Somebody is using the database: stop the site first.")
    if games and not replace:
        raise BackupError(f"The database has {games} tables already: say --replace if they may go.")
    _carry_over(program, file)


def _others(connection: psycopg.Connection) -> int:
    """How many others use the database. Whoever has just hung up, we too, is still counted for a moment."""
    until = time.monotonic() + HANGING_UP
    while True:
        [[others]] = connection.execute(OTHERS, [KEEPER]).fetchall()
        if not others or time.monotonic() > until:
            return int(others)
        time.sleep(0.05)


def _carry_over(program: str, file: Path) -> None:
    """What has been read is only committed once all of it has been read; the end of the file proves it whole."""
    command = [program, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"]
    unread: Exception | None = None
    with (
        TemporaryFile() as said,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said, env=_environment()
        ) as into,
    ):
        assert into.stdin
        try:
            with gzip.open(file) as out:
                if not out.peek(len(FIRST)).startswith(FIRST):
                    raise gzip.BadGzipFile("it begins as none does")
                into.stdin.write(EMPTY)
                shutil.copyfileobj(out, into.stdin)
            into.stdin.write(b"\ncommit;\n")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            unread = error
        except BrokenPipeError:
            pass  # it has stopped at an error, and says which
        with suppress(BrokenPipeError):
            into.stdin.close()
        failed = into.wait()
        said.seek(0)
        why = _reason(said.read())
    if unread is not None:
        raise BackupError(f"{file} is no backup, or cut off; the database is as it was: {unread}")
    if failed:
        raise BackupError(f"The database does not take it, and is as it was: {why}")


def _reason(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1].strip() if lines else "no reason given"


def _environment() -> dict[str, str]:
    """The address as libpq's variables: a password on a command line can be read by everybody on the machine."""
    given = {name: str(value) for name, value in psycopg.conninfo.conninfo_to_dict(address()).items()}
    variables = {option.keyword.decode(): option.envvar for option in psycopg.pq.Conninfo.get_defaults()}
    ours = {envvar.decode(): given[name] for name, envvar in variables.items() if envvar and name in given}
    return os.environ | ours


def _program(name: str) -> str:
    """The one that came with our own PostgreSQL, else the system's. Raises BackupError if it does not fit."""
    if settings.CLUSTER:
        return str(program_file(name))
    with psycopg.connect(address()) as connection:
        server = connection.info.server_version // 10000
    found = shutil.which(name)
    if found is None:
        raise BackupError(f"There is no {name} here: install the client programs of PostgreSQL {server}.")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"\d+", said)
    if version is None or int(version[0]) != server:
        raise BackupError(
            f"{name} is of version {version[0] if version else '?'}, the database of version {server}:"
            f" install the client programs of PostgreSQL {server}."
        )
    return found
