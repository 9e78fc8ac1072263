"""Tables in the admin: to see, not to touch. What happens at a table is written by its players only."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from config.admin import NamesWhatGoes
from games.tables import services
from games.tables.models import Seat, Table


def _called(field: str, words: Any) -> Any:
    """A field under a name in the reader's language: models are not read by people."""

    @admin.display(description=words, ordering=field)
    def shown(_admin: Any, row: Any) -> Any:
        return getattr(row, field)

    return shown


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
    verbose_name, verbose_name_plural = _("seat"), _("seats")
    fields = readonly_fields = ("place", "colour", "robot")
    place, colour, robot = _called("number", _("number")), _called("livery", _("colour")), _called("bot", _("bot"))
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, NamesWhatGoes, ModelAdmin):  # type: ignore[misc]
    """The tables of the site; deleting one erases its log and everybody's seat."""

    list_display = ("named", "where", "what", "deck", "opened", "begun", "ended")
    list_filter = ("game", "room__private", "opened_at")
    search_fields = ("code", "room__code")
    fields = readonly_fields = (*list_display, "chosen", "hashed")
    inlines = (SeatInline,)
    named, where, what = _called("code", _("code")), _called("room", _("room")), _called("game", _("game"))
    deck, chosen, hashed = (
        _called("edition", _("edition")),
        _called("options", _("options")),
        _called("fingerprint", _("fingerprint of the secret")),
    )
    opened, begun, ended = (
        _called("opened_at", _("opened")),
        _called("begun_at", _("begun")),
        _called("ended_at", _("ended")),
    )

    def get_deleted_objects(self, objs: "QuerySet[Table] | Sequence[Table]", request: HttpRequest) -> Any:
        """Also what goes with a table."""
        chosen, *others = super().get_deleted_objects(objs, request)
        return [*chosen, _("The log and everybody’s seat go with it.")], *others

    def delete_model(self, request: HttpRequest, obj: Table) -> None:
        """People may be playing there."""
        services.erase(obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """One after the other."""
        for table in queryset.values_list("pk", flat=True):
            services.erase(table)
