"""The form to open a table is built from the game's options; all nonsense gets one sentence beside its field."""

from typing import Annotated, Literal

import pytest
from django import forms
from django.utils.translation import override
from msgspec import Meta

from decks.services import publish
from games.rules.registry import GAMES
from games.tables import services
from games.tables.forms import FlagForm, JoinForm, OpenTableForm, PlayerForm, lengths_of, option_field
from games.tables.models import Table
from tests.rules.courses import pack_for
from tests.tables.browsers import browser

pytestmark = pytest.mark.django_db


def filled(slug, edition, **changes):
    """The form as it lies there, filled in with what it proposes, then changed."""
    form = OpenTableForm(GAMES[slug])
    fields = {"deck": str(edition.pk)} if edition else {}
    for name in form.option_names:
        initial = form.fields[name].initial
        if initial is not False:
            fields[name] = "on" if initial is True else str(initial)
    return fields | changes


@pytest.fixture
def decks(statements, events):
    """A deck for each game; none for those that need none."""
    return {slug: publish(pack_for(rules)) if rules.kind else None for slug, rules in GAMES.items()}


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_with_a_title_is_in_the_form_and_its_proposal_can_be_played(decks, slug):
    rules = GAMES[slug]
    form = OpenTableForm(rules, filled(slug, decks[slug]))
    assert form.is_valid(), form.errors
    length = lengths_of(rules)
    suggested = {length.name: form.options[length.name]} if length else {}
    assert all(str(value) in dict(length.choices) for value in suggested.values())
    assert rules.Options(**form.options) == rules.Options(**suggested), "all else is as the printed rules have it"
    assert ("deck" in form.fields) is bool(GAMES[slug].kind)
    assert list(form.fields)[-1] == "private"
    assert all(field.label for field in form.fields.values())


def test_what_a_group_goes_on_with_is_not_for_people_to_choose():
    assert "start" in GAMES["swiss-quiz"].Options.__struct_fields__
    assert "start" not in OpenTableForm(GAMES["swiss-quiz"]).fields


def test_an_option_becomes_the_field_that_fits_it():
    count = option_field(Annotated[int, Meta(ge=1, le=9, title="Rounds")], 3)
    assert isinstance(count, forms.IntegerField)
    assert (count.min_value, count.max_value, count.initial, count.label) == (1, 9, 3, "Rounds")
    assert isinstance(option_field(Annotated[bool, Meta(title="Ask")], True), forms.BooleanField)
    choice = option_field(Annotated[Literal[0, 30], Meta(title="Clock", extra={"labels": ("none", "half")})], 0)
    assert choice.choices == [("0", "none"), ("30", "half")]
    assert choice.clean("30") == 30
    assert option_field(Annotated[int, Meta(ge=1)], 1) is None
    assert option_field(int, 1) is None


def test_a_deck_is_offered_to_the_games_that_are_played_with_it_and_called_by_its_title(decks):
    with override("fr"):
        choices = {
            slug: list(OpenTableForm(GAMES[slug]).fields["deck"].choices) for slug in ("swiss-quiz", "quizterix-snap")
        }
    assert [str(label) for _, label in choices["swiss-quiz"]] == ["Small statements (fr)"]
    assert [str(label) for _, label in choices["quizterix-snap"]] == ["All events (fr)", "Small events (fr)"]


WRONG_OPTIONS = [
    ("swiss-quiz", {"deck": "0"}, "deck"),
    ("swiss-quiz", {"deck": "\x07"}, "deck"),
    ("swiss-quiz", {"deck": "9" * 40}, "deck"),
    ("swiss-quiz", {"deck": ""}, "deck"),
    ("swiss-quiz", {"deck": "<b>"}, "deck"),
    ("swiss-quiz", {"clock": "31"}, "clock"),
    ("swiss-quiz", {"clock": ""}, "clock"),
    ("swiss-quiz", {"clock": "soon"}, "clock"),
    ("swiss-quiz", {"answering": "never"}, "answering"),
    ("swiss-quiz", {"order": "\x07"}, "order"),
    ("swiss-quiz", {"stack": "7"}, "stack"),
    ("swiss-quiz", {"arrivals": "1.5"}, "arrivals"),
    ("quizterix-snap", {"clock": "86400"}, "clock"),
    ("quizterix-snap", {"seconds": "61"}, "seconds"),
    ("quizterix-snap", {"seconds": "3"}, "seconds"),
    ("quizterix-snap", {"seconds": "-5"}, "seconds"),
    ("quizterix-snap", {"seconds": "ten"}, "seconds"),
    ("quizterix-snap", {"seconds": ""}, "seconds"),
    ("quizterix-snap", {"rounds": "0"}, "rounds"),
    ("quizterix-snap", {"rounds": "1e3"}, "rounds"),
    ("quizterix-snap", {"cards": "14"}, "cards"),
    ("quizterix-snap", {"cards": "9" * 50}, "cards"),
    ("quizterix-snap", {"showings": "²"}, "showings"),
    ("quizterix-snap", {"dealer": "me"}, "dealer"),
]


@pytest.mark.parametrize(("slug", "wrong", "field"), WRONG_OPTIONS)
def test_nonsense_in_any_field_is_refused_in_one_sentence_and_what_was_typed_stays(decks, slug, wrong, field):
    fields = {"nickname": "Zoé <b>", "language": "it", "private": "on"} | filled(slug, decks[slug])
    answer = browser().post(f"/games/{slug}/", fields | wrong)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert [len(errors) for errors in form.errors.values()] == [1]
    page = answer.content.decode()
    assert page.count('class="err"') == 1
    assert f'id="id_{field}_error"' in page
    assert 'value="Zoé &lt;b&gt;"' in page
    assert '<option value="it" selected>' in page
    assert not Table.objects.exists()
    typed = next(iter(wrong.values()))
    if isinstance(form.fields[field], forms.IntegerField):
        assert f'value="{typed}"' in page or not typed
    assert browser().post(f"/games/{slug}/", fields).status_code == 302


def test_what_only_some_numbers_of_players_can_play_is_open_to_all_until_the_game_begins(decks):
    fields = {"nickname": "Eve", "language": "en"} | filled("quizterix-snap", decks["quizterix-snap"], dealer="host")
    host = browser()
    assert host.post("/games/quizterix-snap/", fields).status_code == 302
    table = Table.objects.get()
    begin = f"/t/{table.code}/do/begin/"
    assert not table.seats.exists(), "a host who deals does not play"
    services.join(table.pk, "Anna", "de")
    refused = host.post(begin)
    assert (refused.status_code, refused.content.decode().count("two players")) == (422, 1)
    services.join(table.pk, "Beat", "fr")
    assert host.post(begin).status_code == 302


def test_everything_wrong_at_once_gets_a_sentence_for_each(decks):
    form = OpenTableForm(GAMES["quizterix-snap"], {})
    assert not form.is_valid()
    asked = {name for name in form.fields if name != "also" and not isinstance(form.fields[name], forms.BooleanField)}
    assert set(form.errors) == asked
    answer = browser().post("/games/quizterix-snap/", {})
    assert answer.status_code == 422
    assert answer.content.decode().count('class="err"') == len(asked) + 2


NAMES = {
    "nothing": "",
    "spaces": "  \t ",
    "control characters": "\x07\x1b",
    "marks that turn the line around": "\u202e\u200f",
    "nothing that shows": "\u200b\u2060\ufeff",
    "NUL": "A\x00B",
    "two hundred": "x" * 200,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_that_others_cannot_read_is_refused_and_a_readable_one_is_not(name):
    form = PlayerForm({"nickname": name, "language": "de"})
    assert not form.is_valid()
    assert list(form.errors) == ["nickname"]
    assert len(form.errors["nickname"]) == 1
    assert PlayerForm({"nickname": f" Zoé{name[:3]} ".replace("\x00", ""), "language": "de"}).is_valid()


def test_what_cannot_be_seen_is_taken_out_of_a_name():
    form = PlayerForm({"nickname": "\u202eeve\u202c \u200b  B.", "language": "de"})
    assert form.is_valid()
    assert form.cleaned_data["nickname"] == "eve B."


@pytest.mark.parametrize("language", ["", "xx", "DE", "de-ch", "\x00"])
def test_a_language_that_no_card_has_is_refused(language):
    form = JoinForm({"nickname": "Eve", "language": language})
    assert list(form.errors) == ["language"]


def test_a_colour_may_be_left_out_but_not_invented():
    assert JoinForm({"nickname": "Eve", "language": "de"}).is_valid()
    assert list(JoinForm({"nickname": "Eve", "language": "de", "livery": "pink"}).errors) == ["livery"]


def test_a_flag_needs_a_card_and_a_reason():
    assert FlagForm({"card": "1", "reason": "wrong"}).is_valid()
    assert set(FlagForm({"note": "x" * 501}).errors) == {"card", "reason", "note"}
