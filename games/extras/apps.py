"""What games have beyond their rules."""

from django.apps import AppConfig


class ExtrasConfig(AppConfig):
    """A room for each game that needs one, named by its slug; the table knows of them what `kernel.py` says."""

    name = "games.extras"
    label = "extras"
    default_auto_field = "django.db.models.BigAutoField"
