"""The site's log: one line for each event, as ``key=value``, with the table and the request it belongs to.

A person reads it as it is, any collector takes it apart without being told how, and nobody can forge a line: whatever
is no plain word stands in quotes, with its line breaks written as ``\\n``.
"""

import json
import logging
import re
from contextvars import Context, ContextVar
from datetime import UTC, datetime
from typing import Any

TABLE: ContextVar[str] = ContextVar("table", default="")
"""The code of the table that is being served."""
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the move that a browser asks for, or the one that the proxy has given to a request."""

_plain = re.compile(r"[\w.:/@+-]+").fullmatch
_of_a_table = re.compile(r"/(?:ws/)?t/([A-Za-z0-9]{1,12})/").match
_id = re.compile(r"[A-Za-z0-9-]{1,64}").fullmatch


class Line(logging.Formatter):
    """``level=ERROR time=... logger=... table=... request=... msg="..." trace="..."``"""

    def format(self, record: logging.LogRecord) -> str:
        """The event in one line; what is not known is left out."""
        trace = self.formatException(record.exc_info) if record.exc_info else record.exc_text
        fields = {
            "level": record.levelname,
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "logger": record.name,
            "table": TABLE.get(),
            "request": REQUEST.get(),
            "msg": record.getMessage(),
            "trace": "\n".join(part for part in (trace, record.stack_info) if part),
        }
        return " ".join(f"{name}={_quoted(value)}" for name, value in fields.items() if value)


def _quoted(value: str) -> str:
    return value if _plain(value) else json.dumps(value, ensure_ascii=False)


class Named:
    """Notes for the log which table and which request the application is serving."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hands everything on."""
        path = _of_a_table(scope.get("path", ""))
        TABLE.set(path[1].upper() if path else "")
        headers = dict(scope.get("headers", ()))
        REQUEST.set(known_id(headers.get(b"hx-request-id") or headers.get(b"x-request-id") or b""))
        await self.application(scope, receive, send)


def known_id(said: bytes) -> str:
    """An id as somebody sent it; empty if it is none."""
    text = said.decode("latin1")
    return text if _id(text) else ""


def apart(table: str = "") -> Context:
    """For work that belongs to this table, or to none, and not to whoever happens to start it.

    Nothing of theirs comes along: a request's own thread for the database has gone when the request is answered.
    """
    context = Context()
    context.run(TABLE.set, table)
    return context
