"""Is a new mnemonic good enough? And a new one for any year, by the Major System (QS-D6.1, QS-D6.5)."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, islice, product

from games.rules import major
from games.rules.answers import judge_mnemonic, names
from games.rules.kernel import IllegalMove
from games.rules.pack import Event
from games.rules.words import N_

LEAST_LETTERS = 8
LEAST_NEW = 200  # suggestions looked at beyond those that may have been used

# Two words for each digit: what they are like, and who they are; in French and Italian the other way round.
FIRST: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        ("silly", "sunny", "sour"), ("tiny", "tall", "dark"), ("nice", "new", "noisy"), ("mad", "mild", "muddy"),
        ("red", "rich", "rusty"), ("lazy", "long", "lucky"), ("shy", "jolly", "cheap"), ("cold", "calm", "gold"),
        ("fat", "fine", "vain"), ("big", "pale", "bold"),
    ),
    "de": (
        ("süsse", "saure", "zarte"), ("tolle", "dicke", "dumme"), ("nette", "neue", "nasse"),
        ("müde", "milde", "muntere"), ("rote", "runde", "rasche"), ("lange", "laute", "leise"),
        ("scheue", "schöne", "junge"), ("kalte", "kleine", "grosse"), ("faule", "feine", "wilde"),
        ("bunte", "blaue", "braune"),
    ),
    "fr": (
        ("singes", "serpents", "zèbres"), ("tigres", "tambours", "dragons"), ("nuages", "navires", "nains"),
        ("moutons", "moulins", "marins"), ("renards", "robots", "rubans"), ("lapins", "lions", "lutins"),
        ("chats", "chiens", "jardins"), ("canards", "cochons", "corbeaux"), ("fantômes", "fauteuils", "volcans"),
        ("pingouins", "ballons", "balais"),
    ),
    "it": (
        ("sassi", "serpenti", "zoccoli"), ("topi", "tamburi", "delfini"), ("nani", "nonni", "nidi"),
        ("merli", "maghi", "mulini"), ("ricci", "rospi", "robot"), ("lupi", "leoni", "limoni"),
        ("gelati", "giganti", "gettoni"), ("cani", "gatti", "cavalli"), ("fiori", "fantasmi", "violini"),
        ("pinguini", "palloni", "bruchi"),
    ),
    "ja": (
        ("れいせいな", "れきしのある", "れんあいちゅうの"), ("いそがしい", "ひくい", "ひろい"),
        ("にがい", "ふとい", "ふるい"), ("みじかい", "さむい", "みどりの"),
        ("よわい", "しろい", "しずかな"), ("ごうかな", "ごつい", "ごきげんな"),
        ("むらさきの", "むじゃきな", "むずかしい"), ("ながい", "なつかしい", "なまいきな"),
        ("はやい", "はでな", "やさしい"), ("くろい", "くらい", "くせのある"),
    ),
}  # fmt: skip
SECOND: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        ("soup", "zebra", "seal"), ("tiger", "dog", "tuba"), ("nurse", "nun", "nest"), ("monk", "mouse", "moon"),
        ("rabbit", "robot", "rose"), ("lion", "lamp", "lemon"), ("judge", "sheep", "shoe"),
        ("king", "cat", "goat"), ("fish", "fox", "violin"), ("bear", "piano", "pig"),
    ),
    "de": (
        ("Sägen", "Zebras", "Sessel"), ("Tiger", "Dackel", "Tauben"), ("Nasen", "Nüsse", "Nelken"),
        ("Mäuse", "Monde", "Möwen"), ("Rosen", "Raben", "Räder"), ("Löwen", "Lampen", "Löffel"),
        ("Schafe", "Schuhe", "Schirme"), ("Katzen", "Kühe", "Kamele"), ("Füchse", "Fische", "Wale"),
        ("Bären", "Birnen", "Pinsel"),
    ),
    "fr": (
        ("sages", "sourds", "salés"), ("tristes", "timides", "doux"), ("noirs", "nerveux", "naïfs"),
        ("maigres", "malins", "muets"), ("rouges", "ronds", "rapides"), ("lourds", "longs", "lents"),
        ("jaunes", "jolis", "joyeux"), ("courts", "carrés", "curieux"), ("fous", "verts", "fiers"),
        ("bleus", "blancs", "bavards"),
    ),
    "it": (
        ("sottili", "seri", "sordi"), ("tristi", "timidi", "dolci"), ("neri", "nuovi", "nervosi"),
        ("magri", "muti", "matti"), ("rossi", "rotondi", "rapidi"), ("lunghi", "lenti", "leggeri"),
        ("gialli", "gentili", "giovani"), ("corti", "calmi", "curiosi"), ("verdi", "furbi", "felici"),
        ("bianchi", "piccoli", "bravi"),
    ),
    "ja": (
        ("れもん", "れんが", "れいぞうこ"), ("いぬ", "いす", "ひつじ"),
        ("にわとり", "にんじん", "ふね"), ("みみず", "さる", "さかな"),
        ("しか", "しまうま", "よろい"), ("ごりら", "ごぼう", "ごま"),
        ("むし", "ろうそく", "ろば"), ("なす", "なべ", "なまず"),
        ("はち", "はな", "やぎ"),
        ("くま", "くつ", "くるま"),
    ),
}  # fmt: skip
AND = {"en": " and ", "de": " und ", "fr": " et ", "it": " e ", "ja": " と "}


def suggestions(year: int, language: str = "en") -> Iterator[str]:
    """Two words whose first sounds give the last two digits of a year, in every combination."""
    tens, ones = divmod(year % 100, 10)
    return (f"{first} {second}" for second in SECOND[language][ones] for first in FIRST[language][tens])


def _longer(year: int, language: str) -> Iterator[str]:
    """The same with more and more of our words behind them: there are always new ones."""
    others = [
        f"{first} {second}"
        for firsts, seconds in zip(FIRST[language], SECOND[language], strict=True)
        for first in firsts
        for second in seconds
    ]
    for more in count(1):
        for text, *behind in product(suggestions(year, language), *(others,) * more):
            yield AND[language].join((text, *behind))


def heard(text: str) -> tuple[int, ...]:
    """The two-digit years that a suggestion may stand for; none if it does not begin with the words above."""
    first, second, *_ = (*text.split(), "", "")
    return tuple(
        10 * tens + ones
        for language in FIRST
        for tens, firsts in enumerate(FIRST[language]) if first in firsts
        for ones, seconds in enumerate(SECOND[language]) if second in seconds
    )  # fmt: skip


def plain(text: str) -> str:
    """Only the letters and digits, for comparing."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


@lru_cache(maxsize=512)
def spells(text: str, year: int) -> bool:
    """Does it give the last two digits of the year, by its marked letters, its first sounds, or as a whole?"""
    if "[" in text or "]" in text:
        readings = [text]
    else:
        words = text.split()
        readings = [f"[{text}]", " ".join(f"[{word[0]}]{word[1:]}" for word in words[:2])] if words else []
    return any(major.spells(reading, language, year) for reading in readings for language in major.LANGUAGES)


def check(text: str, event: Event, used: Sequence[str]) -> None:
    """Refuses a typed mnemonic that is none (QS-D6.5), without judging whether it is meant for the card's own."""
    letters = plain(text)
    if letters in map(plain, used):
        raise IllegalMove("QS-D6.1", N_("This mnemonic has already been used in this game."))
    if any(letters == plain(own) for own in event.mnemonic.all()):
        raise IllegalMove("QS-D6.5", N_("That is the card’s own mnemonic."))
    if any(plain(name) and plain(name) in letters for name in names(event)):
        raise IllegalMove("QS-D6.5", N_("A mnemonic must not hold the event’s name."))
    if str(event.year) in text or re.search(rf"(?<!\d){event.year % 100:02d}(?!\d)", text):
        raise IllegalMove("QS-D6.5", N_("A mnemonic must not hold the year in figures."))
    if sum(letter.isalpha() for letter in text) < LEAST_LETTERS and not spells(text, event.year):
        raise IllegalMove("QS-D6.5", N_("Under eight letters a mnemonic must spell the year by the Major System."))


def check_new(text: str, event: Event) -> None:
    """Refuses what would be taken for the card's own mnemonic (QS-D6.5)."""
    if judge_mnemonic(text, event.mnemonic):
        raise IllegalMove("QS-D6.5", N_("That is the card’s own mnemonic."))


def suggestion(event: Event, used: Sequence[str], skip: int = 0, language: str = "en") -> str | None:
    """A mnemonic for this event that will pass: two words, or more once all of those have been used.

    None only for an event whose name is so short that all our words hold it.
    """
    good = [text for text in suggestions(event.year, language) if passes(text, event, used)]
    if good:
        return good[skip % len(good)]
    longer = islice(_longer(event.year, language), LEAST_NEW + len(used))
    return next((text for text in longer if passes(text, event, used)), None)


def passes(text: str, event: Event, used: Sequence[str]) -> bool:
    """Would this mnemonic be accepted?"""
    try:
        check(text, event, used)
        check_new(text, event)
    except IllegalMove:
        return False
    return True
