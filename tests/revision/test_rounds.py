"""A round: new cards are met first, wrong ones come again, and a deed that is sent twice is done once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from msgspec import structs

from games.revision.learning import Task, feed, new_round, today
from games.revision.memory import Likes, Memory, name_of
from games.revision.rounds import OutOfTurn, Phase, Round, Way, What, choices, fold
from games.revision.showing import card_page, hillside, sounds
from games.rules.pack import Event
from games.rules.words import Text
from tests.revision.school import PACK

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
TASK = Task("1", 1, (), ("name", "year"))


class Learner:
    """Somebody with a memory and a round under way."""

    def __init__(self, way: Way = "typed", task: Task = TASK) -> None:
        self.memory, self.task, self.now, self.way = Memory(), task, NOON, way
        self.begin()

    def begin(self) -> None:
        found = new_round(self.memory, self.task, PACK, self.way, b"seed", self.now)
        assert found is not None
        self.memory.rounds[self.task.name] = found

    @property
    def round(self) -> Round:
        return self.memory.rounds[self.task.name]

    @property
    def card(self) -> Event:
        return PACK.events[fold(self.round).card]

    @property
    def phase(self) -> Phase:
        return fold(self.round).phase

    def does(self, what: What, *said: str, right: bool = False) -> Phase:
        self.now += timedelta(seconds=20)
        return feed(self.memory, self.task, self.round, PACK, what, self.now, said=said, right=right).phase

    def answers(self, right: bool = True) -> Phase:
        if self.phase is Phase.MEETING:
            return self.does(What.MET)
        if self.phase is Phase.SOLUTION:
            return self.does(What.NEXT)
        return self.does(What.ANSWER, self.card.name.en, str(self.card.year + (not right)))

    def to_the_end(self) -> int:
        for deeds in range(200):
            if self.answers() is Phase.OVER:
                return deeds
        raise AssertionError("it never ends")


def test_a_part_that_was_asked_and_is_missing_is_wrong() -> None:
    learner = Learner()
    while learner.phase is not Phase.ASKING:
        learner.answers()
    assert learner.does(What.ANSWER, learner.card.name.en) is Phase.SOLUTION


def test_new_cards_are_met_before_they_are_asked_and_all_are_known_in_the_end() -> None:
    anna = Learner()
    assert anna.phase is Phase.MEETING
    first = anna.card
    anna.answers()
    assert anna.card != first
    anna.to_the_end()
    assert all(card.right for card in anna.memory.cards.values())
    assert len(anna.memory.cards) == len(PACK.events)
    assert anna.task.is_done(anna.memory, PACK)
    assert anna.memory.rounds == {}, "what was typed is gone with the round"


def test_a_wrong_answer_shows_the_solution_and_the_card_comes_again() -> None:
    anna = Learner()
    while anna.phase is Phase.MEETING:
        anna.answers()
    wrong = anna.card
    assert anna.answers(right=False) is Phase.SOLUTION
    assert anna.card == wrong
    anna.answers()
    assert anna.card != wrong
    place = PACK.events.index(wrong)
    assert any(card == place for card, _met in fold(anna.round).queue)
    anna.to_the_end()
    assert [review.right for review in anna.memory.cards[name_of(PACK.slug, wrong)].history] == [False, True]


def test_i_do_not_know_costs_nothing_but_an_again() -> None:
    anna = Learner()
    while anna.phase is Phase.MEETING:
        anna.answers()
    assert anna.does(What.GIVE_UP) is Phase.SOLUTION
    with pytest.raises(OutOfTurn):
        anna.does(What.APPEAL)


def test_an_appeal_counts_as_known_but_hardly() -> None:
    anna = Learner()
    while anna.phase is Phase.MEETING:
        anna.answers()
    wrong = anna.card
    anna.answers(right=False)
    anna.does(What.APPEAL)
    (review,) = anna.memory.cards[name_of(PACK.slug, wrong)].history
    assert (review.right, review.how) == (True, "appeal")


def test_a_slip_of_the_keyboard_is_forgiven_and_remembered_as_one() -> None:
    anna = Learner()
    while anna.phase is Phase.MEETING:
        anna.answers()
    while anna.card.name.en != "Building of the Berlin Wall":
        anna.answers()
    card = anna.card
    anna.does(What.ANSWER, "Bulding of the Berlin Wall", "1961")
    (review,) = anna.memory.cards[name_of(PACK.slug, card)].history
    assert (review.right, review.how) == (True, "slip")


def test_what_is_said_aloud_is_judged_by_oneself() -> None:
    anna = Learner("judged")
    while anna.phase is Phase.MEETING:
        anna.answers()
    card = anna.card
    assert anna.does(What.REVEAL) is Phase.REVEALED
    anna.does(What.JUDGE, right=True)
    assert anna.memory.cards[name_of(PACK.slug, card)].right


def test_the_same_four_on_every_device_and_picked_right_is_hard() -> None:
    anna = Learner("picked")
    while anna.phase is Phase.MEETING:
        anna.answers()
    here, card = fold(anna.round), anna.card
    assert choices(anna.round, here, PACK) == choices(structs.replace(anna.round), here, PACK)
    anna.does(What.ANSWER, str(here.card))
    (review,) = anna.memory.cards[name_of(PACK.slug, card)].history
    assert (review.right, review.how) == (True, "picked")


@pytest.mark.parametrize("what", [What.NEXT, What.APPEAL, What.JUDGE, What.ANSWER, What.REVEAL])
def test_what_is_out_of_turn_changes_nothing(what: What) -> None:
    anna = Learner()
    before = structs.replace(fold(anna.round))
    with pytest.raises(OutOfTurn):
        anna.does(what, "x", "y")
    assert fold(anna.round) == before
    assert anna.memory.cards.get("x") is None


def test_due_cards_come_first_and_then_what_the_goal_still_asks_for() -> None:
    anna = Learner(task=structs.replace(TASK, goal="twice"))
    anna.to_the_end()
    assert not anna.task.is_done(anna.memory, PACK)
    assert today(anna.memory, anna.task, PACK, anna.now).all == (), "once a day is enough"
    tomorrow = anna.now + timedelta(days=1)
    assert len(today(anna.memory, anna.task, PACK, tomorrow).back) == len(PACK.events)
    anna.now = tomorrow
    anna.begin()
    anna.to_the_end()
    assert anna.task.is_done(anna.memory, PACK)


def test_a_goal_of_rounds_counts_rounds() -> None:
    anna = Learner(task=structs.replace(TASK, goal="rounds", rounds=2))
    anna.to_the_end()
    assert anna.task.known(anna.memory, PACK)[0] == 1
    anna.now += timedelta(days=60)
    anna.begin()
    anna.to_the_end()
    assert anna.task.is_done(anna.memory, PACK)


@pytest.mark.parametrize(
    ("mnemonic", "tickets"),
    [
        ("[Sh]ark in a [N]ecktie", [("", "Sh", "ark", "6"), ("", "N", "ecktie", "2")]),
        ("[Sh]ar[n]", [("", "Sh", "ar", "6"), ("", "n", "", "2")]),
        ("a fi[sh] [N]ow", [("fi", "sh", "", "6"), ("", "N", "ow", "2")]),
        ("no letters at all", []),
        ("[Sh", []),
    ],
)
def test_a_mnemonic_is_taken_apart_sound_by_sound(mnemonic: str, tickets: list[tuple[str, ...]]) -> None:
    event = structs.replace(PACK.events[0], year=1962, mnemonic=Text(en=mnemonic))
    found = sounds(event, "en")
    assert [(one.before, one.letters, one.after, one.digits) for one in found] == tickets


@pytest.mark.parametrize(
    ("there", "reader", "spoken"), [(("en", "de"), "de", "de"), (("fr", "en"), "ja", "en"), (("fr", "it"), "ja", "fr")]
)
def test_a_card_says_in_which_language_it_is_read_aloud(there: tuple[str, ...], reader: str, spoken: str) -> None:
    anna, pack = Learner(), structs.replace(PACK, languages=there)
    while anna.phase is Phase.MEETING:
        anna.answers()
    page = card_page(anna.round, fold(anna.round), pack, reader, judgeable=True)
    assert page.spoken == spoken
    given = {"page": page, "likes": Likes()} | dict.fromkeys(("title", "act", "sealed", "back"), "")
    shown = render_to_string("revision/card.html", given)
    assert f'<p lang="{spoken}">' in shown


def test_the_hillside_keeps_every_card_in_its_place_and_lights_what_is_new() -> None:
    anna = Learner()
    before = hillside(anna.memory, PACK, 0)
    anna.to_the_end()
    after = hillside(anna.memory, PACK, int(NOON.timestamp()) - 1)
    assert [(one.x, one.y) for one in before.flowers] == [(one.x, one.y) for one in after.flowers]
    assert (before.known, after.known, after.new) == (0, len(PACK.events), len(PACK.events))
    assert hillside(anna.memory, PACK, int(NOON.timestamp()) + 9_999).new == 0
