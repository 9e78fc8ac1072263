"""What every change of a night begins and ends with: the lock, who may do it, the announcement."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from games.nights.models import Night, Round, State
from games.tables import carrier
from games.tables.news import News
from games.tables.services import NoSuchTable

ENDS = frozenset({State.ENDED})


class NoSuchNight(NoSuchTable):
    """There is no such night, or it is none of yours: nobody can tell which."""


class Passed(Exception):
    """The button was meant for an earlier step: somebody else has pressed it, and what came of it is shown."""


def locked(night_id: int) -> Night:
    """The night with its row locked until the transaction ends: one step of an evening at a time.

    Raises NoSuchNight if it is gone. Whoever locks tables as well locks the night first, then tables by their numbers.
    """
    night = (
        Night.objects.select_for_update(no_key=True, of=("self",)).select_related("room").filter(pk=night_id).first()
    )
    if night is None:
        raise NoSuchNight
    return night


def changed(night: Night, *fields: str) -> None:
    """Saves these fields, and tells every process, when this transaction commits, that the night is another one."""
    night.version += 1
    night.save(update_fields=["version", *fields])
    carrier.announce(News(0, night=night.pk))


def leads(night: Night, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Is this the host, or one of the co-hosts?"""
    return bool(user.is_authenticated) and (
        night.host_id == user.pk or night.cohosts.filter(pk=user.pk).exists() or bool(getattr(user, "is_superuser", 0))
    )


def token(night: Night, current: Round | None) -> str:
    """Names the step an evening is at; a button that was drawn for another one comes too late."""
    marks = "" if current is None else f"{current.pk}-{bool(current.warned_at):d}{bool(current.called_at):d}"
    return f"{night.state}-{marks}"


def at_step(night: Night, meant: str) -> Round | None:
    """The current round, if the button was drawn for this very step. Raises Passed."""
    if meant != token(night, night.current):
        raise Passed
    return night.current
