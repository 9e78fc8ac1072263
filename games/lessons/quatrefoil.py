"""Quatrefoil in a minute: your two cards, the signal, a push, a turn, and when to stack."""

from hashlib import sha256

from games.lessons.kernel import Lesson, Step
from games.rules.kernel import Seat
from games.rules.quatrefoil.moves import Push, Signal, Stack, Twist
from games.rules.words import N_

_BRUNO, _CILLA, _DARIO = Seat(1), Seat(2), Seat(3)

LESSON = Lesson(
    secret=sha256(b"quatrefoil 69").digest(),  # one push and one turn away from the goal
    seats=4,
    options={"way": "open"},
    steps=(
        Step(N_("Your two cards say: the blue token must end in the southeast. All four of you have such a pair.")),
        Step(
            N_("In a real game the cards are hidden. Only one thing may be said: press the signal."),
            Signal(0),
        ),
        Step(
            N_("The free token is blue. Choose the arrow that pushes the upper row west, then push."),
            Push(0, "top-west"),
            (
                (_BRUNO, Signal(1)),
                (_BRUNO, Twist(1, "clockwise")),
                (_CILLA, Twist(2, "clockwise")),
                (_DARIO, Twist(3, "anticlockwise")),
                (_BRUNO, Signal(4)),
                (_CILLA, Signal(4)),
                (_DARIO, Signal(4)),
            ),
        ),
        Step(
            N_("Red came out, and Bruno turned the leaf. Now the others signal: in its place. Is yours? Signal."),
            Signal(4),
        ),
        Step(
            N_("All four are right, so red is right as well. Stack: it ends the game, and all win or lose."), Stack(4)
        ),
        Step(N_("You have all won. With hidden cards you need signals and patience, and there are five more ways.")),
    ),
)
