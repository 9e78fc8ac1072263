"""Pages travel packed: a table's is a quarter of its size then, on a phone in a hall where many come in at once."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT = ("text/html", "application/json", "image/svg+xml")


class Packing(GZipMiddleware):
    """Packs what is text. Pictures and files are packed already, or come from the static files, which are.

    How well a page packs must not tell what is in it (BREACH). Nobody on another site can have a page of ours loaded
    with our cookies, which are SameSite=Lax; the token in forms is masked anew each time, and Django makes each answer
    longer by a few bytes of chance.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, packed if the browser can read that and it is worth it."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(TEXT):
            return response
        packed: HttpResponseBase = super().process_response(request, response)
        return packed
