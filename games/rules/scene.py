"""Scenes: the crazy picture of an event, a few characters that become emoji on a coloured ground.

    night flat 🌙@76,26*20~-12 🧱@16,100*22 🐕@50,80*52|

A ground, a horizon if there is one, then what stands there: an emoji, its middle (across, down), its size;
``~`` turns it by so many degrees, ``|`` mirrors it. The field is 100 wide and 140 high, as a card is.

    picture 0c3f5a7b9d1e2f4a6b8c

An uploaded picture in place of all that; what it is called by says nothing about it.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Literal, cast, get_args

from msgspec import Struct

from games.rules.words import N_, Fact, Say, say

Ground = Literal["night", "snow", "meadow", "desert", "sea", "room", "dusk", "space"]
Horizon = Literal["none", "flat", "hills", "sea", "peaks", "dunes"]

GROUNDS: tuple[Ground, ...] = get_args(Ground)
HORIZONS: tuple[Horizon, ...] = get_args(Horizon)
WIDTH, HEIGHT = 100, 140
SMALLEST, LARGEST = 6, 90
MOST_ITEMS = 12
UPLOADED = "picture"
KEY_LENGTH = 20  # 80 bits of a hash: nobody finds another picture of the same name

_ITEM = re.compile(r"([^@]+)@(-?\d{1,4}),(-?\d{1,4})\*(\d{1,4})(?:~(-?\d{1,4}))?(\|)?")
_KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")
_PUNCTUATION = "‼⁉〰〽"  # emoji that Unicode counts as punctuation
_JOINER, _PICTURE = "\u200d", "\ufe0f"


class SceneError(ValueError):
    """A scene that cannot be drawn; ``position`` is the character (from 1) where it goes wrong."""

    def __init__(self, position: int, text: str, **facts: Fact) -> None:
        self.position = position
        self.why = say(text, **facts)
        self.what = text % {name: fact.text if isinstance(fact, Say) else fact for name, fact in facts.items()}
        super().__init__(f"character {position}: {self.what}")


class Item(Struct, frozen=True):
    """An emoji in a scene: where its middle is, how large, how far turned, mirrored or not."""

    emoji: str
    x: int
    y: int
    size: int
    turn: int = 0
    mirrored: bool = False

    def __str__(self) -> str:
        turn = f"~{self.turn}" if self.turn else ""
        return f"{self.emoji}@{self.x},{self.y}*{self.size}{turn}{'|' if self.mirrored else ''}"


class Scene(Struct, frozen=True):
    """A ground, a horizon, and up to twelve emoji, the last one in front."""

    ground: Ground
    horizon: Horizon
    items: tuple[Item, ...]

    drawn: ClassVar[bool] = True  # of emoji, not uploaded

    def __str__(self) -> str:
        horizon = () if self.horizon == "none" else (self.horizon,)
        return " ".join((self.ground, *horizon, *map(str, self.items)))


class Uploaded(Struct, frozen=True):
    """A picture that somebody has uploaded, by the key under which the site keeps it."""

    key: str

    drawn: ClassVar[bool] = False

    def __str__(self) -> str:
        return f"{UPLOADED} {self.key}"


def parse_scene(text: str) -> Scene | Uploaded:
    """The scene that this text describes. Raises SceneError with the position of what is wrong."""
    words = [(found.start() + 1, found.group()) for found in re.finditer(r"\S+", text)]
    if words and words[0][1] == UPLOADED:
        return _uploaded(words[1:], len(text) + 1)
    if not words or words[0][1] not in GROUNDS:
        raise SceneError(
            words[0][0] if words else 1, N_("expected a ground to begin with: %(known)s"), known=", ".join(GROUNDS)
        )
    ground, rest = words[0][1], words[1:]
    horizon = "none"
    if rest and rest[0][1] in HORIZONS:
        horizon, rest = rest[0][1], rest[1:]
    elif rest and rest[0][1].isalpha():
        what = N_("expected a horizon (%(known)s) or an emoji, not “%(typed)s”")
        raise SceneError(rest[0][0], what, known=", ".join(HORIZONS), typed=rest[0][1])
    if not rest:
        raise SceneError(len(text) + 1, N_("expected at least one emoji, written emoji@x,y*size"))
    if len(rest) > MOST_ITEMS:
        raise SceneError(
            rest[MOST_ITEMS][0], N_("expected at most %(most)s emoji, not %(n)s"), most=MOST_ITEMS, n=len(rest)
        )
    items = tuple(_item(position, word) for position, word in rest)
    return Scene(ground, cast(Horizon, horizon), items)


def _uploaded(words: Sequence[tuple[int, str]], end: int) -> Uploaded:
    if not words or not _KEY.fullmatch(words[0][1]):
        raise SceneError(words[0][0] if words else end, N_("expected the picture’s %(n)s letters"), n=KEY_LENGTH)
    if len(words) > 1:
        raise SceneError(words[1][0], N_("expected nothing behind the picture, not “%(typed)s”"), typed=words[1][1])
    return Uploaded(words[0][1])


def uploaded_in(text: str) -> str:
    """The key of the picture that this scene shows; '' for a scene of emoji or one that cannot be drawn."""
    try:
        scene = parse_scene(text)
    except SceneError:
        return ""
    return scene.key if isinstance(scene, Uploaded) else ""


def _item(position: int, word: str) -> Item:
    found = _ITEM.fullmatch(word)
    if found is None:
        what = N_("expected emoji@x,y*size, then ~degrees and | if wanted, not “%(typed)s”")
        raise SceneError(position, what, typed=word)
    emoji, x, y, size, turn, mirror = found.groups()
    if not is_emoji(emoji):
        raise SceneError(position, N_("expected one emoji before the @, not “%(typed)s”"), typed=emoji)
    for group, name, least, most in (
        (2, N_("a place across"), 0, WIDTH),
        (3, N_("a place down"), 0, HEIGHT),
        (4, N_("a size"), SMALLEST, LARGEST),
        (5, N_("a turn"), -180, 180),
    ):
        if not least <= int(found.group(group) or 0) <= most:
            raise SceneError(
                position + found.start(group),
                N_("expected %(what)s from %(least)s to %(most)s, not %(n)s"),
                what=say(name),
                least=least,
                most=most,
                n=found.group(group),
            )
    return Item(emoji, int(x), int(y), int(size), int(turn or 0), mirror is not None)


def is_emoji(text: str) -> bool:
    """Is this exactly one emoji: a picture, a flag, or several pictures joined into one?"""
    letters = sum("\U0001f1e6" <= character <= "\U0001f1ff" for character in text)
    if letters:
        return letters == len(text) == 2
    return all(_is_picture(part) for part in text.split(_JOINER))


def _is_picture(text: str) -> bool:
    """One picture sign, followed at most by the sign for colour pictures and one for the skin."""
    first, marks = text[:1], text[1:]
    return (
        first > "\u2000"
        and (unicodedata.category(first) in ("So", "Sm") or first in _PUNCTUATION)
        and all(mark == _PICTURE or unicodedata.category(mark) == "Sk" for mark in marks)
        and not any(one == other for one, other in pairwise(marks))
    )
