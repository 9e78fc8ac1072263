"""Who may do what: the four groups, and their rights on decks."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions

AUTHORS, EDITORS, HOSTS, TEACHERS = "Authors", "Editors", "Hosts", "Teachers"

_READING = ("view_deck", "add_deck", "view_edition", "view_flag", "change_flag", "view_contribution")
RIGHTS: dict[str, tuple[str, ...]] = {
    AUTHORS: _READING,
    EDITORS: (*_READING, "change_deck", "delete_flag", "change_contribution", "delete_contribution"),
    HOSTS: (),
    TEACHERS: (),
}


def ensure_groups(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """After every migrate the four groups are there. A group that was there keeps its rights."""
    # A migration could not grant these rights: Django makes them only once all migrations have run.
    create_permissions(sender, verbosity=0, using=using, apps=apps)
    group, permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, codenames in RIGHTS.items():
        row, new = group.objects.using(using).get_or_create(name=name)
        if new:
            rights = permission.objects.using(using).filter(content_type__app_label="decks", codename__in=codenames)
            row.permissions.set(rights)
