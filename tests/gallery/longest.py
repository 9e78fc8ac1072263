"""A packaged deck whose texts are all as long as the gates allow, in words of their own languages."""

from functools import cache

from msgspec.structs import replace

from decks.card_gates import (
    LONGEST,
    LONGEST_ALT,
    LONGEST_ANSWER,
    LONGEST_ASK,
    LONGEST_EXPLANATION,
    LONGEST_NAME,
    LONGEST_QUESTION,
    LONGEST_STORY,
    LONGEST_UNBROKEN,
    LONGEST_WORD,
)
from decks.packaged import DATA, read_deck
from games.rules.pack import Event, Pack, QuestionCard
from games.rules.typeset import steps
from games.rules.words import LANGUAGES, Text

WORDS = {
    "en": "the extraordinarily long and winding history of telecommunications since the beginning of the century ",
    "de": "Rindfleischetikettierung und die Überwachung der Aufgaben beim Übergang der Bundesverfassung von damals ",
    "fr": "l’histoire anticonstitutionnellement longue des télécommunications depuis le commencement du siècle ",
    "it": "la storia straordinariamente lunga delle telecomunicazioni dall’inizio del secolo diciannovesimo ",
    "ja": "東京オリンピックの開会式とベルリンの壁の崩壊に関する非常に長い歴史的な説明がここに続きます、",
}


@cache
def longest(slug: str) -> Pack:
    """The packaged deck with this slug, each text of its cards grown to its limit."""
    pack = read_deck(DATA / slug).pack
    return replace(
        pack,
        statements=tuple(
            replace(one, text=_grown(one.text, LONGEST), explanation=_grown(one.explanation, LONGEST_EXPLANATION))
            for one in pack.statements
        ),
        events=tuple(_event(one) for one in pack.events),
        questions=tuple(_questions(one) for one in pack.questions),
        shows=tuple(
            replace(
                show,
                questions=tuple(_grown(one, LONGEST_QUESTION) for one in show.questions),
                words=tuple(replace(one, name=_word(one.name)) for one in show.words),
            )
            for show in pack.shows
        ),
    )


def _event(card: Event) -> Event:
    names = {one: _name(one, getattr(card.mnemonic, one)) for one in LANGUAGES if getattr(card.name, one)}
    story, alt = _grown(card.story, LONGEST_STORY), _grown(card.alt, LONGEST_ALT)
    return replace(card, name=Text(**names), story=story, alt=alt)


@cache
def _name(language: str, mnemonic: str) -> str:
    """The longest name that has room on a card beside this mnemonic."""
    tried = (WORDS[language][:size].strip() for size in range(LONGEST_NAME, 0, -1))
    return next(name for name in tried if steps(name, mnemonic))


def _questions(card: QuestionCard) -> QuestionCard:
    grown = {}
    for suit in QuestionCard.__struct_fields__:
        one = getattr(card, suit)
        grown[suit] = replace(one, ask=_grown(one.ask, LONGEST_ASK), answer=_grown(one.answer, LONGEST_ANSWER))
    return replace(card, **grown)


def _word(name: Text) -> Text:
    """A word of a show with as many letters as may stand together, and as many more as may stand beside them."""
    rest = LONGEST_WORD - LONGEST_UNBROKEN - 1
    grown = {
        one: (known + "mnaoeursitbdklpgh")[:LONGEST_UNBROKEN] + " " + ("mwo" * 9)[:rest]
        for one in LANGUAGES
        if (known := getattr(name, one).replace(" ", ""))
    }
    if name.ja:
        grown["ja"] = (name.ja + "ひかりのくにのものがたり" * 3)[:LONGEST_WORD]
    return Text(**grown)


def _grown(text: Text, size: int) -> Text:
    """A text of exactly so many characters in each of its languages."""
    return Text(**{one: (WORDS[one] * 9)[: size - 1] + "." for one in LANGUAGES if getattr(text, one)})
