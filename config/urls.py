"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("decks/", include("decks.urls")),
    path("", include("games.tables.urls")),
]
