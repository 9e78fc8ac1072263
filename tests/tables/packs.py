"""Small packs for tables: every text says what it is, so that a leak is seen at once."""

from games.rules.pack import Event, Pack, Question, QuestionCard, QuizShow, Statement, Word
from games.rules.words import Text, Texts

CATEGORIES = ("nature", "places", "history", "culture", "economy", "everyday")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
LANGUAGES = ("en", "de", "fr", "it")


def four(text):
    """The same text in four languages, each saying which it is."""
    return Text(**{language: f"{text} ({language})" for language in LANGUAGES})


def statement_pack(count=20):
    """Statements, every second one true; the explanations carry a marker that must not be seen too early."""
    statements = tuple(
        Statement(
            number=number,
            category=CATEGORIES[number % 6],
            truth=number % 2 == 1,
            difficulty=1 + number % 3,
            text=four(f"Statement {number}"),
            explanation=four(f"EXPLANATION-{number}"),
        )
        for number in range(1, count + 1)
    )
    return Pack("small-statements", four("Small statements"), "statement", LANGUAGES, statements=statements)


def event_pack():
    """Thirteen events; name, year and mnemonic carry markers that must not be seen too early."""
    events = tuple(
        Event(
            rank=rank,
            suit="hearts",
            year=1951 + 3 * place,
            name=four(f"NAME-{rank}"),
            mnemonic=four(f"MNEMONIC-{rank}"),
            scene=Text(en=f"night flat 🌙@{20 + place},26*20 🐕@50,80*50"),
            alt=four(f"picture {place}"),
            story=four(f"STORY-{rank}"),
            accept=Texts(en=(f"accepted {rank}",)),
        )
        for place, rank in enumerate(RANKS)
    )
    return Pack("small-events", four("Small events"), "event", LANGUAGES, events=events)


SUITS = ("clubs", "diamonds", "hearts", "spades")


def full_event_pack():
    """All 52 events, some of the same year, and 52 question cards; markers in whatever must not be seen too early."""
    events = tuple(
        Event(
            rank=rank,
            suit=suit,
            year=1940 + (7 * place + 20 * row) % 45,
            name=four(f"NAME-{rank}-{suit}"),
            mnemonic=four(f"MNEMONIC-{rank}-{suit}"),
            scene=Text(en=f"night flat 🌙@{20 + place},{26 + row}*20 🐕@50,80*50"),
            alt=four(f"picture {place} {suit}"),
            story=four(f"STORY-{rank}-{suit}"),
            accept=Texts(en=(f"accepted {rank} {suit}",)),
        )
        for row, suit in enumerate(SUITS)
        for place, rank in enumerate(RANKS)
    )
    questions = tuple(
        QuestionCard(
            **{
                suit: Question(ask=four(f"QUESTION-{number}-{suit}"), answer=four(f"ANSWER-{number}-{suit}"))
                for suit in SUITS
            }
        )
        for number in range(1, 53)
    )
    return Pack("all-events", four("All events"), "event", LANGUAGES, events=events, questions=questions)


def quiz_show_pack():
    """Two shows of ten questions and thirty words."""
    shows = tuple(
        QuizShow(
            title=four(f"Show {show}"),
            questions=tuple(four(f"QUESTION-{show}-{number}") for number in range(1, 11)),
            words=tuple(Word(name=four(f"WORD-{show}-{number}")) for number in range(1, 31)),
        )
        for show in (1, 2)
    )
    return Pack("small-shows", four("Small shows"), "quiz-show", LANGUAGES, shows=shows)
