"""Where the database is, for connections beside Django's own and for PostgreSQL's programs."""

from django.db import connections
from psycopg.conninfo import make_conninfo


def address() -> str:
    """Django's default database with all that DATABASE_URL says of it, as libpq knows it."""
    database = connections["default"].settings_dict
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    parts = {name: database[key] for name, key in names.items() if database.get(key)}
    return make_conninfo(**parts, **{name: value for name, value in database["OPTIONS"].items() if name != "pool"})
