"""A link as a picture for a phone's camera."""

import io
from functools import lru_cache

import segno
from django.utils.safestring import SafeString


@lru_cache(maxsize=256)
def qr_svg(link: str) -> SafeString:
    """The link as an inline SVG; its colours come from the page's tokens."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        border=0,
        omitsize=True,
        svgclass="qr",
        lineclass="qr-line",
    )
    return SafeString(out.getvalue().decode())
