"""The bots of Swiss Quiz play as the tips advise, know what they should, and see no more than a person (SQ-10)."""

import pytest

from games.bots.kernel import Memory, Strength
from games.bots.swiss_quiz import SwissQuizBot
from games.rules.chance import Chance
from games.rules.kernel import Seat
from games.rules.swiss_quiz.board import LAST, WHITE, Kind
from games.rules.swiss_quiz.moves import GoOn, Lay, SwissQuizMove, SwissQuizOptions, Turn
from tests.rules.swiss_quiz_helpers import ANNA, BEAT, FULL, NONNA, RULES, ZOE, Table, bots_game, square_of

BOT = SwissQuizBot()


class Knows(Memory):
    """A memory that knows everything, or nothing."""

    def __init__(self, everything: bool, strength: Strength = Strength.HARD) -> None:
        super().__init__(FULL, strength, Chance(b"memory", 0))
        self.everything = everything

    def knows(self, key: str, difficulty: int = 2, luck: float = 0.0) -> bool:
        return self.everything


def choose(table: Table, seat: Seat, memory: Memory, number: int = 0) -> SwissQuizMove:
    legal = tuple(RULES.legal_moves(table.state, seat, table.pack))
    return BOT.choose(table.view(seat), legal, memory, Chance(b"bot", number))


def stakes(table: Table, memory: Memory) -> list[int]:
    """What the bot stakes as Anna, in chips, in many tries."""
    moves = [choose(table, ANNA, memory, number) for number in range(60)]
    return [move.chips + 4 * move.flags for move in moves if isinstance(move, Lay)]


@pytest.mark.parametrize("number", range(1, 9))
def test_what_it_knows_it_answers_rightly(number: int) -> None:
    table = Table(pack=FULL, options=SwissQuizOptions(start=number))
    move = choose(table, ANNA, Knows(True))

    assert isinstance(move, Lay)
    assert (move.answer == "true") is table.truth


def test_what_it_does_not_know_it_guesses() -> None:
    table = Table(pack=FULL)
    answers = [choose(table, ANNA, Knows(False), number) for number in range(200)]

    assert 70 < sum(isinstance(move, Lay) and move.answer == "true" for move in answers) < 130


@pytest.mark.clause("SQ-10")
def test_it_stakes_when_jumping_pays() -> None:
    plain = Table(pack=FULL).place(anna=13, beat=30, zoe=31, nonna=32).clear_flags()
    jump = Table(pack=FULL).place(anna=13, beat=15, zoe=16, nonna=17).clear_flags()

    assert stakes(jump, Knows(True)).count(1) > 45  # one chip, five squares
    assert stakes(plain, Knows(True)).count(1) < 15


@pytest.mark.clause("SQ-10")
def test_it_stakes_a_chip_in_front_of_a_camera_even_if_unsure() -> None:
    camera = square_of(Kind.CAMERA)
    table = Table(pack=FULL).place(anna=camera - 1).clear_flags()
    free = Table(pack=FULL).place(anna=13).clear_flags()

    assert stakes(table, Knows(False)).count(1) > 45
    assert stakes(free, Knows(False)).count(0) > 45


def test_it_sprints_home_with_its_flags_when_it_is_sure() -> None:
    table = Table(pack=FULL).place(anna=LAST - 8).give_flags(anna=3).clear_flags()

    assert min(stakes(table, Knows(True))) >= 8


def test_it_keeps_its_flags_while_they_may_not_be_staked() -> None:
    table = Table(pack=FULL).place(anna=WHITE[-1] - 1).give_flags(anna=6)

    assert max(stakes(table, Knows(True))) <= 4


def test_it_turns_the_card_and_passes_the_box_on() -> None:
    table = Table(pack=FULL, bots=(ANNA, BEAT, ZOE, NONNA))
    for seat in (ANNA, BEAT, ZOE, NONNA):
        table.lay(seat)
    assert choose(table, ANNA, Knows(True)) == Turn(1)
    table.turn()
    assert choose(table, ZOE, Knows(True)) == GoOn(1, wish="ready")


@pytest.mark.parametrize("strength", Strength)
def test_people_can_follow_its_pace(strength: Strength) -> None:
    table = Table(pack=FULL, bots=(ANNA, BEAT, ZOE, NONNA))
    memory = Memory(FULL, strength, Chance(b"memory", 0))
    laying = BOT.delay(table.view(ANNA), memory, Chance(b"pace", 0))
    table.round()
    reading = BOT.delay(table.view(ANNA), memory, Chance(b"pace", 1))

    assert 1 <= laying <= 5 < reading < 15


# -- memory --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "share"), [(Strength.EASY, 0.50), (Strength.MEDIUM, 0.67), (Strength.HARD, 0.85)])
def test_a_memory_holds_its_share_of_the_deck(strength: Strength, share: float) -> None:
    memory = Memory(FULL, strength, Chance(b"secret", 2, "memory"))
    known = [memory.knows(str(card.number), card.difficulty) for card in FULL.statements]

    assert sum(known) / len(known) == pytest.approx(share, abs=0.05)


def test_a_memory_is_the_same_throughout_a_game_and_another_in_the_next() -> None:
    def known(secret: bytes, seat: int) -> list[bool]:
        memory = Memory(FULL, Strength.MEDIUM, Chance(secret, seat, "memory"))
        return [memory.knows(str(number)) for number in range(200)]

    assert known(b"one", 0) == known(b"one", 0)
    assert known(b"one", 0) != known(b"one", 1)
    assert known(b"one", 0) != known(b"two", 0)


def test_a_stronger_memory_knows_all_that_a_weaker_one_knows() -> None:
    easy, hard = (Memory(FULL, strength, Chance(b"one", 0)) for strength in (Strength.EASY, Strength.HARD))

    assert all(hard.knows(str(number)) for number in range(200) if easy.knows(str(number)))


def test_luck_is_taken_out_of_what_is_known() -> None:
    memory = Memory(FULL, Strength.MEDIUM, Chance(b"secret", 0))
    keys = [str(number) for number in range(2000)]
    known = sum(memory.knows(key, 2, luck=0.5) for key in keys) / len(keys)

    assert known + (1 - known) / 2 == pytest.approx(0.67, abs=0.03)


# -- whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answering", ["in-turn", "at-once"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_bots_of_all_strengths_finish_a_game(seats: int, answering: str) -> None:
    options = SwissQuizOptions(answering="at-once" if answering == "at-once" else "in-turn", arrivals=2)
    strengths = [Strength.EASY, Strength.MEDIUM, Strength.HARD] * 2
    state = bots_game(seats, strengths[:seats], options)

    assert RULES.result(state) is not None
    assert state.turns < 80


def test_the_stronger_bot_wins_more_often() -> None:
    strengths = (Strength.EASY, Strength.MEDIUM, Strength.HARD)
    wins = [0, 0, 0]
    for number in range(30):
        result = RULES.result(bots_game(number, strengths))
        assert result is not None
        wins[result.winners[0]] += 1

    assert wins[2] > wins[1] > wins[0]
