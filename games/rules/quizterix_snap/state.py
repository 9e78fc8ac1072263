"""Everything there is to know of a game of Snap! at one moment. A card is its place in the pack."""

from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct, structs

from games.rules import appeals
from games.rules.appeals import AppealState
from games.rules.kernel import HOST, Seat, seats_of
from games.rules.quizterix_snap.moves import SnapOptions

DEAL_SECONDS = 10  # SN-C1: then the card turns up by itself
IDLE_CARDS = 6  # SN-C1: after so many without anybody's hand the game waits
BUZZ_SECONDS = 10  # SN-C4: then nobody can
TIE = 30  # ms, SN-C3: what comes this close to the earliest is level
LATE_SECONDS = 1  # SN-C4: and so long a buzz that was in time may be on its way
JUDGE_SECONDS = 30  # CO-2: then any other player may judge
LOOK_SECONDS = 6  # how long the solution lies open at least
ROUND_SECONDS = 15  # between two rounds
LEARN_SECONDS = 15  # SN-F1: alone, how long the solution lies open to whoever did not know it
BREATH_SECONDS = 1  # SN-F1: alone, between two cards


class Phase(StrEnum):
    """What the table is waiting for."""

    DEALING = "dealing"  # the dealer, who may turn up the next card
    SHOWING = "showing"  # anybody who knows it
    CONTEST = "contest"  # buzzes still on their way over slower lines
    EVERYBODY = "everybody"  # all, each of whom answers (SN-V1)
    ANSWERING = "answering"  # the one who has the buzzer
    JUDGING = "judging"  # whoever judges what was spoken
    SOLUTION = "solution"  # everybody, who look at the solution
    VOTING = "voting"  # the others, who vote on an appeal
    ROUND_OVER = "round-over"  # the dealer, who may begin the next round
    END = "end"


class Verdict(StrEnum):
    """How an answer was judged."""

    RIGHT = "right"
    WRONG = "wrong"
    LATE = "late"
    GAVE_UP = "gave-up"


class Player(Struct, frozen=True):
    """A seat: is it a person, which cards has it won in this round, how many in the rounds before?

    Where everybody answers: which cards has it known in this round, and how often been the quickest (SN-V1)?
    """

    person: bool
    won: tuple[int, ...] = ()
    earlier: int = 0
    knew: tuple[int, ...] = ()
    quickest: int = 0

    @property
    def this_round(self) -> int:
        """Cards of this round, or right answers."""
        return len(self.won) + len(self.knew) + self.quickest

    @property
    def total(self) -> int:
        """Those of all rounds together (SN-E1)."""
        return self.this_round + self.earlier


class Buzzed(Struct, frozen=True):
    """A buzz that takes part in the contest, with the reaction that counts."""

    seat: Seat
    reaction: int


class Given(Struct, frozen=True):
    """An answer of this showing, judged."""

    seat: Seat
    reaction: int
    verdict: Verdict
    name: str = ""
    year: str = ""
    mnemonic: str = ""
    spoken: bool = False
    appeal: AppealState = AppealState.NONE
    choice: int | None = None  # SN-V2: which of the four was picked


class SnapState(Struct, frozen=True):
    """A game of Snap! Hidden are the ``deck`` (next card first) and the other side of the card."""

    options: SnapOptions
    players: tuple[Player, ...]
    dealer: Seat
    phase: Phase
    due: datetime | None
    deck: tuple[int, ...]
    failed: tuple[int, ...]  # per card of the pack: how often shown in vain in this round
    cards: int  # cards in this round
    opened_at: datetime  # when the buzzer opened, for the first time or again
    phase_at: datetime  # when this phase began
    round: int = 1
    showing: int = 0
    card: int | None = None  # the card on the table, until the next one is dealt
    unclaimed: tuple[int, ...] = ()
    unclaimed_before: int = 0
    buzzes: tuple[Buzzed, ...] = ()
    tied: tuple[Seat, ...] = ()  # who was level when the lot was drawn
    buzzer: Buzzed | None = None
    readers: tuple[Seat, ...] = ()  # who has seen the solution in order to judge, and judges
    speaking: bool = False  # is the answer being given by mouth?
    answers: tuple[Given, ...] = ()  # in the order of the buzzes
    vote: appeals.Appeal | None = None
    own_word: bool = False  # CO-9: somebody's own word has counted
    seen: tuple[Seat, ...] = ()  # where somebody has seen the solution of this card who judges no more
    idle: int = 0  # cards turned up since a person has done anything
    going: tuple[Seat, ...] = ()  # who has seen enough of the solution (CO-14)
    four: tuple[int, ...] = ()  # SN-V2: the cards of which one is picked
    unknowing: tuple[Seat, ...] = ()  # SN-C6: who has said that they do not know the card on the table
    known: tuple[int, ...] = ()  # SN-V1: cards that have left because somebody knew them
    known_before: int = 0
    failed_before: int = 0  # showings in vain in the rounds before
    away: bool = False  # SN-B2: the leader is away, and the clock stands in
    taken: tuple[Buzzed, ...] = ()  # who has won a card, and how quickly, in the order of the game

    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return seats_of(len(self.players))

    def persons(self) -> tuple[Seat, ...]:
        """The seats with persons in them."""
        return tuple([seat for seat in self.seats() if self.players[seat].person])

    def is_person(self, seat: Seat) -> bool:
        """Is it a seat, and does a person sit in it?"""
        return 0 <= seat < len(self.players) and self.players[seat].person

    def anybody(self) -> bool:
        """Does any person play?"""
        return any(player.person for player in self.players)

    @property
    def host_deals(self) -> bool:
        """Does a host deal and decide without playing? (SN-B1)"""
        return self.dealer == HOST

    @property
    def led(self) -> bool:
        """Does the next card wait for the leader's tap? (SN-B2)"""
        return self.options.dealer == "leader" and not self.away

    @property
    def everybody(self) -> bool:
        """Does everybody answer each card, without a buzzer? (SN-V1)"""
        return self.options.everybody and not self.solo

    @property
    def oneself(self) -> bool:
        """Does whoever is alone judge their own answer? (SN-V3)"""
        return self.options.answering == "oneself" and self.solo and self.players[0].person

    @property
    def solo(self) -> bool:
        """One player alone, without a buzzer (SN-F1)."""
        return len(self.players) == 1 and not self.host_deals

    @property
    def open(self) -> bool:
        """Does the solution of the card on the table lie open to everybody?"""
        return self.card is not None and self.phase in (Phase.DEALING, Phase.SOLUTION, Phase.VOTING)

    @property
    def winner(self) -> Seat | None:
        """Who wins the card on the table: the earliest buzz with a right answer (SN-C2, SN-C5)."""
        return None if self.everybody else next(iter(self.right()), None)

    @property
    def unattended(self) -> bool:
        """Has nobody of those who sit here done anything for so many cards that no further one is turned up? (SN-C1)

        Among bots alone there is nobody to wait for.
        """
        return self.idle >= IDLE_CARDS and self.anybody() and not self.led

    @property
    def waiting(self) -> bool:
        """Does the game wait until a person turns up the next card? (SN-C1)"""
        return self.phase == Phase.DEALING and self.unattended

    @property
    def reading(self) -> bool:
        """Do people look at a solution, or at how a round has ended? (CO-14)"""
        if self.solo or self.led:
            return False
        return self.phase in (Phase.SOLUTION, Phase.ROUND_OVER) and self.anybody()

    @property
    def last(self) -> bool:
        """Does the round end with the card on the table? (SN-D1)"""
        return not self.deck and self.card is not None and (bool(self.right()) or self.exhausted(self.card))

    def exhausted(self, card: int) -> bool:
        """Has this card now been shown in vain as often as agreed? (SN-D1) Alone, there is no limit (SN-F1)."""
        limit = self.options.showings
        return bool(limit) and not self.solo and self.failed[card] + 1 >= limit

    def deadline(self) -> datetime | None:
        """When what is awaited happens by itself; None as long as the game waits for somebody.

        A buzz that was in time may come a little later (SN-C4), for the last card there is as long to appeal as for any
        other (SN-C5), and a reader who follows another has time to judge (CO-2).
        """
        if self.due is None or self.waiting:
            return None
        more = 0
        if self.phase == Phase.SHOWING:
            more = LATE_SECONDS
        elif self.phase == Phase.SOLUTION and self.last and self.any_appealable():
            more = DEAL_SECONDS
        elif self.phase == Phase.JUDGING and self.seen and len(self.readers) == 1:
            more = JUDGE_SECONDS
        return self.due + timedelta(seconds=more)

    def locked(self) -> frozenset[Seat]:
        """Who cannot buzz any more in this showing: has answered, or has seen the solution."""
        return frozenset(given.seat for given in self.answers) | frozenset(self.readers)

    def barred(self) -> frozenset[Seat]:
        """The persons who have seen the solution and judge no more, as their own seat or the speaker's was a bot's.

        They are not ``locked``, because in logs from before this was minded some of them have buzzed.
        """
        return frozenset(self.seen) & frozenset(self.persons())

    def can_buzz(self) -> frozenset[Seat]:
        """Who can still get the buzzer in this opening."""
        if self.phase not in (Phase.SHOWING, Phase.CONTEST):
            return frozenset()
        return frozenset(self.seats()) - self.locked() - {buzz.seat for buzz in self.buzzes}

    def right(self) -> tuple[Seat, ...]:
        """Who has given a right answer to the card on the table, the earliest first."""
        return tuple(given.seat for given in self.answers if given.verdict == Verdict.RIGHT)

    def awaited(self) -> frozenset[Seat]:
        """Who has not answered yet, where everybody does (SN-V1)."""
        if self.phase != Phase.EVERYBODY:
            return frozenset()
        return frozenset(self.seats()) - {given.seat for given in self.answers}

    def nobody_knows(self) -> bool:
        """Have all who could still buzz said that they do not know the card? (SN-C6)"""
        return not frozenset(self.seats()) - self.locked() - self.barred() - frozenset(self.unknowing)

    def gains(self, seat: Seat) -> int:
        """What the card on the table, once it lies open, brings this seat: the card, or a right answer (SN-V1)."""
        if not self.everybody:
            return int(self.winner == seat)
        if not self.open or seat not in self.right():
            return 0
        return 1 + (seat in self.quickest())

    def quickest(self) -> tuple[Seat, ...]:
        """Whose right answer came first, where speed counts: what comes as close as a tie is level (SN-V1)."""
        right = [given for given in self.answers if given.verdict == Verdict.RIGHT]
        if not self.options.speed or not right:
            return ()
        first = min(given.reaction for given in right)
        return tuple(given.seat for given in right if given.reaction <= first + TIE)

    def cards_of(self, seat: Seat) -> int:
        """Cards of this seat in all rounds, the one on the table counted as soon as it is won."""
        return self.players[seat].total + self.gains(seat)

    def appealable(self, seat: Seat) -> bool:
        """May this seat ask the others about its answer? (CO-3, SN-C5)

        Once, only against "wrong", only when everybody sees the solution, only a person, and only if an earlier
        buzz has not won the card.
        """
        if not self.open or not self.is_person(seat):
            return False
        for given in self.answers:
            if given.seat == seat:
                wrong = given.verdict == Verdict.WRONG and given.appeal == AppealState.NONE
                return wrong and given.choice is None and not self.oneself
            if given.verdict == Verdict.RIGHT and not self.everybody:
                return False
        return False

    def any_appealable(self, but: Seat | None = None) -> bool:
        """Might anybody (but this seat) still appeal?

        Where everybody answers, anybody who was not right: whether they were wrong or said nothing is not to be seen
        by how long the next card waits (SN-V1).
        """
        if not self.everybody:
            return any(self.appealable(seat) for seat in self.seats() if seat != but)
        persons = frozenset(self.persons()) - {but} if self.options.answering == "typed" else frozenset()
        return self.open and any(
            given.seat in persons and given.verdict != Verdict.RIGHT and given.appeal == AppealState.NONE
            for given in self.answers
        )

    def enter(self, phase: Phase, at: datetime, seconds: float | None) -> "SnapState":
        """The state in this phase, which ends after so many seconds if it ends at all by itself."""
        due = None if seconds is None else at + timedelta(seconds=seconds)
        return structs.replace(self, phase=phase, phase_at=at, due=due, going=())
