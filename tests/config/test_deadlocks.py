"""Two transactions that wait for one another: both happen, one after the other."""

from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction

from config.deadlocks import TRIES, untangled


@pytest.mark.django_db(transaction=True)
def test_both_are_done_though_each_waits_for_the_other() -> None:
    one, other = (User.objects.create(username=name, email="0") for name in ("anna", "beat"))
    both_hold_their_first = Barrier(2, timeout=10)
    tried = []

    @untangled
    @transaction.atomic
    def count(*users: User) -> None:
        tried.append(users)
        for user in users:
            with connection.cursor() as cursor:
                cursor.execute("set local deadlock_timeout = '20ms'")
            there = User.objects.select_for_update().get(pk=user.pk)
            there.email = str(int(there.email) + 1)
            there.save()
            if user is users[0] and len(tried) <= 2:
                both_hold_their_first.wait()

    def counting(*users: User) -> None:
        count(*users)
        connection.close()

    threads = [Thread(target=counting, args=users) for users in ((one, other), (other, one))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(User.objects.values_list("email", flat=True)) == {"2"}
    assert len(tried) > 2, "they did wait for one another"


@pytest.mark.django_db
def test_what_fails_otherwise_fails_at_once_and_nobody_tries_for_ever() -> None:
    tried = []

    @untangled
    @transaction.atomic
    def fails(code: str) -> None:
        tried.append(code)
        with connection.cursor() as cursor:
            cursor.execute(f"do $$ begin raise exception using errcode = '{code}'; end $$")

    with pytest.raises(OperationalError):
        fails("57014")  # query cancelled
    assert len(tried) == 1
    with pytest.raises(OperationalError):
        fails("40P01")  # deadlock
    assert len(tried) == 1 + TRIES
