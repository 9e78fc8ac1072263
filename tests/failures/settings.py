"""The site on a database of its own, which is killed like the rest. What it has said is committed, it keeps."""

import os

from tests.failures.sites import CLUSTER

os.environ["DATABASE_URL"] = CLUSTER.url
os.environ["SECRET_KEY"] = "only-for-the-failures"
for name in ("ALLOWED_HOSTS", "CARRIER_URL", "DEBUG", "HTTPS", "METRICS", "PUBLIC_URL"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import LOGGING, STORAGES  # noqa: E402

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
LOGGING["root"]["level"] = "WARNING"
BOT_PACE = 0.05
