"""Who may hold nights: the group Hosts."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions

HOSTS = "Hosts"
RIGHTS = ("add_night", "change_night", "view_night", "delete_night")


def ensure_hosts(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """After every migrate Hosts may hold nights, unless somebody has given the group rights of their own choice."""
    create_permissions(sender, verbosity=0, using=using, apps=apps)
    group, permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    hosts, _new = group.objects.using(using).get_or_create(name=HOSTS)
    if not hosts.permissions.filter(content_type__app_label="nights").exists():
        rights = permission.objects.using(using).filter(content_type__app_label="nights", codename__in=RIGHTS)
        hosts.permissions.add(*rights)
