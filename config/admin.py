"""The admin of the house: people and their groups; what nobody needs there is taken out; its words in all languages."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

for model in (User, Group, EmailAddress):  # nobody here has an address: people sign in by name
    admin.site.unregister(model)


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]
    """People with an account: their passwords, their groups. What they may do comes from their groups alone."""

    form, add_form, change_password_form = UserChangeForm, UserCreationForm, AdminPasswordChangeForm
    list_display = ("username", "is_staff", "is_active", "date_joined")
    search_fields = ("username",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Groups and rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    )

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Groups as boxes to tick: there are four."""
        kwargs["widget"] = UnfoldAdminCheckboxSelectMultipleWidget()
        field = db_field.formfield(**kwargs)
        field.help_text = ""
        return field


@admin.register(Group)
class GroupsAdmin(GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Who may do what."""

    filter_horizontal = ()


# What the admin's library says and neither Django nor the library has in our languages.
WORDS = (
    gettext_noop("Add new item"),
    gettext_noop("Add row"),
    gettext_noop("All applications"),
    gettext_noop("Apply Filters"),
    gettext_noop("Choose file to upload"),
    gettext_noop("Dark"),
    gettext_noop("Date from"),
    gettext_noop("Date to"),
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("Changes"),
    gettext_noop("Collapse"),
    gettext_noop("Expand row"),
    gettext_noop("False"),
    gettext_noop("Filters"),
    gettext_noop("General"),
    gettext_noop("More actions"),
    gettext_noop("No recent searches"),
    gettext_noop("Recent searches"),
    gettext_noop("Submit"),
    gettext_noop("True"),
    gettext_noop("Welcome back to"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("Loading more results..."),
    gettext_noop("No data"),
    gettext_noop("No results found"),
    gettext_noop("No results matching your query"),
    gettext_noop(
        "Raw passwords are not stored, so there is no way to see this user’s password, but you can change the password"
        ' using <a href="{}" class="text-primary-600 dark:text-primary-500">this form</a>.'
    ),
    gettext_noop("Reset filters"),
    gettext_noop("Return to site"),
    gettext_noop("Run"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select all rows"),
    gettext_noop("Select record"),
    gettext_noop("System"),
    gettext_noop("This item will be deleted."),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("Toggle password visibility"),
    gettext_noop("Type to search"),
    gettext_noop("Value"),
    gettext_noop("You have been successfully logged out from the administration"),
)
