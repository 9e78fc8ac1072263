"""The catalogues of the interface: collected from the sources, checked and compiled with Babel."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from config.whole import write_whole

SOURCES = ("templates", "games", "decks", "config")
KEYWORDS = DEFAULT_KEYWORDS | {
    "N_": None,
    "P_": (1, 2),
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
IN_FRAGMENTS = {"extensions": "games.tables.fragments.Pieces", "silent": "false"}  # what cannot be read is an error
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)  # a date that never changes makes no noise in a diff


def sentences() -> Catalog:
    """Every text of the sources, in alphabetical order."""
    found = Catalog()
    for path in _sources():
        text, method = path.read_text(encoding="utf-8"), "python"
        if path.is_relative_to(Path(settings.BASE_DIR) / "templates" / "fragments"):
            method = "jinja2.ext:babel_extract"
        elif path.suffix != ".py":
            # a template is indented as its elements are, which means nothing to Python
            text = INDENTATION.sub("", templatize(text, origin=str(path)))
        for _line, message, comments, context in extract(
            method,
            BytesIO(text.encode()),
            KEYWORDS,
            comment_tags=("Translators:",),
            options=IN_FRAGMENTS,
            strip_comment_tags=True,
        ):
            found.add(message, auto_comments=comments, context=context)
    return found


def collect() -> list[Path]:
    """Brings each catalogue in step with the sources; keeps what is translated and drops what nobody says any more."""
    template = sentences()
    for path in catalogues():
        known = _read(path) if path.exists() else Catalog(locale=_language(path))
        fresh = Catalog(
            locale=_language(path),
            project="Tischrunde",
            version="1",
            msgid_bugs_address="",
            fuzzy=False,
            header_comment="# Tischrunde, the texts of the interface.",
            creation_date=NOON,
            revision_date=NOON,
            last_translator="The Tischrunde authors",
            language_team="The Tischrunde authors",
        )
        for message in sorted(template, key=_order):
            if message.id:
                before = known.get(_key(message), message.context)
                said = before.string if before else None
                fresh.add(
                    message.id,
                    said if said and isinstance(said, tuple) == message.pluralizable else None,
                    flags=(before.flags & {"fuzzy"} if before else set())
                    | ({"python-format"} if message.python_format else set()),
                    auto_comments=message.auto_comments,
                    context=message.context,
                )
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, fresh, width=110, no_location=True, include_previous=False)
    return catalogues()


def compile_all() -> None:
    """Writes what Django reads, beside each catalogue that is newer."""
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        if path.exists() and not (compiled.exists() and compiled.stat().st_mtime >= path.stat().st_mtime):
            draft = BytesIO()
            write_mo(draft, _read(path))
            write_whole(compiled, draft.getvalue())


def troubles() -> list[str]:
    """What a speaker of each language would miss: one line for each text that is missing, unfinished or outdated."""
    template = sentences()
    found = []
    for path in catalogues():
        known = _read(path) if path.exists() else Catalog()
        for message in sorted(template, key=_order):
            if message.id and (trouble := _trouble(message, known.get(_key(message), message.context))):
                found.append(f"{_language(path)}: {trouble}: {_key(message)!r}")
        wanted = {(_key(message), message.context) for message in template}
        said = {(_key(message), message.context) for message in known if message.id}
        found += [f"{_language(path)}: no longer used: {text!r}" for text, _ in sorted(said - wanted, key=str)]
    return found


def _trouble(wanted: Message, known: Message | None) -> str:
    if known is None:
        return "missing, run: manage.py messages"
    texts = _forms(known.string)
    if known.pluralizable != wanted.pluralizable:
        return "missing, run: manage.py messages"
    if not all(texts):
        return "not translated"
    if known.fuzzy:
        return "marked as fuzzy"
    allowed = [sorted(PLACEHOLDER.findall(text)) for text in _forms(wanted.id)]
    if any(sorted(PLACEHOLDER.findall(text)) not in allowed for text in texts):
        return "other placeholders than the English text"
    return ""


def catalogues() -> list[Path]:
    """One catalogue for each language but English, which the sources speak."""
    folder = Path(settings.LOCALE_PATHS[0])
    return [
        folder / code / "LC_MESSAGES" / "django.po" for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE
    ]


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((Path(settings.BASE_DIR) / folder).rglob("*")):
            if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts:
                yield path


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=_language(path))


def _language(path: Path) -> str:
    return path.parent.parent.name


def _key(message: Message) -> str:
    return _forms(message.id)[0]


def _forms(text: Iterable[str] | str | None) -> tuple[str, ...]:
    """Singular and plural, or the one form there is."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _order(message: Message) -> tuple[str, str]:
    return _key(message), message.context or ""
