"""A site is carried in one file: games in their middle play on, and nothing is ever left half done."""

import gzip
import os
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from config.database import address
from games.tables.models import Table
from tests.config.games import answer, log
from tests.settings import CLUSTER_FOR_TESTS

pytestmark = pytest.mark.django_db(transaction=True)


def lose_everything():
    connection.close()
    with psycopg.connect(address(), autocommit=True) as somebody:
        somebody.execute("drop schema public cascade")
        somebody.execute("create schema public")


def run(*command):
    said = StringIO()
    connection.close()
    connection.close_pool()
    call_command(*command, stdout=said)
    return said.getvalue()


@pytest.mark.parametrize("ours", [True, False], ids=["our own PostgreSQL", "a PostgreSQL of the host's"])
def test_a_table_in_the_middle_of_its_game_is_lost_and_plays_on(quiz, tmp_path, settings, ours):
    if ours:
        settings.CLUSTER = CLUSTER_FOR_TESTS
    file = tmp_path / "site.sql.gz"
    before, _ = answer(quiz, 0)
    was = log()
    assert str(file) in run("backup", file)
    assert file.stat().st_mode & 0o77 == 0
    lose_everything()
    run("restore", file)
    assert log() == was
    after, (anna, beat, zoe) = answer(quiz, 1)
    assert after.number == before.number + 1
    assert zoe.frames[-1]["number"] == after.number
    run("backup", tmp_path / "again.sql.gz")  # what was restored can be backed up and restored as well
    run("restore", tmp_path / "again.sql.gz", "--replace")
    assert [number for number, *_ in log()] == [1, 2, 3]


def test_games_are_not_overwritten_unless_told_so(quiz, tmp_path):
    file = tmp_path / "site.sql.gz"
    run("backup", file)
    answer(quiz, 0)
    with pytest.raises(CommandError, match=r"has 1 tables already: say --replace"):
        run("restore", file)
    assert len(log()) == 2
    run("restore", file, "--replace")
    assert len(log()) == 1


@pytest.mark.parametrize("part", [0.0, 0.0001, 0.01, 0.5, 0.9999])
def test_a_file_that_is_cut_off_leaves_everything_as_it_was(quiz, tmp_path, part):
    whole, cut = tmp_path / "site.sql.gz", tmp_path / "cut.sql.gz"
    run("backup", whole)
    answer(quiz, 0)
    was = log()
    cut.write_bytes(whole.read_bytes()[: int(whole.stat().st_size * part)])
    with pytest.raises(CommandError, match="is no backup, or cut off; the database is as it was"):
        run("restore", cut, "--replace")
    assert log() == was
    assert Table.objects.get().players.count() == 3


def test_what_is_no_backup_leaves_everything_as_it_was(quiz, tmp_path):
    was = log()
    for content in (b"no gzip", gzip.compress(b"drop table tables_move;"), gzip.compress(b"")):
        file = tmp_path / "other.sql.gz"
        file.write_bytes(content)
        with pytest.raises(CommandError, match="is no backup, or cut off; the database is as it was"):
            run("restore", file, "--replace")
        assert log() == was


def test_a_backup_that_the_database_does_not_take_leaves_everything_as_it_was(quiz, tmp_path):
    file = tmp_path / "site.sql.gz"
    run("backup", file)
    was = log()
    connection.close()
    with psycopg.connect(address(), autocommit=True) as somebody:  # a name that a table of the backup wants to have
        somebody.execute("create schema keep")
        somebody.execute("alter table axes_accessattempt set schema keep")
        somebody.execute("create view axes_accessattempt as select 1 as one")
    with pytest.raises(CommandError, match=r"not take it, and is as it was: .*axes_accessattempt"):
        run("restore", file, "--replace")
    assert log() == was


def test_nobody_may_use_the_database_meanwhile(quiz, tmp_path):
    file = tmp_path / "site.sql.gz"
    run("backup", file)
    with (
        psycopg.connect(address()),
        pytest.raises(CommandError, match="Somebody is using the database: stop the site first"),
    ):
        run("restore", file, "--replace")


def test_what_cannot_be_written_or_found_is_told_in_one_sentence(quiz, tmp_path, monkeypatch):
    file = tmp_path / "site.sql.gz"
    with pytest.raises(CommandError, match="choose another place"):
        run("backup", tmp_path / "nowhere" / "site.sql.gz")
    with pytest.raises(CommandError, match="is not there"):
        run("restore", file)
    run("backup", file)
    with pytest.raises(CommandError, match="is there already"):
        run("backup", file)
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 12.1'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match=r"pg_dump is of version 12, the database of version \d+: install"):
        run("backup", tmp_path / "other.sql.gz")
    monkeypatch.setenv("PATH", str(Path(os.devnull)))
    with pytest.raises(CommandError, match=r"There is no pg_dump here: install the client programs of PostgreSQL \d+"):
        run("backup", tmp_path / "other.sql.gz")
    assert {path.name for path in tmp_path.iterdir()} == {"site.sql.gz", "pg_dump"}
