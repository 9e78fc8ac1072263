"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path, re_path

from decks.views import picture

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    re_path(r"^pictures/(?P<key>[0-9a-f]{20})\.webp$", picture, name="picture"),
    path("decks/", include("decks.urls")),
    path("", include("games.nights.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.revision.urls")),
]
