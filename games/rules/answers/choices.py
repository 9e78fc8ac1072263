"""One of four: the card that is asked for among three others of the same pack (SN-V2)."""

from functools import lru_cache

from games.rules.answers.cards import names_event
from games.rules.chance import Chance
from games.rules.pack import Event, Pack

CHOICES = 4


def four_choices(pack: Pack, card: int, chance: Chance) -> tuple[int, ...]:
    """Four whole cards, as their places in the pack: the one at ``card`` and three others, in an order drawn by lot.

    All of different years, the nearest in time first; where two are as near, the lot decides. Never another that would
    be right as well. Raises ValueError for a pack that has no four such cards: ask :func:`has_choices` before.
    """
    event = pack.events[card]
    others = chance.shuffle([place for place in range(len(pack.events)) if place != card])
    chosen = [card]
    years = {event.year}
    for other in sorted(others, key=lambda place: abs(pack.events[place].year - event.year)):
        if len(chosen) == CHOICES:
            break
        if pack.events[other].year not in years and not _right_as_well(pack.events[other], event, pack):
            chosen.append(other)
            years.add(pack.events[other].year)
    if len(chosen) < CHOICES:
        raise ValueError("This pack has no four cards to choose from.")
    return chance.shuffle(chosen)


@lru_cache(maxsize=64)
def has_choices(pack: Pack) -> bool:
    """Are there four cards to choose from, whichever of the pack is asked for?"""
    chance = Chance(b"", 0, "choices")
    try:
        return bool([four_choices(pack, card, chance) for card in range(len(pack.events))])
    except ValueError:
        return False


def _right_as_well(other: Event, event: Event, pack: Pack) -> bool:
    """Would the name of the other card be taken for this one's, in any language? (CO-3)"""
    return any(names_event(name, event, pack) for name in other.name.all())
