"""A process of the site as it runs behind a proxy that ends TLS, on the database of the test run."""

from tests.settings import *  # noqa: F403

ALLOWED_HOSTS = ["localhost"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
METRICS = "only-for-tests"
