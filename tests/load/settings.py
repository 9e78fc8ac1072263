"""The site on a database of the load test's own. No hashed names: nobody collects files for a load test."""

import os

from tests.load.server import Database

os.environ["DATABASE_URL"] = Database().url
os.environ["SECRET_KEY"] = "only-for-the-load-test"
for name in ("ALLOWED_HOSTS", "CARRIER_URL", "DEBUG", "HTTPS", "PUBLIC_URL"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import LOGGING, STORAGES  # noqa: E402

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
LOGGING["root"]["level"] = "WARNING"
