"""Settings. Everything a host may want to change comes from the environment; without any, the site runs safely here.

| variable      | meaning                                                                                  |
|---------------|------------------------------------------------------------------------------------------|
| DATABASE_URL  | a PostgreSQL 13 or newer; without it, one of our own under var/                           |
| SECRET_KEY    | signs sessions and seats; without it, made once and kept in var/secret_key                |
| ALLOWED_HOSTS | the names under which the site is reached, with commas between                            |
| PUBLIC_URL    | how phones reach the site, for QR codes; without it, the address of the page itself       |
| HTTPS         | 1: a proxy in front speaks https and says so in X-Forwarded-Proto                         |
| CARRIER_URL   | redis://host:6379, for more processes than one PostgreSQL can notify (docs/deploying.md)  |
| SLIP_SECRET   | salts the codes of pupils' slips; without it, made once and kept in var/slip_secret       |
| METRICS       | the token with which Prometheus may read /metrics; without it, nobody can                 |
| DEBUG         | 1: for developers only                                                                   |
"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from config.postgres import Cluster
from config.secret import kept_secret

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = os.environ.get("DEBUG") == "1"
HTTPS = os.environ.get("HTTPS") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret(VAR_DIR / "secret_key")
SLIP_SECRET = os.environ.get("SLIP_SECRET") or kept_secret(VAR_DIR / "slip_secret")
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
PUBLIC_URL = os.environ.get("PUBLIC_URL", "")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL.rstrip("/")] if PUBLIC_URL.startswith("https://") else []

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

INSTALLED_APPS = [
    "daphne",
    "unfold",
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "unfold.contrib.simple_history",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "axes",
    "csp",
    "django_htmx",
    "simple_history",
    "config",
    "decks",
    "games.extras",
    "games.tables",
    "games.nights",
    "games.revision",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.packing.Packing",
    "config.csp.AreaCSP",
    "config.outage.Outage",
    "django.middleware.locale.LocaleMiddleware",
    "config.plain.PlainText",  # refuses in the reader's language, and before anybody looks at a cookie
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


# The database

CLUSTER = None if os.environ.get("DATABASE_URL") else Cluster(VAR_DIR / "pg")


def database(url: str) -> dict[str, Any]:
    """A database address the way Django wants it. A lasting CONN_MAX_AGE would leak connections under ASGI.

    The pool looks at a connection before it hands it out: after an outage nobody gets one that is dead.
    """
    try:
        options: dict[str, Any] = dict(conninfo_to_dict(url))
    except ProgrammingError:
        raise ImproperlyConfigured("DATABASE_URL is no address: write postgresql://user:password@host/name") from None
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    parts = {django: str(options.pop(ours)) for ours, django in names.items() if ours in options}
    options["connect_timeout"] = 5
    # after an outage it connects again as soon as somebody asks, and what has died is noticed when it is taken
    options["pool"] = {"min_size": 1, "max_size": 8, "timeout": 5, "reconnect_timeout": 2}
    engine = {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
    return parts | engine | {"OPTIONS": options}


DATABASES = {"default": database(CLUSTER.url if CLUSTER else os.environ["DATABASE_URL"])}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


# How processes tell each other of moves; empty: by PostgreSQL's notifications

CARRIER_URL = os.environ.get("CARRIER_URL", "")
if CARRIER_URL and not CARRIER_URL.startswith(("redis://", "rediss://", "unix://")):
    raise ImproperlyConfigured("CARRIER_URL is no address: write redis://host:6379, or unset it.")
if CARRIER_URL and find_spec("redis") is None:
    raise ImproperlyConfigured(
        "CARRIER_URL needs a package more: run pip install --require-hashes --no-deps -r requirements-redis.txt"
    )


# People

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]


def _shades(hue: int, lights: tuple[float, ...], strong: float) -> dict[str, str]:
    """The eleven shades of a colour, the lightest first, as the admin's style sheet names them."""
    names = ("50", *(str(number) for number in range(100, 1000, 100)), "950")
    return {name: f"oklch({light}% {strong} {hue})" for name, light in zip(names, lights, strict=True)}


AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = {"login_failed": None}  # axes counts these, in the database, for all processes

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]  # the address alone would lock a whole school
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_VERBOSE = False
AXES_ENABLE_ADMIN = False  # what it would show is empty
AXES_DISABLE_ACCESS_LOG = True  # nobody needs to know when somebody logged in
AXES_ENABLE_ADMIN = False

UNFOLD: dict[str, object] = {  # the admin in the site's name and colours: linen and felt
    "SITE_TITLE": "Tischrunde",
    "SITE_HEADER": "Tischrunde",
    "SITE_URL": "/",
    "SITE_ICON": lambda request: static("favicon.svg"),
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("favicon.svg")}],
    "SHOW_LANGUAGES": True,
    "STYLES": [lambda request: static("css/admin.css")],
    "COLORS": {
        "base": _shades(85, (98, 95.5, 91, 86, 71, 55, 45, 37, 28, 21, 14), 0.018),
        "primary": _shades(165, (97, 94, 88, 80, 69, 56, 43, 37, 31, 26, 19), 0.075),
    },
}

SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600


# What is refused, and what is told to browsers

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# The token with which Prometheus may read what this process counts; empty: nobody may.
METRICS = os.environ.get("METRICS", "")

# How long bots think, as a part of what is pleasant; the tests hurry them.
BOT_PACE = 1.0

# Does a process put away what is over by itself? In the tests whoever wants that says so.
KEEPS_TIDY = True

# Does somebody other than the author approve a deck before it is published?
DECKS_NEED_APPROVAL = os.environ.get("DECKS_NEED_APPROVAL", "1") != "0"

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # on plain HTTP browsers ignore it, and complain
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS


# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français"), ("it", "Italiano"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Zurich"


# Files

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.fonts.LetterFinder",
]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.Line"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
        "uvicorn": {"handlers": [], "propagate": True},  # its lines look like ours
        "uvicorn.access": {"handlers": [], "propagate": True},
    },
}
