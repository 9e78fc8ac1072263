"""Pages travel packed."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config.packing import Packing

PACKED = {"HTTP_ACCEPT_ENCODING": "gzip, br"}


@pytest.mark.django_db
def test_a_page_travels_packed_and_says_the_same(client: Client) -> None:
    address = reverse("tables:rulebook", args=["qwantum"])
    whole, packed = client.get(address), client.get(address, **PACKED)
    assert packed["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed["Vary"]
    unpacked = gzip.decompress(packed.content)
    assert len(unpacked) == len(whole.content) and unpacked.endswith(b"</html>\n"), "but for the token in its form"
    assert len(packed.content) < len(whole.content) / 2


def test_a_picture_travels_as_it_is() -> None:
    picture = HttpResponse(b"\x89PNG" + bytes(2000), content_type="image/png")
    assert "Content-Encoding" not in Packing(lambda _: picture)(RequestFactory().get("/", **PACKED))
