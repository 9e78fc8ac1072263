"""A database that may be lost, with a game in it."""

import os

import psycopg
import pytest
from django.db import connection, connections
from psycopg import sql

from config.postgres import programs
from decks.services import publish
from tests.settings import CLUSTER_FOR_TESTS
from tests.tables.conftest import seat_cast
from tests.tables.packs import statement_pack

STRANGERS = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = %s"


@pytest.fixture
def elsewhere(transactional_db, monkeypatch):
    """A database of this test's own, as empty as the one of the others, which may be lost; PostgreSQL's programs."""
    monkeypatch.setenv("PATH", str(programs()), prepend=os.pathsep)
    database = connections.databases["default"]
    here = database["NAME"]
    there = f"{here}_lost"

    def go(name):
        connection.close()
        connection.close_pool()
        database["NAME"] = name

    with psycopg.connect(CLUSTER_FOR_TESTS.url, autocommit=True) as admin:
        go(here)
        admin.execute(STRANGERS, [here])  # threads of tests before this one, which still hold a connection of theirs
        admin.execute(sql.SQL("create database {} template {}").format(sql.Identifier(there), sql.Identifier(here)))
        go(there)
        try:
            yield
        finally:
            go(here)
            admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(there)))


@pytest.fixture
def quiz(elsewhere):
    """A Swiss Quiz that has begun, in that database."""
    return seat_cast("swiss-quiz", publish(statement_pack()), {"answering": "at-once"})
