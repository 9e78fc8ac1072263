"""The site as it is served, but a browser may talk as fast as it likes: four programs play faster than four people."""

from config.asgi import application
from games.tables import consumer

consumer.RATE = consumer.BURST = 1_000_000

__all__ = ["application"]
