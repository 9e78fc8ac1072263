"""What docs/deploying.md says can be done."""

import re
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from config.database import address
from games.tables.models import Table
from tests.config.games import answer, log

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = Path(settings.BASE_DIR, "docs", "deploying.md").read_text(encoding="utf-8")


def test_a_game_goes_on_while_its_moves_are_divided_by_time(quiz):
    answer(quiz, 0)
    was = log()
    connection.close()
    [recipe] = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    with psycopg.connect(address(), autocommit=True) as somebody:
        somebody.execute(recipe)
        kinds = somebody.execute("select relkind from pg_class where relname = 'tables_move'").fetchall()
    assert kinds == [("p",)]
    assert log() == was
    play, _ = answer(quiz, 1)
    assert play.number == 3
    assert [number for number, *_ in log()] == [1, 2, 3]
    call_command("migrate", "--check", verbosity=0)
    Table.objects.get().delete()
    assert log() == []


def test_the_page_and_the_readme_name_each_other_and_what_there_is():
    readme = Path(settings.BASE_DIR, "README.md").read_text(encoding="utf-8")
    assert "docs/deploying.md" in readme
    for named in re.findall(r"`([\w/-]+\.(?:py|txt|md))`", PAGE):
        assert Path(settings.BASE_DIR, named).exists(), named
