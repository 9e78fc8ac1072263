"""The whole database in one file, and back, by PostgreSQL's own programs: SQL in gzip, whose end proves it whole."""

import gzip
import os
import re
import shutil
import subprocess
import zlib
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import cast

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
OTHERS = """
select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
and backend_type = 'client backend' and application_name <> %s
"""


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
            command = [program, "--compress=gzip", "--no-owner", "--no-privileges"]
            done = subprocess.run(command, stdout=written, stderr=subprocess.PIPE, env=_environment(), check=False)
            os.fsync(written.fileno())
    except OSError as error:
        raise BackupError(f"{draft} cannot be written ({error.strerror}): choose another place.") from error
    if done.returncode:
        draft.unlink()
        raise BackupError(f"The database could not be read: {_reason(done.stderr)}")
    draft.rename(file)


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
        [[others]] = connection.execute(OTHERS, [KEEPER]).fetchall()
        [[there]] = connection.execute("select to_regclass('tables_table') is not null").fetchall()
        games = connection.execute("select count(*) from tables_table").fetchall()[0][0] if there else 0
    if others:
        raise BackupError("Somebody is using the database: stop the site first.")
    if games and not replace:
        raise BackupError(f"The database has {games} tables already: say --replace if they may go.")
    _carry_over(program, file)


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
