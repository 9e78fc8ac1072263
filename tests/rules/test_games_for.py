"""Which games a deck is large enough for."""

from msgspec import structs

from games.rules.registry import games_for
from tests.tables.packs import full_event_pack, statement_pack


def test_a_deck_is_offered_for_the_games_that_its_cards_suffice_for() -> None:
    whole = full_event_pack()
    assert {rules.slug for rules in games_for(whole)} >= {"quizterix-klondike", "quizterix-poker", "quizterix-snap"}
    one = structs.replace(whole, events=whole.events[:1], questions=())
    assert "quizterix-snap" in (left := {rules.slug for rules in games_for(one)})
    assert not left & {"quizterix-klondike", "quizterix-poker", "swiss-quiz"}
    assert games_for(structs.replace(statement_pack(), statements=())) == []
