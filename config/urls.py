"""Every address of the site."""

from allauth.account import views as account
from django.contrib import admin
from django.urls import include, path, re_path

from decks.views import picture

accounts = [  # of allauth's pages those that need nobody's e-mail address
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("signup/", account.signup, name="account_signup"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("password/change/", account.password_change, name="account_change_password"),
    path("password/set/", account.password_set, name="account_set_password"),
]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include(accounts)),
    path("i18n/", include("django.conf.urls.i18n")),
    re_path(r"^pictures/(?P<key>[0-9a-f]{20})\.webp$", picture, name="picture"),
    path("decks/", include("decks.urls")),
    path("", include("games.nights.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.revision.urls")),
]
