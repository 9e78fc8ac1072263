"""What the pages of a round show: the card in hand, what was said about it, the mnemonic taken apart, the hillside."""

import re
from collections.abc import Iterable
from math import sin

from msgspec import Struct

from games.drawing import two_digits
from games.revision.memory import Memory, learnable, name_of
from games.revision.rounds import Part, Phase, Position, Round, What, choices, parts_right
from games.rules import major
from games.rules.pack import Event, Pack, Statement

MARKED = re.compile(r"\[([^\]]*)\]")


class SoundTicket(Struct, frozen=True):
    """One sound of a mnemonic: the word round it, the letters that count, their digits, what else would give them."""

    before: str
    letters: str
    after: str
    digits: str
    others: str


class Said(Struct, frozen=True):
    """One part of an answer: what was asked, what was said, and was it right?"""

    part: Part
    text: str
    right: bool


class CardPage(Struct, frozen=True):
    """Everything that a page with a card shows."""

    spoken: str  # the language that the card is read in: the reader's, if the deck has it
    phase: str
    way: str
    step: int
    number: int
    of: int
    progress: tuple[str, ...]
    event: Event | None
    statement: Statement | None
    asked: tuple[Part, ...]
    choices: tuple[tuple[int, Event], ...]
    sounds: tuple[SoundTicket, ...]
    said: tuple[Said, ...]
    picked: Event | None
    gave_up: bool
    appealable: bool
    judgeable: bool
    just_right: Event | Statement | None
    again: bool  # has it come again?


def card_page(round: Round, here: Position, pack: Pack, language: str, *, judgeable: bool) -> CardPage:
    """The page for the card in hand. ``judgeable``: may one say the answer and judge oneself?"""
    card = learnable(pack)[here.card]
    event = card if isinstance(card, Event) else None
    last = here.last
    wrong = last if here.phase is Phase.SOLUTION else None
    picking = here.phase is Phase.ASKING and round.way == "picked" and event is not None
    said: tuple[Said, ...] = ()
    picked = None
    if wrong is not None and wrong.what is What.ANSWER and event is not None:
        if round.way == "picked":
            picked = pack.events[int(wrong.said[0])] if _is_place(wrong.said, pack) else None
        else:
            rights = parts_right(event, pack, round.asked, wrong.said)
            said = tuple(Said(*one) for one in zip(round.asked, wrong.said, rights, strict=False))
    before = learnable(pack)[here.last_card] if here.last_card >= 0 else None
    return CardPage(
        spoken=spoken_in(pack, language),
        phase=here.phase.value,
        way=round.way,
        step=here.step,
        number=len(here.known) + 1,
        of=len(round.cards),
        progress=tuple(_progress(round, here)),
        event=event,
        statement=card if isinstance(card, Statement) else None,
        asked=round.asked,
        choices=tuple((place, pack.events[place]) for place in choices(round, here, pack)) if picking else (),
        sounds=sounds(event, language) if event is not None and here.phase is not Phase.ASKING else (),
        said=said,
        picked=picked,
        gave_up=wrong is not None and wrong.what is What.GIVE_UP,
        appealable=wrong is not None and wrong.what is What.ANSWER and round.way == "typed",
        judgeable=judgeable and event is not None and round.way != "judged",
        just_right=before if last is not None and last.right else None,
        again=here.card in here.again,
    )


def spoken_in(pack: Pack, language: str) -> str:
    """The language in which this reader gets the cards, as Text.say chooses it."""
    there = pack.languages
    return language if language in there or not there else "en" if "en" in there else there[0]


def _is_place(said: tuple[str, ...], pack: Pack) -> bool:
    return bool(said) and said[0].isascii() and said[0].isdigit() and int(said[0]) < len(pack.events)


def _progress(round: Round, here: Position) -> Iterable[str]:
    for card in round.cards:
        if card in here.known:
            yield "ok"
        elif card == here.card:
            yield "now"
        else:
            yield "redo" if card in here.again else ""


def sounds(event: Event, language: str) -> tuple[SoundTicket, ...]:
    """The mnemonic sound by sound; nothing where it cannot be read or has no letters marked."""
    spoken = language if getattr(event.mnemonic, language, "") else "en"
    text = event.mnemonic.say(spoken)
    if spoken not in major.LANGUAGES:
        return ()
    try:
        explained = major.explain(text, spoken, event.year)
    except major.MnemonicError:
        return ()
    digits = two_digits(event.year)
    others = dict(zip(digits, major.consonants_for(event.year, spoken), strict=True))
    tickets = []
    for found, (letters, digit) in zip(MARKED.finditer(text), explained, strict=False):
        before, after = ("", "") if spoken == "ja" else _word_round(text, found.start(), found.end())
        tickets.append(SoundTicket(before, letters, after, digit, ", ".join(others.get(digit, ()))))
    return tuple(tickets)


def _word_round(text: str, start: int, end: int) -> tuple[str, str]:
    """The rest of the word in which these marked letters stand, up to the next marked ones."""
    before = re.search(r"(?:^|\s)([^\s\[\]]*)$", text[:start])  # what stands between two marks belongs to the first
    after = re.match(r"[^\s\[]*", text[end:])
    return before[1] if before else "", after[0] if after else ""


# ---------------------------------------------------------------------- the hillside

WIDTH = 358
TERRACES = (("spades", 165, 22), ("clubs", 226, 25), ("diamonds", 290, 29), ("hearts", 360, 33))


class Flower(Struct, frozen=True):
    """One card on the hillside: an edelweiss of this size if it is known, a seed if it is not; ``new`` since today."""

    x: float
    y: float
    size: float
    known: bool
    new: bool
    name: str

    @property
    def left(self) -> float:
        """Where its drawing begins."""
        return round(self.x - self.size / 2, 1)

    @property
    def halo(self) -> float:
        """How far it shines, if it is new."""
        return round(self.size * 0.66, 1)

    @property
    def top(self) -> float:
        """Where its drawing begins, from above."""
        return round(self.y - self.size / 2, 1)


class Hill(Struct, frozen=True):
    """A deck as a hillside: a card keeps its place for good."""

    flowers: tuple[Flower, ...]
    known: int
    cards: int
    new: int
    suits: bool


def hillside(memory: Memory, pack: Pack, since: int) -> Hill:
    """All cards of a deck: spades on top, hearts in front; a deck of statements in four rows, several to a place."""
    cards = learnable(pack)
    known = [_is_known(memory, pack, card) for card in cards]
    fresh = [now and not _was_known(memory, pack, card, since) for card, now in zip(cards, known, strict=True)]
    rows: list[list[tuple[bool, bool, str]]] = [[], [], [], []]
    if pack.events:
        order = [suit for suit, _y, _size in TERRACES]
        for card, now, new in zip(pack.events, known, fresh, strict=True):
            rows[order.index(card.suit)].append((now, new, str(card.year)))
    else:
        together = max(1, -(-len(cards) // 52))
        for place in range(0, len(cards), together):
            half = sum(known[place : place + together]) * 2 >= together
            row = rows[min(3, place * 4 // max(1, len(cards)))]
            row.append((half, half and any(fresh[place : place + together]), str(place + 1)))
    flowers = [flower for terrace, row in zip(TERRACES, rows, strict=True) for flower in _in_row(terrace, row)]
    return Hill(tuple(flowers), sum(known), len(cards), sum(fresh), bool(pack.events))


def _in_row(terrace: tuple[str, int, int], row: list[tuple[bool, bool, str]]) -> Iterable[Flower]:
    """Side by side, each a little higher or lower than the last, and never the same twice."""
    suit, height, size = terrace
    step = (WIDTH - 62) / max(1, len(row) - 1)
    fit = min(size, step * 1.25)
    for place, (known, new, name) in enumerate(row):
        y = height + 14 * sin(place * 2.4 + height)
        yield Flower(round(44 + place * step, 1), round(y, 1), round(fit, 1), known, new, name)


def _is_known(memory: Memory, pack: Pack, card: Event | Statement) -> bool:
    found = memory.cards.get(name_of(pack.slug, card))
    return found is not None and found.right


def _was_known(memory: Memory, pack: Pack, card: Event | Statement, since: int) -> bool:
    found = memory.cards.get(name_of(pack.slug, card))
    return found is not None and found.known_before(since)
