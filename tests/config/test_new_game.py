"""A ninth game: laid out by one command in a copy of the house, held to the same laws as the eight, and thrown away."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

HOUSE = Path(__file__).parents[2]
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", "*.mo")
LAWS = (
    *("tests/rules/test_contract.py", "tests/rules/test_structure.py", "tests/rules/test_rulebooks.py"),
    *("tests/lessons/test_lessons.py", "tests/rules/test_old_maid.py", "tests/bots/test_old_maid_bot.py"),
    *("tests/tables/test_hidden.py", "tests/test_clauses.py", "tests/test_layers.py"),
)


@pytest.fixture
def copy(tmp_path):
    """The house without what is made at run time."""
    copy = tmp_path / "copy"
    shutil.copytree(HOUSE, copy, ignore=LEFT_BEHIND)
    yield copy
    shutil.rmtree(copy)


def run(copy, *command):
    """A command in the copy, as somebody would type it there; what it has said."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "DATABASE_URL")
    environment = {name: os.environ[name] for name in kept if name in os.environ} | {"SECRET_KEY": "only-for-tests"}
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def test_a_ninth_game_keeps_all_laws_as_soon_as_it_is_laid_out(copy):
    said = run(copy, "manage.py", "new_game", "old-maid", "--title", "Old Maid")
    assert "config/locale" in said and "tile-old-maid" in said, "what is left to be done is told"
    told = run(copy, "-m", "pytest", "-q", "-p", "no:xdist", "-k", "old_maid or old-maid or OM-", *LAWS)
    assert " passed" in told and "skipped" not in told
    code = [path for path in map(str.strip, said.splitlines()) if path.endswith(".py") and " " not in path]
    run(copy, "-m", "ruff", "check", *code)
    run(copy, "-m", "ruff", "format", "--check", *code)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["Old Maid"], "no slug"),
        (["../old"], "no slug"),
        (["class"], "something else"),
        (["kernel"], "something else"),
        (["qwantum"], "the rules of qwantum"),
        (["qwantum", "--clauses", "ZZ"], "is there already"),
        (["silly-quiz", "--clauses", "SQ"], "the rules of swiss-quiz"),
        (["old-maid", "--clauses", "Maid"], "two capital letters"),
        (["old-maid", "--title", 'Old "Maid"'], "quotation mark"),
    ],
)
def test_what_cannot_be_a_game_is_refused_with_a_reason_and_nothing_is_written(asked, why):
    before = sorted(path for path in (HOUSE / "games").rglob("*") if "__pycache__" not in path.parts)
    with pytest.raises(CommandError, match=why):
        call_command("new_game", *asked)
    assert before == sorted(path for path in (HOUSE / "games").rglob("*") if "__pycache__" not in path.parts)
