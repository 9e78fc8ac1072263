"""The database that comes with the site: up while anybody needs it, whatever happens to whom."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.postgres import Cluster, ClusterError, programs
from tests.servers import kill_postgres, postgres_in

USER = """
import sys
from pathlib import Path
from config.postgres import Cluster
Cluster(Path(sys.argv[1])).join()
print("in", flush=True)
sys.stdin.read()
"""

WATCHMAN = """
import logging
import sys
from pathlib import Path
from config.postgres import Cluster
logging.basicConfig(stream=sys.stdout, format="%(message)s")
cluster = Cluster(Path(sys.argv[1]))
cluster.join()
cluster.watch()
print("in", flush=True)
sys.stdin.read()
"""

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster that nobody has joined, and that is gone afterwards."""
    cluster = Cluster(tmp_path / "pg")
    yield cluster
    cluster.leave()
    kill_postgres(cluster.data)


@pytest.fixture
def start(cluster: Cluster) -> Iterator[Start]:
    """Starts another process that needs the cluster."""
    users = []

    def user(script: str = USER) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", script, str(cluster.data)]
        users.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return users[-1]

    yield user
    for process in users:
        process.kill()
        process.communicate()


def is_in(user: subprocess.Popen[str]) -> bool:
    return user.stdout is not None and user.stdout.readline() == "in\n"


def note(cluster: Cluster, word: str) -> list[str]:
    """Writes a word into the database, and reads all that were written."""
    with psycopg.connect(cluster.url) as connection:
        connection.execute("create table if not exists words (word text)")
        connection.execute("insert into words values (%s)", [word])
        return sorted(word for (word,) in connection.execute("select word from words").fetchall())


def says(user: subprocess.Popen[str]) -> str:
    """The next line of another process."""
    return user.stdout.readline() if user.stdout else ""


def kill_postmaster(cluster: Cluster) -> None:
    """Only the first of all processes; those it leaves behind go by themselves."""
    os.kill(int(cluster.data.joinpath("postmaster.pid").read_text().split()[0]), signal.SIGKILL)


def keepers(cluster: Cluster) -> int:
    """How many processes need the server."""
    with psycopg.connect(cluster.url) as connection:
        query = "select count(*) from pg_stat_activity where application_name = 'keeper'"
        return int(connection.execute(query).fetchone()[0])  # type: ignore[index]


def test_four_first_starts_at_once_make_one_server(cluster: Cluster, start: Start) -> None:
    users = [start() for _ in range(4)]

    assert all(map(is_in, users))
    assert note(cluster, "hello") == ["hello"]
    assert keepers(cluster) == 4


def test_the_last_one_out_stops_it(cluster: Cluster, start: Start) -> None:
    first, last = start(), start()
    assert is_in(first) and is_in(last)

    first.communicate()
    assert note(cluster, "still here") == ["still here"]

    last.communicate()
    assert postgres_in(cluster.data) == []
    assert last.returncode == 0


def test_a_killed_user_does_not_keep_it_up(cluster: Cluster, start: Start) -> None:
    cluster.join()
    killed = start()
    assert is_in(killed)

    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert note(cluster, "alive") == ["alive"]

    cluster.leave()
    assert postgres_in(cluster.data) == []


def test_it_comes_back_after_everything_was_killed(cluster: Cluster, start: Start) -> None:
    user = start()
    assert is_in(user)
    note(cluster, "before")

    for process in postgres_in(cluster.data):
        with suppress(psutil.NoSuchProcess):  # one that goes down with its parent is gone already
            process.kill()
    user.kill()

    assert is_in(start())
    assert note(cluster, "after") == ["after", "before"]


@pytest.mark.parametrize("kind", ["ourselves", "a zombie", "another PostgreSQL"])
def test_whoever_got_the_number_of_a_killed_server_is_not_taken_for_it(
    cluster: Cluster, start: Start, tmp_path: Path, kind: str
) -> None:
    user = start()
    assert is_in(user)
    note(cluster, "before")
    user.kill()
    kill_postgres(cluster.data)
    other, zombie = Cluster(tmp_path / "other"), subprocess.Popen(["true"])
    if kind == "another PostgreSQL":
        other.join()
        number = other.data.joinpath("postmaster.pid").read_text().split()[0]
    else:
        os.waitid(os.P_PID, zombie.pid, os.WEXITED | os.WNOWAIT)
        number = str(zombie.pid if kind == "a zombie" else os.getpid())
    pid_file = cluster.data / "postmaster.pid"
    pid_file.write_text("\n".join([number, *pid_file.read_text().splitlines()[1:], ""]))

    cluster.join()

    assert note(cluster, "after") == ["after", "before"]
    other.leave()
    zombie.wait()


@pytest.mark.parametrize("emptied", ["postmaster.pid", ".s.PGSQL.5432.lock"])
def test_a_server_that_was_killed_while_it_wrote_its_number_does_not_stand_in_the_way(
    cluster: Cluster, start: Start, emptied: str
) -> None:
    user = start()
    assert is_in(user)
    note(cluster, "before")
    user.kill()
    kill_postgres(cluster.data)
    (cluster.data / emptied).write_text("")

    cluster.join()

    assert note(cluster, "after") == ["after", "before"]


def test_a_folder_of_another_user_is_refused_with_a_sentence(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.join()
    cluster.leave()
    monkeypatch.setattr(cluster, "_owner", (4711, 4711))

    with pytest.raises(ClusterError, match=r"pg belongs to another user: run this as .* or remove that folder\.$"):
        cluster.join()


def test_a_path_too_long_for_a_socket_works(tmp_path: Path) -> None:
    deep = Cluster(tmp_path / ("very-" * 20) / "deep" / "pg")

    deep.join()

    assert note(deep, "hello") == ["hello"]
    deep.leave()
    assert postgres_in(deep.data) == []
    deep.socket.rmdir()


def test_a_server_that_cannot_start_is_told_in_a_sentence(tmp_path: Path) -> None:
    broken = Cluster(tmp_path / "pg", max_connections="none")

    with pytest.raises(ClusterError, match=r"PostgreSQL does not start: read .*pg/log, or set DATABASE_URL"):
        broken.join()


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "initdb").symlink_to("/bin/false")
    monkeypatch.setattr("config.postgres.programs", lambda: tmp_path)

    with pytest.raises(ClusterError, match=r"cannot make its folder .*pg: make room on the disk"):
        cluster.join()


def test_a_first_start_that_was_killed_does_not_stand_in_the_way(cluster: Cluster) -> None:
    half_made = cluster.data.with_suffix(".new")
    half_made.mkdir()
    (half_made / "PG_VERSION").touch()

    cluster.join()

    assert note(cluster, "hello") == ["hello"]
    assert not half_made.exists()


def test_where_there_are_no_sockets_it_wants_a_password_from_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, as far as another system can try it."""
    monkeypatch.setattr("config.postgres.BY_SOCKET", False)
    cluster = Cluster(tmp_path / "pg")
    password = conninfo_to_dict(cluster.url)["password"]
    (tmp_path / "pg.password").chmod(0o644)  # here PostgreSQL is somebody else

    cluster.join()

    assert note(cluster, "before") == ["before"]
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(make_conninfo(cluster.url, password=f"{password}x"))
    with psycopg.connect(cluster.url) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("127.0.0.1",)
    kill_postgres(cluster.data)
    cluster.leave()
    again = Cluster(tmp_path / "pg")
    again.join()
    assert note(again, "after ü") == ["after ü", "before"]
    again.leave()
    assert postgres_in(again.data) == []


def test_a_machine_without_its_programs_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.postgres.find_spec", lambda name: None)

    with pytest.raises(ClusterError, match="set DATABASE_URL"):
        programs()


# ---------------------------------------------------------------------- killed while somebody keeps watch


def test_a_killed_server_is_started_again_however_often(cluster: Cluster, start: Start) -> None:
    watchman = start(WATCHMAN)
    assert is_in(watchman)

    words = []
    for number, kill in enumerate([kill_postmaster, lambda one: kill_postgres(one.data), kill_postmaster]):
        words.append(f"before kill {number}")
        assert note(cluster, words[-1]) == words
        kill(cluster)
        assert says(watchman) == "PostgreSQL was gone and runs again.\n"

    assert note(cluster, "after") == ["after", *words]
    watchman.communicate()
    assert watchman.returncode == 0
    assert postgres_in(cluster.data) == []


def test_several_who_keep_watch_start_one_server_and_the_last_one_out_stops_it(cluster: Cluster, start: Start) -> None:
    watchmen = [start(WATCHMAN) for _ in range(3)]
    assert all(map(is_in, watchmen))

    kill_postmaster(cluster)

    assert {says(watchman) for watchman in watchmen} == {"PostgreSQL was gone and runs again.\n"}
    assert keepers(cluster) == 3
    *first, last = watchmen
    for watchman in first:
        watchman.communicate()
    assert note(cluster, "still here") == ["still here"]
    last.communicate()
    assert postgres_in(cluster.data) == []


def test_a_server_that_cannot_come_back_is_told_once_and_tried_for_again(cluster: Cluster, start: Start) -> None:
    watchman = start(WATCHMAN)
    assert is_in(watchman)
    note(cluster, "before")
    hidden = cluster.data.with_name("hidden")
    (cluster.data / "global").rename(hidden)

    kill_postgres(cluster.data)
    told = says(watchman)
    assert told.startswith("PostgreSQL is gone and cannot be started yet: trying on. PostgreSQL does not start")
    hidden.rename(cluster.data / "global")

    assert says(watchman) == "PostgreSQL was gone and runs again.\n"
    assert note(cluster, "after") == ["after", "before"]
