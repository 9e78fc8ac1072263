"""Editions are frozen, publishing twice changes nothing, and flags reach the authors."""

from pathlib import Path

import msgspec
import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from decks.models import Deck, Edition, Flag, Frozen, digest_of
from decks.packaged import read_deck
from decks.services import flag_card, pack_of, publish, reopen_flags, settle_flags
from games.rules.pack import Pack
from games.rules.words import Text
from tests.decks.making import event_deck, statement_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return read_deck(statement_deck(tmp_path)).pack


def put_out(pack: Pack, description: str = "A deck for tests.") -> Edition:
    return publish(pack, description=Text(en=description), credits=Text(en="Nobody"), licence=Text(en="CC0 1.0"))


def corrected(pack: Pack) -> Pack:
    first, *rest = pack.statements
    return msgspec.structs.replace(pack, statements=(msgspec.structs.replace(first, difficulty=3), *rest))


def test_publishing_freezes_an_edition(pack: Pack) -> None:
    edition = put_out(pack)
    deck = Deck.objects.get()
    assert (deck.slug, deck.kind, deck.languages) == ("small", "statement", ["de", "en"])
    assert (deck.name.say("de"), deck.about.say("en")) == ("Kleinigkeiten", "A deck for tests.")
    assert deck.current == edition
    assert (edition.number, edition.digest) == (1, digest_of(edition.content))
    assert pack_of(edition.pk) == pack
    assert pack_of(edition.pk) is pack_of(edition.pk)


def test_publishing_the_same_cards_changes_nothing(pack: Pack) -> None:
    first = put_out(pack)
    touched = Deck.objects.get().updated_at
    assert put_out(pack) == first
    assert Edition.objects.count() == 1
    assert Deck.objects.get().updated_at == touched


def test_publishing_a_correction_leaves_the_old_edition_alone(pack: Pack) -> None:
    first = put_out(pack)
    second = put_out(corrected(pack))
    assert (second.number, second.deck.current) == (2, second)
    assert pack_of(first.pk) == pack
    third = put_out(pack)
    assert (third.number, third.digest) == (3, first.digest)


def test_a_new_description_is_no_new_edition(pack: Pack) -> None:
    first = put_out(pack)
    assert put_out(pack, "A better description.") == first
    assert Deck.objects.get().about.en == "A better description."


def test_an_edition_is_never_changed(pack: Pack) -> None:
    edition = put_out(pack)
    edition.number = 7
    with pytest.raises(Frozen):
        edition.save()
    with pytest.raises(Frozen):
        Edition.objects.update(number=7)
    with pytest.raises(Frozen):
        edition.deck.editions.update(content="{}")
    with pytest.raises(Frozen), transaction.atomic():
        Edition.objects.bulk_update([edition], ["number"])
    assert Edition.objects.get().number == 1


def test_a_number_is_given_once(pack: Pack) -> None:
    edition = put_out(pack)
    with pytest.raises(IntegrityError), transaction.atomic():
        Edition(deck=edition.deck, number=1, content="{}").save()


def test_the_cards_are_not_read_where_nobody_asked_for_them(pack: Pack) -> None:
    edition = put_out(pack)
    assert edition.deck.current.get_deferred_fields() == {"content"}


def test_a_flag_keeps_what_was_on_the_table(pack: Pack) -> None:
    edition = put_out(pack)
    asked = {"game": "swiss-quiz", "table": "ABCDE", "move": 12, "asked": "Marmots whistle."}
    flag_card(edition, "1", "wrong", " They do not. ", "en", asked)
    flag = Flag.objects.get()
    assert (flag.card, flag.reason, flag.note, flag.language) == ("1", "wrong", "They do not.", "en")
    assert (flag.context, flag.state) == (asked, Flag.State.OPEN)


@pytest.mark.parametrize(
    ("card", "reason", "note", "field"),
    [("3", "wrong", "", "card"), ("1", "ugly", "", "reason"), ("1", "wrong", "x" * 501, "note")],
)
def test_a_flag_that_cannot_be_is_refused(pack: Pack, card: str, reason: str, note: str, field: str) -> None:
    edition = put_out(pack)
    flag_card(edition, "1", "wrong", "x" * 500, "en", {})
    with pytest.raises(ValidationError) as refusal:
        flag_card(edition, card, reason, note, "en", {})
    assert list(refusal.value.message_dict) == [field]
    assert Flag.objects.count() == 1


def test_events_and_question_cards_can_be_flagged(tmp_path: Path) -> None:
    edition = put_out(read_deck(event_deck(tmp_path)).pack)
    flag_card(edition, "10-hearts", "unclear", "", "de", {})
    flag_card(edition, "question-1", "translation", "", "de", {})
    assert Flag.objects.count() == 2


def test_flags_are_settled_and_opened_again(pack: Pack) -> None:
    edition = put_out(pack)
    flags = [flag_card(edition, card, "other", "", "en", {}) for card in ("1", "2")]
    assert settle_flags(flags) == 2
    assert settle_flags(flags) == 0
    assert reopen_flags(flags[:1]) == 1
    assert {flag.card: flag.state for flag in Flag.objects.all()} == {"1": "open", "2": "settled"}
