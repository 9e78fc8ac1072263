"""Files packed into one: written alike each time, and never unpacked before they were weighed."""

import io
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from decks.exchange.contents import MEGABYTE, MOST_FILES, MOST_PACKED, MOST_UNPACKED
from decks.packaged import BrokenDeck, Problem


def pack_up(files: Mapping[str, bytes]) -> bytes:
    """The files as one zip. The same files make the same zip: it bears no date."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def weigh(data: bytes, file: str, only: Collection[str] = ()) -> None:
    """Refuses with BrokenDeck what is no zip, or would be too much once unpacked; ``only`` what is to be unpacked.

    The sizes that a zip declares can be trusted here: zipfile never reads more of a file than was declared.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _refused(file, _("expected a whole file; this one is damaged, or protected by a password")) from error
    most = MOST_PACKED if only else MOST_FILES
    if len(parts) > most:
        said = _("expected at most %(most)d files in it, not %(n)d")
        raise _refused(file, said % {"most": most, "n": len(parts)})
    if len({part.filename for part in parts}) < len(parts):
        raise _refused(file, _("expected each file once in it, not two of the same name"))
    if sum(part.file_size for part in parts if not only or part.filename in only) > MOST_UNPACKED:
        what = _("expected at most %(most)d MB when unpacked") % {"most": MOST_UNPACKED // MEGABYTE}
        raise _refused(file, what)


def unpack(data: bytes, file: str, only: Collection[str] = ()) -> dict[str, bytes]:
    """The files of a zip by their paths, without what a computer added for itself; of a package ``only`` some.

    Raises BrokenDeck.
    """
    weigh(data, file, only)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {
                part.filename: archive.read(part)
                for part in archive.infolist()
                if not part.is_dir()
                and not _hidden(PurePosixPath(part.filename))
                and (not only or part.filename in only)
            }
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise _refused(file, _("expected a whole file; this one is damaged")) from error
    except (RuntimeError, NotImplementedError) as error:
        raise _refused(file, _("expected a plain zip, without a password")) from error


def _hidden(path: PurePosixPath) -> bool:
    return any(part.startswith((".", "__")) for part in path.parts)


def _refused(file: str, what: str) -> BrokenDeck:
    return BrokenDeck([Problem(file, 1, "", "", what)])
