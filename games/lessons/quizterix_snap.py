"""Snap! in a minute: the picture, the mnemonic, the buzzer, and what happens to a wrong answer."""

from hashlib import sha256

from games.lessons.kernel import Lesson, Step
from games.rules.kernel import TABLE, Seat
from games.rules.pack import Event, Pack
from games.rules.quizterix_snap.moves import Answer, Buzz, Deal
from games.rules.words import N_, Text

TITANIC = Event(
    rank="K",
    suit="spades",
    year=1912,
    name=Text(
        en="Sinking of the Titanic",
        de="Untergang der Titanic",
        fr="Naufrage du Titanic",
        it="Affondamento del Titanic",
        ja="タイタニック号の沈没",
    ),
    mnemonic=Text(en="[T]u[n]a", de="[T]o[n]ne", fr="[T]ho[n]", it="[T]o[nn]o", ja="行く人に氷山"),
    scene=Text(en="sea sea 🌙@20,28*18 🧊@74,66*44 🚢@34,72*38~-24 🐟@52,122*26"),
    alt=Text(
        en="A ship tilts beside a block of ice; a tuna swims below",
        de="Neben einem Eisblock neigt sich ein Schiff, darunter ein Fisch",
        fr="Un navire penche près d’un bloc de glace\u202f; un thon nage dessous",
        it="Una nave si inclina accanto a un blocco di ghiaccio; sotto nuota un tonno",
        ja="氷のかたまりのそばで傾く船と、その下を泳ぐ魚",
    ),
    story=Text(
        en="On the night of 14 April 1912 the liner struck an iceberg.",
        de="In der Nacht des 14. April 1912 rammte der Dampfer einen Eisberg.",
        fr="Dans la nuit du 14 avril 1912, le paquebot heurta un iceberg.",
        it="Nella notte del 14 aprile 1912 il transatlantico urtò un iceberg.",
        ja="1912年4月14日の夜、客船は氷山にぶつかりました。",
    ),
)
_PACK = Pack(
    slug="lesson-snap",
    title=Text(en="A lesson"),
    kind="event",
    languages=("en", "de", "fr", "it", "ja"),
    events=(
        Event(
            rank="A",
            suit="hearts",
            year=1969,
            name=Text(en="Moon landing", de="Mondlandung", fr="Alunissage", it="Allunaggio", ja="月面着陸"),
            mnemonic=Text(
                en="[Sh]ee[p]", de="[Sch]webender [P]udel", fr="[Ch]a[p]eau", it="[C]i[p]olla", ja="ムクのロケット"
            ),
            scene=Text(
                en="space flat 🌍@24,30*22 🚀@76,46*26~20 🐑@48,92*46",
                de="space flat 🌍@24,30*22 🚀@76,46*26~20 🐩@48,92*46",
                fr="space flat 🌍@24,30*22 🚀@76,46*26~20 🎩@48,92*46",
                it="space flat 🌍@24,30*22 🚀@76,46*26~20 🧅@48,92*46",
                ja="space flat 🌍@24,30*22 🐕@76,46*26~20 🚀@48,92*46",
            ),
            alt=Text(
                en="A sheep on a bare grey plain, a rocket and the Earth in a black sky",
                de="Ein Pudel auf einer kahlen Ebene, eine Rakete und die Erde am schwarzen Himmel",
                fr="Un chapeau sur une plaine nue, une fusée et la Terre dans le ciel noir",
                it="Una cipolla su una piana spoglia, un razzo e la Terra nel cielo nero",
                ja="何もない平原のロケットと、黒い空に浮かぶ犬と地球",
            ),
            story=Text(
                en="On 20 July 1969 two people walked on the Moon for the first time.",
                de="Am 20. Juli 1969 betraten zum ersten Mal zwei Menschen den Mond.",
                fr="Le 20 juillet 1969, deux personnes marchèrent sur la Lune pour la première fois.",
                it="Il 20 luglio 1969 due persone camminarono sulla Luna per la prima volta.",
                ja="1969年7月20日、人間が初めて月の上を歩きました。",
            ),
        ),
        TITANIC,
    ),
)
_BRUNO = Seat(1)
_CLOCK = ((TABLE, None),)  # slower lines get their moment


def _answers(showing: int, event: Event) -> tuple[Answer, ...]:
    """The right answer in every language: each learner types in their own."""
    return tuple(Answer(showing, name=name, year=str(event.year)) for name in event.name.all())


LESSON = Lesson(
    secret=sha256(b"snap 6").digest(),  # the learner deals, the Moon comes first
    seats=2,
    options={"ask_mnemonic": False},
    pack=_PACK,
    steps=(
        Step(N_("The cards lie picture side up, well shuffled. You are the dealer: turn up the first one."), Deal(0)),
        Step(
            N_("What is this about? A rocket, the Earth in a black sky: the Moon landing of 1969. Press the buzzer!"),
            Buzz,
            _CLOCK,
        ),
        Step(
            N_("Be quick: type Moon landing and 1969. A small slip of the keyboard is forgiven."),
            _answers(1, _PACK.events[0]),
        ),
        Step(
            N_("Right, the card is yours! Now the solution lies open for everybody. Turn up the next card."),
            Deal(1),
            ((_BRUNO, Buzz(2, 900)), *_CLOCK, (_BRUNO, Answer(2, name="Moby Dick", year="1851"))),
        ),
        Step(N_("Bruno was quicker, and wrong: he is locked out and the buzzer is open again. Press it!"), Buzz),
        Step(N_("The ship, the ice: type Sinking of the Titanic and 1912."), _answers(2, TITANIC)),
        Step(N_("All cards are won, and you have the most. What nobody knows is shown and shuffled back in.")),
    ),
)
