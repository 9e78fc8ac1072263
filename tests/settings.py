"""The settings of the test run: a database of its own, quick passwords, and no mercy for unknown template variables."""

import os
from pathlib import Path

from config.postgres import Cluster

FOLDER = Path(__file__).resolve().parent.parent / "var" / "test"
CLUSTER_FOR_TESTS = Cluster(FOLDER / "pg", fsync="off", synchronous_commit="off", full_page_writes="off")
os.environ["DATABASE_URL"] = CLUSTER_FOR_TESTS.url
os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("SLIP_SECRET", "only-for-tests")
os.environ.setdefault(
    "TEST_RUN", str(os.getpid())
)  # workers and sites inherit it: several runs at once are several runs
for name in ("ALLOWED_HOSTS", "CARRIER_URL", "DEBUG", "HTTPS", "METRICS", "PUBLIC_URL"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, LOGGING, STORAGES, TEMPLATES  # noqa: E402
from tests.strict_templates import Unknown  # noqa: E402

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "home.test"]

DATABASES["default"]["NAME"] = os.environ.get("TEST_DATABASE", DATABASES["default"]["NAME"])
if "TEST_DATABASE" not in os.environ:
    # a site may still be writing down what a game has shown when its test empties the tables: then the site gives way
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c deadlock_timeout=30s"
DATABASES["default"]["TEST"] = {"NAME": f"test_{os.environ['TEST_RUN']}"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
BOT_PACE = 0.2
KEEPS_TIDY = False  # at night a site renews figures: a test says itself when it is night
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
TEMPLATES[0]["OPTIONS"]["string_if_invalid"] = Unknown("%s")
LOGGING["root"]["level"] = "WARNING"
