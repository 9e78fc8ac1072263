"""`make play`, after the packages are there: from a bare checkout to a running site, and back after a power cut."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings

from tests.servers import kill_postgres, postgres_in

Serve = Callable[[], tuple[subprocess.Popen[str], dict[str, str]]]
OURS = ("ALLOWED_HOSTS", "DATABASE_URL", "DEBUG", "HTTPS", "PUBLIC_URL", "SECRET_KEY")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the sources, with nothing that was made at run time."""
    made = shutil.ignore_patterns(".*", "var", "__pycache__", "*.mo")
    return Path(shutil.copytree(settings.BASE_DIR, tmp_path / "checkout", ignore=made))


@pytest.fixture
def serve(checkout: Path) -> Iterator[Serve]:
    """Starts the site there, and reads where it says to be."""
    started = []

    def start() -> tuple[subprocess.Popen[str], dict[str, str]]:
        with socket.socket() as free:
            free.bind(("0.0.0.0", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=checkout,
            env={k: v for k, v in os.environ.items() if not k.startswith("DJANGO_") and k not in OURS},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        assert process.stdout
        told: dict[str, str] = {}
        said = []
        for line in process.stdout:
            said.append(line)
            if match := re.match(r"  (\S.*?)  +(.+)", line):
                told[match[1]] = match[2]
            elif told:
                break
        assert "A ready table" in told, "".join(said)
        return process, told

    yield start
    for process in started:
        process.kill()
        process.communicate()
    kill_postgres(checkout / "var" / "pg")


def page(address: str) -> str:
    with urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())


def test_a_bare_checkout_becomes_a_site_and_survives_a_power_cut(serve: Serve, checkout: Path) -> None:
    site, told = serve()
    home = page(told["On this machine"])
    style = re.search(r'href="(/static/css/[^"]+\.[0-9a-f]{12}\.css)"', home)
    assert style
    assert page(told["On this machine"].rstrip("/") + style[1])
    assert page(told["A ready table"])
    assert "as host, password " in told["Sign in"]

    kill_postgres(checkout / "var" / "pg")  # the site itself lives on
    assert site.stdout
    assert any("PostgreSQL was gone and runs again" in line for line in site.stdout)
    assert page(told["A ready table"])

    kill_postgres(checkout / "var" / "pg")
    site.kill()
    site.wait()

    again, told_again = serve()
    assert told_again["A ready table"].split("/t/")[1] == told["A ready table"].split("/t/")[1]
    assert told_again["Sign in"].split("password ")[1] == told["Sign in"].split("password ")[1]
    assert page(told_again["A ready table"])

    again.terminate()
    assert again.wait(20) == 0
    assert postgres_in(checkout / "var" / "pg") == []
