"""Where the tables are."""

from django.urls import path, re_path

from games.tables import lessons, major, views
from games.tables.consumer import TableConsumer

app_name = "tables"

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.games, name="games"),
    path("games/<slug:slug>/", views.open_table, name="open"),
    path("games/<slug:slug>/learn/", lessons.lesson, name="lesson"),
    path("day/", views.day_now, name="day_now"),
    path("day/<id:edition>/<str:day>/", views.day, name="day"),
    path("games/quizterix-standard/major/", major.major, name="major"),
    path("rules/", views.rulebooks, name="rulebooks"),
    path("rules/<slug:slug>/", views.rulebook, name="rulebook"),
    path("join/", views.join_by_code, name="join"),
    path("t/<str:code>/", views.table, name="table"),
    path("t/<str:code>/screen/", views.screen, name="screen"),
    path("t/<str:code>/i/<str:invitation>/", views.invitation, name="invitation"),
    path("t/<str:code>/take-seat/", views.take_seat, name="take_seat"),
    path("t/<str:code>/me/", views.me, name="me"),
    path("t/<str:code>/back/", views.come_back, name="come_back"),
    path("t/<str:code>/do/<slug:action>/", views.act, name="act"),
    path("t/<str:code>/again/", views.again, name="again"),
    path("t/<str:code>/flag/", views.flag, name="flag"),
    path("t/<str:code>/replay/", views.replay, name="replay"),
    path("t/<str:code>/live/", views.live, name="live"),
    path("t/<str:code>/move/", views.move, name="move"),
]

websocket_urlpatterns = [
    re_path(r"^ws/t/(?P<code>[^/]+)/(?P<layout>[^/]+)/$", TableConsumer.as_asgi()),
]
