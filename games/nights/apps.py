"""Hosted game nights."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class NightsConfig(AppConfig):
    """Nights: a room with a host and a programme."""

    name = "games.nights"
    label = "nights"
    verbose_name = _("Game nights")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """After every migrate the group Hosts may hold nights."""
        from games.nights.services.roles import ensure_hosts  # the models are ready only now

        post_migrate.connect(ensure_hosts, sender=self)
