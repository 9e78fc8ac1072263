"""What people write: decks, their editions, and what players say about the cards."""

from collections.abc import Iterable
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate, pre_delete
from django.utils.translation import gettext_lazy as _

from config import leaving
from decks.roles import ensure_groups


class DecksConfig(AppConfig):
    """Decks: models, editions, flags, the packaged decks."""

    name = "decks"
    label = "decks"
    verbose_name = _("Decks")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(ensure_groups, sender=self)
        pre_delete.connect(_leaves, sender=settings.AUTH_USER_MODEL)
        leaving.tell(_says)


def _leaves(instance: Any, **kwargs: Any) -> None:
    """Somebody's account goes: no deck of theirs becomes the house's without anybody having said so."""
    from decks.keeping import leave_in_order  # models are there only once all apps are

    leave_in_order(instance)


def _says(person: Any) -> Iterable[str]:
    from decks.keeping import what_follows

    return what_follows(person)
