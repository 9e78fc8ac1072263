"""Whole games of Snap!: they end, lose no card, replay to the bit, and show nobody what is hidden."""

from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from games.rules.kernel import HOST, PUBLIC, TABLE, IllegalMove, Seat
from games.rules.pack import Event, Pack
from games.rules.play import TimeUp
from games.rules.quizterix_snap.moves import Answer, Buzz, Deal, SnapMove
from games.rules.quizterix_snap.state import Phase, SnapState
from games.rules.words import Text, Texts
from tests.rules.snap_table import EVENTS, PACK, SnapTable

ROUND_TRIP = msgspec.json.Decoder(SnapState)


@st.composite
def tables(draw: st.DrawFn) -> SnapTable:
    players = draw(st.integers(2, 6))
    bots = tuple(Seat(n) for n in range(players) if draw(st.booleans()))
    return SnapTable(
        players,
        bots=bots,
        secret=draw(st.binary(min_size=1, max_size=8)),
        lines={Seat(n): draw(st.integers(0, 1500)) for n in range(players)},
        dealer=draw(st.sampled_from(["player", "host"])),
        answering=draw(st.sampled_from(["typed", "spoken"])),
        ask_mnemonic=draw(st.booleans()),
        showings=draw(st.integers(1, 3)),
        rounds=draw(st.integers(1, 2)),
        cards=draw(st.integers(0, 4)),
        seconds=draw(st.sampled_from([0, 5])),
    )


def act(table: SnapTable, dice: Random) -> None:
    """One random thing happens: a legal move by anybody, or time goes by."""
    seats = sorted(table.rules.to_move(table.state))
    moves = [(seat, move) for seat in seats for move in table.rules.legal_moves(table.state, seat, table.pack)]
    assert {seat for seat, _ in moves} == set(seats), "who may move is who has a move"
    due = table.rules.deadline(table.state)
    assert moves or due is not None, "nothing can happen any more"
    if due is not None and (not moves or dice.random() < 0.3):
        table.now = max(table.now, due)
        table._append(TABLE, TimeUp())
        return
    seat, move = dice.choice(moves)
    if isinstance(move, Answer) and dice.random() < 0.5:
        move = table.solution()
    if isinstance(move, Buzz):
        move = structs.replace(move, reaction=dice.randrange(60_000))
        table.now = max(table.now, table.state.opened_at + timedelta(milliseconds=100))
    table.now += timedelta(milliseconds=dice.randrange(400))
    if due is not None and table.now >= due and not isinstance(move, Deal):
        table.now = due
        table._append(TABLE, TimeUp())
        return
    table.moves(seat, move)


def cards(state: SnapState) -> list[int]:
    """Every card of the round, wherever it lies."""
    won = [card for player in state.players for card in player.won]
    return sorted([*state.deck, *won, *state.unclaimed, *([] if state.card is None else [state.card])])


@pytest.mark.clause("SN-D1", "SN-E1", "CO-5")
@settings(max_examples=150, deadline=None)
@given(tables(), st.integers(0, 1 << 30))
def test_every_game_ends_and_no_card_is_lost(table: SnapTable, seed: int) -> None:
    dice, settled = Random(seed), cards(table.state)
    # a showing takes a few moves of everybody at most, a card a limited number of showings
    bound = 60 + table.state.cards * table.state.options.rounds * 3 * (8 * len(table.state.players) + 12)
    for _ in range(bound):
        if table.phase == Phase.END:
            break
        before = table.state
        act(table, dice)
        after = table.state
        if after.round != before.round:
            settled = cards(after)
            assert len(settled) == before.cards
        assert cards(after) == settled
        assert ROUND_TRIP.decode(msgspec.json.encode(after)) == after
        assert len(set(settled)) == len(settled)
    assert table.phase == Phase.END
    assert table.result is not None
    total = sum(line.score for line in table.result.ranking)
    unclaimed = table.state.unclaimed_before + len(table.state.unclaimed)
    assert total + unclaimed == table.state.cards * table.state.options.rounds
    assert not table.rules.to_move(table.state)


@pytest.mark.clause("CO-4")
@settings(max_examples=25, deadline=None)
@given(tables(), st.integers(0, 1 << 30))
def test_a_game_replays_from_its_log(table: SnapTable, seed: int) -> None:
    dice = Random(seed)
    for _ in range(60):
        if table.phase != Phase.END:
            act(table, dice)
    rows = [
        structs.replace(entry, move=table.game.decode(entry.seat, msgspec.json.encode(entry.move)))
        for entry in table.log
    ]
    again = table.game.fold(rows)
    assert again is not None and again.state == table.state


@settings(max_examples=60, deadline=None)
@given(tables(), st.integers(0, 1 << 30))
def test_what_is_not_legal_is_refused_and_changes_nothing(table: SnapTable, seed: int) -> None:
    dice = Random(seed)
    for _ in range(40):
        act(table, dice)
        if table.phase == Phase.END:
            return
        state, showing = table.state, table.state.showing
        for seat in (HOST, *state.seats()):
            legal = {type(move) for move in table.rules.legal_moves(state, seat, table.pack)}
            for kind in msgspec.inspect.type_info(table.rules.Move).types:  # type: ignore[union-attr]
                if kind.cls in legal:
                    continue
                fields = {"move": kind.cls.__struct_config__.tag, "showing": showing}
                extra = {
                    "buzz": {"reaction": 900},
                    "pick": {"choice": 0},
                    "judge": {"right": True},
                    "vote": {"right": True},
                }
                move: SnapMove = table.game.read(fields | extra.get(str(fields["move"]), {}))
                with pytest.raises(IllegalMove) as refusal:
                    table.moves(seat, move)
                assert refusal.value.clause
        assert table.state is state


# -- what is hidden


def scrambled_event(number: int, event: Event, face: bool) -> Event:
    """Another card in every respect but what the picture side shows."""
    secret = Text(en=f"SECRET {number}", de=f"GEHEIM {number}")
    hidden = structs.replace(
        event, rank="3", year=1234, name=secret, mnemonic=secret, story=secret, accept=Texts(en=("SECRET",))
    )
    return hidden if face else structs.replace(hidden, suit="clubs", scene=secret, alt=secret)


def scrambled(table: SnapTable, watcher: Seat) -> tuple[SnapState, Pack]:
    """The same table, everything changed that this watcher must not know (CO-7)."""
    state = table.state
    own = state.players[watcher].won if watcher in state.seats() else ()
    judging = watcher in state.readers and state.buzzer is not None and state.speaking
    judging = judging or (state.phase == Phase.JUDGING and watcher in state.readers)
    known = {*own, *state.unclaimed, *([state.card] if state.open or judging else [])}
    events = tuple(
        event if number in known else scrambled_event(number, event, face=number == state.card)
        for number, event in enumerate(table.pack.events)
    )
    return structs.replace(state, deck=tuple(reversed(state.deck))), structs.replace(table.pack, events=events)


@pytest.mark.clause("CO-7")
@settings(max_examples=80, deadline=None)
@given(tables(), st.integers(0, 1 << 30))
def test_scrambling_what_is_hidden_changes_nobodys_view(table: SnapTable, seed: int) -> None:
    dice = Random(seed)
    for _ in range(80):
        if table.phase == Phase.END:
            break
        act(table, dice)
        for watcher in (PUBLIC, HOST, *table.state.seats()):
            state, pack = scrambled(table, watcher)
            seen = table.rules.observe(state, watcher, pack, table.now)
            assert seen == table.sees(watcher)
            assert "SECRET" not in repr(seen)


@pytest.mark.clause("CO-7")
def test_the_scrambling_does_scramble() -> None:
    # the measuring stick: on the open card, and for the reader, a scrambled pack is seen
    table = SnapTable(3, answering="spoken").deal().buzz(Seat(0))
    pack = structs.replace(
        table.pack, events=tuple(scrambled_event(n, e, face=True) for n, e in enumerate(table.pack.events))
    )
    reader = table.state.readers[0]
    assert "SECRET" in repr(table.rules.observe(table.state, reader, pack, table.now))
    assert "SECRET" not in repr(table.rules.observe(table.state, Seat(2), pack, table.now))
    table.judges(reader, True)
    assert "SECRET" in repr(table.rules.observe(table.state, Seat(2), pack, table.now))


@pytest.mark.clause("CO-7", "SN-C1")
def test_the_picture_side_shows_no_name_no_year_and_no_rank() -> None:
    table = SnapTable(2).deal()
    for watcher in (PUBLIC, HOST, *table.state.seats()):
        seen = table.sees(watcher)
        words: dict[str, Any] = msgspec.to_builtins(seen)
        event = table.event
        text = repr(words)
        assert event.scene.en in text and event.alt.en in text
        for secret in (event.name.en, event.name.de, event.mnemonic.en, event.story.en, str(event.year), event.key):
            assert secret not in text
        assert seen.card is not None and seen.card.solution is None


@pytest.mark.clause("CO-7")
def test_others_see_how_many_cards_are_won_and_only_the_winner_which() -> None:
    table = SnapTable(2).win(Seat(0)).deal()
    assert [line.cards for line in table.sees(PUBLIC).seats] == [1, 0]
    assert len(table.sees(Seat(0)).pile.won) == 1
    assert table.sees(Seat(1)).pile.won == table.sees(PUBLIC).pile.won == ()


@pytest.mark.clause("CO-8")
def test_a_card_travels_in_every_language() -> None:
    table = SnapTable(2).deal().unknown()
    card = table.sees(Seat(0)).card
    assert card is not None and card.solution is not None
    assert card.solution.name == table.event.name
    assert card.solution.name.say("de") == table.event.name.de


def test_a_full_deck_and_forty_players_stay_quick() -> None:
    many = tuple(
        structs.replace(EVENTS[n % 6], name=Text(en=f"Event {n}"), year=1900 + n, accept=Texts()) for n in range(52)
    )
    table = SnapTable(40, pack=structs.replace(PACK, events=many)).deal()
    table.buzz(Seat(3)).wrong(Seat(3))
    assert table.phase == Phase.SHOWING
    assert len(table.sees(Seat(5)).seats) == 40
