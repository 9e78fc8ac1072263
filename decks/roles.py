"""Who may do what: the four groups, their rights on decks, and how one comes to a desk."""

from collections.abc import Collection
from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import transaction

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


def give_rights(name: str, sender: AppConfig, codenames: Collection[str], using: str, apps: Apps = installed) -> None:
    """Gives a group its rights on another app, if it has none at all yet: what administrators have set stays."""
    create_permissions(sender, verbosity=0, using=using, apps=apps)
    row, _new = apps.get_model("auth", "Group").objects.using(using).get_or_create(name=name)
    if not row.permissions.exists():
        permission = apps.get_model("auth", "Permission").objects.using(using)
        row.permissions.set(permission.filter(content_type__app_label=sender.label, codename__in=codenames))


DESKS = {"author": AUTHORS, "host": HOSTS, "teacher": TEACHERS}


def desks_of(person: Any) -> dict[str, str]:
    """Each desk with how somebody stands to it: ``yours``, ``asked``, or nothing yet."""
    groups = set(person.groups.values_list("name", flat=True))
    asked = set(person.desk_requests.values_list("desk", flat=True))
    return {
        desk: "yours" if person.is_superuser or group in groups else "asked" if desk in asked else ""
        for desk, group in DESKS.items()
    }


def ask_for_desk(person: Any, desk: str) -> None:
    """Somebody asks for a desk. Asked twice, or for one they have, it is one request, or none."""
    if desks_of(person)[desk] == "":
        installed.get_model("decks", "DeskRequest").objects.get_or_create(person=person, desk=desk)


@transaction.atomic
def grant_desk(request: Any) -> None:
    """An administrator grants what was asked for; the desk is there with the next page."""
    group, _new = installed.get_model("auth", "Group").objects.get_or_create(name=DESKS[request.desk])
    request.person.groups.add(group)
    if request.desk == "author" and not request.person.is_staff:
        request.person.is_staff = True
        request.person.save(update_fields=["is_staff"])
    request.delete()


def refuse_desk(request: Any) -> None:
    """An administrator says no: the request is gone, and may be made again."""
    request.delete()
