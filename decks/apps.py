"""What people write: decks, their editions, and what players say about the cards."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from decks.roles import ensure_groups


class DecksConfig(AppConfig):
    """Decks: models, editions, flags, the packaged decks."""

    name = "decks"
    label = "decks"
    verbose_name = _("Decks")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(ensure_groups, sender=self)
