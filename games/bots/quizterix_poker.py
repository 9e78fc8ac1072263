"""A player of poker: grades its hand by the pictures it remembers, bets accordingly, and gives its worst cards away
while the others play their best.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple

from games.bots.kernel import Bot, Memory, Strength
from games.rules.chance import Chance
from games.rules.pack import Event, Pack
from games.rules.quizterix_poker.moves import Fold, Pass, Play, PokerMove, Raise
from games.rules.quizterix_poker.observation import Bid, Held, Hidden, PokerObservation

UNKNOWN = 0.5  # neither early nor late


class Style(NamedTuple):
    """How a bot of some strength plays."""

    blur: float  # by how much it misjudges its hand
    caution: float  # the part of the price of staying in that it minds
    bluff: float  # how often it raises on nothing
    greed: float  # how often it simply plays its earliest card
    sly: bool  # does it give its worst cards away first?


STYLES = {
    Strength.EASY: Style(0.35, 0.45, 0.12, 0.85, False),
    Strength.MEDIUM: Style(0.15, 0.8, 0.08, 0.3, False),
    Strength.HARD: Style(0.04, 1.0, 0.05, 0.0, True),
}


class PokerBot(Bot[PokerObservation, PokerMove]):
    """Reckons how likely its hand wins the round, and what that is worth."""

    def choose(
        self, observation: PokerObservation, legal: Sequence[PokerMove], memory: Memory, chance: Chance
    ) -> PokerMove:
        """A bid by the strength of the hand, or a card; else the one thing there is to do."""
        bid = observation.hand.bid
        if bid is not None:
            return _bid(observation, bid, memory, chance)
        if observation.hand.may_play:
            return Play(observation.hand.step, _card(observation, memory, chance))
        return legal[0]

    def delay(self, observation: PokerObservation, memory: Memory, chance: Chance) -> float:
        """Time to look at the cards, and longer for a bid; none if nobody is left to look at it."""
        if observation.hand.runs:
            return 0.1
        return 1.6 + 1.8 * chance.share() if observation.hand.bid else 1.0 + 1.5 * chance.share()


# -- knowing one's hand ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _pictures(pack: Pack) -> dict[Hidden, int]:
    return {Hidden(event.suit, event.scene, event.alt): place for place, event in enumerate(pack.events)}


@lru_cache(maxsize=8)
def _order(pack: Pack) -> tuple[int, ...]:
    return tuple(sorted(event.year for event in pack.events))


def _earliness(year: int, pack: Pack) -> float:
    """Which part of the deck is later than this year: 1 for the first event, 0 for the last."""
    years = _order(pack)
    later, not_earlier = (sum(other > year for other in years), sum(other >= year for other in years))
    return (later + not_earlier) / 2 / len(years)


def _worth(held: Held, memory: Memory) -> float:
    """How early the bot believes a card of its hand to be."""
    if held.open is not None:
        return _earliness(held.open.year, memory.pack)
    place = _pictures(memory.pack).get(held.hidden) if held.hidden is not None else None
    if place is None:
        return UNKNOWN
    event: Event = memory.pack.events[place]
    return _earliness(event.year, memory.pack) if memory.knows(f"{place} {event.key}") else UNKNOWN


# -- bidding ---------------------------------------------------------------------------------------------------------


def _bid(observation: PokerObservation, bid: Bid, memory: Memory, chance: Chance) -> PokerMove:
    style, cards = STYLES[memory.strength], observation.hand.cards
    others = sum(not line.folded for line in observation.seats) - 1
    # the mean of so many cards drawn at random strays by this much
    strays = 1 / sqrt(12 * len(cards))
    edge = (sum(_worth(held, memory) for held in cards) / len(cards) - UNKNOWN) / strays
    even = 1 / (others + 1)
    odds = _logistic(1.6 * edge + _log_odds(even))
    odds = min(0.97, max(0.03, odds + style.blur * (chance.share() - 0.5) * 2))
    step, boldness = observation.hand.step, 1 + observation.bar.round / 6  # nobody wants to sit here for ever
    price = bid.pays / (observation.pot.beans + bid.pays)
    if bid.owes and odds < price * style.caution / boldness:
        return Fold(step)
    wanted = (1.5 if bid.owes else 1.1) * even / sqrt(boldness)
    eager = odds > wanted or (not bid.owes and chance.share() < style.bluff)
    if bid.most and eager and chance.share() < 0.7:
        return Raise(step, _raise(bid, odds, boldness / others, chance))
    return Pass(step)


def _raise(bid: Bid, odds: float, boldness: float, chance: Chance) -> int:
    """A part of one's beans, more for a better hand and from round to round; now and then everything."""
    if odds > 0.85 and chance.share() < 0.2:
        return bid.most
    wish = bid.most * boldness * (0.1 + 0.5 * odds * chance.share())
    return max(1, min(bid.most, round(wish)))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def _log_odds(share: float) -> float:
    return log(share / (1 - share))


# -- playing ---------------------------------------------------------------------------------------------------------


def _card(observation: PokerObservation, memory: Memory, chance: Chance) -> int:
    """Which slot to play.

    Most people play their earliest events first. A sly player lets them, gives away the latest ones meanwhile, and
    then is always a little earlier.
    """
    style, cards = STYLES[memory.strength], observation.hand.cards
    ranked = sorted(cards, key=lambda held: (-_worth(held, memory) + 0.02 * chance.share(), held.slot))
    if not style.sly:
        return ranked[0 if chance.share() < style.greed else chance.below(len(ranked))].slot
    bar = observation.bar
    give_away = max(1, round(bar.tricks * (0.12 if memory.knows(f"round {bar.round}") else 0.2)))
    if bar.trick <= give_away:
        return ranked[-1].slot
    return ranked[min(chance.below(3), len(ranked) - 1)].slot


BOT = PokerBot()
