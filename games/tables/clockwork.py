"""What is due next at a table without anybody's hand: time running out, a bot's move, a pause when all have left."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings

from games.bots.kernel import Bot, Memory, Strength
from games.bots.registry import BOTS
from games.rules.chance import Chance
from games.rules.kernel import DAY, Seat
from games.rules.play import Pause, TimeUp
from games.tables.snapshot import Snapshot, Thinking

logger = logging.getLogger(__name__)

STUMBLES = 5.0  # seconds until a bot that fails makes any move that is allowed
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
    if all(chair.persons for chair in snapshot.people.chairs):
        return  # the rules need not be asked who is to move
    for seat in snapshot.game.to_move(play):
        chair = snapshot.people.chair(seat)
        if chair is None or chair.persons:
            continue
        if chair.bot:
            yield Due(_done(snapshot, seat, chair.bot), seat, None)
        elif snapshot.house.clock == 0 and snapshot.house.stand_in is not None:  # where no clock does it (CO-6)
            stands_in = snapshot.freed.get(seat, play.at) + timedelta(seconds=snapshot.house.stand_in)
            yield Due(max(_done(snapshot, seat, ""), stands_in), seat, None)


def _done(snapshot: Snapshot, seat: Seat, strength: str) -> datetime:
    """When the bot in this seat will have thought. Its clock runs on while others move, as long as it is asked the
    same.
    """
    play = snapshot.play
    assert play is not None
    thinking = snapshot.thinking.get((seat, strength))
    if thinking is None or thinking.number != play.number:
        legal = tuple(snapshot.rules.legal_moves(play.state, seat, snapshot.game.pack))
        if thinking is None or thinking.legal != legal:
            thinking = Thinking(legal, play.at + timedelta(seconds=_thought(snapshot, seat)), play.number)
        snapshot.thinking[seat, strength] = thinking = thinking._replace(number=play.number)
    return max(thinking.done, play.at)


def _thought(snapshot: Snapshot, seat: Seat) -> float:
    """How many seconds the bot in this seat takes."""
    play = snapshot.play
    assert play is not None
    try:
        bot, memory = _player(snapshot, seat)
        chance = Chance(snapshot.game.secret, play.number, f"pace-{seat}")
        observation = snapshot.rules.observe(play.state, seat, snapshot.game.pack, play.at)
        delay = bot.delay(observation, memory, chance)
    except Exception:  # noqa: BLE001  it will say so when it has to choose
        delay = STUMBLES
    pace = 1 if snapshot.rules.races else settings.BOT_PACE  # a reaction is part of the game
    return pace * delay


def bots_moves(snapshot: Snapshot, seat: Seat, at: datetime) -> Iterator[Any]:
    """What a bot does now in this seat: what it chooses, and if that cannot be played, anything that can.

    It sees its observation and remembers what it knows of the deck.
    """
    play, game = snapshot.play, snapshot.game
    assert play is not None
    legal = tuple(game.rules.legal_moves(play.state, seat, game.pack))
    try:
        bot, memory = _player(snapshot, seat)
        observation = game.rules.observe(play.state, seat, game.pack, at)
        yield bot.choose(observation, legal, memory, Chance(game.secret, play.number, f"bot-{seat}"))
    except Exception:  # a bot that stumbles must not stop its table
        logger.exception("The bot in seat %s of table %s stumbled", seat, snapshot.house.code)
    yield from legal


def _player(snapshot: Snapshot, seat: Seat) -> tuple[Bot[Any, Any], Memory]:
    chair = snapshot.people.chair(seat)
    strength = (chair.bot if chair else "") or Strength.MEDIUM.value
    known = snapshot.memories.get((seat, strength))
    if known is None:
        known = Memory(snapshot.game.pack, Strength(strength), Chance(snapshot.game.secret, seat, "memory"))
        snapshot.memories[seat, strength] = known
    known.language = next(iter(snapshot.people.languages), known.language)
    return BOTS[snapshot.house.game], known
