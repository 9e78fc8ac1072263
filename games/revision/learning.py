"""What comes next and what it leaves behind: rounds made from a memory and a task, and fed back into it. Pure."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from django.utils import timezone
from msgspec import Struct

from games.revision.memory import Memory, Review, key_of, learnable, name_of
from games.revision.rounds import SIZE, Deed, Part, Phase, Position, Round, Way, What, after, fold, judged
from games.rules.chance import Chance
from games.rules.kernel import How
from games.rules.pack import Pack


class Task(Struct, frozen=True):
    """What is to be learnt: an assignment of a class, or a deck that somebody has chosen by themselves.

    ``cards``: keys of the edition's cards; empty means all of them.
    """

    name: str
    edition: int
    cards: tuple[str, ...]
    asked: tuple[Part, ...]
    goal: str = "once"
    rounds: int = 1

    def names(self, pack: Pack) -> dict[str, int]:
        """The cards by their names in a memory, each with its place in the pack."""
        wanted = set(self.cards)
        return {
            name_of(pack.slug, card): place
            for place, card in enumerate(learnable(pack))
            if not wanted or key_of(card) in wanted
        }

    def known(self, memory: Memory, pack: Pack) -> tuple[int, int]:
        """How many cards have reached the goal, and how many are on the way."""
        if self.goal == "rounds":
            return min(self.rounds, memory.finished.get(self.name, 0)), int(self.name in memory.rounds)
        days = memory.days.get(self.name, {})
        needed = 2 if self.goal == "twice" else 1
        counts = [len(days.get(name, ())) for name in self.names(pack)]
        tried = sum(0 < count < needed for count in counts)
        return sum(count >= needed for count in counts), tried

    def size(self, pack: Pack) -> int:
        """How many cards, or rounds, the goal has."""
        return self.rounds if self.goal == "rounds" else len(self.names(pack))

    def is_done(self, memory: Memory, pack: Pack) -> bool:
        """Has the goal been reached?"""
        return self.known(memory, pack)[0] >= self.size(pack)


def day_of(moment: datetime) -> int:
    """The day here, as a number."""
    return timezone.localdate(moment).toordinal()


def end_of_day(moment: datetime, days: int = 0) -> int:
    """The last second of this day here, or of one so many days later."""
    day = timezone.localdate(moment) + timedelta(days=days)
    return int(timezone.make_aware(datetime.combine(day, time.max)).timestamp())


def start_of_day(moment: datetime) -> int:
    """The first second of this day here."""
    return end_of_day(moment, -1) + 1


class Today(Struct, frozen=True):
    """What there is to do today: cards that come back, and new ones, by their names."""

    back: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return self.back + self.new


def today(memory: Memory, task: Task, pack: Pack, now: datetime) -> Today:
    """The next round: first what is due of the whole deck, then what the goal still asks for, then what is new."""
    names = task.names(pack)
    whole = names if not task.cards else {name_of(pack.slug, card): 0 for card in learnable(pack)}
    back = memory.due(whole, end_of_day(now))
    if task.goal != "rounds":
        days, here = memory.days.get(task.name, {}), day_of(now)
        needed = 2 if task.goal == "twice" else 1
        back += [
            name
            for name in names
            if name not in back and memory.cards.get(name) and memory.cards[name].last
            and len(days.get(name, ())) < needed and here not in days.get(name, ())
        ]  # fmt: skip
    back = back[:SIZE]
    return Today(tuple(back), tuple(memory.new(names)[: SIZE - len(back)]))


def weakest(memory: Memory, task: Task, pack: Pack, now: datetime) -> Today:
    """More than is due: what is known least well comes first."""
    at = int(now.timestamp())
    known = [name for name in task.names(pack) if memory.cards.get(name) and memory.cards[name].last]
    known.sort(key=lambda name: memory.cards[name].retrievability(at))
    return Today(tuple(known[:SIZE]), tuple(memory.new(task.names(pack))[: max(0, SIZE - len(known))]))


def new_round(
    memory: Memory, task: Task, pack: Pack, way: Way, seed: bytes, now: datetime, *, extra: bool = False
) -> Round | None:
    """The next round, in an order drawn by lot, what is new last; None if there is nothing to do."""
    chosen = weakest(memory, task, pack, now) if extra else today(memory, task, pack, now)
    if not chosen.all:
        return None
    places = {name_of(pack.slug, card): place for place, card in enumerate(learnable(pack))}
    back = Chance(seed, 0, "order").shuffle([places[name] for name in chosen.back])
    new = tuple(places[name] for name in chosen.new)
    fresh = new if pack.events else ()  # a statement is guessed first: that is the fun of it
    return Round(task.edition, back + new, fresh, task.asked, way, seed, int(now.timestamp()), extra=extra)


def feed(
    memory: Memory,
    task: Task,
    round: Round,
    pack: Pack,
    what: What,
    now: datetime,
    *,
    said: tuple[str, ...] = (),
    right: bool = False,
) -> Position:
    """One deed more: into the round, and what it shows into the memory. Raises OutOfTurn.

    ``right`` is one's own word where one judges oneself; else the house judges what was said.
    """
    here, at = fold(round), int(now.timestamp())
    how: How = "unaided"
    if what is What.ANSWER:
        right, how = judged(round, here, pack, said)
    elif what is What.APPEAL:
        right, how = True, "appeal"
    elif what is not What.JUDGE:
        right = False
    deed = Deed(what, at, right, how, said)
    there = after(here, deed)
    round.deeds.append(deed)
    card = memory.card(name_of(pack.slug, learnable(pack)[here.card])) if here.card >= 0 else None
    if card is not None and what in (What.ANSWER, What.GIVE_UP, What.JUDGE):
        card.add(Review(at, right, how))
    elif card is not None and what is What.APPEAL and here.last is not None:
        card.take_back(Review(here.last.at, False, here.last.how))
        card.add(Review(here.last.at, True, "appeal"))
    if right:
        _reached(memory, task, pack, here.card, day_of(now))
    if there.phase is Phase.OVER:
        memory.finished[task.name] = memory.finished.get(task.name, 0) + 1
        del memory.rounds[task.name]
    return there


def _reached(memory: Memory, task: Task, pack: Pack, place: int, day: int) -> None:
    name = name_of(pack.slug, learnable(pack)[place])
    if name not in task.names(pack):
        return
    days = memory.days.setdefault(task.name, {}).setdefault(name, [])
    if len(days) < 2 and day not in days:
        days.append(day)


Coming = list[tuple[int, int]]


def coming_back(memory: Memory, names: Iterable[str], now: datetime) -> Coming:
    """When cards come back: how many days from today, and how many cards; what is overdue counts as today."""
    today = day_of(now)
    counts: dict[int, int] = {}
    for name in names:
        if (card := memory.cards.get(name)) is not None and card.last:
            days = max(0, day_of(datetime.fromtimestamp(card.due, timezone.get_current_timezone())) - today)
            counts[days] = counts.get(days, 0) + 1
    return sorted(counts.items())
