"""くいずです in a minute: memorise, open, answer in order, place, pay for a peek."""

from hashlib import sha256

from games.lessons.kernel import Lesson, Step
from games.rules.its_a_quiz.moves import (
    Answer,
    Bid,
    Done,
    GoOn,
    Lay,
    Open,
    Pass,
    PassToPeek,
    Peek,
    Ready,
    Take,
)
from games.rules.kernel import TABLE, Seat
from games.rules.pack import Pack, QuizShow, Word
from games.rules.words import LANGUAGES, N_, Text

_QUESTIONS = (
    Text(
        "What does the cow dream of?",
        "Wovon träumt die Kuh?",
        "De quoi rêve la vache\u202f?",
        "Che cosa sogna la mucca?",
        "牛が夢に見るものは？",
    ),
    Text(
        "What is in the magician’s hat?",
        "Was steckt im Zauberhut?",
        "Qu’y a-t-il dans le chapeau du magicien\u202f?",
        "Che cosa c’è nel cappello del mago?",
        "手品師の帽子の中身は？",
    ),
    Text(
        "What did the king lose?",
        "Was hat der König verloren?",
        "Qu’a perdu le roi\u202f?",
        "Che cosa ha perso il re?",
        "王様がなくしたものは？",
    ),
    Text(
        "What is under the bed?",
        "Was liegt unter dem Bett?",
        "Qu’y a-t-il sous le lit\u202f?",
        "Che cosa c’è sotto il letto?",
        "ベッドの下にあるものは？",
    ),
    Text(
        "What rings at midnight?",
        "Was klingelt um Mitternacht?",
        "Qu’est-ce qui sonne à minuit\u202f?",
        "Che cosa suona a mezzanotte?",
        "真夜中に鳴るものは？",
    ),
    Text(
        "What smells of cheese?",
        "Was riecht nach Käse?",
        "Qu’est-ce qui sent le fromage\u202f?",
        "Che cosa sa di formaggio?",
        "チーズのにおいがするものは？",
    ),
    Text(
        "What flies over the house?",
        "Was fliegt über das Haus?",
        "Qu’est-ce qui vole au-dessus de la maison\u202f?",
        "Che cosa vola sopra la casa?",
        "家の上を飛ぶものは？",
    ),
    Text(
        "What makes Grandma laugh?",
        "Was bringt Grossmutter zum Lachen?",
        "Qu’est-ce qui fait rire grand-mère\u202f?",
        "Che cosa fa ridere la nonna?",
        "おばあさんを笑わせるものは？",
    ),
    Text(
        "What will the robot never eat?",
        "Was isst der Roboter nie?",
        "Que ne mangera jamais le robot\u202f?",
        "Che cosa non mangerà mai il robot?",
        "ロボットが決して食べないものは？",
    ),
    Text(
        "What did the baby hide?",
        "Was hat das Baby versteckt?",
        "Qu’a caché le bébé\u202f?",
        "Che cosa ha nascosto il bebè?",
        "赤ちゃんが隠したものは？",
    ),
)
_WORDS = (
    "Banana/Banane/Banane/Banana/バナナ Hammer/Hammer/Marteau/Martello/かなづち "
    "Trumpet/Trompete/Trompette/Tromba/トランペット Umbrella/Regenschirm/Parapluie/Ombrello/かさ "
    "Piano/Klavier/Piano/Pianoforte/ピアノ Moon/Mond/Lune/Luna/月 "
    "Sock/Socke/Chaussette/Calzino/くつした Goldfish/Goldfisch/Poisson_rouge/Pesce_rosso/金魚 "
    "Ladder/Leiter/Échelle/Scala/はしご Carpet/Teppich/Tapis/Tappeto/じゅうたん "
    "Button/Knopf/Bouton/Bottone/ボタン Castle/Schloss/Château/Castello/お城 "
    "Dragon/Drache/Dragon/Drago/竜 Pillow/Kissen/Oreiller/Cuscino/まくら "
    "Candle/Kerze/Bougie/Candela/ろうそく Spoon/Löffel/Cuillère/Cucchiaio/スプーン "
    "Snowman/Schneemann/Bonhomme_de_neige/Pupazzo_di_neve/雪だるま "
    "Parrot/Papagei/Perroquet/Pappagallo/オウム Bicycle/Velo/Vélo/Bicicletta/自転車 "
    "Cactus/Kaktus/Cactus/Cactus/サボテン Anchor/Anker/Ancre/Ancora/いかり "
    "Mirror/Spiegel/Miroir/Specchio/鏡 Whistle/Pfeife/Sifflet/Fischietto/笛 "
    "Lemon/Zitrone/Citron/Limone/レモン Frog/Frosch/Grenouille/Rana/カエル "
    "Suitcase/Koffer/Valise/Valigia/かばん Broom/Besen/Balai/Scopa/ほうき "
    "Rocket/Rakete/Fusée/Razzo/ロケット Wig/Perücke/Perruque/Parrucca/かつら "
    "Volcano/Vulkan/Volcan/Vulcano/火山"
)
_SHOW = QuizShow(
    title=Text(en="A lesson"),
    questions=_QUESTIONS,
    words=tuple(Word(Text(*(name.replace("_", " ") for name in word.split("/")))) for word in _WORDS.split()),
)
_PACK = Pack("lesson-its-a-quiz", Text(en="A lesson"), "quiz-show", LANGUAGES, shows=(_SHOW,))
_BRUNO = Seat(1)


def _written(*words: int) -> tuple[Answer, ...]:
    """These words of the show, one per line, in any language."""
    return tuple(
        Answer(1, "\n".join(str(getattr(_SHOW.words[word].name, language)) for word in words)) for language in LANGUAGES
    )


LESSON = Lesson(
    secret=sha256(b"its-a-quiz 7").digest(),  # the learner is the first dealer; question 1 lies at place 8
    seats=2,
    options={"show": 1, "clock": 120},
    pack=_PACK,
    steps=(
        Step(
            N_(
                "Right answers are whatever lies beside a question. Remember those of question 1, and where its white "
                "card lies: at place 8. Then say that you have memorised enough."
            ),
            Ready(0),
        ),
        Step(N_("You are the dealer. Open the white card at place 8: that is question 1."), Open(1, 39)),
        Step(
            N_(
                "Write what lay beside question 1, a line each, from the question outwards. Gaps are fine: here the "
                "first and the third will do."
            ),
            (*_written(7, 12), *_written(7, 3, 12), *_written(7, 3), *_written(3, 12)),
            ((_BRUNO, Take(1)),),
        ),
        Step(N_("You have most right words: all score markers of the field are yours. Go on."), GoOn(1)),
        Step(
            N_("Put one of the opened answers at the end of another row, face down. Everybody must remember it now."),
            Lay,
            ((TABLE, None), (TABLE, None)),
        ),
        Step(
            N_("You might move up to two white cards as well. Leave them this time."),
            Done(1),
            ((_BRUNO, Bid(2, 35, "slush")),),
        ),
        Step(
            N_("Bruno does not want that card to be opened: only those with the fewest markers are. You pass."),
            Pass(2),
            ((_BRUNO, Pass(2)),),
        ),
        Step(N_("Open any of the lit cards."), Open),
        Step(N_("Suppose you have forgotten everything: pass to peek."), PassToPeek(2), ((_BRUNO, Take(2)),)),
        Step(
            N_("Alone you pay one marker for a look at any face-down card. You may show it to others, too."),
            Peek,
        ),
    ),
)
