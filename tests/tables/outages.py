"""The database breaks: connections die, nobody gets in, a table takes no more rows."""

from contextlib import contextmanager

import psycopg
from django.db import connection
from psycopg import sql

from config.database import address
from tests.settings import CLUSTER_FOR_TESTS


class Outage:
    """Breaks the database of this test for everybody but the test itself."""

    def __init__(self):
        connection.ensure_connection()
        self._mine = connection.connection.info.backend_pid
        self._name = connection.settings_dict["NAME"]

    def _admin(self):
        """Somebody who looks after the server, and is connected to another database."""
        return psycopg.connect(CLUSTER_FOR_TESTS.url, autocommit=True)

    def cuts_connections(self):
        """Every connection dies, as when a server is restarted."""
        with self._admin() as admin:
            admin.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and pid <> %s",
                [self._name, self._mine],
            )

    def _allows(self, allowed):
        with self._admin() as admin:
            name, value = sql.Identifier(self._name), sql.Literal(allowed)
            admin.execute(sql.SQL("alter database {} allow_connections {}").format(name, value))

    @contextmanager
    def away(self):
        """Nobody reaches the database."""
        self._allows(False)
        try:
            self.cuts_connections()
            yield
        finally:
            self._allows(True)

    @contextmanager
    def haunted(self, table):
        """The database refuses new rows of this table, for a reason that nobody has thought of."""
        with psycopg.connect(address(), autocommit=True) as here:
            here.execute(
                "create function refuse() returns trigger language plpgsql as"
                " $$ begin raise 'the disk is haunted'; end $$"
            )
            name = sql.Identifier(table)
            here.execute(
                sql.SQL("create trigger refuse before insert on {} for each row execute function refuse()").format(name)
            )
            try:
                yield
            finally:
                here.execute("drop function refuse cascade")
