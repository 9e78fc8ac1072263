"""Poker in a minute: a hand of three pictures, one raise, and three tricks, of which two years cancel each other."""

from games.lessons.kernel import Lesson, Step
from games.rules.kernel import Seat
from games.rules.pack import Event, Pack, Rank, Suit
from games.rules.quizterix_poker.moves import GoOn, Pass, Play, Raise
from games.rules.words import N_, Text

LEFT, RIGHT = Seat(1), Seat(2)


def _event(rank: Rank, suit: Suit, year: int, scene: str, alt: Text, name: Text, mnemonic: Text) -> Event:
    return Event(
        rank=rank, suit=suit, year=year, name=name, mnemonic=mnemonic, scene=Text(en=scene), alt=alt, story=name
    )


UNITED_NATIONS = _event(
    "A",
    "spades",
    1945,
    "sea flat 🚂@50,86*52 🕊️@30,36*30 🌍@72,40*30",
    Text(
        en="A train on its rails, a dove and a globe",
        de="Ein Zug auf Schienen, eine Taube und eine Weltkugel",
        fr="Un train sur ses rails, une colombe et un globe",
        it="Un treno sui binari, una colomba e un mappamondo",
        ja="線路の上の汽車と、鳩と地球",
    ),
    Text(
        en="The United Nations are founded",
        de="Gründung der Vereinten Nationen",
        fr="Fondation des Nations unies",
        it="Fondazione delle Nazioni Unite",
        ja="国際連合の発足",
    ),
    Text(en="[R]ai[l]s", de="[R]o[ll]en", fr="[R]ai[l]s", it="[R]e[l]itti", ja="[シ][ゴ]トはじめ"),
)
FALL_OF_THE_WALL = _event(
    "K",
    "hearts",
    1989,
    "dusk flat 🐻@50,72*56 🧱@18,116*24~-14 🧱@80,118*24~12 🎉@80,32*24",
    Text(
        en="A bear dances between broken bricks",
        de="Ein Bär tanzt zwischen losen Backsteinen",
        fr="Un ours danse au milieu des briques",
        it="Un orso balla tra i mattoni",
        ja="崩れたれんがの間で踊る熊",
    ),
    Text(
        en="Fall of the Berlin Wall",
        de="Fall der Berliner Mauer",
        fr="Chute du mur de Berlin",
        it="Caduta del muro di Berlino",
        ja="ベルリンの壁の崩壊",
    ),
    Text(en="[F]unky [B]ear", de="[F]eiernder [B]är", fr="[F]ameux [b]al", it="[F]a[b]bro", ja="[ハ][グ]する熊"),
)
MOON = _event(
    "7",
    "clubs",
    1969,
    "space dunes 🐑@50,84*50 🌍@76,32*26 🚀@24,36*28~20",
    Text(
        en="A sheep on the Moon looks at the Earth",
        de="Ein Schaf auf dem Mond schaut zur Erde",
        fr="Un mouton sur la Lune regarde la Terre",
        it="Una pecora sulla Luna guarda la Terra",
        ja="月から地球をながめる羊",
    ),
    Text(
        en="First people on the Moon",
        de="Die ersten Menschen auf dem Mond",
        fr="Premiers pas sur la Lune",
        it="I primi uomini sulla Luna",
        ja="人類はじめての月面着陸",
    ),
    Text(en="[Sh]ee[p]", de="[Sch]u[b]karre", fr="[Ch]a[p]eau", it="[G]i[b]bone", ja="[ロッ][ク]な羊"),
)
SPUTNIK = _event(
    "9",
    "diamonds",
    1957,
    "night hills 🛰️@50,60*50 ⭐@24,30*20 ⭐@78,34*20",
    Text(
        en="A satellite among the stars",
        de="Ein Satellit zwischen den Sternen",
        fr="Un satellite parmi les étoiles",
        it="Un satellite tra le stelle",
        ja="星の間の人工衛星",
    ),
    Text(en="Sputnik", de="Sputnik", fr="Spoutnik", it="Sputnik", ja="スプートニク"),
    Text(
        en="[L]uc[k]y star",
        de="[L]u[k]e im All",
        fr="[L]a[c] d’étoiles",
        it="[L]a[g]o di stelle",
        ja="[コ][ナ]雪の夜空",
    ),
)
WALL = _event(
    "Q",
    "hearts",
    1961,
    "snow flat 🐕@50,60*46 🧱@26,112*30 🧱@50,112*30 🧱@74,112*30 ❄️@20,30*20",
    Text(
        en="A dog shivers on a wall of bricks",
        de="Ein Dackel friert auf einer Mauer",
        fr="Un chien grelotte sur un mur",
        it="Un cane trema su un muro",
        ja="れんがの壁の上でふるえる犬",
    ),
    Text(
        en="Building of the Berlin Wall",
        de="Bau der Berliner Mauer",
        fr="Construction du mur de Berlin",
        it="Costruzione del muro di Berlino",
        ja="ベルリンの壁の建設",
    ),
    Text(
        en="[Sh]ivering [T]errier",
        de="[Sch]nee[d]ackel",
        fr="[Ch]ien [t]ransi",
        it="[Sc]ia[t]ore",
        ja="[ロ][イ]ヤルな犬",
    ),
)
END_OF_THE_UNION = _event(
    "3",
    "spades",
    1991,
    "sea sea ⛵@50,80*54 🌅@74,34*28",
    Text(
        en="A boat sails away into the evening",
        de="Ein Boot segelt in den Abend",
        fr="Un bateau s’éloigne dans le soir",
        it="Una barca se ne va nella sera",
        ja="夕暮れに去っていく船",
    ),
    Text(
        en="End of the Soviet Union",
        de="Ende der Sowjetunion",
        fr="Fin de l’Union soviétique",
        it="Fine dell’Unione Sovietica",
        ja="ソビエト連邦の崩壊",
    ),
    Text(en="[B]oa[t]", de="[B]oo[t]", fr="[B]a[t]eau", it="[B]o[tt]e", ja="[ク][イ]ズの船"),
)
CUBA = _event(
    "J",
    "clubs",
    1962,
    "desert sea 🚢@50,86*44 🚀@32,44*32 🌴@76,46*34",
    Text(
        en="A ship, a rocket and a palm tree",
        de="Ein Schiff, eine Rakete und eine Palme",
        fr="Un navire, une fusée et un palmier",
        it="Una nave, un razzo e una palma",
        ja="船とロケットとやしの木",
    ),
    Text(
        en="Cuban Missile Crisis",
        de="Kubakrise",
        fr="Crise des missiles de Cuba",
        it="Crisi dei missili di Cuba",
        ja="キューバ危機",
    ),
    Text(en="[Ch]ai[n]", de="[Sch]ie[n]e", fr="[Ch]ie[n]", it="[C]e[n]a", ja="[ム][ニ]ムニのやし"),
)
GAGARIN = _event(
    "8",
    "diamonds",
    1961,
    "night none 👨‍🚀@50,70*56 ✨@24,34*22 🌍@76,110*30",
    Text(
        en="An astronaut floats high above the Earth",
        de="Ein Astronaut schwebt hoch über der Erde",
        fr="Un astronaute flotte loin de la Terre",
        it="Un astronauta fluttua sopra la Terra",
        ja="地球の上に浮かぶ宇宙飛行士",
    ),
    Text(
        en="First person in space",
        de="Der erste Mensch im All",
        fr="Premier être humain dans l’espace",
        it="Il primo uomo nello spazio",
        ja="人類はじめての宇宙飛行",
    ),
    Text(en="[J]e[t]", de="[J]e[t]", fr="[J]e[t]", it="[G]i[t]a", ja="[ロ][イ]ド眼鏡"),
)
CHERNOBYL = _event(
    "5",
    "hearts",
    1986,
    "meadow flat 🐟@50,76*50 ☢️@26,36*28 💨@74,40*28",
    Text(
        en="A fish under a warning sign",
        de="Ein Fisch unter einem Warnzeichen",
        fr="Un poisson sous un signal de danger",
        it="Un pesce sotto un segnale di pericolo",
        ja="警告の印の下の魚",
    ),
    Text(
        en="Chernobyl disaster",
        de="Unglück von Tschernobyl",
        fr="Catastrophe de Tchernobyl",
        it="Disastro di Černobyl’",
        ja="チョルノービリ原発事故",
    ),
    Text(en="[F]i[sh]", de="[F]i[sch]", fr="[V]a[ch]e", it="[F]a[sc]ia", ja="[ハ][ロ]ーと言う魚"),
)

# In such an order that the secret deals them in the order above: three to the learner, three to the left, the rest.
PACK = Pack(
    "poker-lesson",
    Text(
        en="Nine events",
        de="Neun Ereignisse",
        fr="Neuf événements",
        it="Nove eventi",
        ja="九つの出来事",
    ),
    "event",
    ("en", "de", "fr", "it", "ja"),
    events=(CUBA, WALL, CHERNOBYL, END_OF_THE_UNION, GAGARIN, MOON, FALL_OF_THE_WALL, UNITED_NATIONS, SPUTNIK),
)

LESSON = Lesson(
    secret=b"poker lesson 5",
    seats=3,
    options={"rounds": 1},
    pack=PACK,
    steps=(
        Step(
            N_(
                "This is your hand, and only you see it. Behind each picture is an event with its year: the train is "
                "the United Nations, 1945; the sheep is the first landing on the Moon, 1969; the bear is the fall of "
                "the Berlin Wall, 1989."
            )
        ),
        Step(
            N_(
                "The earliest event wins a trick, and 1945 is hard to beat. "
                "Raise by 2 beans: the others match it or fold."
            ),
            Raise(1, 2),
            ((LEFT, Pass(2)), (RIGHT, Pass(3))),
        ),
        Step(
            N_("Both stay in. Now everybody chooses a card in secret. Choose the train, and play it."),
            Play(4, 0),
            ((LEFT, Play(4, 0)), (RIGHT, Play(4, 0))),
        ),
        Step(N_("All cards turn over together. 1945 is the earliest, so all three cards are yours. Go on."), GoOn(5)),
        Step(
            N_("1969 is late, but sometimes luck helps. Play the sheep."),
            Play(6, 2),
            ((LEFT, Play(6, 1)), (RIGHT, Play(6, 1))),
        ),
        Step(
            N_("1961 lies there twice: equal years cancel each other, and the next earliest wins. That is you! Go on."),
            GoOn(7),
        ),
        Step(
            N_("Only the bear is left. Play it."),
            Play(8, 1),
            ((LEFT, Play(8, 2)), (RIGHT, Play(8, 2))),
        ),
        Step(N_("1986 was earlier, and this trick is gone. But who has the most cards? Go on and see."), GoOn(9)),
        Step(
            N_(
                "Six cards to three: all the beans on the table are yours. "
                "In a real game you go on until somebody has no beans left."
            )
        ),
    ),
)
