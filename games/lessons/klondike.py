"""Klondike in a minute: a lock, two ways to open it, a run that moves, the stock, and how to take a move back.

The events are invented, thirteen animals in four places; the deal is that of the secret below.
"""

from itertools import product

from games.lessons.kernel import Lesson, Step
from games.rules.kernel import Seat
from games.rules.klondike.layout import RANKS, SUITS
from games.rules.klondike.moves import Answer, Ask, Guess, Put, Turn, Undo
from games.rules.pack import Event, Pack, Question, QuestionCard
from games.rules.words import LANGUAGES, N_, Text

_ANIMALS = (
    ("🦊", Text("Fox", "Fuchs", "Renard", "Volpe", "キツネ")),
    ("🐻", Text("Bear", "Bär", "Ours", "Orso", "クマ")),
    ("🐸", Text("Frog", "Frosch", "Grenouille", "Rana", "カエル")),
    ("🦉", Text("Owl", "Eule", "Hibou", "Gufo", "フクロウ")),
    ("🐱", Text("Cat", "Katze", "Chat", "Gatto", "ネコ")),
    ("🦁", Text("Lion", "Löwe", "Lion", "Leone", "ライオン")),
    ("🐴", Text("Horse", "Pferd", "Cheval", "Cavallo", "ウマ")),
    ("🐰", Text("Rabbit", "Hase", "Lapin", "Coniglio", "ウサギ")),
    ("🐷", Text("Pig", "Schwein", "Cochon", "Maiale", "ブタ")),
    ("🐔", Text("Hen", "Huhn", "Poule", "Gallina", "ニワトリ")),
    ("🐺", Text("Wolf", "Wolf", "Loup", "Lupo", "オオカミ")),
    ("🐭", Text("Mouse", "Maus", "Souris", "Topo", "ネズミ")),
    ("🐼", Text("Panda", "Panda", "Panda", "Panda", "パンダ")),
)
_PLACES = (
    ("snow flat ❄️@24,30*20", Text("in the snow", "im Schnee", "dans la neige", "nella neve", "雪のなかの")),
    ("sea sea ⛵@76,34*22", Text("by the sea", "am Meer", "à la mer", "al mare", "海辺の")),
    ("desert dunes 🌵@22,96*30", Text("in the desert", "in der Wüste", "dans le désert", "nel deserto", "砂漠の")),
    ("space flat 🌍@76,32*22", Text("in space", "im Weltall", "dans l’espace", "nello spazio", "宇宙の")),
)


def _event(suit: int, rank: int) -> Event:
    (emoji, animal), (ground, place) = _ANIMALS[rank], _PLACES[suit]
    words = {language: f"{getattr(animal, language)} {getattr(place, language)}" for language in LANGUAGES}
    name = Text(**words | {"ja": place.ja + animal.ja})
    return Event(
        rank=RANKS[rank],
        suit=SUITS[suit],
        year=1901 + 13 * suit + rank,
        name=name,
        mnemonic=Text(),
        scene=Text(en=f"{ground} {emoji}@50,80*50"),
        alt=name,
        story=Text(),
    )


def _question(answer: str, en: str, de: str, fr: str, it: str, ja: str) -> Question:
    return Question(Text(en, de, fr, it, ja), Text(answer, answer, answer, answer, answer))


_PACK = Pack(
    slug="lesson-klondike",
    title=Text(en="A lesson"),
    kind="event",
    languages=LANGUAGES,
    events=tuple(_event(suit, rank) for suit, rank in product(range(4), range(13))),
    questions=(
        QuestionCard(
            clubs=_question(
                "4",
                "How many strings does a violin have?",
                "Wie viele Saiten hat eine Geige?",
                "Combien de cordes a un violon\u202f?",
                "Quante corde ha un violino?",
                "バイオリンの弦は何本ですか。",
            ),
            diamonds=_question(
                "8",
                "How many legs does a spider have?",
                "Wie viele Beine hat eine Spinne?",
                "Combien de pattes a une araignée\u202f?",
                "Quante zampe ha un ragno?",
                "クモの足は何本ですか。",
            ),
            hearts=_question(
                "7",
                "How many days does a week have?",
                "Wie viele Tage hat eine Woche?",
                "Combien de jours a une semaine\u202f?",
                "Quanti giorni ha una settimana?",
                "一週間は何日ですか。",
            ),
            spades=_question(
                "12",
                "How many months does a year have?",
                "Wie viele Monate hat ein Jahr?",
                "Combien de mois a une année\u202f?",
                "Quanti mesi ha un anno?",
                "一年は何か月ですか。",
            ),
        ),
    ),
)


def _guess(slot: int, suit: int, rank: int) -> tuple[Guess, ...]:
    """The card at this slot by its name, in any language, and its year."""
    event = _event(suit, rank)
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
