"""What a page may load."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase


class AreaCSP(CSPMiddleware):
    """The same policy everywhere, but the admin's scripts need more than the site grants; only the admin gets it."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The policy of the site; under /admin/ with what its Alpine.js needs."""
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith("/admin/"):
            parts.update = {"script-src": ["'unsafe-eval'"], "style-src": ["'unsafe-inline'"]}
        return parts
