"""What a single card must be: complete in its languages, well set, short, its mnemonic fitting its year.

Each gate yields the field and a sentence that says what is expected there.
"""

import re
from collections.abc import Container, Iterator, Sequence

from django.utils.translation import gettext as _

from decks.cards import Card, texts_of
from games.rules import major
from games.rules.answers import recognised
from games.rules.pack import Event, QuestionCard, QuizShow, Statement
from games.rules.scene import SceneError, Uploaded, parse_scene
from games.rules.typeset import too_many
from games.rules.words import LANGUAGES, N_, Say, Text, Texts

LONGEST = 160
LONGEST_STORY = 520  # what a printed card bears in its smallest letters
LONGEST_EXPLANATION, LONGEST_ALT = 240, 160
LONGEST_NAME, LONGEST_ASK, LONGEST_ANSWER = 55, 150, 40  # in two languages, too, they have room on a big screen
ERA = range(1000, 2100)
QUESTIONS, WORDS = 10, 30  # of a show
LONGEST_QUESTION, LONGEST_WORD, LONGEST_UNBROKEN = 90, 24, 17  # three words stand beside each other
MOST_ACCEPTED, LONGEST_ACCEPTED = 20, 100  # what else is right, in one language
MOST_NAMES, MOST_LETTERS = 800, 10_000  # of all words of a show together: each is compared with each

NO_BREAK = "\u00a0\u202f"
# What must not be found in a text of this language, and what is expected instead.
_SETTING: dict[str, tuple[tuple[str, str], ...]] = {
    "": (
        (r"^\s|\s$", N_("expected no space at the beginning or the end")),
        (r"\n", N_("expected one line")),
        (r"  ", N_("expected one space, not two")),
        (r"ß", N_("expected ss, not ß: Swiss spelling")),
        (r"[\t\u200b\ufeff]", N_("expected no invisible characters")),
    ),
    "de": (
        (r'["“”„]', N_("expected «so», not other quotation marks")),
        (r"«\s|\s»", N_("expected «so», without spaces inside")),
    ),
    "it": (
        (r'["“”„]', N_("expected «così», not other quotation marks")),
        (r"«\s|\s»", N_("expected «così», no spaces inside")),
    ),
    "fr": (
        (r'["“”„]', N_("expected « ainsi », not other quotation marks")),
        (rf"«[^{NO_BREAK}]|[^{NO_BREAK}]»", N_("expected a no-break space inside « and »")),
        (r" [;:!?]", N_("expected a no-break space before ; : ! ?")),
    ),
    "en": (
        (r'["«»„]', N_("expected “so”, not other quotation marks")),
        (r"(^|[ (])’", N_("expected ‘ at the beginning of a quotation")),
    ),
    "ja": (
        (r'["“”„«»]', N_("expected 「こう」, not other quotation marks")),
        (r"(?<=[ぁ-ヿ一-鿿])[,.!?:;]|[｡-ﾟ]", N_("expected 、 。 ！ ？ and kana of full width")),
    ),
}
# Without one of these letters nothing of it is to be found, but for spaces: most texts are done with one look.
_ODD = {
    language: re.compile(f"[ß\\n\\t\\u200b\\ufeff{letters}]").search
    for language, letters in {
        "de": '"“”„«»',
        "it": '"“”„«»',
        "fr": '"“”„«»;:!?',
        "en": '"„«»’',
        "ja": '"“”„«»,.!?:;｡-ﾟ',
    }.items()
}
_PASSING = {
    "en": ("currently", "at present", "nowadays"),
    "de": ("derzeit", "zurzeit", "aktuell", "momentan"),
    "fr": ("actuellement", "à l’heure actuelle"),
    "it": ("attualmente", "al momento"),
}
_LONGEST_END = 4  # letters, in which a sentence ends
_SENTENCE = re.compile(rf"[.!?…]([{NO_BREAK}]?[»”)])?$|[。！？…][」』）]?$")


def gates(card: Card, languages: Sequence[str], pictures: Container[str] = ()) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with a card, field by field. ``pictures`` are the keys of those its deck has."""
    for field, text in texts_of(card):
        if isinstance(text, Text):
            yield from _complete(field, text, languages)
        else:
            yield from _few(field, text)
        for language, words in _by_language(text):
            if language not in languages:
                yield (
                    f"{field}.{language}",
                    _("expected only the languages of the deck (%(languages)s)") % {"languages": ", ".join(languages)},
                )
            for word in words:
                yield from _well_set(f"{field}.{language}", word, language)
    match card:
        case Statement():
            yield from _statement(card)
        case Event():
            yield from _event(card, pictures)
        case QuestionCard():
            for field, text in texts_of(card):
                if isinstance(text, Text):
                    yield from _short(field, text, LONGEST_ASK if field.endswith(".ask") else LONGEST_ANSWER)
        case QuizShow():
            yield from _show(card)


def _by_language(text: Text | Texts) -> Iterator[tuple[str, tuple[str, ...]]]:
    for language in LANGUAGES:
        said = getattr(text, language)
        if said:
            yield language, (said,) if isinstance(said, str) else said


def _complete(field: str, text: Text, languages: Sequence[str]) -> Iterator[tuple[str, str]]:
    if field == "scene" and text.all():
        return  # one picture serves all languages
    for language in languages:
        if not getattr(text, language).strip():
            yield f"{field}.{language}", _("is missing: expected a text in every language of the deck")


def _well_set(field: str, words: str, language: str) -> Iterator[tuple[str, str]]:
    if words == words.strip() and "  " not in words and not _ODD[language](words):
        return
    for pattern, expected in (*_SETTING[""], *_SETTING.get(language, ())):
        if found := re.search(pattern, words):
            yield field, _("%(expected)s (at character %(n)d)") % {"expected": _(expected), "n": found.start() + 1}


def _short(field: str, text: Text, most: int = LONGEST) -> Iterator[tuple[str, str]]:
    for language, (words,) in _by_language(text):
        if len(words) > most:
            yield f"{field}.{language}", _at_most(most, len(words))


def _few(field: str, texts: Texts) -> Iterator[tuple[str, str]]:
    for language, several in _by_language(texts):
        longest = max(map(len, several))
        if len(several) > MOST_ACCEPTED:
            said = _("expected at most %(most)d that count, not %(n)d")
            yield f"{field}.{language}", said % {"most": MOST_ACCEPTED, "n": len(several)}
        elif longest > LONGEST_ACCEPTED:
            yield f"{field}.{language}", _at_most(LONGEST_ACCEPTED, longest)


def _at_most(most: int, there: int) -> str:
    return _("expected at most %(most)d characters, not %(n)d") % {"most": most, "n": there}


def told(why: Say) -> str:
    """A sentence of the rules in the language of the reader."""
    return _(why.text) % {name: told(fact) if isinstance(fact, Say) else fact for name, fact in why.facts}


def _sentences(field: str, text: Text) -> Iterator[tuple[str, str]]:
    for language, (words,) in _by_language(text):
        if not _SENTENCE.search(words[-_LONGEST_END:]):
            yield f"{field}.{language}", _("expected a full stop at the end")


def _statement(card: Statement) -> Iterator[tuple[str, str]]:
    yield from _short("text", card.text)
    yield from _sentences("text", card.text)
    yield from _sentences("explanation", card.explanation)
    yield from _short("explanation", card.explanation, LONGEST_EXPLANATION)
    if not card.basis.strip():
        yield "basis", _("is missing: expected the fact in English and where it can be looked up")
    for language, (words,) in _by_language(card.text):
        lower = words.lower()
        for passing in _PASSING.get(language, ()):
            if passing in lower and (found := re.search(rf"\b{passing}\b", words, re.IGNORECASE)):
                what = _("expected something that stays true, not “%(typed)s”")
                yield f"text.{language}", what % {"typed": found.group()}
                break


def _event(card: Event, pictures: Container[str]) -> Iterator[tuple[str, str]]:
    if card.year not in ERA:
        yield "year", _("expected a year with four digits, not %(year)d") % {"year": card.year}
    if card.date is not None and card.year in ERA and card.date.year != card.year:
        yield "date", _("expected a day in %(year)d, not %(day)s") % {"year": card.year, "day": card.date}
    yield from _sentences("story", card.story)
    yield from _short("story", card.story, LONGEST_STORY)
    yield from _short("alt", card.alt, LONGEST_ALT)
    yield from _short("name", card.name, LONGEST_NAME)
    for spoken in major.LANGUAGES:
        mnemonic = getattr(card.mnemonic, spoken)
        if len(mnemonic) > LONGEST:
            yield f"mnemonic.{spoken}", _at_most(LONGEST, len(mnemonic))
        elif mnemonic and (problem := _misspelt(mnemonic, spoken, card.year)):
            yield f"mnemonic.{spoken}", told(problem)
    for language, (name,) in _by_language(card.name):
        yield from _room(name, getattr(card.mnemonic, language), language)
    for language, (scene,) in _by_language(card.scene):
        try:
            drawn = parse_scene(scene)
        except SceneError as error:
            what = _("character %(n)d: %(what)s") % {"n": error.position, "what": told(error.why)}
            yield f"scene.{language}", what
        else:
            if isinstance(drawn, Uploaded) and drawn.key not in pictures:
                yield f"scene.{language}", _("This deck does not have this picture: upload it in the editor.")


def _misspelt(mnemonic: str, language: major.Language, year: int) -> Say | None:
    """Why a mnemonic does not give the year; while there is no year, only why it cannot be read."""
    if year in ERA:
        return major.mismatch(mnemonic, language, year)
    try:
        major.sounds(mnemonic, language)
    except major.MnemonicError as error:
        return error.why
    return None


def _room(name: str, mnemonic: str, language: str) -> Iterator[tuple[str, str]]:
    """Both stand on one side of the card, whatever its size."""
    if over := too_many(name, mnemonic):
        field, there = ("name", len(name)) if len(name) >= len(mnemonic) else ("mnemonic", len(mnemonic))
        said = _("expected at most %(most)d characters, so that both have room on the card: %(n)d too many")
        yield f"{field}.{language}", said % {"most": there - over, "n": over}


def _show(card: QuizShow) -> Iterator[tuple[str, str]]:
    """Ten questions and thirty words that fit on their cards, and no word that could be taken for another."""
    if len(card.questions) != QUESTIONS:
        yield "questions", _("expected %(most)d questions, not %(n)d") % {"most": QUESTIONS, "n": len(card.questions)}
    if len(card.words) != WORDS:
        yield "words", _("expected %(most)d words, not %(n)d") % {"most": WORDS, "n": len(card.words)}
    yield from _short("title", card.title, LONGEST_QUESTION)
    for number, question in enumerate(card.questions):
        yield from _short(f"questions[{number}]", question, LONGEST_QUESTION)
    names = tuple(word.name.all() + word.accept.all() for word in card.words)
    comparable = sum(map(len, names)) <= MOST_NAMES and sum(len(name) for one in names for name in one) <= MOST_LETTERS
    if not comparable:
        said = _("expected at most %(most)d names of %(letters)d characters altogether")
        yield "words", said % {"most": MOST_NAMES, "letters": MOST_LETTERS}
    for number, word in enumerate(card.words):
        yield from _short(f"words[{number}].name", word.name, LONGEST_WORD)
        for language, (name,) in _by_language(word.name):
            unbroken = max(map(len, re.split(rf"[\s{NO_BREAK}-]", name)))
            if language != "ja" and unbroken > LONGEST_UNBROKEN:
                said = _("expected at most %(most)d letters without a space or a hyphen, not %(n)d")
                yield f"words[{number}].name.{language}", said % {"most": LONGEST_UNBROKEN, "n": unbroken}
        for part, text in texts_of(word) if comparable else ():
            for language, words in _by_language(text):
                for typed in words:
                    meant = recognised(typed, names)
                    if meant != number:
                        what = "–" if meant is None else card.words[meant].name.say(language)
                        field = f"words[{number}].{part}.{language}"
                        yield (
                            field,
                            _("expected a word of its own: “%(typed)s”, when typed, is taken for “%(what)s”")
                            % {"typed": typed, "what": what},
                        )
