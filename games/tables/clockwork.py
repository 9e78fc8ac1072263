"""What is due next at a table without anybody's hand: time running out, a bot's move, a pause when all have left."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings

from games.bots.kernel import Bot, Memory, Strength
from games.bots.registry import BOTS
from games.rules.chance import Chance
from games.rules.kernel import DAY, Seat
from games.rules.play import Pause, TimeUp
from games.tables.snapshot import Snapshot

IDLE = timedelta(minutes=10)  # a table that everybody has left for so long pauses itself
IDLE_SLOW = timedelta(days=7)  # the same at a 24 h table


class Due(NamedTuple):
    """Something that happens by itself at this time. ``bot``: the seat whose bot will choose; else the house's move."""

    at: datetime
    bot: Seat | None
    move: Any


def next_due(snapshot: Snapshot, seen: datetime) -> Due | None:
    """What happens next by itself; None if the table waits for people. ``seen``: when somebody last looked."""
    play = snapshot.play
    if play is None or play.paused is not None or snapshot.over:
        return None
    dues = list(_bots(snapshot))
    deadline = snapshot.game.deadline(play)
    if deadline is not None:
        dues.append(Due(max(deadline, play.at), None, TimeUp()))
    if not dues:
        return None
    first = min(dues, key=lambda due: (due.at, due.bot is not None))
    lamp_out = seen + (IDLE_SLOW if snapshot.house.clock == DAY else IDLE)
    if first.at > lamp_out:
        return Due(max(lamp_out, play.at), None, Pause())
    return first


def _bots(snapshot: Snapshot) -> Iterable[Due]:
    play = snapshot.play
    assert play is not None
    for seat in snapshot.game.to_move(play):
        chair = snapshot.people.chair(seat)
        if chair is not None and chair.bot and not chair.persons:
            bot, memory = _player(snapshot, seat, chair.bot)
            chance = Chance(snapshot.game.secret, play.number, f"pace-{seat}")
            observation = snapshot.rules.observe(play.state, seat, snapshot.game.pack, play.at)
            pace = 1 if snapshot.rules.races else settings.BOT_PACE  # a reaction is part of the game
            yield Due(play.at + timedelta(seconds=pace * bot.delay(observation, memory, chance)), seat, None)


def bots_move(snapshot: Snapshot, seat: Seat, at: datetime) -> Any:
    """What the bot in this seat does now: it sees its observation and remembers what it knows of the deck."""
    play, chair = snapshot.play, snapshot.people.chair(seat)
    assert play is not None
    assert chair is not None
    bot, memory = _player(snapshot, seat, chair.bot)
    game = snapshot.game
    observation = game.rules.observe(play.state, seat, game.pack, at)
    legal = tuple(game.rules.legal_moves(play.state, seat, game.pack))
    return bot.choose(observation, legal, memory, Chance(game.secret, play.number, f"bot-{seat}"))


def _player(snapshot: Snapshot, seat: Seat, strength: str) -> tuple[Bot[Any, Any], Memory]:
    known = snapshot.memories.get((seat, strength))
    if known is None:
        known = Memory(snapshot.game.pack, Strength(strength), Chance(snapshot.game.secret, seat, "memory"))
        snapshot.memories[seat, strength] = known
    return BOTS[snapshot.house.game], known
