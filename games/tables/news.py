"""What processes tell each other of a table: a line of text, and what it says.

An announcement is a line of text: `TABLE:NUMBER` for a move, `TABLE:` when people or house have changed. Then, if it
fits, a blank, who says so, and the rows of the log themselves, so that nobody has to read what was just told. The head
stays as it is for ever; whoever does not understand the rest, because another version of the site wrote it, reads the
table up from the database. `TABLE!SEAT!GESTURE` is a gesture, which is nowhere but in the announcement.
`TABLE!PLAYER!?FIELD=VALUE` is what one of a team would choose, and nowhere else either. `TABLE!ABOUT!guess`: somebody
who watches has guessed along, so that there is something to be counted; whoever misses that shows one bar less.
"""

import re
from typing import Final, Literal, NamedTuple
from urllib.parse import unquote

import msgspec

from games.tables.snapshot import Row

CHANNEL: Final = "tables"
ROOM: Final = 7500  # bytes; PostgreSQL's own limit is 7999
AGAIN: Final = 1.0  # seconds between two tries to hear the news


class News(NamedTuple):
    """What has happened at a table. ``number``: its last move; None when people or house have changed.

    ``gesture``: somebody in seat ``by`` has made one; then nothing else has happened, and nothing of it is kept.
    ``lean``: player ``by``, who shares a seat, would choose this (CO-1): nothing of it is kept either.
    ``rows``: the moves up to this number that are news; none of them where there was no room. ``sender``: the log that
    committed them, which need not hear of it; empty if everybody has to. ``night``: this night has changed, no table.
    ``guess``: an onlooker has guessed along at this riddle.
    """

    table: int
    number: int | None = None
    rows: tuple[Row, ...] = ()
    sender: str = ""
    night: int = 0
    gesture: str = ""
    by: int = 0
    lean: str = ""
    guess: int | None = None


GESTURES: Final = ("clap", "gasp", "laugh", "well")
GUESS: Final = "guess"

_WISH: Final = re.compile(r"[a-z_]{1,20}=(?:[A-Za-z0-9_.~-]|%[0-9A-Fa-f]{2}){0,600}")  # what is typed, quoted
_decode = msgspec.json.Decoder(tuple[Literal[1], str, tuple[Row, ...]]).decode


def is_wish(said: str) -> bool:
    """Is this a field and what somebody would put into it, quoted so that every page can read it?"""
    if _WISH.fullmatch(said) is None:
        return False
    try:
        unquote(said, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def written(news: News) -> str:
    """The announcement as it is carried, at most ROOM bytes."""
    if news.night:
        return f"night:{news.night}"
    if news.gesture:
        return f"{news.table}!{news.by}!{news.gesture}"
    if news.lean:
        return f"{news.table}!{news.by}!?{news.lean}"
    if news.guess is not None:
        return f"{news.table}!{news.guess}!{GUESS}"
    head = f"{news.table}:{'' if news.number is None else news.number}"
    rest = msgspec.json.encode((1, news.sender, news.rows))
    return f"{head} {rest.decode()}" if news.rows and len(head) + 1 + len(rest) <= ROOM else head


def read(announcement: str) -> News | None:
    """What it says, or as much of it as can be understood; None if it is no announcement at all."""
    match announcement.split("!"):
        case [table, by, gesture] if _is_number(table) and _is_number(by) and gesture in GESTURES:
            return News(int(table), gesture=gesture, by=int(by))
        case [table, by, choice] if _is_number(table) and _is_number(by) and choice[:1] == "?" and is_wish(choice[1:]):
            return News(int(table), lean=choice[1:], by=int(by))
        case [table, about, word] if _is_number(table) and _is_number(about) and word == GUESS:
            return News(int(table), guess=int(about))
    head, _, rest = announcement.partition(" ")
    table, colon, number = head.partition(":")
    if table == "night" and _is_number(number):
        return News(0, night=int(number))
    if not (_is_number(table) and colon and (_is_number(number) or not number)):
        return None
    news = News(int(table), int(number) if number else None)
    try:
        _, sender, rows = _decode(rest)
    except msgspec.MsgspecError:
        return news
    return news._replace(sender=sender, rows=rows)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
