"""What can be known of the files in config/deploy/ without a container engine, systemd, or a proxy."""

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from tests.deploy.proxies import DEPLOY

ROOT = Path(settings.BASE_DIR)
KNOWN = {"DB_PASSWORD", "METRICS", "SITE_NAME"}  # what a host may say


@pytest.fixture
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return loaded


def variables() -> set[str]:
    """What the settings read from the environment."""
    return set(re.findall(r'environ(?:\.get\(|\[)"(\w+)"', (ROOT / "config" / "settings.py").read_text()))


def commands(text: str) -> list[list[str]]:
    """Every management command with its arguments."""
    return [shlex.split(found) for found in re.findall(r"python manage\.py ([\w-]+(?: --?[\w-]+)*)", text)]


def test_the_image_is_made_of_files_that_are_here() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for line in re.findall(r"^COPY (.+)$", text, re.MULTILINE):
        *sources, _target = line.split()
        assert [source for source in sources if not (ROOT / source).exists()] == []
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    copied = set(re.findall(r"^COPY (\w+) \1/$", text, re.MULTILINE))
    assert folders - {"docs", "tests", "var"} <= copied


def test_every_command_that_is_run_exists() -> None:
    texts = "\n".join(path.read_text() for path in DEPLOY.rglob("*") if path.is_file())
    found = commands(texts)
    assert {name for name, *_ in found} >= {"migrate", "collectstatic", "load_decks", "messages"}
    assert {name for name, *_ in found} <= set(get_commands())
    for server in re.findall(r'(?:bin/|CMD \[")(uvicorn|daphne)\b', texts):
        assert re.search(rf"^{server}==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert set(re.findall(r"\bconfig\.[a-z]+:[a-z]+\b", texts)) == {"config.asgi:application"}


def test_compose_names_only_what_is_there(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= set(services), name
        assert set(service["networks"]) <= set(compose["networks"]), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            here = (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]
            assert here, (name, volume)
        if "build" in service:
            assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
            assert (ROOT / service["build"]["dockerfile"]).exists()
            assert set(service["environment"]) <= variables()
    assert set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text())) <= KNOWN


def test_the_proxy_of_compose_knows_every_process_and_nobody_else_can_reach_one(compose: dict[str, Any]) -> None:
    services = compose["services"]
    sites = {f"{name}:8000" for name in services if name.startswith("site-")}
    told = services["proxy"]["environment"]
    assert set(told["SITE"].split()) == sites
    assert set(re.findall(r"\{\$(\w+)", (DEPLOY / "Caddyfile").read_text())) == set(told)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert compose["networks"]["inside"]["internal"]
    assert {name for name, service in services.items() if service["networks"] != ["inside"]} == {"proxy"}


SECTIONS = {"Unit": {"Description"}, "Service": {"ExecStart", "Restart"}, "Install": {"WantedBy"}}
PROGRAMS = ("/srv/tischrunde/.venv/bin/uvicorn", "/usr/bin/curl")


def test_the_units_are_what_systemd_understands(tmp_path: Path) -> None:
    """Read here as far as that goes; where systemd is installed it is asked as well."""
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text()
        read = configparser.ConfigParser(strict=False, interpolation=None, delimiters="=")
        read.optionxform = str  # type: ignore[assignment, method-assign]
        read.read_string(text)
        wanted = SECTIONS.keys() - ({"Service"} if unit.suffix == ".target" else set())
        assert set(read.sections()) == wanted
        assert all(SECTIONS[section] <= set(read[section]) for section in wanted)
        for known in PROGRAMS:
            assert known in text or unit.suffix == ".target"
            text = text.replace(known, "/bin/true")
        (tmp_path / unit.name.replace("@.", "@8001.")).write_text(text)
    if shutil.which("systemd-analyze") is not None:
        verify = ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())]
        done = subprocess.run(verify, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")
