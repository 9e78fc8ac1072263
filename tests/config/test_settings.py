"""What a host meets first: safe settings, and one sentence for what can go wrong."""

import os
import re
import runpy
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Origin, Template, engines
from django.test import Client
from django.urls import reverse

from config.secret import kept_secret
from config.settings import database
from tests.settings import CLUSTER_FOR_TESTS
from tests.strict_templates import UnknownVariable

ROOT = Path(settings.BASE_DIR)
ELSEWHERE = re.compile(r"(src=|url\(|@import|<link[^>]+href=|fetch\()\s*[\"']?(https?:)?//")


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command the way a host does, who knows nothing of the settings of the test run."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def is_one_sentence(result: subprocess.CompletedProcess[str]) -> bool:
    return result.returncode == 1 and result.stderr.count("\n") == 1 and "Traceback" not in result.stderr


def test_nothing_in_check_deploy_is_left_unanswered() -> None:
    key = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    result = manage(
        "check", "--deploy", "--fail-level", "WARNING", HTTPS="1", ALLOWED_HOSTS="play.example.org", SECRET_KEY=key
    )

    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("url", ["redis", "http://redis.example.org", "nats://redis.example.org"])
def test_a_carrier_that_is_no_address_is_told_in_one_sentence(url: str) -> None:
    result = manage("migrate", "--check", CARRIER_URL=url)

    assert is_one_sentence(result), result.stderr
    assert "write redis://host:6379" in result.stderr


def test_a_database_that_is_not_there_is_told_in_one_sentence() -> None:
    result = manage("migrate", DATABASE_URL="postgresql://somebody:secret@127.0.0.1:1/games")

    assert is_one_sentence(result), result.stderr
    assert "correct DATABASE_URL" in result.stderr
    assert "secret" not in result.stderr


def test_a_database_address_that_is_none_is_told_in_one_sentence() -> None:
    result = manage("migrate", DATABASE_URL="my database")

    assert is_one_sentence(result), result.stderr
    assert "postgresql://user:password@host/name" in result.stderr


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]

        result = manage("serve", "--port", str(port), DATABASE_URL=CLUSTER_FOR_TESTS.url)

    assert is_one_sentence(result), result.stderr
    assert f"Port {port} is taken" in result.stderr
    assert "make play PORT=" in result.stderr


def test_an_old_python_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 14, "final", 0))

    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer: install it"):
        runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")


def test_make_refuses_an_old_python_in_one_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    (tmp_path / "Makefile").symlink_to(ROOT / "Makefile")
    (tmp_path / "requirements.txt").touch()

    result = subprocess.run(
        ["make", "play", f"PYTHON={old}"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )

    sentence, *rest = result.stderr.splitlines()
    assert sentence == "Tischrunde needs Python 3.11 or newer: install it, then run: make play PYTHON=python3.11"
    assert all(line.startswith("make: ***") for line in rest)
    assert not (tmp_path / ".venv").exists()


def test_the_secret_key_is_made_once_and_for_us_alone(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as many:
        keys = set(many.map(lambda _: kept_secret(tmp_path / "var" / "key"), range(8)))

    assert len(keys) == 1
    assert len(keys.pop()) > 60
    assert stat.S_IMODE((tmp_path / "var" / "key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["key"]


def test_a_secret_of_another_user_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    kept_secret(tmp_path / "key")
    monkeypatch.setattr(Path, "read_text", refuse)

    with pytest.raises(ImproperlyConfigured, match=r"key belongs to another user: run this as the user who made it"):
        kept_secret(tmp_path / "key")


def test_a_database_address_keeps_all_its_parts() -> None:
    parts = database("postgresql://ann:pw@db.example.org:5433/games?sslmode=require")

    assert parts["NAME"] == "games"
    assert (parts["HOST"], parts["PORT"]) == ("db.example.org", "5433")
    assert (parts["USER"], parts["PASSWORD"]) == ("ann", "pw")
    assert parts["OPTIONS"]["sslmode"] == "require"
    assert parts["CONN_MAX_AGE"] == 0
    with pytest.raises(ImproperlyConfigured):
        database("my database")


@pytest.mark.django_db
def test_a_page_carries_the_policies(client: Client) -> None:
    answer = client.get(reverse("account_login"))

    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in f"{policy};"
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
def test_only_the_admin_gets_what_its_scripts_need(client: Client) -> None:
    policy = client.get(reverse("admin:login"))["Content-Security-Policy"]

    assert "script-src 'self' 'unsafe-eval'" in policy
    assert "style-src 'self' 'unsafe-inline'" in policy


@pytest.mark.django_db
def test_an_unknown_host_is_refused(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"host": "evil.example.org"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(("login_page", "field"), [("account_login", "login"), ("admin:login", "username")])
def test_guessing_a_password_locks_the_name_from_that_address_only(client: Client, login_page: str, field: str) -> None:
    User.objects.create_superuser("hanna", password="right and long")
    User.objects.create_superuser("peter", password="right and long")

    def log_in(name: str, password: str, address: str = "10.0.0.1") -> int:
        return client.post(reverse(login_page), {field: name, "password": password}, REMOTE_ADDR=address).status_code

    assert [log_in("hanna", "wrong") for _ in range(5)][-1] == 429
    assert log_in("hanna", "right and long") == 429
    assert log_in("peter", "right and long") == 302
    client.logout()
    assert log_in("hanna", "right and long", "10.0.0.2") == 302


@pytest.mark.django_db
def test_the_language_is_chosen_once(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "de", "next": "/"})

    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "de"
    assert client.get(reverse("account_login"))["Content-Language"] == "de"


def test_our_templates_may_not_use_unknown_variables() -> None:
    engine = engines["django"].engine
    ours = Template("[{{ unknown }}]", origin=Origin(str(ROOT / "templates" / "tables" / "x.html")), engine=engine)
    somebody_elses = Template("[{{ unknown }}]", origin=Origin("/elsewhere/x.html"), engine=engine)

    with pytest.raises(UnknownVariable, match=r"unknown .* tables/x\.html"):
        ours.render(Context())
    assert somebody_elses.render(Context()) == "[]"


def test_no_page_loads_anything_from_elsewhere() -> None:
    folders = ROOT / "templates", ROOT / "static"
    files = [path for folder in folders for kind in ("html", "css", "js", "svg") for path in folder.rglob(f"*.{kind}")]

    assert files
    assert [path for path in files if ELSEWHERE.search(path.read_text())] == []
