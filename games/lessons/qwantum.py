"""Qwantum in a minute: roll, roll again, enter in step B and step C, and what counts in the end."""

from hashlib import sha256

from games.lessons.kernel import Lesson, Step
from games.rules.kernel import Seat
from games.rules.qwantum.moves import Enter, Pass, Reroll, Roll
from games.rules.words import N_

_BRUNO = Seat(1)

LESSON = Lesson(
    secret=sha256(b"qwantum 9").digest(),  # the learner begins, and the second roll is worth having
    seats=2,
    options={},
    steps=(
        Step(N_("Each colour counts its own dice and the white one. Roll all seven."), Roll(1)),
        Step(
            N_("Any dice may be rolled once more. Tap the two purple ones, then roll again."),
            Reroll(1, d1=True, d6=True),
        ),
        Step(
            N_("Red is now 8. Rows rise up to the thick line and fall after it, so begin low: tap the lit red box."),
            Enter(1, "red"),
            ((_BRUNO, Enter(1, "yellow")),),
        ),
        Step(
            N_("Now everybody may enter one of the other colours, in secret, you too. Take blue."),
            Enter(1, "blue"),
            ((_BRUNO, Roll(2)), (_BRUNO, Enter(2, "purple"))),
        ),
        Step(
            N_("Everything was revealed at once, and Bruno has rolled. His throw is yours as well: enter yellow."),
            Enter(2, "yellow"),
            ((_BRUNO, Pass(2)),),
        ),
        Step(N_("A column counts once its four boxes are full: its second lowest number. So fill columns, not rows.")),
        Step(N_("Enter nothing in your own turn, and it is a misthrow: 1 point, then 2, then 3. Off you go!")),
    ),
)
