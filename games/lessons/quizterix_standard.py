"""Quizterix Standard in a minute: into the timeline, a look, a name, a question, the die."""

from msgspec import structs

from games.lessons.animals import EASY, animal
from games.lessons.kernel import Lesson, Step
from games.lessons.quizterix_snap import TITANIC
from games.rules.kernel import Seat
from games.rules.pack import Event, Pack
from games.rules.quizterix_standard.moves import Answer, Ask, GoOn, Guess, Insert, NotKnown, Peek, Put, Roll
from games.rules.words import LANGUAGES, N_, Text


def _stranger(rank: int) -> Event:
    """A card that nobody gets to know in this lesson."""
    event = animal(rank % 4, rank)
    return structs.replace(event, mnemonic=event.name)


_PACK = Pack(
    slug="lesson-standard",
    title=Text(en="A lesson"),
    kind="event",
    languages=LANGUAGES,
    events=(TITANIC, *(_stranger(rank) for rank in range(12))),
    questions=(EASY,),
)
_BRUNO = Seat(1)


def _guesses(moment: int, place: int, event: Event) -> tuple[Guess, ...]:
    """The event named in every language: each learner types in their own."""
    said = zip(event.name.all(), event.mnemonic.all(), strict=True)
    return tuple(Guess(moment, place, name, str(event.year), mnemonic) for name, mnemonic in said)


LESSON = Lesson(
    secret=b"standard 109",  # the learner begins, the ship is dealt to them, and the die shows a two
    seats=2,
    options={},
    pack=_PACK,
    steps=(
        Step(
            N_(
                "Four pictures are yours: your timeline, which ought to run from early to late. You do not know yet "
                "what they stand for. Put the new card into the first gap, on the far left."
            ),
            Insert(1, 0),
        ),
        Step(
            N_("A ship and a block of ice! Look at the back of that card. A look ends your turn."),
            Peek(2, "0.2"),
        ),
        Step(
            N_(
                "Name, year and mnemonic: remember all three, you are not shown them again. "
                "In the mnemonic t is 1 and n is 2. Close the card."
            ),
            GoOn(3),
            ((_BRUNO, Insert(4, 2)), (_BRUNO, Ask(5, "clubs")), (_BRUNO, NotKnown(6))),
        ),
        Step(N_("Bruno did not know his question. Your turn again: put the new card on the far right."), Insert(7, 5)),
        Step(
            N_("Now name the ship: Sinking of the Titanic, 1912, Tuna. All three right, and the card is flipped."),
            _guesses(8, 2, TITANIC),
        ),
        Step(
            N_("A right answer to a question earns a roll of the die. Ask for a question of hearts."), Ask(9, "hearts")
        ),
        Step(N_("An easy one: 7."), Answer(10, "7")),
        Step(N_("Roll! Each number means something else: give, take, steal, swap, move, or panic."), Roll(11)),
        Step(N_("A two: one more event is yours. Put it into the first gap."), Put(12, 0)),
        Step(
            N_(
                "So it goes on until somebody’s whole timeline is flipped. Then the longest streak of events in the "
                "order of their years wins, whoever it belongs to."
            )
        ),
    ),
)
