"""Where the nights are."""

from django.urls import path, re_path

from games.nights.consumer import NightConsumer
from games.nights.views import deeds, desk, guests, pages, results

app_name = "nights"

urlpatterns = [
    path("join/", guests.join, name="join"),
    path("nights/", desk.nights, name="nights"),
    path("n/<str:code>/", guests.night, name="night"),
    path("n/<str:code>/programme/", desk.programme, name="programme"),
    path("n/<str:code>/host/", pages.console, name="console"),
    path("n/<str:code>/screen/", pages.screen, name="screen"),
    path("n/<str:code>/results/", results.results, name="results"),
    path("n/<str:code>/me/", guests.me, name="me"),
    path("n/<str:code>/missed/", guests.missed, name="missed"),
    path("n/<str:code>/back/", guests.come_back, name="come_back"),
    path("n/<str:code>/do/<slug:action>/", deeds.act, name="act"),
    path("n/<str:code>/live/", pages.live, name="live"),
    path("n/<str:code>/move/", pages.move, name="move"),
]

websocket_urlpatterns = [
    re_path(r"^ws/n/(?P<code>[^/]+)/(?P<layout>[^/]+)/$", NightConsumer.as_asgi()),
]
