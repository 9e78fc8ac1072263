"""Klondike in a minute: a lock, two ways to open it, a run that moves, the stock, and how to take a move back.

The deal is that of the secret below.
"""

from itertools import product

from games.lessons.animals import EASY, animal
from games.lessons.kernel import Lesson, Step
from games.rules.kernel import Seat
from games.rules.pack import Pack
from games.rules.quizterix_klondike.moves import Answer, Ask, Guess, Put, Turn, Undo
from games.rules.words import LANGUAGES, N_, Text

_PACK = Pack(
    slug="lesson-klondike",
    title=Text(en="A lesson"),
    kind="event",
    languages=LANGUAGES,
    events=tuple(animal(suit, rank) for suit, rank in product(range(4), range(13))),
    questions=(EASY,),
)


def _guess(slot: int, suit: int, rank: int) -> tuple[Guess, ...]:
    """The card at this slot by its name, in any language, and its year."""
    event = animal(suit, rank)
    return tuple(Guess(slot, name, str(event.year)) for name in event.name.all())


LESSON = Lesson(
    secret=b"lesson 19",
    seats=1,
    options={},
    pack=_PACK,
    before=(
        (Seat(0), _guess(5, 3, 9)[0]),
        (Seat(0), _guess(9, 2, 1)[0]),
        (Seat(0), _guess(14, 0, 6)[0]),
        (Seat(0), _guess(20, 3, 7)[0]),
        (Seat(0), _guess(27, 2, 6)[0]),
    ),
    steps=(
        Step(
            N_(
                "Seven columns, as in any Klondike. But every card first lies image side up: you see its suit, not its "
                "rank, and until it is turned over it is locked. Five of the seven column ends are open already."
            ),
        ),
        Step(
            N_("Two are still locked. Touch the first column and draw a question: that is the low risk."),
            Ask(0),
        ),
        Step(
            N_("It is always the question of the card’s own suit. Answer with a number: 8."),
            Answer(1, "8"),
        ),
        Step(
            N_(
                "The end of column 2 you know: name it instead. Type Owl in space, and the year 1943. "
                "Had you been wrong, the solitaire would be over: that is the high risk."
            ),
            _guess(2, 3, 3),
        ),
        Step(
            N_("Now you may sort: downwards, red and black in turn. Lay the 7 of hearts onto column 6."),
            Put(27, "6"),
        ),
        Step(N_("A new card has come to light, and it is locked. It holds up nothing but itself.")),
        Step(N_("Turn a card from the stock. You may go through it as often as you like."), Turn()),
        Step(
            N_(
                "Moves of cards can be taken back, answers cannot. Take the last one back. "
                "What you have seen stays seen."
            ),
            Undo(),
        ),
        Step(N_("You win when all four foundations reach their king. The site tells you when there is no way on.")),
    ),
)
