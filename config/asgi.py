"""Pages and live tables, for any ASGI server."""

import os
from threading import Thread

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # everything below needs the apps to be ready

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402

from config.chores import keep_doing  # noqa: E402
from config.logs import Named  # noqa: E402
from config.plain import Pages  # noqa: E402
from config.process import Process, settle_down  # noqa: E402
from config.sockets import Intake, PlainCookies, SameOrigin, Sessions  # noqa: E402
from config.urls import urlpatterns  # noqa: E402, F401  # else all the first requests together would wait for it
from games.nights.urls import websocket_urlpatterns as night_sockets  # noqa: E402
from games.revision import tidy as classes  # noqa: E402
from games.tables import tidy as tables  # noqa: E402
from games.tables.duty import close_lines, show, troubles  # noqa: E402
from games.tables.urls import websocket_urlpatterns  # noqa: E402

if settings.CLUSTER:
    settings.CLUSTER.join()
    settings.CLUSTER.watch()
if settings.KEEPS_TIDY:
    for tidy in (tables.tidy_today, tables.LOOK_EVERY), (classes.tidy, classes.LOOK_EVERY):
        Thread(target=keep_doing, args=tidy, name="tidy", daemon=True).start()

sockets = CookieMiddleware(PlainCookies(Sessions(URLRouter([*night_sockets, *websocket_urlpatterns]))))
site = ProtocolTypeRouter({"http": Pages(), "websocket": SameOrigin(Intake(sockets))})
application = Process(Named(site), troubles, close_lines, show)

settle_down()
