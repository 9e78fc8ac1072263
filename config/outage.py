"""While the database is away."""

import logging

import django.db
import psycopg
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

AWAY = (psycopg.OperationalError, psycopg.InterfaceError, django.db.OperationalError, django.db.InterfaceError)
"""What is raised when the database cannot be reached, or takes too long."""

logger = logging.getLogger(__name__)


class Outage(MiddlewareMixin):
    """Says on every page that the site waits for its database, and has it asked for again in five seconds."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page that asks again by itself; None for anything that is no outage."""
        if not isinstance(exception, AWAY):
            return None
        logger.warning("%s waits for the database: %s", request.path, exception)
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "5"
        return response
