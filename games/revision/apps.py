"""Cards as homework, and a memory that belongs to the pupil."""

from collections.abc import Iterable
from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.conf import settings
from django.db.models.signals import post_migrate, pre_delete
from django.utils.translation import gettext_lazy as _

from config import leaving
from decks.roles import TEACHERS, give_rights

RIGHTS = ("add_class", "change_class", "delete_class", "view_class")


def ensure_teachers(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """After every migrate teachers may make classes."""
    give_rights(TEACHERS, sender, RIGHTS, using, apps)


class RevisionConfig(AppConfig):
    """Revision: classes, slips, assignments, sealed memories, reports."""

    name = "games.revision"
    label = "revision"
    verbose_name = _("Classes")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(ensure_teachers, sender=self)
        pre_delete.connect(_leaves, sender=settings.AUTH_USER_MODEL)
        leaving.tell(_says)


def _leaves(instance: Any, **kwargs: Any) -> None:
    """Somebody's account goes: no class is left behind with nobody who could close it."""
    from games.revision.services import leave_classes  # models are there only once all apps are

    leave_classes(instance)


def _says(person: Any) -> Iterable[str]:
    from games.revision.services import what_follows

    return what_follows(person)
