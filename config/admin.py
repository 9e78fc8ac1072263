"""The admin of the house: people and their groups; what nobody needs there is taken out; its words in all languages."""

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.utils.translation import gettext_noop
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

for model in (User, Group, EmailAddress):  # nobody here has an address: people sign in by name
    admin.site.unregister(model)


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]
    """People with an account: their passwords, their groups."""

    form, add_form, change_password_form = UserChangeForm, UserCreationForm, AdminPasswordChangeForm


@admin.register(Group)
class GroupsAdmin(GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Who may do what."""


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
    gettext_noop("Expand row"),
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
