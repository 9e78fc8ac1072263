"""The same application on any ASGI server: pages, and sockets that strangers' pages cannot open."""

from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

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
    with pytest.raises(InvalidStatus) as stranger:
        connect(socket, origin="https://evil.example.org", open_timeout=20)  # type: ignore[arg-type]
    assert stranger.value.response.status_code == 403
