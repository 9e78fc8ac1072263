"""Invented cards for lessons: thirteen animals in four places, and questions that everybody can answer."""

from games.rules.pack import Event, Question, QuestionCard
from games.rules.quizterix_klondike.layout import RANKS, SUITS
from games.rules.words import LANGUAGES, Text

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


def animal(suit: int, rank: int) -> Event:
    """One of the 52; the years run from 1901 to 1952, suit by suit."""
    (emoji, beast), (ground, place) = _ANIMALS[rank], _PLACES[suit]
    words = {language: f"{getattr(beast, language)} {getattr(place, language)}" for language in LANGUAGES}
    name = Text(**words | {"ja": place.ja + beast.ja})
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


EASY = QuestionCard(
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
)
"""A card of questions with a number for an answer, the same in every language."""
