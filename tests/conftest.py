"""One database cluster, one site and one browser for the whole run, with or without several workers."""

import os
from collections.abc import Iterator
from typing import Any

import psutil
import psycopg
import pytest
from django.core.management import call_command
from django.utils import translation
from hypothesis.configuration import set_hypothesis_home_dir
from psycopg import sql

from tests import chromium
from tests.servers import running
from tests.settings import CLUSTER_FOR_TESTS, FOLDER

BROWSING = frozenset({"site", "sites", "browser"})  # whoever asks for one of these drives a browser


def pytest_configure(config: pytest.Config) -> None:
    """The first process starts the database and compiles the catalogues; its workers find both ready."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright keeps an event loop running in this thread
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # they spin while other workers work
    set_hypothesis_home_dir(FOLDER / "hypothesis")
    if not hasattr(config, "workerinput"):
        CLUSTER_FOR_TESTS.join()
        drop_what_killed_runs_left()
        if not config.option.collectonly:
            call_command("messages", "--compile", verbosity=0)


def drop_what_killed_runs_left() -> None:
    """A run names its databases after its process."""
    with psycopg.connect(CLUSTER_FOR_TESTS.url, autocommit=True) as connection:
        for (name,) in connection.execute("select datname from pg_database where datname ~ '^test_[0-9]+'").fetchall():
            if not psutil.pid_exists(int(name.split("_")[1])):
                connection.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A page that was asked for in another language leaves it behind in the process."""
    with translation.override("en"):
        yield


def pytest_unconfigure(config: pytest.Config) -> None:
    """The database goes when the last worker has gone."""
    if not hasattr(config, "workerinput"):
        CLUSTER_FOR_TESTS.leave()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: their running event loop would stop every test that needs asyncio."""
    for item in items:
        if BROWSING.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database can only go when nobody else is connected to it."""
    yield
    with django_db_blocker.unblock():
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def site(django_db_setup: None) -> Iterator[str]:
    """The address of the running site, on this worker's database. Its rows: use `transactional_db` beside it."""
    with running() as (address, _):
        yield address


@pytest.fixture(scope="session")
def base_url(site: str) -> str:
    """Where Playwright's relative addresses begin."""
    return site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Chromium's sandbox does not work for root; names that end in .test are no secure context, as in a LAN."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    arguments += ["--host-resolver-rules=MAP *.test 127.0.0.1", "--autoplay-policy=document-user-activation-required"]
    return {**browser_type_launch_args, "executable_path": chromium.find(), "args": arguments}
