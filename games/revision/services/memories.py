"""The pupil's side: what lies in the seal changes here, in one transaction, for as long as a request brings the key."""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from msgspec import Struct

from decks.services import pack_of
from games.revision import sealing
from games.revision.learning import Task, feed, new_round
from games.revision.memory import Likes, Memory, Review, decode, encode, key_of, learnable, name_of
from games.revision.models import LEAST_FOR_FIGURES, Assignment, Came, Class, Progress, Pupil, Slip, Tally
from games.revision.rounds import OutOfTurn, Way, What, fold
from games.rules.kernel import How

MOST_DEVICES = 20


class NoSuchSlip(Exception):
    """There is no such slip, or none that opens with this: nobody can tell which."""


class Replaced(NoSuchSlip):
    """The slip was good once; there is another one now."""


class NotHere(Exception):
    """What a pupil asked for is over, was taken back, or never was theirs: nobody can tell which. The slip is good."""


class NotNow(Exception):
    """The key opens the seal, but what lies in it is not understood: an older version runs beside a newer one."""


class Holder(Struct, frozen=True):
    """What a device brings: which slip it knows, what it is called in the seal, and the key."""

    slip: int
    device: str
    key: bytes

    def __repr__(self) -> str:
        return f"Holder({self.slip})"  # a key stands in no traceback and no log


class Opened(Struct):
    """An open seal, for as long as it takes."""

    slip: Slip
    memory: Memory
    together: Collection[str] = ()  # cards that enough pupils have tried at one table, whoever has told of it

    @property
    def pupil(self) -> Pupil:
        """Whose it is."""
        return self.slip.pupil

    @property
    def klass(self) -> Class:
        """Their class."""
        return self.slip.pupil.klass


def _about(slip: Slip) -> str:
    return f"slip {slip.pk}"


def _open(slip: Slip, key: bytes) -> Memory:
    """Raises NoSuchSlip for a wrong key, and NotNow."""
    try:
        return understood(sealing.opened(bytes(slip.seal), key, _about(slip)) if slip.seal else b"")
    except sealing.Unreadable as error:
        raise NoSuchSlip from error


def understood(text: bytes) -> Memory:
    """The memory in the text of a seal. Raises NotNow, so that nothing takes the place of what is there."""
    try:
        return decode(text)
    except msgspec.DecodeError as error:
        raise NotNow from error


def _seal(slip: Slip, memory: Memory, key: bytes) -> None:
    slip.seal = sealing.seal(encode(memory), key, _about(slip))
    slip.used = True
    slip.save(update_fields=["seal", "used"])


def _slips() -> QuerySet[Slip]:
    living = Slip.objects.filter(pupil__klass__last_day__gte=timezone.localdate())
    return living.select_related("pupil__klass")


def enter(code: str, held: Holder | None = None) -> Holder:
    """A device scans a slip, and knows it from now on. Raises NoSuchSlip, and Replaced for one that is dead.

    ``held``: what the device knew before. If that is the old slip of the same pupil, it confirms the new one, whose
    memory then goes on where the old one stopped.
    """
    # a class scans at once, and each takes a tenth of a second: nobody holds a connection meanwhile
    return _enter(sealing.keys_of(code, settings.SLIP_SECRET), held)


@transaction.atomic
def _enter(keys: sealing.Keys, held: Holder | None) -> Holder:
    slip = _slips().select_for_update(of=("self",)).filter(lookup=keys.lookup).first()
    if slip is None:
        raise NoSuchSlip
    if slip.replaced:
        raise Replaced
    memory = _open(slip, keys.key)
    device = ""
    if held is not None and held.slip == slip.pk and held.device in memory.devices:
        device = held.device
    elif held is not None:
        _take_over(memory, slip, held)
    if not device:
        device = secrets.token_hex(8)
        memory.devices = [*memory.devices, device][-MOST_DEVICES:]
    _seal(slip, memory, keys.key)
    return Holder(slip.pk, device, keys.key)


def _take_over(memory: Memory, slip: Slip, held: Holder) -> None:
    """The memory under the old slip of the same pupil, if this device knows it."""
    old = Slip.objects.select_for_update().filter(pk=held.slip, pupil=slip.pupil, replaced=True).first()
    if old is None:
        return
    try:
        older = _open(old, held.key)
    except NoSuchSlip:
        return
    if held.device in older.devices:
        _count_once(slip.pupil.klass, memory, older)
        memory.join(older)
        old.delete()


def _count_once(klass: Class, memory: Memory, older: Memory) -> None:
    """Cards that were tried with both slips: until now the class had counted somebody twice."""
    for name, card in sorted(older.cards.items()):
        if card.tried and memory.card(name).tried:
            tally = Tally.objects.filter(klass=klass, card=name)
            told, right = int(card.told is not None), int(bool(card.told))
            tally.update(tried=F("tried") - 1, counted=F("counted") - told, right=F("right") - right)


def look(holder: Holder) -> Opened:
    """What lies in the seal, to be read only. Raises NoSuchSlip, and Replaced."""
    slip = _slips().filter(pk=holder.slip).first()
    return _opened(slip, holder)


def whose(holder: Holder | None) -> Pupil | None:
    """Whose slip a device holds, be it replaced or not; None if it holds none."""
    slip = None if holder is None else _slips().filter(pk=holder.slip).first()
    if slip is None or holder is None:
        return None
    try:
        known = holder.device in _open(slip, holder.key).devices
    except (NoSuchSlip, NotNow):
        return None
    return slip.pupil if known else None


def _opened(slip: Slip | None, holder: Holder) -> Opened:
    if slip is None:
        raise NoSuchSlip
    memory = _open(slip, holder.key)
    if holder.device not in memory.devices:
        raise NoSuchSlip
    if slip.replaced:
        raise Replaced
    return Opened(slip, memory)


@contextmanager
def opening(holder: Holder) -> Iterator[Opened]:
    """Opens the seal, and seals it again with what has changed; two devices wait for each other.

    Raises NoSuchSlip, and Replaced.
    """
    with transaction.atomic():
        opened = _opened(_slips().select_for_update(of=("self",)).filter(pk=holder.slip).first(), holder)
        before = encode(opened.memory)
        yield opened
        if encode(opened.memory) != before:
            used = holder.device  # what was used last is the last to be forgotten
            opened.memory.devices.sort(key=lambda device: device == used)
            _tell_class(opened)
            _seal(opened.slip, opened.memory, holder.key)


# ---------------------------------------------------------------------- rounds


def task_of(assignment: Assignment) -> Task:
    """An assignment as a round knows it."""
    return Task(
        name=str(assignment.pk),
        edition=assignment.edition_id,
        cards=tuple(assignment.cards),
        asked=tuple(assignment.asked),
        goal=assignment.goal,
        rounds=assignment.rounds,
    )


def running(klass: Class, number: int) -> Assignment | None:
    """The assignment of the class, if pupils may work on it."""
    found = Assignment.objects.filter(klass=klass, pk=number).first()
    return found if found is not None and found.is_running(timezone.localdate()) else None


def assignment_of(opened: Opened, number: int) -> Assignment:
    """An assignment of the pupil's class, be it over or not. Raises NotHere."""
    found = Assignment.objects.filter(klass=opened.klass, pk=number).first()
    if found is None:
        raise NotHere
    return found


def begin(holder: Holder, number: int, way: str, now: datetime, *, extra: bool = False) -> bool:
    """Begins a round, unless one is under way; False if there is nothing to do. Raises NoSuchSlip.

    ``extra``: more than is due. Raises NotHere for an assignment that is none of the pupil's, not begun or over.
    """
    with opening(holder) as opened:
        assignment = running(opened.klass, number)
        if assignment is None:
            raise NotHere
        task = task_of(assignment)
        memory = opened.memory
        if task.name in memory.rounds:
            return True
        ways: list[Way] = assignment.ways
        chosen: Way = way if way in ways else ways[0]
        round = new_round(memory, task, pack_of(task.edition), chosen, secrets.token_bytes(8), now, extra=extra)
        if round is None:
            return False
        memory.rounds[task.name] = round
        return True


def act(
    holder: Holder,
    number: int,
    step: int,
    what: What,
    now: datetime,
    *,
    said: tuple[str, ...] = (),
    right: bool = False,
) -> None:
    """Does something in the round that is under way. What was done before, or is out of turn, changes nothing.

    Raises NoSuchSlip, and NotHere for an assignment that is none of the pupil's.
    """
    with opening(holder) as opened:
        memory = opened.memory
        assignment = assignment_of(opened, number)
        round = memory.rounds.get(str(number))
        if round is None or fold(round).step != step:
            return
        task = task_of(assignment)
        try:
            feed(memory, task, round, pack_of(round.edition), what, now, said=said, right=right)
        except OutOfTurn:
            return
        if task.is_done(memory, pack_of(task.edition)):
            _note_progress(assignment, opened.pupil, Progress.DONE)
        elif len(round.deeds) == 1:
            _note_progress(assignment, opened.pupil, Progress.BEGUN)


def _note_progress(assignment: Assignment, pupil: Pupil, state: int) -> None:
    """How far the pupil is; never back."""
    row, new = Progress.objects.get_or_create(assignment=assignment, pupil=pupil, defaults={"state": state})
    if not new and row.state < state:
        row.state = state
        row.save(update_fields=["state"])


# ---------------------------------------------------------------------- what the class learns of it


def _tell_class(opened: Opened) -> None:
    """The class's figures for the cards it was assigned: one try of one pupil counts once.

    A result waits in the seal until five pupils have tried its card, at home or together in a lesson. Until then
    nothing is locked for it: a class answers at once, and each would wait for all the others.
    """
    memory, tallies = opened.memory, Tally.objects.filter(klass=opened.klass)
    news = [name for name, card in memory.cards.items() if card.history and (not card.tried or card.told != card.right)]
    tried = dict(tallies.filter(card__in=news).values_list("card", "tried")) if news else {}
    enough = {name for name in news if tried.get(name, 0) >= LEAST_FOR_FIGURES} | {*opened.together}
    ripe = {name for name in news if not memory.cards[name].tried or name in enough}
    telling = _assigned(opened.klass, ripe) if ripe else []
    if not telling:
        return
    fresh = [Tally(klass=opened.klass, card=name) for name in telling if name not in tried]
    Tally.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = tallies.select_for_update().filter(card__in=telling).order_by("card")
    for row in rows:
        card = memory.cards[row.card]
        before = (row.tried, row.counted, row.right)
        row.tried += not card.tried
        card.tried = True
        if row.tried >= LEAST_FOR_FIGURES or row.card in opened.together:
            row.counted += card.told is None
            row.right += card.right - bool(card.told)
            card.told = card.right
        if before != (row.tried, row.counted, row.right):
            row.save(update_fields=["tried", "counted", "right"])  # almost always one card


def _assigned(klass: Class, names: Collection[str]) -> list[str]:
    """Which of these cards the class was assigned, in the order in which everybody locks them."""
    found: set[str] = set()
    for edition, cards in klass.assignments.order_by().values_list("edition_id", "cards").distinct():
        keys = keys_in(edition)
        found |= {name for name in names if name in keys and (not cards or keys[name] in cards)}
    return sorted(found)


@lru_cache(maxsize=64)
def keys_in(edition: int) -> Mapping[str, str]:
    """The cards of an edition as memories name them, each with its key. An edition never changes."""
    pack = pack_of(edition)
    return {name_of(pack.slug, card): key_of(card) for card in learnable(pack)}


# ---------------------------------------------------------------------- the rest


def catch_up(holder: Holder) -> None:
    """Tells the class what has waited in this seal, if five have tried it by now. Raises NoSuchSlip."""
    with opening(holder) as opened:
        _tell_class(opened)


def count_game(
    holder: Holder,
    table: int,
    known: Iterable[tuple[str, bool, How]],
    at: datetime,
    together: Collection[str] = (),
) -> int:
    """Puts what was known in a finished game into the memory, once; how many cards. Raises NoSuchSlip.

    ``together``: cards that five pupils or more of the class have tried in it; none of them waits for others to tell.
    """
    with opening(holder) as opened:
        opened.together = together
        if table in opened.memory.tables:
            return 0
        opened.memory.tables.append(table)
        Came.objects.filter(pupil=opened.pupil, lesson__room__tables=table).update(told=True)
        cards = 0
        for name, right, how in known:
            opened.memory.card(name).add(Review(int(at.timestamp()), right, how))
            cards += 1
        return cards


def like(holder: Holder, likes: Likes) -> None:
    """How the pupil likes to learn. Raises NoSuchSlip."""
    with opening(holder) as opened:
        opened.memory.likes = likes


def shut_out(holder: Holder) -> None:
    """No device but this one knows the slip any more. Raises NoSuchSlip."""
    with opening(holder) as opened:
        opened.memory.devices = [holder.device]


def put_away(holder: Holder) -> None:
    """This device forgets the slip: it is none of those that know it any more."""
    with opening(holder) as opened:
        opened.memory.devices = [device for device in opened.memory.devices if device != holder.device]


def forget(holder: Holder) -> None:
    """Everything in the seal begins anew, and so does the progress; the device stays. Raises NoSuchSlip."""
    with opening(holder) as opened:
        old = opened.memory  # which games were counted stays: else they would bring back what was erased
        fresh = Memory(devices=old.devices, likes=old.likes, tables=old.tables)
        for name, card in old.cards.items():
            if card.tried:  # the class's figures count somebody once, whatever they forget
                fresh.card(name).tried, fresh.card(name).told = True, card.told
        opened.memory = fresh
        Progress.objects.filter(pupil=opened.pupil).delete()
