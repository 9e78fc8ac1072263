"""The page of a lesson: one minute, no database of its own, nothing lost by reloading."""

import pytest
from django.conf import settings

from games.lessons.registry import LESSONS
from games.tables.models import Table

pytestmark = pytest.mark.django_db
LAY = {"move": "lay", "statement": "1", "answer": "false", "chips": "0"}
PATH = "/games/swiss-quiz/learn/"


@pytest.mark.parametrize("slug", LESSONS)
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_lesson_opens_in_every_language(client, slug, language):
    answer = client.get(f"/games/{slug}/learn/", headers={"accept-language": language})

    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.content.decode()
    assert 'id="coach"' in answer.content.decode()
    assert "LESSON" not in answer.content.decode(), "it has no code that anybody could join by"
    assert f'href="/games/{slug}/learn/"' in client.get(f"/games/{slug}/").content.decode()


def test_a_move_leads_on_and_a_reload_stays_there(client):
    client.get(PATH)
    content = client.post(PATH, LAY).json()["content"]

    assert "you are the reader" in content.lower()
    assert 'id="toast" class="toast" role="alert" hidden' in content
    assert "you are the reader" in client.get(PATH).content.decode().lower()
    assert not Table.objects.exists()


def test_another_move_gets_one_sentence_and_the_step_stays(client):
    client.get(PATH)

    for fields, words in (
        (LAY | {"answer": "true"}, "something else"),
        ({"move": "turn", "statement": "1"}, "SQ-3"),
        ({"move": "fly"}, "Reload it"),
        ({}, "Reload it"),
        ({"next": "1"}, "make it on the table"),
        (LAY | {"statement": "x" * 5_000}, "Reload it"),
    ):
        assert words in client.post(PATH, fields).json()["content"]
    assert "Lay FALSE" in client.get(PATH).content.decode()


def test_once_more_begins_at_the_beginning(client):
    client.get(PATH)
    client.post(PATH, LAY)

    assert "Lay FALSE" in client.post(PATH, {"again": "1"}).json()["content"]


@pytest.mark.parametrize("kept", [None, 7, {}, {"done": [["{}", "x"]]}, {"begun": "2026-01-01", "done": [["7", "8"]]}])
def test_a_lesson_that_has_changed_since_begins_afresh(client, kept):
    client.get(PATH)
    session = client.session
    session["lessons"] = {"swiss-quiz": kept}
    session.save()

    assert "Lay FALSE" in client.get(PATH).content.decode()


def test_there_is_no_lesson_for_what_is_no_game(client):
    assert client.get("/games/chess/learn/").status_code == 404
