"""What comes in from outside, made plain: no character that the database refuses, no number without an end."""

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBadRequest, UnreadablePostError
from django.urls import register_converter
from django.utils.deprecation import MiddlewareMixin

MOST_DIGITS = 18  # fit into the database's numbers

_unfit = re.compile("[\x00\ud800-\udfff]").search  # nobody types these, and PostgreSQL keeps none of them


def number(text: str, otherwise: int) -> int:
    """A whole number from zero on as somebody sent it; ``otherwise`` for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else otherwise


class Id:
    """A number in an address: ``<id:deck>``. Whatever no row can have leads nowhere."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """The number as it stands in an address."""
        return str(value)


register_converter(Id, "id")


class Pages(ASGIHandler):
    """Django, for a request with headers that Django cannot read."""

    def create_request(self, scope: Any, body_file: Any) -> Any:
        """The request, or else the refusal (400)."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:
            return None, HttpResponseBadRequest("The header Content-Type cannot be read.", content_type="text/plain")


class PlainText(MiddlewareMixin):
    """Refuses a request with text that is none, in one place for all pages; cookies with such text are no cookies."""

    def process_request(self, request: HttpRequest) -> None:
        """Raises BadRequest (400). In a thread: a form may bring megabytes, and no table waits while they are read."""
        request.COOKIES = plain_cookies(request.COOKIES)
        if any(map(_unfit, texts_of(request))):
            raise BadRequest("There is text that is none in this request.")


def plain_cookies(cookies: Mapping[str, str]) -> dict[str, str]:
    """The cookies that are text."""
    return {name: value for name, value in cookies.items() if not _unfit(name) and not _unfit(value)}


def texts_of(request: HttpRequest) -> Iterator[str]:
    """Every text that views read: the path, the query, the form. Raises BadRequest."""
    if request.encoding and codecs.lookup(request.encoding).name != "utf-8":
        raise BadRequest("Only UTF-8 is understood here.")
    yield request.path_info
    try:
        fields = [*request.GET.lists(), *request.POST.lists()]
    except UnreadablePostError as gone:
        raise BadRequest("The request has come in half.") from gone
    for name, values in fields:
        yield name
        yield from map(str, values)
