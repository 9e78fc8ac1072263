"""Where the nights are."""

from django.urls import path, re_path

from games.nights import views
from games.nights.consumer import NightConsumer

app_name = "nights"

urlpatterns = [
    path("join/", views.join, name="join"),
    path("nights/", views.nights, name="nights"),
    path("n/<str:code>/", views.night, name="night"),
    path("n/<str:code>/programme/", views.programme, name="programme"),
    path("n/<str:code>/host/", views.console, name="console"),
    path("n/<str:code>/screen/", views.screen, name="screen"),
    path("n/<str:code>/results/", views.results, name="results"),
    path("n/<str:code>/me/", views.me, name="me"),
    path("n/<str:code>/back/", views.come_back, name="come_back"),
    path("n/<str:code>/do/<slug:action>/", views.act, name="act"),
    path("n/<str:code>/live/", views.live, name="live"),
    path("n/<str:code>/move/", views.move, name="move"),
]

websocket_urlpatterns = [
    re_path(r"^ws/n/(?P<code>[^/]+)/(?P<layout>[^/]+)/$", NightConsumer.as_asgi()),
]
