"""Tables in the admin: to see, not to touch. What happens at a table is written by its players only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from games.tables import services
from games.tables.models import Seat, Table


class ReadOnly:
    """Nobody adds, changes or deletes here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Tables are opened on the site."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The log is the game: nothing in it is ever changed."""
        return False


class SeatInline(ReadOnly, TabularInline):  # type: ignore[misc]
    """Who sits at the table."""

    model = Seat
    fields = ("number", "livery", "bot")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """The tables of the site; deleting one erases its log and everybody's seat."""

    list_display = ("code", "room", "game", "edition", "opened_at", "begun_at", "ended_at")
    list_filter = ("game", "room__private", "opened_at")
    search_fields = ("code", "room__code")
    fields = (*list_display, "options", "fingerprint")
    inlines = (SeatInline,)

    def delete_model(self, request: HttpRequest, obj: Table) -> None:
        """People may be playing there."""
        services.erase(obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """One after the other."""
        for table in queryset.values_list("pk", flat=True):
            services.erase(table)
