"""Swiss Quiz in a minute: answer, step, stake, jump, and take a flag."""

from hashlib import sha256

from games.lessons.kernel import Lesson, Step
from games.rules.kernel import Seat
from games.rules.pack import Pack, Statement
from games.rules.swiss_quiz.moves import GoOn, Lay, Turn
from games.rules.words import N_, Text

_PACK = Pack(
    slug="lesson-swiss-quiz",
    title=Text(en="A lesson"),
    kind="statement",
    languages=("en", "de", "fr", "it", "ja"),
    statements=(
        Statement(
            number=1,
            category="places",
            truth=False,
            difficulty=1,
            text=Text(
                en="The whole of Lake Geneva belongs to Switzerland.",
                de="Der ganze Genfersee gehört zur Schweiz.",
                fr="Le lac Léman appartient tout entier à la Suisse.",
                it="Il lago Lemano appartiene interamente alla Svizzera.",
                ja="レマン湖は、全体がスイスのものである。",
            ),
            explanation=Text(
                en="Most of the southern shore is French: Évian lies there.",
                de="Der grösste Teil des Südufers ist französisch: Dort liegt Évian.",
                fr="La plus grande partie de la rive sud est française\u202f: c’est là que se trouve Évian.",
                it="La maggior parte della sponda meridionale è francese: lì si trova Évian.",
                ja="南岸の大部分はフランス領で、そこにエビアンがあります。",
            ),
        ),
        Statement(
            number=2,
            category="history",
            truth=True,
            difficulty=1,
            text=Text(
                en="The Red Cross was founded in Geneva.",
                de="Das Rote Kreuz wurde in Genf gegründet.",
                fr="La Croix-Rouge a été fondée à Genève.",
                it="La Croce Rossa è stata fondata a Ginevra.",
                ja="赤十字はジュネーブで創設された。",
            ),
            explanation=Text(
                en="In 1863, after Henry Dunant had seen the battlefield of Solferino.",
                de="1863, nachdem Henry Dunant das Schlachtfeld von Solferino gesehen hatte.",
                fr="En 1863, après qu’Henry Dunant eut vu le champ de bataille de Solférino.",
                it="Nel 1863, dopo che Henry Dunant ebbe visto il campo di battaglia di Solferino.",
                ja="1863年、アンリ・デュナンがソルフェリーノの戦場を見たあとのことです。",
            ),
        ),
        Statement(
            number=3,
            category="everyday",
            truth=False,
            difficulty=1,
            text=Text(
                en="The Swiss flag is twice as wide as it is high.",
                de="Die Schweizer Fahne ist doppelt so breit wie hoch.",
                fr="Le drapeau suisse est deux fois plus large que haut.",
                it="La bandiera svizzera è larga il doppio della sua altezza.",
                ja="スイスの国旗は、横が縦の2倍ある。",
            ),
            explanation=Text(
                en="It is square.",
                de="Sie ist quadratisch.",
                fr="Il est carré.",
                it="È quadrata.",
                ja="正方形です。",
            ),
        ),
    ),
)
_BRUNO, _CILLA = Seat(1), Seat(2)

LESSON = Lesson(
    secret=sha256(b"swiss-quiz 3").digest(),  # the lot falls on the learner, who reads first
    seats=3,
    options={"answering": "at-once"},
    pack=_PACK,
    steps=(
        Step(
            N_("Half of all statements are false. This one is: France owns a shore of the lake. Lay FALSE, no chips."),
            Lay(1, "false"),
            ((_BRUNO, Lay(1, "true")), (_CILLA, Lay(1, "false"))),
        ),
        Step(N_("Everybody has answered. You are the reader: turn the card."), Turn(1)),
        Step(
            N_("Right is one step, and the green square has paid you 2 chips. Read why, then pass the box on."),
            GoOn(1),
        ),
        Step(
            N_("Chips make you fast: each is one more step if you are right, and is gone. Lay TRUE and 3 chips."),
            Lay(2, "true", 3),
            ((_BRUNO, Lay(2, "false")), (_CILLA, Lay(2, "false", 1)), (_BRUNO, Turn(2))),
        ),
        Step(
            N_(
                "Four steps, and the pawns in your way were jumped, not counted. Now the flag is near: pass the box on."
            ),
            GoOn(2),
        ),
        Step(
            N_("The flag stands two steps ahead. The flag of Switzerland is square: lay FALSE and 1 chip."),
            Lay(3, "false", 1),
            ((_BRUNO, Lay(3, "false")), (_CILLA, Lay(3, "true")), (_CILLA, Turn(3))),
        ),
        Step(N_("The flag is yours, and the bank has paid everybody: you in front 1 chip, those behind up to 4.")),
        Step(N_("Mind the camera: whoever stops there misses a round. The first at the edelweiss wins. Off you go!")),
    ),
)
