"""Everything a process knows of a table at one moment: who sits where, and the game folded from its log."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Struct

from decks.services import pack_of
from games.bots.kernel import Memory
from games.rules.chain import link
from games.rules.kernel import HOST, PUBLIC, IllegalMove, Riddle, Seat
from games.rules.pack import NO_CARDS, Pack, mixed
from games.rules.play import AnyRules, Entry, Game, Play, Seated
from games.tables import milestones
from games.tables.milestones import Reached
from games.tables.models import Player, Table, leaves_nothing, of_night
from games.tables.options import Told, unusual
from games.tables.score import score_of

BOT_NAMES = ("Alma", "Bruno", "Cilla", "Dario", "Edith", "Flurin", "Gian", "Hedi", "Ivo", "Jana")


class Person(Struct, frozen=True):
    """One person at the table. ``here``: seen within the last minute."""

    id: int
    name: str
    here: bool


class Chair(Struct, frozen=True):
    """A seat with whoever sits in it: persons, a bot, or nobody for the moment.

    ``stood_in``: where nobody sits, a bot plays on for the seat.
    """

    seat: Seat
    livery: str
    bot: str
    persons: tuple[Person, ...]
    team: str = ""
    stood_in: bool = False

    @property
    def name(self) -> str:
        """What the seat is called at the table: its player, its team, or the bot's name."""
        if self.persons:
            return self.team or " + ".join(person.name for person in self.persons)
        return BOT_NAMES[self.seat % len(BOT_NAMES)] if self.bot or self.stood_in else "–"

    @property
    def free(self) -> bool:
        """Nobody sits here: a newcomer may."""
        return not self.persons and not self.bot

    @property
    def here(self) -> bool:
        """Somebody who could act is at the table."""
        return bool(self.bot) or any(person.here for person in self.persons)


class People(Struct, frozen=True):
    """Who sits where, who watches, who is the host (a player's id), and what is spoken, by most players first."""

    chairs: tuple[Chair, ...]
    spectators: tuple[Person, ...]
    host: int | None
    languages: tuple[str, ...] = ()

    def chair(self, seat: int) -> Chair | None:
        """The chair of this seat; None for the named places and seats that do not exist."""
        return self.chairs[seat] if 0 <= seat < len(self.chairs) else None

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All persons at the table, those in seats first."""
        return (*(person for chair in self.chairs for person in chair.persons), *self.spectators)

    @property
    def host_name(self) -> str:
        """The host's nickname; empty if nobody is host."""
        return next((person.name for person in self.everybody if person.id == self.host), "")

    @property
    def leads(self) -> bool:
        """Is the host here without a seat, and so leads without playing?"""
        return any(person.id == self.host for person in self.spectators)

    @property
    def onlookers(self) -> tuple[Person, ...]:
        """Who watches and does not lead."""
        return tuple(person for person in self.spectators if person.id != self.host)


class House(Struct, frozen=True):
    """What never changes while a table stands, and the few things that change once."""

    id: int
    code: str
    game: str
    private: bool
    invitation: str
    fingerprint: str
    deck: str
    languages: tuple[str, ...]
    clock: int
    edition: int | None
    next_code: str
    begun: bool
    ended: bool  # its end has been noted
    room: str = ""  # the code that people are told
    score: tuple[tuple[str, int], ...] = ()  # of the room: who has won how many games
    stand_in: int | None = 20  # seconds until a bot plays for a seat whose person has left
    led: bool = False  # somebody leads the room, and opens its next tables
    night: bool = False  # a hosted evening: people come and go at its own pages
    mute: bool = False  # what people type as answers is on no big screen
    unusual: tuple[Told, ...] = ()  # the options that are not as usual
    sealed: bool = False  # nobody looks back: the same deal is still being played at another table, or it is a lesson's


class Row(NamedTuple):
    """One row of the log as the database holds it."""

    number: int
    seat: int
    player: int | None
    move: str
    at: datetime
    request: UUID | None


class Thinking(NamedTuple):
    """What a bot has been thinking about: the moves it can choose from, since when, and when it will be done."""

    legal: tuple[Any, ...]
    done: datetime
    number: int  # the move after which it was last asked whether it still thinks of the same


class Guessed(NamedTuple):
    """How many onlookers have guessed the one and the other of a riddle."""

    about: int
    first: int = 0
    second: int = 0

    @property
    def all(self) -> int:
        """How many have guessed."""
        return self.first + self.second

    @property
    def share(self) -> int:
        """How many of a hundred guessed the first; only where anybody did."""
        return round(100 * self.first / self.all)


class Broken(Exception):
    """The log cannot be played: the sentence says where and why."""


class Snapshot:
    """A table at one moment. Grows by rows of the log; people and house are replaced as a whole."""

    def __init__(self, house: House, people: People, game: Game) -> None:
        self.house = house
        self.people = people
        self.game = game
        self.play: Play | None = None
        self.head = house.fingerprint  # of the chain over the log; as secret as the moves until the game is over
        self.before = ""  # the head before the last move
        self.kept = 0  # the number of the last milestone that is known here
        self.unread = 0  # so many rows of the log were not read, because a milestone told what had come of them
        self.requests: dict[UUID, int] = {}
        self.actor: int | None = None  # the player who made the last move
        self.freed: dict[Seat, datetime] = {}  # when a seat was last given up, or taken
        self.waiting = False  # the database is away: nothing can be written down for the moment
        self.guessing: int | None = None  # the riddle at which somebody who watches has guessed last
        self.guessed: Guessed | None = None  # along with the players, at the last riddle that was counted
        self.thinking: dict[tuple[Seat, str], Thinking] = {}  # since when the bots think about what
        self.memories: dict[tuple[Seat, str], Memory] = {}  # what the bots remember of the deck

    @property
    def rules(self) -> AnyRules:
        """The game played here."""
        return self.game.rules

    @property
    def number(self) -> int:
        """The number of the last move; 0 before the game has begun."""
        return self.play.number if self.play else 0

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.play is not None and self.game.result(self.play) is not None

    @property
    def riddle(self) -> Riddle | None:
        """What onlookers may guess along, or see what was guessed."""
        if not self.rules.riddles or self.play is None:
            return None
        return self.rules.riddle(self.play.state, self.game.pack)

    @property
    def uncounted(self) -> int | None:
        """The riddle that everybody sees solved, and of which nobody here knows yet what was guessed.

        None as well where nobody has guessed: then there is nothing to be counted.
        """
        if self.guessing is None or (self.guessed is not None and self.guessed.about == self.guessing):
            return None
        riddle = self.riddle
        solved = riddle is not None and riddle.right is not None and riddle.about == self.guessing
        return self.guessing if solved else None

    def entry(self, row: Row) -> Entry:
        """A row of the log, decoded."""
        seat = Seat(row.seat)
        return Entry(row.number, seat, self.game.decode(seat, row.move), row.at)

    def after(self, row: Row) -> tuple[Entry, Play]:
        """The next row of the log, decoded, and the game after it. Raises Broken; then nothing has changed."""
        try:
            entry = self.entry(row)
            return entry, self.game.advance(self.play, entry)
        except msgspec.MsgspecError as unreadable:
            raise Broken(f"Move {row.number} cannot be read: {unreadable}") from unreadable
        except IllegalMove as illegal:
            raise Broken(f"Move {row.number} is not legal: {illegal}") from illegal

    def extend(self, rows: Iterable[Row]) -> None:
        """Catches up with rows of the log that are not yet folded; others are passed over. Raises Broken."""
        for row in rows:
            if row.number == self.number + 1:
                entry, play = self.after(row)
                self.adopt(play, row)
                if isinstance(entry.move, Seated):
                    self.freed[entry.move.seat] = entry.at

    def adopt(self, play: Play, row: Row) -> None:
        """Takes over the game after a row that is committed."""
        self.play = play
        self.thinking = {
            key: one for key, one in self.thinking.items() if row.seat >= 0 and key[0] != row.seat
        }  # a pause is over, the clock has decided, or this bot has moved
        self.before, self.head = self.head, _after(self.head, row)
        self._note(row)

    def _note(self, row: Row) -> None:
        self.actor = row.player
        if row.request is not None:
            self.requests[row.request] = row.number

    def milestone(self) -> Reached | None:
        """This moment, if the last milestone is long ago and the game goes on; from now on it counts as the last."""
        if self.play is None or self.number - self.kept < milestones.EVERY or self.over:
            return None
        self.kept = self.number
        return Reached(self.play, self.before, self.head, dict(self.freed))

    def resume(self, reached: Reached, rows: Sequence[Row]) -> None:
        """Goes on from a milestone. ``rows``: the log from the milestone's own row on. Raises Broken if they differ."""
        number = reached.play.number
        own = rows[0] if rows else None
        if own is None or own.number != number or _after(reached.before, own) != reached.head:
            raise Broken(f"Move {number} is not the one that led to the milestone.")
        self.play, self.before, self.head = reached.play, reached.before, reached.head
        self.freed = dict(reached.freed)
        self.kept, self.unread = number, number - 1
        self._note(own)
        self.extend(rows[1:])


def _after(head: str, row: Row) -> str:
    return link(head, row.number, row.seat, row.move, row.at)


HERE_FOR = 60  # seconds after which somebody unseen is no longer shown as here


def cards_of(table: Table) -> Pack:
    """The cards a table plays with; none if its game needs none."""
    if table.edition_id is None:
        return NO_CARDS
    if not table.rules.mixes:
        return pack_of(table.edition_id)
    return mixture((table.edition_id, *table.also.order_by("pk").values_list("pk", flat=True)), tuple(table.picked))


@lru_cache(maxsize=64)
def mixture(editions: tuple[int, ...], picked: tuple[str, ...]) -> Pack:
    """Several editions as one pack, or only some of their cards (QS-S4)."""
    packs = [pack_of(edition) for edition in editions]
    return packs[0] if len(packs) == 1 and not picked else mixed(packs, frozenset(picked))


def load_people(table: Table, now: datetime) -> People:
    """Who sits where, from the database."""

    def person(player: Player) -> Person:
        seen = player.guest.seen_at
        return Person(player.pk, player.nickname, seen is not None and (now - seen).total_seconds() < HERE_FOR)

    players = list(Player.objects.filter(table=table).select_related("guest"))
    no_clock = not int(table.options.get("clock", 0))  # else time runs out for a free seat as for others
    stood_in = table.begun_at is not None and table.room.stand_in is not None and no_clock
    chairs = tuple(
        Chair(
            Seat(seat.number),
            seat.livery,
            seat.bot,
            tuple(person(p) for p in players if p.seat_id == seat.pk),
            seat.team,
            stood_in,
        )
        for seat in table.seats.all()
    )
    spectators = tuple(person(player) for player in players if player.seat_id is None)
    host = next((player.pk for player in players if player.guest_id == table.room.host_id), None)
    spoken = Counter(player.language for player in players if player.seat_id is not None)
    return People(chairs, spectators, host, tuple(sorted(spoken, key=lambda language: (-spoken[language], language))))


def load_house(table: Table) -> House:
    """What is fixed about a table, from the database."""
    following = table.next_tables.order_by("pk").first()
    pack, room = cards_of(table), table.room
    return House(
        id=table.pk,
        code=table.code,
        game=table.game,
        private=room.private,
        invitation=room.invitation,
        fingerprint=table.fingerprint,
        deck=pack.slug,
        languages=pack.languages,
        clock=int(table.options.get("clock", 0)),
        edition=table.edition_id,
        next_code=following.code if following else "",
        begun=table.begun_at is not None,
        ended=table.ended_at is not None,
        room=room.code,
        score=() if room.led else score_of(room, cards_of),  # an evening has points, and may hide them
        stand_in=room.stand_in,
        led=room.led,
        night=of_night(room),
        mute=room.mute,
        unusual=unusual(table.rules, table.options),
        sealed=leaves_nothing(table)
        or (
            room.led and room.tables.filter(fingerprint=table.fingerprint, ended_at=None).exclude(pk=table.pk).exists()
        ),
    )


def load(table: Table, now: datetime) -> Snapshot:
    """The table as its log tells it; of a long log only what has come since its milestone. Raises Broken."""
    snapshot = laid(table, now)
    reached = milestones.reached(table.pk, snapshot.game)
    if reached is not None:
        rows = _log(table, number__gte=reached.play.number)
        try:
            snapshot.resume(reached, rows)
            return snapshot
        except Broken as broken:
            milestones.pass_over(table.pk, str(broken))
    return folded(table, now)


def folded(table: Table, now: datetime, up_to: int | None = None) -> Snapshot:
    """The table as nothing but its log tells it, up to and with move ``up_to`` (all of it if None). Raises Broken."""
    snapshot = laid(table, now)
    snapshot.extend(_log(table) if up_to is None else _log(table, number__lte=up_to))
    return snapshot


def laid(table: Table, now: datetime) -> Snapshot:
    """The table with its people, before anything of its log is read."""
    game = Game(table.rules, cards_of(table), bytes(table.secret))
    return Snapshot(load_house(table), load_people(table, now), game)


def _log(table: Table, **within: int) -> list[Row]:
    moves = table.moves.filter(**within).order_by("number")
    return [Row(*row) for row in moves.values_list("number", "seat", "player_id", "move", "at", "request")]


def encode(move: Any) -> str:
    """A move as the log holds it."""
    return msgspec.json.encode(move).decode()


def watcher_of(people: People, player_id: int | None) -> Seat:
    """Whose eyes this player has: a seat's, the host's who does not play, or the public's."""
    if player_id is not None:
        for chair in people.chairs:
            if any(person.id == player_id for person in chair.persons):
                return chair.seat
        if player_id == people.host:
            return HOST
    return PUBLIC
