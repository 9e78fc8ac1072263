"""What a deck must be as a whole: not to be guessed by its form, complete, without doubles."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import TypeVar, get_args

from django.utils.translation import gettext as _
from msgspec import Struct

from decks.alike import alike_pairs
from decks.cards import Card, texts_of
from decks.flat import CHOICE_NAMES, as_path, label_of, part_of
from decks.packaged import Placed, Problem, Source
from games.rules import major
from games.rules.answers import answers_question, names, names_event, recognised
from games.rules.pack import Category, Event, Pack, Question, QuestionCard, QuizShow, Rank, Statement, Suit
from games.rules.words import LANGUAGES, Text, Texts

STATEMENTS, EVENTS = 660, 52
PER_CATEGORY = STATEMENTS // 6
OVERALL, PER_GROUP = 0.02, 0.10  # how far the share of true statements may be from a half
LEAST_GROUP = 20  # below that the share in a group that nobody can see is left to chance
LONGEST_RUN = 6
DIFFICULTY = (0.25, 0.42)
ALIKE = 80  # of 100, after rapidfuzz's token_sort_ratio
MOST_IN_A_YEAR, LEAST_PAIRS = 3, 8

_NEGATION = re.compile(r"\b(not|no|never|nobody|nothing|none|neither|nor|without|cannot|\w+n[’']t)\b", re.IGNORECASE)

T = TypeVar("T")


class Figure(Struct, frozen=True):
    """A line of the table that check_decks ends with."""

    name: str
    value: str
    expected: str = ""


def deck_gates(source: Source) -> tuple[list[Problem], list[Figure]]:
    """Everything that is wrong with the deck as a whole, and its figures."""
    problems: list[Problem] = []
    figures: list[Figure] = []
    for gate in (
        _balance,
        _form,
        _runs,
        _difficulty,
        _categories,
        _suits,
        _years,
        _questions,
        _names,
        _near_misses,
        _mnemonics,
        _shows,
        _doubles,
    ):
        for found in gate(source):
            if isinstance(found, Problem):
                problems.append(found)
            else:
                figures.append(found)
    return sorted(problems), figures


Findings = Iterator[Problem | Figure]


def _deck_problem(source: Source, field: str, what: str) -> Problem:
    return Problem(f"{source.pack.slug}/deck.yaml", 1, "", field, what)


def _grouped(items: Iterable[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    groups: dict[str, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return dict(sorted(groups.items()))


def _of(there: int, wanted: int) -> str:
    return _("%(n)d of %(all)d") % {"n": there, "all": wanted}


def _at_most(most: int) -> str:
    return _("at most %(n)d") % {"n": most}


def _true(statements: Sequence[Statement]) -> int:
    return sum(statement.truth for statement in statements)


def _share(statements: Sequence[Statement]) -> str:
    true = _true(statements)
    share = f"{true / len(statements):.0%}"
    return _("%(n)d of %(all)d true (%(share)s)") % {"n": true, "all": len(statements), "share": share}


def _even(statements: Sequence[Statement], slack: float) -> bool:
    """Is about half of them true? An odd one out is always allowed."""
    return abs(_true(statements) - len(statements) / 2) <= max(0.5, slack * len(statements))


def _bounds(slack: float) -> str:
    return _range(f"{0.5 - slack:.0%}", f"{0.5 + slack:.0%}")


def _range(least: str, most: str) -> str:
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def _uneven(slack: float, statements: Sequence[Statement]) -> str:
    return _("expected %(bounds)s true, not %(share)s") % {"bounds": _bounds(slack), "share": _share(statements)}


def _balance(source: Source) -> Findings:
    """As many true as false: overall, in each file, in each category."""
    statements = source.pack.statements
    if not statements:
        return
    yield Figure(_("statements"), _share(statements), _bounds(OVERALL))
    if not _even(statements, OVERALL):
        yield _deck_problem(source, "truth", _uneven(OVERALL, statements))
    for file, placed in _grouped(source.cards, lambda placed: placed.file).items():
        cards = [one.card for one in placed if isinstance(one.card, Statement)]
        yield Figure(file.rpartition("/")[2], _share(cards), _bounds(PER_GROUP))
        if not _even(cards, PER_GROUP):
            yield Problem(file, 1, "", "truth", _uneven(PER_GROUP, cards))
    for category, cards in _grouped(statements, lambda statement: statement.category).items():
        yield Figure(_("category %(name)s") % {"name": CHOICE_NAMES[category]}, _share(cards), _bounds(PER_GROUP))
        if not _even(cards, PER_GROUP):
            what = _("expected %(bounds)s true in %(category)s, not %(share)s")
            facts = {"bounds": _bounds(PER_GROUP), "category": CHOICE_NAMES[category], "share": _share(cards)}
            yield _deck_problem(source, "category", what % facts)


def _form(source: Source) -> Findings:
    """Nothing about a sentence's looks may tell whether it is true."""
    statements = source.pack.statements
    if not statements:
        return
    groups: dict[str, list[Statement]] = {
        _("with a number"): [card for card in statements if re.search(r"\d", card.text.say("en"))],
        _("with a negation"): [card for card in statements if _NEGATION.search(card.text.say("en"))],
    }
    for level in (1, 2, 3):
        groups[_("difficulty %(level)d") % {"level": level}] = [card for card in statements if card.difficulty == level]
    for language in source.pack.languages:
        lengths = {card.number: len(getattr(card.text, language)) for card in statements}
        middle = median(lengths.values())
        groups[_("longer half, %(language)s") % {"language": language}] = [
            card for card in statements if lengths[card.number] > middle
        ]
        groups[_("shorter half, %(language)s") % {"language": language}] = [
            card for card in statements if lengths[card.number] <= middle
        ]
    for name, cards in groups.items():
        if not cards:
            continue
        judged = len(cards) >= LEAST_GROUP
        yield Figure(name, _share(cards), _bounds(PER_GROUP) if judged else "")
        if judged and not _even(cards, PER_GROUP):
            yield _deck_problem(source, name, _uneven(PER_GROUP, cards))


def _runs(source: Source) -> Findings:
    """Not too often the same answer in a row, in the order in which they are played."""
    placed = [one for one in source.cards if isinstance(one.card, Statement)]
    if not placed:
        return
    runs = [
        list(run) for _truth, run in groupby(placed, key=lambda one: isinstance(one.card, Statement) and one.card.truth)
    ]
    yield Figure(_("longest run of equal answers"), str(max(map(len, runs))), _at_most(LONGEST_RUN))
    for run in runs:
        if len(run) > LONGEST_RUN:
            what = _("expected at most %(most)d equal answers in a row, not %(n)d from %(first)s")
            facts = {"most": LONGEST_RUN, "n": len(run), "first": run[0].name}
            yield run[LONGEST_RUN].problem("truth", what % facts)


def _difficulty(source: Source) -> Findings:
    """About a third each is easy, middling and hard."""
    statements = source.pack.statements
    least, most = DIFFICULTY
    for level in (1, 2, 3) if len(statements) >= LEAST_GROUP else ():
        count = sum(card.difficulty == level for card in statements)
        share = count / len(statements)
        bounds = _range(f"{least:.0%}", f"{most:.0%}")
        yield Figure(_("of difficulty %(level)d") % {"level": level}, f"{count} ({share:.0%})", bounds)
        if not least <= share <= most:
            what = _("expected %(bounds)s of difficulty %(level)d, not %(share)s")
            yield _deck_problem(
                source, "difficulty", what % {"bounds": bounds, "level": level, "share": f"{share:.0%}"}
            )


def _categories(source: Source) -> Findings:
    """In a complete deck, as many of each category."""
    statements = source.pack.statements
    if not statements:
        return
    yield Figure(_("complete"), _of(len(statements), STATEMENTS))
    if len(statements) < STATEMENTS:
        return
    counts = Counter(card.category for card in statements)
    for category in get_args(Category):
        if counts[category] != PER_CATEGORY:
            what = _("expected %(most)d of %(category)s, not %(n)d")
            facts = {"most": PER_CATEGORY, "category": CHOICE_NAMES[category], "n": counts[category]}
            yield _deck_problem(source, "category", what % facts)
    if 2 * _true(statements) != len(statements) or len(statements) != STATEMENTS:
        what = _("expected %(half)d true and as many false, not %(share)s")
        yield _deck_problem(source, "truth", what % {"half": STATEMENTS // 2, "share": _share(statements)})


def _suits(source: Source) -> Findings:
    """A suit that is there has all its thirteen ranks."""
    events = source.pack.events
    if not events:
        return
    yield Figure(_("events"), _of(len(events), EVENTS))
    for suit in get_args(Suit):
        ranks = {event.rank for event in events if event.suit == suit}
        missing = [rank for rank in get_args(Rank) if rank not in ranks]
        if ranks and missing:
            what = _("expected all ranks of %(suit)s: %(missing)s missing")
            yield _deck_problem(source, "rank", what % {"suit": CHOICE_NAMES[suit], "missing": ", ".join(missing)})


def _years(source: Source) -> Findings:
    """Years spread over the era, few of them in one year, and pairs enough for ties."""
    events = [one for one in source.cards if isinstance(one.card, Event)]
    if not events:
        return
    by_year = _grouped(events, lambda one: str(one.card.year) if isinstance(one.card, Event) else "")
    years = sorted(map(int, by_year))
    pairs = sum(len(cards) > 1 for cards in by_year.values())
    complete = len(events) >= EVENTS
    spread = _("%(least)s to %(most)s, %(n)d different")
    yield Figure(_("years"), spread % {"least": years[0], "most": years[-1], "n": len(years)})
    at_least = _("at least %(n)d") % {"n": LEAST_PAIRS}
    yield Figure(_("years shared by events"), str(pairs), at_least if complete else "")
    if complete and pairs < LEAST_PAIRS:
        what = _("expected %(least)d years shared by events, not %(n)d")
        yield _deck_problem(source, "year", what % {"least": LEAST_PAIRS, "n": pairs})
    for year, cards in by_year.items():
        for placed in cards[MOST_IN_A_YEAR:]:
            what = _("expected at most %(most)d events in %(year)s, not %(n)d")
            yield placed.problem("year", what % {"most": MOST_IN_A_YEAR, "year": year, "n": len(cards)})
    gaps = [(later - earlier, earlier, later) for earlier, later in pairwise(years)]
    if gaps:
        widest, earlier, later = max(gaps)
        most = max(2, (years[-1] - years[0]) // 8)
        between = f"{widest} ({_range(str(earlier), str(later))})"
        yield Figure(_("widest gap between years"), between, _at_most(most) if complete else "")
        if complete and widest > most:
            what = _("expected no gap above %(most)d years, not %(between)s")
            yield _deck_problem(source, "year", what % {"most": most, "between": between})


def _questions(source: Source) -> Findings:
    """As many question cards as events, once the deck is complete."""
    events, questions = len(source.pack.events), len(source.pack.questions)
    if events or questions:
        yield Figure(_("question cards"), _of(questions, EVENTS))
    if events >= EVENTS > questions:
        what = _("expected %(most)d question cards, not %(n)d")
        yield _deck_problem(source, "questions", what % {"most": EVENTS, "n": questions})


def _too_many(pack: Pack) -> bool:
    """Does some event stand there twice? Then it cannot be published, and thousands are not compared each with each."""
    return len(pack.events) > EVENTS


def _names(source: Source) -> Findings:
    """Whatever names an event, when typed, is taken for that event and for no other."""
    if _too_many(source.pack):
        return
    placed = [one for one in source.cards if isinstance(one.card, Event)]
    everything = tuple(names(one.card) for one in placed if isinstance(one.card, Event))
    for number, one in enumerate(placed):
        for field, typed in _typed(one.card, "name", "accept"):
            meant = recognised(typed, everything)
            if meant != number:
                what = _("expected a name of its own: “%(typed)s”, when typed, is taken for %(what)s")
                yield one.problem(field, what % {"typed": typed, "what": "–" if meant is None else placed[meant].name})
    if placed:
        yield Figure(_("names that count"), str(sum(map(len, everything))))


def _near_misses(source: Source) -> Findings:
    """No near miss is judged right, and none makes an answer wrong that counts."""
    if _too_many(source.pack):
        return
    pack, count = source.pack, 0
    for one in source.cards:
        for part, path in _asked(one.card):
            for field, typed in _typed(part, "reject"):
                count += 1
                if _counts(typed, part, pack):
                    what = _("expected nothing that counts: “%(typed)s”, when typed, is right")
                    yield one.problem(path + field, what % {"typed": typed})
            for field, typed in _typed(part, "name", "answer", "accept") if any(part.reject.all()) else ():
                if not _counts(typed, part, pack):
                    what = _("expected something that counts: “%(typed)s”, when typed, is taken for a near miss")
                    yield one.problem(path + field, what % {"typed": typed})
    if pack.events or pack.questions:
        yield Figure(_("near misses"), str(count))


def _asked(card: Card) -> Iterator[tuple[Event | Question, str]]:
    """What players are asked on this card, and where in it that stands."""
    match card:
        case Event():
            yield card, ""
        case QuestionCard():
            for suit in get_args(Suit):
                yield getattr(card, suit), f"{suit}."


def _counts(typed: str, part: Event | Question, pack: Pack) -> bool:
    return names_event(typed, part, pack) if isinstance(part, Event) else answers_question(typed, part, pack)


def _typed(part: Struct, *fields: str) -> Iterator[tuple[str, str]]:
    """Each text in these fields with its field and language."""
    for field, text in texts_of(part):
        for language in LANGUAGES if field in fields else ():
            said: str | tuple[str, ...] = getattr(text, language)
            for typed in said if isinstance(text, Texts) else filter(None, (said,)):
                yield f"{field}.{language}", str(typed)


def _mnemonics(source: Source) -> Findings:
    """No two events share a mnemonic. The table shows how each spells its year."""
    for language in major.LANGUAGES:
        first: dict[str, Placed] = {}
        for placed in source.cards:
            if not isinstance(placed.card, Event) or not (mnemonic := getattr(placed.card.mnemonic, language)):
                continue
            if shown := _spelt(mnemonic, language, placed.card.year):
                yield Figure(f"{placed.key} {placed.card.year} {language}", f"{mnemonic}: {shown}")
            same = re.sub(r"[][\W]", "", mnemonic).casefold()
            if (before := first.setdefault(same, placed)) is not placed:
                what = _("expected a mnemonic of its own, not that of %(other)s")
                yield placed.problem(f"mnemonic.{language}", what % {"other": before.name})


def _spelt(mnemonic: str, language: major.Language, year: int) -> str:
    """How a mnemonic spells its year; nothing if it cannot be read, which the card's own gate says."""
    try:
        return " ".join(f"{letters}={digit}" for letters, digit in major.explain(mnemonic, language, year))
    except major.MnemonicError:
        return ""


def _shows(source: Source) -> Findings:
    """How many shows there are, and how long their longest texts."""
    for placed in source.cards:
        if isinstance(placed.card, QuizShow):
            longest = max((len(text) for question in placed.card.questions for text in question.all()), default=0)
            word = max((text for word in placed.card.words for text in word.name.all()), key=len, default="")
            what = _(
                "%(questions)d questions, the longest of %(longest)d characters; %(words)d words, the longest %(word)s"
            )
            questions, words = len(placed.card.questions), len(placed.card.words)
            facts = {"questions": questions, "longest": longest, "words": words, "word": word}
            yield Figure(placed.name, what % facts)


def _doubles(source: Source) -> Findings:
    """No two statements so alike that one gives the other away; no event and no question twice."""
    alike: dict[tuple[str, str], tuple[Placed, Placed, str, float]] = {}
    highest = 0.0
    for language in source.pack.languages:
        statements = [
            (one, getattr(one.card.text, language)) for one in source.cards if isinstance(one.card, Statement)
        ]
        for first, second, score in alike_pairs(tuple(text for _one, text in statements)):
            highest = max(highest, score)
            if score >= ALIKE:
                before, placed = statements[first][0], statements[second][0]
                alike.setdefault((before.key, placed.key), (before, placed, language, score))
    if source.pack.statements:
        below = _("below %(n)d") % {"n": ALIKE}
        yield Figure(_("most alike two statements"), _of(round(highest), 100), below)
    for before, placed, language, score in alike.values():
        what = _("expected nothing that close to %(other)s: %(score)d of 100 alike")
        yield placed.problem(f"text.{language}", what % {"other": before.name, "score": round(score)})
    seen: dict[tuple[str, str], tuple[Placed, str]] = {}
    for placed in source.cards:
        for field, text in _once(placed.card):
            for language in source.pack.languages:
                said = re.sub(r"\W+", " ", getattr(text, language).casefold()).strip()
                there, where = seen.setdefault((language, said), (placed, field))
                if (there, where) != (placed, field):
                    what = _("expected to stand here only, not as %(field)s of %(other)s too")
                    where = label_of(part_of(there.card), as_path(where))
                    yield placed.problem(f"{field}.{language}", what % {"field": where, "other": there.name})


def _once(card: Card) -> Iterator[tuple[str, Text]]:
    match card:
        case Event():
            yield "name", card.name
        case QuestionCard():
            for suit in get_args(Suit):
                yield f"{suit}.ask", getattr(card, suit).ask
        case QuizShow():
            yield "title", card.title
            for number, question in enumerate(card.questions):
                yield f"questions[{number}]", question
        case Statement():
            return
