"""What a watcher must not know reaches no byte of a page, a frame, a refusal or a replay (CO-7).

Two ways to find a leak, along every recorded game: change at random what is hidden, and the page must stay the same to
the byte; plant marker words in what is hidden (tests/tables/packs.py), and they must not be found in anything sent.
"""

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.services import publish
from games.rules.chance import Chance
from games.rules.kernel import HOST, PUBLIC, IllegalMove, Seat
from games.rules.play import Game, Play
from games.rules.registry import GAMES
from games.tables import access
from games.tables.models import Guest, Livery, Move, Player, Room, Table
from games.tables.models import Seat as SeatRow
from games.tables.parts import Toast
from games.tables.showing import Look, Showing, encoded, frame, toast
from games.tables.snapshot import Snapshot
from tests.rules import record
from tests.rules.courses import seats_of, watchers_of
from tests.rules.scrambles import SCRAMBLES, in_contest
from tests.tables.looking import look_of, page, snapshot_of

pytestmark = pytest.mark.clause("CO-7")

RECORDINGS = record.listed()
MARKERS = re.compile(
    r"(?:EXPLANATION|NAME|MNEMONIC|STORY|QUESTION|ANSWER|WORD)-[\w-]+"
    r"|Statement \d+ \(\w\w\)|picture [\w ]+ \(|accepted [\w ]+"
)

every_recording = pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
LOOKS = [("table", "en"), ("table", "de"), ("screen", "en"), ("screen", "de")]


@cache
def recorded(path: Path) -> record.Replayed:
    return record.replayed(record.read(path))


def some(plays: tuple[Play, ...], count: int = 16) -> tuple[Play, ...]:
    """About so many moments of a game, the first and the last among them."""
    return (*plays[: -1 : max(1, len(plays) // count)], plays[-1])


def scrambled(game: Game, play: Play, watcher: Seat) -> tuple[Game, Play]:
    """The same moment with another secret and everything else changed that is hidden from this watcher."""
    chance = Chance(game.secret, play.number, f"scramble {watcher}")
    state, pack = SCRAMBLES[game.rules.slug](play.state, watcher, game.pack, chance)
    open_at_the_end = game.result(play) is not None
    secret = game.secret if open_at_the_end else chance.below(1 << 256).to_bytes(32, "big")
    return Game(game.rules, pack, secret), msgspec.structs.replace(play, state=state)


@lru_cache(maxsize=4_096)
def hidden_words(game: Game, play: Play, watcher: Seat) -> frozenset[str]:
    """The marker words that this watcher must not see now: those that the scrambling has taken away."""
    other, elsewhere = scrambled(game, play, watcher)
    had, left = (
        markers(msgspec.json.encode([g.pack, p.state]).decode()) for g, p in ((game, play), (other, elsewhere))
    )
    return had - left


def markers(text: str) -> frozenset[str]:
    return frozenset(MARKERS.findall(text))


def looks(play: Play) -> Iterator[tuple[Seat, str, str]]:
    """Every watcher in both languages; the big screen is the public's."""
    for watcher in watchers_of(play.state):
        for layout, language in LOOKS:
            if layout == "table" or watcher == PUBLIC:
                yield watcher, layout, language


# -- the same page to the byte ---------------------------------------------------------------------------------------


@every_recording
def test_scrambling_what_is_hidden_changes_no_byte_of_a_page(path: Path) -> None:
    game, plays = recorded(path)
    for play in some(plays):
        others = {watcher: scrambled(game, play, watcher) for watcher in watchers_of(play.state)}
        for watcher, layout, language in looks(play):
            snapshot, look = snapshot_of(game, play, watcher, layout, language)
            html, fragments = page(snapshot, look)
            snapshot, look = snapshot_of(*others[watcher], watcher, layout, language, secret=game.secret)
            same = page(snapshot, look)
            assert (html, fragments) == same, f"move {play.number}, seen by {watcher}"
            assert "SCRAMBLED" not in html


@every_recording
def test_scrambling_what_is_hidden_changes_no_byte_of_what_is_sent(path: Path) -> None:
    """From one move to the next: the partials, which of them there are, their order, and when time will run out."""
    game, plays = recorded(path)
    watching = watchers_of(plays[0].state)
    ours = {watcher: look_of(plays[0], watcher) for watcher in watching}
    theirs = {watcher: look_of(plays[0], watcher) for watcher in watching}
    shared = Showing()  # as the browsers of a table share it
    alone = {watcher: Showing() for watcher in watching}
    for play in plays:
        for watcher in watching:
            snapshot, _ = snapshot_of(game, play, watcher)
            sent = sent_to(ours[watcher], shared, snapshot)
            elsewhere = scrambled(game, play, watcher)
            assert in_contest(play.state) or game.deadline(play) == elsewhere[0].deadline(elsewhere[1])
            other, _ = snapshot_of(*elsewhere, watcher, secret=game.secret)
            assert sent == sent_to(theirs[watcher], alone[watcher], other), f"{play.number}, seen by {watcher}"


@every_recording
def test_scrambling_what_is_hidden_from_anybody_changes_nothing_that_is_common(path: Path) -> None:
    """What is drawn once for a whole table: it must be the same whoever's secrets are changed."""
    game, plays = recorded(path)
    for play in some(plays):
        common = msgspec.json.encode(game.rules.common(play.state, game.pack, play.at))
        for watcher in watchers_of(play.state):
            other, elsewhere = scrambled(game, play, watcher)
            same = msgspec.json.encode(other.rules.common(elsewhere.state, other.pack, play.at))
            assert same == common, f"move {play.number}, hidden from {watcher}"


def sent_to(look: Look, showing: Showing, snapshot: Snapshot) -> str:
    showing.observe(snapshot)
    return showing.content(look)


# -- marker words ----------------------------------------------------------------------------------------------------


@every_recording
def test_marker_words_are_in_nothing_that_is_sent_too_early(path: Path) -> None:
    game, plays = recorded(path)
    shared, moments = Showing(), some(plays)
    browsers: dict[tuple[Seat, str, str], Look] = {}
    found = hidden = 0
    for play in plays:
        for watcher, layout, language in looks(play):
            snapshot, fresh = snapshot_of(game, play, watcher, layout, language)
            look = browsers.setdefault((watcher, layout, language), fresh)
            sent = frame(play.number, sent_to(look, shared, snapshot), str(uuid4()))
            if play in moments:
                whole, fragments = page(snapshot, fresh)
                sent += whole + "".join(fragments.values())
            if game.result(play) is None:
                assert game.secret.hex() not in sent
            if seen := markers(sent):
                secrets = hidden_words(game, play, watcher)
                assert not seen & secrets, f"move {play.number}, seen by {watcher}: {seen & secrets}"
                found, hidden = found + len(seen), hidden + len(secrets)
    assert (found and hidden) or not game.pack.kind, "the markers are planted where they are seen sooner or later"


@every_recording
def test_refusals_name_nothing_hidden(path: Path) -> None:
    game, plays = recorded(path)
    refusals = 0
    for before, play in pairwise(some(plays)):
        moves = {
            move
            for moment in (before, play)
            for seat in watchers_of(moment.state)
            for move in islice(game.rules.legal_moves(moment.state, seat, game.pack), 4)
        }
        for watcher in watchers_of(play.state):
            secrets = hidden_words(game, play, watcher)
            other, elsewhere = scrambled(game, play, watcher)
            for move in sorted(moves, key=repr):
                refusal = refused(game, play, watcher, move)
                assert refusal == refused(other, elsewhere, watcher, move)
                if refusal is not None:
                    refusals += 1
                    snapshot, look = snapshot_of(game, play, watcher, language="de")
                    sent = frame(
                        play.number, encoded(toast(snapshot.rules, snapshot.people, look, refusal)), str(uuid4())
                    )
                    assert not markers(sent) & secrets
                    assert 'id="toast"' in json.loads(sent)["content"]
    assert refusals


def refused(game: Game, play: Play, seat: Seat, move: Any) -> Toast | None:
    try:
        game.rules.apply(play.state, seat, move, game.pack, Chance(game.secret, play.number + 1), play.at)
    except IllegalMove as illegal:
        return Toast(illegal.why, illegal.clause)
    return None


# -- the measuring stick ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_with_a_leak_would_be_found(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a watcher shown the page of the seat that knows most, the markers or the bytes would tell."""
    game, plays = next(recorded(path) for path in RECORDINGS if path.parent.name == slug and recorded(path).over)
    told = 0
    for play in some(plays, 12):
        for watcher in (HOST, PUBLIC):
            for seat in seats_of(play.state):
                snapshot, look = snapshot_of(game, play, seat)
                mine, _ = page(snapshot, look)
                other, look = snapshot_of(*scrambled(game, play, watcher), seat, secret=game.secret)
                told += mine != page(other, look)[0]
    assert told


# -- through the doors of the site -----------------------------------------------------------------------------------


class Doors:
    """A recorded game as rows of the database, as far as it has been played, and browsers at its doors."""

    def __init__(self, path: Path) -> None:
        self.recording, self.replayed = record.read(path), recorded(path)
        game, plays = self.replayed
        self.table = Table.objects.create(
            room=Room.objects.create(),
            game=self.recording.game,
            edition=publish(game.pack),
            options=self.recording.options,
            secret=game.secret,
            begun_at=timezone.now(),
        )
        self.browsers: dict[Seat, Client] = {PUBLIC: Client()}
        for seat in seats_of(plays[0].state):
            row = SeatRow.objects.create(table=self.table, number=seat, livery=Livery.values[seat % 8])
            player = self._player(f"Player {seat}", row)
            self.browsers[seat] = self._browser(player)
        host = self._player("Ruth", None)
        self.table.room.host = host.guest
        self.table.room.save()
        self.browsers[HOST] = self._browser(host)
        self.played = 0

    def _player(self, name: str, seat: SeatRow | None) -> Player:
        room, now = self.table.room, timezone.now()
        guest = Guest.objects.create(room=room, nickname=name, language="de", recovery=name[-8:], seen_at=now)
        return Player.objects.create(table=self.table, guest=guest, seat=seat)

    def _browser(self, player: Player) -> Client:
        client = Client()
        session = client.session
        access.remember(session, player.guest)
        session.save()
        client.cookies["sessionid"] = session.session_key
        return client

    def play_to(self, number: int) -> Play:
        for line in self.recording.log[self.played : number]:
            Move.objects.create(table=self.table, number=line.number, seat=line.seat, move=line.move, at=line.at)
        self.played = max(self.played, number)
        return self.replayed.plays[self.played - 1]

    def get(self, watcher: Seat, name: str, **query: object) -> Any:
        return self.browsers[watcher].get(reverse(f"tables:{name}", args=[self.table.code]), query)


def whole_ones() -> list[Path]:
    """One whole game of each kind, the shortest."""
    over = [path for path in RECORDINGS if recorded(path).over]
    return [
        min((path for path in over if path.parent.name == slug), key=lambda path: len(recorded(path).plays))
        for slug in GAMES
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("path", whole_ones(), ids=lambda path: path.parent.name)
def test_pages_and_replays_show_nothing_too_early(path: Path) -> None:
    doors = Doors(path)
    game, plays = doors.replayed
    last = len(plays)
    for number in (*range(2, last, last // 3), last - 1):
        play = doors.play_to(number)
        for watcher in (PUBLIC, HOST, Seat(0)):
            secrets = hidden_words(game, play, watcher)
            answers = [
                doors.get(watcher, "screen"),
                doors.get(watcher, "table", watch=1),
                doors.get(watcher, "replay"),
                doors.get(watcher, "replay", at=1),
                doors.get(watcher, "replay", at=number, seat=0),
            ]
            assert [answer.status_code for answer in answers] == [200, 200, 404, 404, 404]
            on_screen = hidden_words(game, play, PUBLIC)
            for answer, hidden in zip(answers, (on_screen, *[secrets] * 4), strict=True):
                sent = answer.content.decode() + str(answer.headers)
                assert not markers(sent) & hidden, (number, watcher)
                assert game.secret.hex() not in sent

    doors.play_to(last)
    for number in range(1, last, last // 3):
        for seat in (PUBLIC, *seats_of(plays[number - 1].state)):
            answer = doors.get(PUBLIC, "replay", at=number, seat=seat)
            assert answer.status_code == 200
            stage = answer.content.decode().split('class="sheet"')[0]
            assert not markers(stage) & hidden_words(game, plays[number - 1], seat)
    assert game.secret.hex() in answer.content.decode(), "at the end the secret is told"


def without_tokens(html: bytes) -> bytes:
    """Two pages differ in their tokens against forged requests."""
    return re.sub(rb"[A-Za-z0-9]{64}", b"token", html)


@pytest.mark.django_db
@pytest.mark.parametrize("path", whole_ones(), ids=lambda path: path.parent.name)
def test_nobody_borrows_the_eyes_of_a_seat_before_the_end(path: Path) -> None:
    doors = Doors(path)
    play = doors.play_to(len(doors.replayed.plays) // 2)
    for seat in seats_of(play.state):
        for name in ("screen", "table"):
            plain = doors.get(PUBLIC, name, watch=1).content
            for query in ("seat", "eyes", "you", "player", "at"):
                asked = doors.get(PUBLIC, name, watch=1, **{query: int(seat)}).content
                assert without_tokens(asked) == without_tokens(plain)
