"""What the pages of a table show: observed once per table and once per seat, drawn once per language, encoded once.

A page is a *stage* (the lobby, or a game's layout) filled with *parts*; each part is one fragment whose root element
carries the part's name as its id. What all see (`Rules.common`) is compared once for all pages; what a seat alone
sees (`Rules.own`), and the house's parts, which depend on who is looking, page by page. Nothing else leaves the server.
"""

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, islice
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import msgspec
from markupsafe import Markup

from games.rules.kernel import Seat
from games.rules.play import AnyRules
from games.tables.ending import ending_of
from games.tables.fragments import CLOSES, OPENS, draw, found, needs
from games.tables.parts import Guess, Toast, captains, guess_of, house_parts, team_move
from games.tables.snapshot import Chair, People, Snapshot, watcher_of

HOUSE: Final = frozenset({"menu", "banner", "lobby"})
ENDING: Final = "ending"  # the house tells it, with what the game itself shows of it
GUESS: Final = "guess"  # what onlookers guess along, where a game has riddles for them
SEATS: Final = "seats"  # the part that lists the seats: sent seat by seat
JUST_THE_PART: Final = frozenset({"part", "second"})
OFF_STAGE: Final = "menu"  # stands in a dialog of the page, which must survive a change of stage

_json = msgspec.json.Encoder().encode


def partial(name: str, html: str, swap: str = "") -> str:
    """A fragment as htmx morphs it in, or puts it beside (``swap``) the element of this name."""
    how = f' hx-swap="{swap}"' if swap else ""  # morphed is what a live page expects
    return f'<hx-partial id="{name}"{how}>{html}</hx-partial>'


def encoded(html: str) -> str:
    """A text as it stands inside of a JSON string."""
    return _json(html)[1:-1].decode()


def frame(number: int, content: str, request: str = "") -> str:
    """One message to a browser: the number of the move, the clock in milliseconds, and what has changed, encoded."""
    said = f'{{"number":{number},"now":{int(time.time() * 1000)}'
    if content:
        said += f',"content":"{content}"'
    if request:
        said += f',"HX-Request-ID":"{request}"'
    return said + "}"


class Drawn:
    """A part as it was last drawn, and what it was drawn from."""

    __slots__ = ("_since", "basis", "html", "name", "part", "pieces", "rest")

    def __init__(self, name: str, part: object, basis: object, marked: str) -> None:
        self.name = name
        self.part = part
        self.basis = basis  # what it shows besides
        rest = marked
        self.pieces: tuple[str, ...] = ()
        if OPENS in marked:
            between = [text.split(CLOSES) for text in marked.split(OPENS)]
            rest, self.pieces = OPENS.join(text[-1] for text in between), tuple(text[0] for text in between[1:])
            marked = "".join(chain.from_iterable(between))
        self.html = marked
        self.rest = rest  # the fragment without its pieces
        self._since: tuple[Drawn | None, str] | None = None

    def since(self, before: "Drawn | None") -> str:
        """What must be sent to whoever shows the one before, encoded; once, however many get it."""
        if before is self:
            return ""
        if self._since is None or self._since[0] is not before:
            self._since = (before, self._difference(before))
        return self._since[1]

    def _difference(self, before: "Drawn | None") -> str:
        if before is not None and before.rest == self.rest:
            changed = [pair for pair in zip(before.pieces, self.pieces, strict=True) if pair[0] != pair[1]]
            if all(_named(was) == _named(now) for was, now in changed):
                return "".join(encoded(partial(_named(now), now)) for _, now in changed)
        moved = _moved(before, self) if before is not None and before.pieces and self.pieces else None
        return encoded(partial(self.name, self.html) if moved is None else moved)


def _named(piece: str) -> str:
    return piece.split('id="', 1)[1].split('"', 1)[0]


def _moved(before: Drawn, now: Drawn) -> str | None:
    """Only the pieces that have come, gone or changed, where nothing but their number differs; None where more does.

    htmx finds every target before it moves anything, so that one piece may go and come back somewhere else.
    """
    if _RUN.sub(OPENS, before.rest) != _RUN.sub(OPENS, now.rest):
        return None
    old, new, said = iter(before.pieces), iter(now.pieces), []
    for was, runs in zip(_RUN.findall(before.rest), _RUN.findall(now.rest), strict=True):
        gone = {_named(piece): piece for piece in islice(old, was.count(OPENS))}
        come = {_named(piece): piece for piece in islice(new, runs.count(OPENS))}
        names, here = list(gone), list(come)
        matches = SequenceMatcher(None, names, here, autojunk=False).get_opcodes()
        kept = {name for tag, _, _, low, high in matches if tag == "equal" for name in here[low:high]}
        if not kept:
            return None
        said += [partial(name, "", "delete") for name in names if name not in kept]
        said += [partial(name, come[name]) for name in here if name in kept and come[name] != gone[name]]
        for tag, _, _, low, high in matches:
            if tag in ("insert", "replace"):
                html = "".join(come[name] for name in here[low:high])
                beside = (here[low - 1], "afterend") if low else (here[high], "beforebegin")
                said.append(partial(beside[0], html, beside[1]))
    return "".join(said)


_RUN = re.compile(f"(?:{OPENS})+")  # pieces that follow one another, such as the cards of a timeline

Parts: TypeAlias = Mapping[str, Drawn]
NOTHING: Final[Parts] = {}


@dataclass(eq=False)
class Look:
    """One browser's look at a table: whose eyes, which language and layout, and what it shows by now."""

    player: int | None
    language: str
    layout: str = "table"  # or "screen"
    eyes: Seat | None = None  # looking back, anybody may look from any seat
    second: str | None = None  # on a screen, the card's other language, or none; None: as the table speaks
    guess: tuple[int, int] | None = None  # of an onlooker: the riddle at which it has guessed last, and what
    stage: str = ""
    version: int = 0  # of the showing; 0 shows nothing yet
    house: Parts = field(default_factory=dict)  # what it shows of the house's parts
    own: Parts = field(default_factory=dict)  # and of its seat's

    @property
    def who(self) -> tuple[object, ...]:
        """What decides what this look may show."""
        return self.person, self.language, self.layout, self.eyes, self.second

    @property
    def person(self) -> int | None:
        """Who looks, and may do something here; a big screen is everybody's, whoever has opened it."""
        return None if self.layout == "screen" else self.player

    def watcher(self, people: People) -> Seat:
        """Whose eyes this look has."""
        return watcher_of(people, self.person) if self.eyes is None else self.eyes


@dataclass(eq=False)
class Sheet:
    """What the pages of one language and layout have in common, and what has last changed of it (encoded)."""

    version: int = 0
    drawn: dict[str, Drawn] = field(default_factory=dict)
    lines: tuple[Drawn, ...] = ()  # of the list of seats
    changes: str = ""


class Showing:
    """One table as its browsers see it."""

    def __init__(self) -> None:
        self.version = 0
        self._snapshot: Any = None
        self._seen: tuple[object, ...] = ()  # what there was to see when somebody last looked
        self._state: object = None
        self._common: Any = None  # what all see, as the rules give it
        self._parts: dict[str, object] = {}  # the same by name; what is equal is still the same object
        self._basis: object = None  # who sits where, and the house: what fragments show besides their part
        self._of_house: tuple[object, ...] = ()
        self._views: dict[Seat, Mapping[str, object]] = {}  # what each seat sees beside what all see
        self._sheets: dict[tuple[str, str, str], Sheet] = {}
        self._house: dict[tuple[object, ...], Parts] = {}
        self._own: dict[tuple[object, ...], Parts] = {}
        self._before: dict[tuple[object, ...], Parts] = {}  # the same, one version ago
        self._equal: dict[tuple[object, ...], Drawn] = {}  # of this version: what looks the same from several seats

    # -- once per move -----------------------------------------------------------------------------------------------

    def observe(self, snapshot: Snapshot) -> None:
        """Looks at the table once for all who watch. Where nothing has happened nothing changes."""
        play, people = snapshot.play, snapshot.people
        seen = (play, people, snapshot.house, snapshot.waiting, snapshot.actor, snapshot.guessed)
        was_people, was_house = self._seen[1:3] if self._seen else (None, None)
        if self.version and all(was is now for was, now in zip(self._seen, seen, strict=True)):
            return
        if play is None:
            self._common, self._parts = None, {}
        elif play.state is not self._state:
            self._common = snapshot.rules.common(play.state, snapshot.game.pack, play.at)
            self._parts = {name: self._kept(name, part) for name, part in fields_of(self._common)}
        self._snapshot, self._seen, self._state = snapshot, seen, play and play.state
        if self._basis is None or not (people is was_people and snapshot.house is was_house):
            self._basis = (people, snapshot.house)
        paused = play and play.paused
        of_house = (
            self._basis,
            play is None,
            snapshot.waiting,
            paused,
            snapshot.over,
            team_move(snapshot),
            captains(snapshot),
        )
        if of_house != self._of_house:
            self._of_house, self._house = of_house, {}
        self._views = {}
        self._before, self._own, self._equal = self._own, {}, {}
        self.version += 1

    def _kept(self, name: str, part: object) -> object:
        before = self._parts.get(name)
        return before if before == part else part

    @property
    def stage(self) -> str:
        """What the pages show: the lobby before the game begins, then the game."""
        return "lobby" if self._common is None else "game"

    # -- once per language -------------------------------------------------------------------------------------------

    def _sheet(self, look: Look) -> Sheet:
        """What all pages in this language and layout show; whatever is not as it was is drawn."""
        sheet = self._sheets.setdefault((look.language, look.layout, self._second(look)), Sheet())
        if sheet.version != self.version:
            sheet.changes = "".join(self._changes(sheet, look))
            sheet.version = self.version
        return sheet

    def _second(self, look: Look) -> str:
        """In which other language a screen shows the card in play; empty for none, and on phones."""
        if look.layout != "screen":
            return ""
        there = self._snapshot.house.languages
        if look.second is not None:
            wished = tuple(one for one in (look.second,) if one in there)
        else:  # whoever reads a language that the deck lacks gets its cards in English
            wished = tuple(one if one in there else "en" for one in self._snapshot.people.languages)
        shown = look.language if look.language in there else "en"
        return next((one for one in wished if one != shown and one in there), "")

    def _changes(self, sheet: Sheet, look: Look) -> Iterator[str]:
        for name, part in self._parts.items():
            before = sheet.drawn.get(name)
            if name == SEATS:
                yield from self._seats(sheet, look, part)
                continue
            now = sheet.drawn[name] = self._draw(before, look, name, part)
            yield now.since(before)

    def _seats(self, sheet: Sheet, look: Look, seats: object) -> Iterator[str]:
        """Only the seats that differ: of forty seats one buzzes, of six one has answered."""
        lines = lines_of(seats)
        if len(lines) != len(sheet.lines):
            sheet.lines = tuple(self._line(None, look, line) for line in lines)
            yield self._draw(None, look, SEATS, seats).since(None)
            return
        before = sheet.lines
        sheet.lines = tuple(self._line(was, look, line) for was, line in zip(before, lines, strict=True))
        for was, now in zip(before, sheet.lines, strict=True):
            yield now.since(was)

    def _line(self, before: Drawn | None, look: Look, line: Any) -> Drawn:
        chair = self._snapshot.people.chair(line.seat)
        if before is not None and before.basis is chair and before.part == line:
            return before
        file = found(self._snapshot.house.game, "seat", look.layout)
        return Drawn(f"seat-{line.seat}", line, chair, draw(file, look.language, {"line": line, "chair": chair}))

    # -- once per page -----------------------------------------------------------------------------------------------

    def content(self, look: Look) -> str:
        """What is not as this look shows it, encoded; afterwards it is. Empty if nothing has changed for it."""
        sheet = self._sheet(look)
        if look.stage != self.stage or not 0 < look.version >= self.version - 1:
            whole = f'<hx-partial id="whole" hx-swap="innerMorph">{self.page(look)}</hx-partial>'
            return encoded(whole) + look.house[OFF_STAGE].since(None)
        house, own = self._for(look)
        content = sheet.changes if look.version != self.version else ""
        content += changed(look.house, house) + changed(look.own, own)
        look.version, look.house, look.own = self.version, house, own
        return content

    def fragments(self, look: Look) -> dict[str, str]:
        """Every part of this look's page, drawn, by its name; afterwards only changes need to be sent."""
        sheet, (house, own) = self._sheet(look), self._for(look)
        drawn = {name: one.html for name, one in {**sheet.drawn, **house, **own}.items()}
        if SEATS in self._parts:
            drawn[SEATS] = self._draw(None, look, SEATS, self._parts[SEATS]).html
        look.stage, look.version, look.house, look.own = self.stage, self.version, house, own
        return drawn

    def page(self, look: Look) -> str:
        """The whole stage for this look, with every fragment in its place."""
        parts = SimpleNamespace(**{name: Markup(html) for name, html in self.fragments(look).items()})
        if self.stage == "lobby":
            file = found("", "lobby", look.layout)
        else:
            file = found(self._snapshot.house.game, look.layout, "")
        return draw(file, look.language, {"parts": parts, "house": self._snapshot.house})

    def _for(self, look: Look) -> tuple[Parts, Parts]:
        """What not everybody gets: the house's parts for whoever looks, and those of the seat alone."""
        people = self._snapshot.people
        seat = look.watcher(people)
        host = look.person is not None and look.person == people.host
        second = self._second(look)
        who = (look.person is None, host, seat, look.language, look.layout, second)
        house = self._house.get(who)
        if house is None:
            parts: dict[str, object] = {**house_parts(self._snapshot, look.person)}
            if self._common is not None:
                parts[ENDING] = ending_of(self._snapshot, seat, getattr(self._common, ENDING))
            house = self._house[who] = {name: self._draw(None, look, name, part, seat) for name, part in parts.items()}
        key = (seat, look.language, look.layout, second)
        own = self._own.get(key)
        if own is None:
            before = self._before.get(key, NOTHING)
            view = self._view(seat)
            own = self._own[key] = {name: self._draw(before.get(name), look, name, view[name]) for name in view}
        return house, own if look.guess is None else self._with_guess(look, own, self._view(seat).get(GUESS))

    def _with_guess(self, look: Look, own: Parts, part: object) -> Parts:
        """The same, with what this onlooker has guessed at the riddle that is asked."""
        assert look.guess is not None
        about, choice = look.guess
        if not isinstance(part, Guess) or not part.may or part.riddle is None or part.riddle.about != about:
            return own
        return {**own, GUESS: self._draw(look.own.get(GUESS), look, GUESS, msgspec.structs.replace(part, mine=choice))}

    def _view(self, seat: Seat) -> Mapping[str, object]:
        """What the seat sees beside what all see."""
        view = self._views.get(seat)
        if view is None:
            snapshot, view = self._snapshot, {}
            if self._common is not None:
                seen = snapshot.rules.own(self._common, self._state, seat, snapshot.game.pack, snapshot.play.at)
                view = {name: part for name, part in fields_of(seen) if name not in self._parts}
                if snapshot.rules.riddles:
                    view[GUESS] = guess_of(snapshot, seat)
            self._views[seat] = view
        return view

    def _draw(self, before: Drawn | None, look: Look, name: str, part: object, seat: Seat | None = None) -> Drawn:
        """The part as a fragment; the one before if it still shows the same."""
        if before is not None and before.basis is self._basis and (before.part is part or before.part == part):
            return before
        snapshot = self._snapshot
        file = found("" if name in HOUSE else snapshot.house.game, f"_{name}", look.layout)
        second = self._second(look)
        if needs(file) <= JUST_THE_PART:
            return Drawn(name, part, self._basis, alike(file, look.language, part, second))
        key = (file, look.language, second, part, seat if "you" in needs(file) else None)
        drawn = self._equal.get(key)
        if drawn is None:
            given = {
                "part": part,
                "second": second,
                "people": snapshot.people,
                "house": snapshot.house,
                "rules": snapshot.rules,
                "you": seat,
            }
            drawn = self._equal[key] = Drawn(name, part, self._basis, draw(file, look.language, given))
        return drawn


def changed(before: Parts, now: Parts) -> str:
    """What differs, encoded."""
    if before is now:
        return ""
    return "".join(one.since(before.get(name)) for name, one in now.items())


@lru_cache(maxsize=4096)
def alike(file: str, language: str, part: object, second: str) -> str:
    """A fragment that shows nothing but its part is the same at every table."""
    return draw(file, language, {"part": part, "second": second})


def fields_of(view: Any) -> Iterator[tuple[str, object]]:
    """The parts of an observation by name."""
    return ((name, getattr(view, name)) for name in view.__struct_fields__ if name != ENDING)


def lines_of(seats: Any) -> tuple[Any, ...]:
    """The lines of a game's list of seats, one per seat in their order."""
    return tuple(getattr(seats, "lines", seats))


def showing_of(snapshot: Snapshot) -> Showing:
    """A table that nobody else is looking at: in a lesson, in a replay."""
    showing = Showing()
    showing.observe(snapshot)
    return showing


def toast(rules: AnyRules, people: People, look: Look, refusal: Toast) -> str:
    """A refusal as a partial for the one who asked."""
    given = {"part": refusal, "people": people, "rules": rules}
    return partial("toast", draw(found("", "_toast", look.layout), look.language, given))


def guess_again(snapshot: Snapshot, language: str, part: Guess) -> str:
    """What an onlooker has guessed as a partial for this page; another guess may follow until it is too late."""
    given = {"part": part, "people": snapshot.people, "house": snapshot.house, "rules": snapshot.rules}
    return partial(GUESS, draw(found("", "_guess", ""), language, given))


def leaning(who: str, choice: str, language: str) -> str:
    """What a member of the team would choose, as a partial for those who share the seat (CO-1)."""
    html = draw(found("", "leaning", ""), language, {"who": who, "choice": choice})
    return f'<hx-partial id="leanings" hx-swap="beforeend">{html}</hx-partial>'


def gesture(chair: Chair, kind: str, language: str) -> str:
    """Somebody's gesture as a partial for everybody: it joins those that are still shown."""
    html = draw(found("", "gesture", ""), language, {"chair": chair, "kind": kind})
    return f'<hx-partial id="gestures" hx-swap="beforeend">{html}</hx-partial>'
