"""The admin as a part of the site: its people and their groups, in its words, and nothing in it that nobody needs."""

from collections.abc import Sequence
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from config.leaving import what_follows

for model in (User, Group, EmailAddress):  # nobody's address is asked for
    admin.site.unregister(model)


class NamesWhatGoes:
    """Asks before it deletes with the names of what was chosen: Django would list every row that hangs on it as well,
    in English and by code."""

    def get_deleted_objects(self, objs: "QuerySet[Any] | Sequence[Any]", request: HttpRequest) -> Any:
        """Their names and their number, what must not go, and what stands against it."""
        _rows, counts, *others = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        kind = self.opts.verbose_name_plural  # type: ignore[attr-defined]
        return [str(chosen) for chosen in objs], {kind: counts.get(kind, 0)}, *others


@admin.register(User)
class PersonAdmin(NamesWhatGoes, UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]
    """Who may sign in, with which password, and what they may do. No address and no other name is kept."""

    form, add_form, change_password_form = UserChangeForm, UserCreationForm, AdminPasswordChangeForm
    list_display = ("username", "is_active", "is_staff", "is_superuser", "last_login")
    list_filter: ClassVar[Any] = ("is_staff", "is_superuser", "is_active", "groups")
    search_fields = ("username",)
    filter_horizontal = ()  # its script speaks only English
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("username", "password")}),
        (_("What they may do"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    )
    add_fieldsets: Any = ((None, {"fields": ("username", "password1", "password2")}),)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Groups as boxes to tick: there are four."""
        kwargs["widget"] = UnfoldAdminCheckboxSelectMultipleWidget()
        field = db_field.formfield(**kwargs)
        field.help_text = ""
        return field

    def get_deleted_objects(self, objs: "QuerySet[Any] | Sequence[Any]", request: HttpRequest) -> Any:
        """Also what changes hands with an account, and what goes although no list of rows would name it."""
        listed, *others = super().get_deleted_objects(objs, request)
        follows = [sentence for person in objs for sentence in what_follows(person)]
        return ([_("What follows from it:"), follows, *listed] if follows else listed, *others)


@admin.register(Group)
class GroupAdmin(NamesWhatGoes, PlainGroupAdmin, ModelAdmin):  # type: ignore[misc]
    """The four groups, and whichever an administrator adds."""

    filter_horizontal = ()

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        """Only rights that some page asks for; there are rows that nobody writes by hand."""
        field: Any = super().formfield_for_manytomany(db_field, request, **kwargs)
        field.queryset = field.queryset.exclude(content_type__app_label__in=("account", "axes", "config", "extras"))
        return field


# What the admin's templates say and bring in no language but English.
WORDS = (
    gettext_noop("Add new item"),
    gettext_noop("Add row"),
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("All applications"),
    gettext_noop("Apply Filters"),
    gettext_noop("Cancel"),
    gettext_noop("History"),
    gettext_noop("Changes"),
    gettext_noop("Choose file to upload"),
    gettext_noop("Dark"),
    gettext_noop("Date from"),
    gettext_noop("Date to"),
    gettext_noop("Enter a new password for the user <strong>%(username)s</strong>."),
    gettext_noop("Collapse"),
    gettext_noop("Submit"),
    gettext_noop("Expand row"),
    gettext_noop("False"),
    gettext_noop("Filters"),
    gettext_noop("General"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("Loading more results..."),
    gettext_noop("More actions"),
    gettext_noop("No data"),
    gettext_noop("No recent searches"),
    gettext_noop("No results found"),
    gettext_noop("No results matching your query"),
    gettext_noop("Recent searches"),
    gettext_noop("Reset filters"),
    gettext_noop("Return to site"),
    gettext_noop("Run"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select all rows"),
    gettext_noop("Select record"),
    gettext_noop("Select value"),
    gettext_noop("Set password: %s"),
    gettext_noop("System"),
    gettext_noop("This item will be deleted."),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("Toggle password visibility"),
    gettext_noop("True"),
    gettext_noop("Type to search"),
    gettext_noop("Value"),
    gettext_noop("Welcome back to"),
    gettext_noop("You have been successfully logged out from the administration"),
    gettext_noop(
        "Raw passwords are not stored, so there is no way to see this "
        "user’s password, but you can change the password using "
        '<a href="{}" class="text-primary-600 dark:text-primary-500">this form</a>.'
    ),
)
