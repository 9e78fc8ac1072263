"""Pages of decks."""

from django.urls import URLPattern, URLResolver, path

from decks import views

app_name = "decks"

urlpatterns: list[URLPattern | URLResolver] = [
    path("contribute/", views.contribute, name="contribute"),
    path("contribute/<slug:key>/", views.contribution, name="contribution"),
]
