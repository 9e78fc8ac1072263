"""What a teacher sees: how far each pupil is, and what the class knows least. Nothing finer."""

from datetime import date

from django.utils import timezone
from msgspec import Struct

from decks.services import pack_of
from games.revision.memory import Learnable, learnable, name_of
from games.revision.models import LEAST_FOR_FIGURES, Assignment, Class, Progress, Pupil, Tally
from games.rules.pack import Event

MOST = 8


class CardFigure(Struct, frozen=True):
    """A card, and how many of the class knew it at their last try."""

    edition: int
    key: str
    suit: str
    year: str
    name: str
    right: int
    of: int

    @property
    def percent(self) -> int:
        """Of a hundred."""
        return round(100 * self.right / self.of)


class TaskReport(Struct):
    """An assignment with everybody's state, in the order of the pupils: 0 not yet begun, 1 on the way, 2 done."""

    assignment: Assignment
    cards: int
    states: list[int]
    over: bool
    days: int | None
    to_come: bool

    @property
    def counts(self) -> dict[str, int]:
        """How many are where."""
        return {name: self.states.count(state) for state, name in enumerate(("not_begun", "begun", "done"))}

    @property
    def pips(self) -> list[int]:
        """The states of all, the furthest first: who is who cannot be told."""
        return sorted(self.states, reverse=True)


class Report(Struct):
    """A class on one page."""

    pupils: list[Pupil]
    unused: set[int]  # pupils whose slip nobody has opened yet
    without: int  # pupils without any slip
    tasks: list[TaskReport]
    least: list[CardFigure]


def report(klass: Class, language: str) -> Report:
    """Everything of a class, with the same number of queries however large it is."""
    today = timezone.localdate()
    pupils = list(klass.pupils.all())
    slips = list(klass.pupils.filter(slips__replaced=False).values_list("pk", "slips__used"))
    states = {
        (assignment, pupil): state
        for assignment, pupil, state in Progress.objects.filter(assignment__klass=klass).values_list(
            "assignment_id", "pupil_id", "state"
        )
    }
    tasks = [
        TaskReport(
            assignment,
            len(assignment.cards),
            [states.get((assignment.pk, pupil.pk), 0) for pupil in pupils],
            assignment.is_over(today),
            _days(assignment, today),
            assignment.begins is not None and assignment.begins > today,
        )
        for assignment in klass.assignments.with_decks()
    ]
    tasks.sort(key=lambda task: task.over)
    have = {pk for pk, _used in slips}
    unused = {pk for pk, used in slips if not used}
    without = sum(pupil.pk not in have for pupil in pupils)
    return Report(pupils, unused, without, tasks, least_known(klass, language))


def _days(assignment: Assignment, today: date) -> int | None:
    return None if assignment.ends is None else (assignment.ends - today).days


def least_known(klass: Class, language: str, most: int | None = MOST) -> list[CardFigure]:
    """The cards of the class's assignments that most did not know at their last try, from five pupils on."""
    rows = list(Tally.objects.filter(klass=klass, shown__gte=LEAST_FOR_FIGURES))
    cards: dict[str, tuple[int, Learnable]] = {}
    for edition in sorted(set(klass.assignments.values_list("edition_id", flat=True))) if rows else ():
        pack = pack_of(edition)
        cards |= {name_of(pack.slug, card): (edition, card) for card in learnable(pack)}
    figures = []
    for row in rows:
        if row.card not in cards:
            continue
        edition, card = cards[row.card]
        if isinstance(card, Event):
            facts: tuple[str, str, str, str] = (card.key, card.suit, str(card.year), card.name.say(language))
        else:
            facts = (str(card.number), "", str(card.number), card.text.say(language))
        figures.append(CardFigure(edition, *facts, row.shown_right, row.shown))
    figures.sort(key=lambda one: (one.right / one.of, -one.of, one.year))
    return figures[:most]
