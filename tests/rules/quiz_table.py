"""A table of くいずです for tests: people who know every card, and say what they want in one line."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import structs

from games.rules.chance import Chance
from games.rules.its_a_quiz import ItsAQuiz
from games.rules.its_a_quiz.moves import (
    Answer,
    Call,
    Done,
    GoOn,
    Lay,
    Open,
    Pass,
    PassToPeek,
    PutBack,
    QuizOptions,
    Ready,
    Take,
)
from games.rules.its_a_quiz.observation import QuizObservation
from games.rules.its_a_quiz.state import Markers, Phase, QuizState
from games.rules.kernel import IllegalMove, Seat
from tests.tables.packs import quiz_show_pack

RULES = ItsAQuiz()
PACK = quiz_show_pack()
NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
ANNA, BEAT, CLEO, DORA, EMIL = (Seat(number) for number in range(5))


class Table:
    """A game that goes on by what its people do. All cards are where the test can see them."""

    def __init__(self, seats: int = 3, persons: int | None = None, secret: bytes = b"quiz", **options: Any) -> None:
        self.secret, self.moves, self.at = secret, 1, NOON
        sitting = frozenset(Seat(number) for number in range(seats if persons is None else persons))
        chance = Chance(secret, 1)
        self.state: QuizState = RULES.setup(QuizOptions(**options), seats, sitting, PACK, chance, NOON)

    # -- what happens

    def does(self, seat: Seat, move: Any, after: float = 1) -> "Table":
        """A move, a second later. Raises IllegalMove."""
        self.at += timedelta(seconds=after)
        self.moves += 1
        self.state = RULES.apply(self.state, seat, move, PACK, Chance(self.secret, self.moves), self.at)
        return self

    def refuses(self, seat: Seat, move: Any) -> str:
        """The clause that forbids a move; fails if it is allowed."""
        try:
            RULES.apply(self.state, seat, move, PACK, Chance(b"", 0), self.at)
        except IllegalMove as refused:
            return refused.clause
        raise AssertionError(f"{move} was allowed")

    def waits(self) -> "Table":
        """The time runs out for whoever is awaited."""
        due = RULES.deadline(self.state)
        assert due is not None
        self.at = max(self.at, due)
        self.moves += 1
        self.state = RULES.time_up(self.state, PACK, Chance(self.secret, self.moves), self.at)
        return self

    def set(self, **changes: Any) -> "Table":
        """A state the test needs."""
        self.state = structs.replace(self.state, **changes)
        return self

    def owns(self, seat: Seat, score: int = 0, slush: int = 0) -> "Table":
        """These markers in a hand, out of the stock."""
        player = self.state.players[seat]
        self.state = self.state.with_player(seat, structs.replace(player, markers=Markers(score, slush)))
        return self.set(stock=self.state.stock.plus(player.markers.score - score, player.markers.slush - slush))

    def begins(self, dealer: Seat = ANNA) -> "Table":
        """All are ready; the lot has fallen on this dealer."""
        self.set(dealer=dealer)
        for seat in self.state.awaited():
            self.does(seat, Ready(0))
        return self

    def opens(self, question: int = 0) -> "Table":
        """The dealer opens this question's white card (all pass the auction)."""
        assert self.state.phase is Phase.OPENING
        return self.does(self.state.dealer, Open(self.state.round, self.white(question)))

    def writes(self, seat: Seat, *places: int) -> "Table":
        """An answer: the words that lie at these places of the question's row, from 1 on."""
        return self.does(seat, Answer(self.state.round, "\n".join(self.words(*places))))

    def slush(self, *seats: Seat) -> "Table":
        for seat in seats:
            self.does(seat, Take(self.state.round))
        return self

    def peeks(self, *seats: Seat) -> "Table":
        for seat in seats:
            self.does(seat, PassToPeek(self.state.round))
        return self

    def goes_on(self) -> "Table":
        """Nobody appeals; everybody has seen the result."""
        while self.state.phase is Phase.REVEALED:
            self.does(self.state.awaited()[0], GoOn(self.state.round))
        return self

    def prepares(self) -> "Table":
        """The dealer places all answers and moves no white card."""
        while self.state.phase is Phase.LAYING and self.state.question is not None:
            card = self.state.rows[self.state.question][0]
            self.does(self.state.dealer, Lay(self.state.round, card, self.state.shortest()[0]))
        return self.does(self.state.dealer, Done(self.state.round))

    def plays_round(self, question: int, winner: Seat | None = None) -> "Table":
        """A round that this seat wins with one right word; the others answer nothing right."""
        while self.state.phase is Phase.AUCTION:
            self.waits() if self.state.due else self.does(self.state.awaited()[0], Pass(self.state.round))
        self.opens(question)
        for seat in self.state.seats():
            self.writes(seat, 1) if seat == winner else self.peeks(seat)
        while self.state.phase is Phase.PEEKING:
            self.does(self.state.awaited()[0], PutBack(self.state.round))
        self.goes_on()
        return self if self.state.phase in (Phase.OVER, Phase.TIE) else self.prepares()

    def to_round(self, number: int, winner: Seat | None = None) -> "Table":
        """Everything up to this round, question after question, always with this winner."""
        while self.state.round < number:
            self.plays_round(self.state.round - 1, winner)
        return self

    def calls(self, seat: Seat, card: int, right: bool = True) -> "Table":
        """Names a card of the tie-break, rightly or wrongly."""
        word = self.state.words[card] if right else (self.state.words[card] + 1) % 30
        return self.does(seat, Call(self.state.round, card, f"WORD-{self.state.show + 1}-{word + 1} (en)"))

    # -- what there is to see

    def white(self, question: int) -> int:
        """The white card of a question."""
        return 30 + self.state.questions.index(question)

    def words(self, *places: int) -> list[str]:
        """The words at these places of the question's row, from 1 on."""
        assert self.state.question is not None
        row = self.state.rows[self.state.question]
        return [f"WORD-{self.state.show + 1}-{self.state.words[row[place - 1]] + 1} (en)" for place in places]

    def markers(self, seat: Seat) -> tuple[int, int]:
        """Score and slush-fund markers of a seat."""
        return self.state.players[seat].markers.score, self.state.players[seat].markers.slush

    def sees(self, watcher: Seat) -> QuizObservation:
        return RULES.observe(self.state, watcher, PACK, self.at)

    def legal(self, seat: Seat, *kinds: type) -> list[Any]:
        """What a seat may do, of these kinds."""
        return [move for move in RULES.legal_moves(self.state, seat, PACK) if not kinds or isinstance(move, kinds)]

    def told(self) -> list[str]:
        """The English sentences of what has just happened, without their facts."""
        return [line.text for line in self.sees(ANNA).news.lines]
