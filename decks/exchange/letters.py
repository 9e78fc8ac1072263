"""Files that do not say how their letters are written: spreadsheets on Windows save CSV in letters of their own."""

from pathlib import PurePath

_LONGEST_LINE = 80


def in_utf8(data: bytes, filename: str) -> tuple[bytes, str]:
    """The same file in UTF-8, and the first line whose letters had to be guessed; empty if none had to.

    Only CSV files that are not UTF-8 are touched, and of those only what can be read as Windows writes it (cp1252).
    """
    if PurePath(filename).suffix.casefold() != ".csv" or data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data:
        return data, ""
    try:
        data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return data, ""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return data, ""
    line = next(line for line in text.splitlines() if not line.isascii())
    return text.encode(), line.strip()[:_LONGEST_LINE]
