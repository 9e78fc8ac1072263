"""What stands before every socket."""

from typing import Any

import pytest

from config.sockets import is_ours

LAN = "192.168.1.5:8000"


def scope(host: str, *origins: str, scheme: str = "", **headers: str) -> dict[str, Any]:
    """What a server says of a socket that a page of this origin opens."""
    said = [(b"host", host.encode()), *((b"origin", origin.encode()) for origin in origins)]
    said += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    told = {"type": "websocket", "path": "/ws/t/KUH77/table/", "query_string": b"", "headers": said}
    return told | ({"scheme": scheme} if scheme else {})


@pytest.fixture(autouse=True)
def at_home(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "play.example.org"]


OURS = [
    (LAN, f"http://{LAN}"),
    ("localhost", "http://localhost"),
    ("localhost:80", "http://localhost"),
    ("[::1]:8000", "http://[::1]:8000"),
    ("LOCALHOST:8000", "http://localhost:8000"),
]
FOREIGN = [
    (LAN, "http://192.168.1.5:9000"),
    (LAN, "http://192.168.1.5"),
    (LAN, f"https://{LAN}"),
    (LAN, "http://localhost:8000"),
    (LAN, "null"),
    (LAN, ""),
    (LAN, f"http://{LAN}.evil.example.org"),
    (LAN, f"http://{LAN}/"),
    (LAN, "http://192.168.1.5:eighty"),
    (LAN, "http://[192.168.1.5:8000"),
    ("evil.example.org:8000", "http://evil.example.org:8000"),  # a name of the attacker's that points to this machine
    ("[::1]:8000", "http://[::1]:9000"),
]


@pytest.mark.parametrize("scheme", ["", "ws"])
@pytest.mark.parametrize(("host", "origin"), OURS)
def test_a_page_of_this_site_opens_a_socket(host: str, origin: str, scheme: str) -> None:
    assert is_ours(scope(host, origin, scheme=scheme))


@pytest.mark.parametrize(("host", "origin"), FOREIGN)
def test_a_page_of_another_site_opens_none_be_it_on_the_same_host(host: str, origin: str) -> None:
    assert not is_ours(scope(host, origin))


def test_who_does_not_say_where_it_comes_from_or_says_two_things_opens_none() -> None:
    assert not is_ours(scope(LAN))
    assert not is_ours(scope(LAN, f"http://{LAN}", f"http://{LAN}"))


def test_behind_a_proxy_the_page_is_https_as_the_proxy_says(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    page = "https://play.example.org"
    assert is_ours(scope("play.example.org", page, x_forwarded_proto="https"))
    assert is_ours(scope("play.example.org:443", page, x_forwarded_proto="https"))
    assert not is_ours(scope("play.example.org", "http://play.example.org", x_forwarded_proto="https"))
    assert not is_ours(scope("play.example.org", "https://play.example.org:8443", x_forwarded_proto="https"))
    assert not is_ours(scope("play.example.org", page, x_forwarded_proto="http"))


def test_without_such_a_proxy_nobody_is_believed_to_be_https() -> None:
    assert not is_ours(scope("play.example.org", "https://play.example.org", x_forwarded_proto="https"))
    assert is_ours(scope("play.example.org", "https://play.example.org", scheme="wss"))


def test_a_proxy_that_keeps_the_name_to_itself_is_helped_by_the_public_address(settings: Any) -> None:
    settings.PUBLIC_URL = "https://play.example.org/"
    assert is_ours(scope("127.0.0.1:8001", "https://play.example.org"))
    assert not is_ours(scope("127.0.0.1:8001", "https://play.example.org:8443"))
    settings.PUBLIC_URL, settings.CSRF_TRUSTED_ORIGINS = "", ["https://other.example.org"]
    assert is_ours(scope("127.0.0.1:8001", "https://other.example.org"))
    assert not is_ours(scope("127.0.0.1:8001", "https://play.example.org"))
