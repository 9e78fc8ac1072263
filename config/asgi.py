"""Pages and live tables, for any ASGI server."""

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # everything below needs the apps to be ready

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402
from django.conf import settings  # noqa: E402

from config.sockets import Intake, SameOrigin  # noqa: E402
from games.tables.urls import websocket_urlpatterns  # noqa: E402

if settings.CLUSTER:
    settings.CLUSTER.join()
    settings.CLUSTER.watch()

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": SameOrigin(Intake(SessionMiddlewareStack(URLRouter(websocket_urlpatterns)))),
    }
)

gc.collect()
gc.freeze()  # what stands here stays: never to be searched for rubbish again
gc.set_threshold(20_000, 20, 100)
