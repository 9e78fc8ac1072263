"""Where the tables are."""

from django.urls import path, re_path

from games.extras.registry import EXTRAS
from games.tables.consumer import TableConsumer
from games.tables.finished import finished
from games.tables.views import deeds, door, drawn, lesson, shelf

app_name = "tables"

urlpatterns = [
    path("", shelf.home, name="home"),
    path("games/", shelf.games, name="games"),
    path("games/<slug:slug>/", shelf.open_table, name="open"),
    path("play/", shelf.with_bots, name="with_bots"),
    path("games/<slug:slug>/play/", shelf.with_bots, name="with_bots"),
    path("games/<slug:slug>/learn/", lesson.lesson, name="lesson"),
    *(address for extras in EXTRAS.values() for address in extras.addresses(finished)),
    path("rules/", shelf.rulebooks, name="rulebooks"),
    path("rules/<slug:slug>/", shelf.rulebook, name="rulebook"),
    path("join/", door.join_by_code, name="join"),
    path("t/<str:code>/", door.table, name="table"),
    path("t/<str:code>/screen/", door.screen, name="screen"),
    path("t/<str:code>/i/<str:invitation>/", door.invitation, name="invitation"),
    path("t/<str:code>/take-seat/", door.take_seat, name="take_seat"),
    path("t/<str:code>/me/", door.me, name="me"),
    path("t/<str:code>/leave/", door.leaving, name="leaving"),
    path("t/<str:code>/people/", door.people, name="people"),
    path("t/<str:code>/back/", door.come_back, name="come_back"),
    path("t/<str:code>/do/<slug:action>/", deeds.act, name="act"),
    path("t/<str:code>/again/", deeds.again, name="again"),
    path("t/<str:code>/gesture/", deeds.gesture, name="gesture"),
    path("t/<str:code>/guess/", deeds.guess, name="guess"),
    path("t/<str:code>/flag/", deeds.flag, name="flag"),
    path("t/<str:code>/replay/", drawn.replay, name="replay"),
    path("t/<str:code>/picture.svg", drawn.picture, name="picture"),
    path("t/<str:code>/live/", drawn.live, name="live"),
    path("t/<str:code>/move/", drawn.move, name="move"),
]

websocket_urlpatterns = [
    re_path(r"^ws/t/(?P<code>[^/]+)/(?P<layout>[^/]+)/$", TableConsumer.as_asgi()),
]
