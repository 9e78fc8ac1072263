"""The same application on any ASGI server: pages, and sockets that strangers' pages cannot open."""

from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from games.tables.consumer import NO_SUCH_TABLE
from tests.servers import running

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["daphne", "uvicorn"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    with running(request.param) as (address, _):
        yield address


def test_pages_and_sockets_answer_on_both_servers(address: str) -> None:
    socket = address.replace("http:", "ws:") + "/ws/t/NOPE/table/"

    with urlopen(f"{address}/accounts/login/", timeout=20) as page:
        assert page.status == 200
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    with connect(socket, origin=address, open_timeout=20) as line, pytest.raises(ConnectionClosed) as closed:  # type: ignore[arg-type]
        line.recv(20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NO_SUCH_TABLE
    for page in ("https://evil.example.org", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as stranger:
            connect(socket, origin=page, open_timeout=20)  # type: ignore[arg-type]
        assert stranger.value.response.status_code == 403
