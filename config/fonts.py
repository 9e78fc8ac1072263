"""The site's letters: cut out of font packages when they are first asked for, and then static files like any other.

The packages hold every script and weight there is, four megabytes. Here go the weights that are used, with the letters
of western Europe, as WOFF2 under ``var/``. Whatever collects or looks up static files finds them (`LetterFinder`).
"""

import importlib.util
import logging
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from fontTools import subset

from config.whole import write_whole

LATIN: Final = (
    *(range(0x20, 0x7F), range(0xA0, 0x180), range(0x218, 0x21C), range(0x2C6, 0x2DE)),
    *(range(0x2010, 0x2028), (0x202F, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044), range(0x2080, 0x208A)),
    *((0x20AC, 0x2116, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265),),
)
FEATURES: Final = ("kern", "liga", "lnum", "tnum", "pnum", "ccmp", "locl", "mark", "mkmk")


logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of every glyph


class Face(NamedTuple):
    """One font file: what the style sheets call it, and where it comes from."""

    name: str
    package: str
    file: str


FACES: Final = (
    Face("serif-400", "font_source_serif_pro", "SourceSerifPro-Regular"),
    Face("serif-400-italic", "font_source_serif_pro", "SourceSerifPro-It"),
    Face("serif-700", "font_source_serif_pro", "SourceSerifPro-Bold"),
    Face("sans-400", "font_source_sans_pro", "SourceSansPro-Regular"),
    Face("sans-600", "font_source_sans_pro", "SourceSansPro-Semibold"),
    Face("sans-700", "font_source_sans_pro", "SourceSansPro-Bold"),
)


def folder() -> Path:
    """Where the letters lie; those of other versions, or cut otherwise, lie elsewhere."""
    versions = [version(name) for name in ("font-source-serif-pro", "font-source-sans-pro", "fonttools")]
    cut_from = repr((versions, LATIN, FEATURES, FACES)).encode()
    return Path(settings.VAR_DIR) / f"letters-{sha256(cut_from).hexdigest()[:12]}"


def letters() -> Path:
    """The folder with every font file in it, such as ``fonts/serif-400.woff2``; those that are missing are cut."""
    there = folder()
    for face in FACES:
        path = there / "fonts" / f"{face.name}.woff2"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, cut(face))
    return there


def cut(face: Face) -> bytes:
    """What we need of a font."""
    found = importlib.util.find_spec(face.package)
    assert found is not None and found.origin is not None, f"{face.package} is not installed"
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=list(FEATURES), desubroutinize=True, notdef_outline=True
    )
    font = subset.load_font(str(Path(found.origin).parent / "files" / f"{face.file}.otf"), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[letter for letters in LATIN for letter in letters])
    subsetter.subset(font)
    file = BytesIO()
    subset.save_font(font, file, options)
    return file.getvalue()


class LetterFinder(BaseFinder):
    """Finds the letters among the static files."""

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The file on the disk; nothing if it is none of ours."""
        names = {f"fonts/{face.name}.woff2" for face in FACES}
        found = str(letters() / path) if path in names else None
        if find_all:
            return [found] if found else []
        return found or []

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every file with the place it lies in."""
        place = FileSystemStorage(location=letters())
        for face in FACES:
            yield f"fonts/{face.name}.woff2", place
