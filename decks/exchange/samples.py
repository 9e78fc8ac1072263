"""Small decks that show an author how a file is to be written."""

import datetime

from decks.packaged import About
from games.rules.pack import Event, Kind, Pack, Question, QuestionCard, QuizShow, Statement, Word
from games.rules.words import Text, Texts

_LANGUAGES = ("en", "de")

_STATEMENTS = (
    Statement(
        number=1,
        category="nature",
        truth=True,
        difficulty=1,
        text=Text(en="Marmots sleep through the winter.", de="Murmeltiere verschlafen den Winter."),
        explanation=Text(
            en="They hibernate for about six months, close together in a burrow.",
            de="Sie halten etwa sechs Monate Winterschlaf, dicht beieinander in einem Bau.",
        ),
        basis="Alpine marmots hibernate for six to seven months; any mammal guide.",
    ),
    Statement(
        number=2,
        category="places",
        truth=False,
        difficulty=2,
        text=Text(en="Zurich is the capital of Switzerland.", de="Zürich ist die Hauptstadt der Schweiz."),
        explanation=Text(
            en="Parliament and government have their seat in Bern.",
            de="Parlament und Regierung haben ihren Sitz in Bern.",
        ),
        basis="Bern has been the federal city since 1848; Historical Dictionary of Switzerland.",
    ),
)

_EVENTS = (
    Event(
        rank="Q",
        suit="hearts",
        year=1961,
        date=datetime.date(1961, 8, 13),
        name=Text(en="Building of the Berlin Wall", de="Bau der Berliner Mauer"),
        accept=Texts(en=("Berlin Wall", "The Wall goes up"), de=("Mauerbau",)),
        mnemonic=Text(en="[Sh]ivering [T]errier", de="[Sch]nee-[D]ackel"),
        scene=Text(en="night flat 🧱@50,100*22 🐕@50,80*52|", de="night flat 🧱@50,100*22 🐕@50,80*52|"),
        alt=Text(en="A dog on a wall", de="Ein Hund auf einer Mauer"),
        story=Text(
            en="Overnight, East Germany closed the border through the middle of Berlin.",
            de="Über Nacht schloss die DDR die Grenze mitten durch Berlin.",
        ),
    ),
    Event(
        rank="10",
        suit="hearts",
        year=1969,
        name=Text(en="First people on the Moon", de="Die ersten Menschen auf dem Mond"),
        mnemonic=Text(en="[Ch]eeky [P]ug", de="[Sch]lauer [B]är"),
        scene=Text(en="space 🌙@50,40*40", de="space 🌙@50,40*40"),
        alt=Text(en="The Moon", de="Der Mond"),
        story=Text(
            en="Neil Armstrong and Buzz Aldrin walked there for two and a half hours.",
            de="Neil Armstrong und Buzz Aldrin spazierten dort zweieinhalb Stunden lang.",
        ),
    ),
)

_QUESTIONS = (
    QuestionCard(
        clubs=Question(
            Text(
                en="Which city was divided by a wall until 1989?",
                de="Welche Stadt war bis 1989 durch eine Mauer geteilt?",
            ),
            Text(en="Berlin", de="Berlin"),
        ),
        diamonds=Question(
            Text(en="Who was the first person in space?", de="Wer war der erste Mensch im Weltraum?"),
            Text(en="Yuri Gagarin", de="Juri Gagarin"),
            Texts(en=("Gagarin",), de=("Gagarin",)),
        ),
        hearts=Question(
            Text(en="What was the first satellite called?", de="Wie hiess der erste Satellit?"),
            Text(en="Sputnik", de="Sputnik"),
            Texts(en=("Sputnik 1",), de=("Sputnik 1",)),
        ),
        spades=Question(
            Text(en="Who was the second person on the Moon?", de="Wer betrat als Zweiter den Mond?"),
            Text(en="Buzz Aldrin", de="Buzz Aldrin"),
            Texts(en=("Aldrin",), de=("Aldrin",)),
        ),
    ),
)

_SHOWS = (
    QuizShow(
        title=Text(en="At home", de="Zu Hause"),
        questions=(
            Text(en="What is lying under the sofa?", de="Was liegt unter dem Sofa?"),
            Text(en="What does the cat dream of?", de="Wovon träumt die Katze?"),
        ),
        words=(
            Word(Text(en="A lost sock", de="Eine verlorene Socke"), Texts(en=("sock",), de=("Socke",))),
            Word(Text(en="The moon", de="Der Mond")),
            Word(Text(en="Grandpa’s teeth", de="Opas Gebiss")),
        ),
    ),
)


def sample_deck(kind: Kind) -> tuple[Pack, About]:
    """A deck of two cards or so, in two languages."""
    title = Text(en="A sample", de="Ein Muster")
    about = About(
        title=title,
        description=Text(en="Put your own cards in place of these.", de="Setze deine Karten an die Stelle von diesen."),
        kind=kind,
        languages=_LANGUAGES,
        credits=Text(en="The Tischrunde authors", de="Die Tischrunde-Autorinnen und -Autoren"),
        licence=Text(en="CC BY-SA 4.0", de="CC BY-SA 4.0"),
    )
    pack = Pack(
        slug="sample",
        title=title,
        kind=kind,
        languages=_LANGUAGES,
        statements=_STATEMENTS if kind == "statement" else (),
        events=_EVENTS if kind == "event" else (),
        questions=_QUESTIONS if kind == "event" else (),
        shows=_SHOWS if kind == "quiz-show" else (),
    )
    return pack, about
