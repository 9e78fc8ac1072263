"""What a deck must be as a whole: not to be guessed by its form, complete, without doubles."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import TypeVar, get_args

from msgspec import Struct
from rapidfuzz import fuzz, process

from decks.cards import Card
from decks.packaged import Placed, Problem, Source
from games.rules import major
from games.rules.pack import Category, Event, QuestionCard, QuizShow, Rank, Statement, Suit
from games.rules.words import Text

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


def _true(statements: Sequence[Statement]) -> int:
    return sum(statement.truth for statement in statements)


def _share(statements: Sequence[Statement]) -> str:
    true = _true(statements)
    return f"{true} of {len(statements)} true ({true / len(statements):.0%})"


def _even(statements: Sequence[Statement], slack: float) -> bool:
    """Is about half of them true? An odd one out is always allowed."""
    return abs(_true(statements) - len(statements) / 2) <= max(0.5, slack * len(statements))


def _bounds(slack: float) -> str:
    return f"{0.5 - slack:.0%} to {0.5 + slack:.0%}"


def _balance(source: Source) -> Findings:
    """As many true as false: overall, in each file, in each category."""
    statements = source.pack.statements
    if not statements:
        return
    yield Figure("statements", _share(statements), _bounds(OVERALL))
    if not _even(statements, OVERALL):
        yield _deck_problem(source, "truth", f"expected {_bounds(OVERALL)} true, not {_share(statements)}")
    for file, placed in _grouped(source.cards, lambda placed: placed.file).items():
        cards = [one.card for one in placed if isinstance(one.card, Statement)]
        yield Figure(file.rpartition("/")[2], _share(cards), _bounds(PER_GROUP))
        if not _even(cards, PER_GROUP):
            yield Problem(file, 1, "", "truth", f"expected {_bounds(PER_GROUP)} true, not {_share(cards)}")
    for category, cards in _grouped(statements, lambda statement: statement.category).items():
        yield Figure(f"category {category}", _share(cards), _bounds(PER_GROUP))
        if not _even(cards, PER_GROUP):
            what = f"expected {_bounds(PER_GROUP)} true in {category}, not {_share(cards)}"
            yield _deck_problem(source, "category", what)


def _form(source: Source) -> Findings:
    """Nothing about a sentence's looks may tell whether it is true."""
    statements = source.pack.statements
    if not statements:
        return
    groups: dict[str, list[Statement]] = {
        "with a number": [card for card in statements if re.search(r"\d", card.text.say("en"))],
        "with a negation": [card for card in statements if _NEGATION.search(card.text.say("en"))],
    }
    for level in (1, 2, 3):
        groups[f"difficulty {level}"] = [card for card in statements if card.difficulty == level]
    for language in source.pack.languages:
        lengths = {card.number: len(getattr(card.text, language)) for card in statements}
        middle = median(lengths.values())
        groups[f"longer half, {language}"] = [card for card in statements if lengths[card.number] > middle]
        groups[f"shorter half, {language}"] = [card for card in statements if lengths[card.number] <= middle]
    for name, cards in groups.items():
        if not cards:
            continue
        judged = len(cards) >= LEAST_GROUP
        yield Figure(name, _share(cards), _bounds(PER_GROUP) if judged else "")
        if judged and not _even(cards, PER_GROUP):
            yield _deck_problem(source, name, f"expected {_bounds(PER_GROUP)} true, not {_share(cards)}")


def _runs(source: Source) -> Findings:
    """Not too often the same answer in a row, in the order in which they are played."""
    placed = [one for one in source.cards if isinstance(one.card, Statement)]
    if not placed:
        return
    runs = [list(run) for _, run in groupby(placed, key=lambda one: isinstance(one.card, Statement) and one.card.truth)]
    yield Figure("longest run of equal answers", str(max(map(len, runs))), f"at most {LONGEST_RUN}")
    for run in runs:
        if len(run) > LONGEST_RUN:
            what = f"expected at most {LONGEST_RUN} equal answers in a row, not {len(run)} from {run[0].name}"
            yield run[LONGEST_RUN].problem("truth", what)


def _difficulty(source: Source) -> Findings:
    """About a third each is easy, middling and hard."""
    statements = source.pack.statements
    least, most = DIFFICULTY
    for level in (1, 2, 3) if len(statements) >= LEAST_GROUP else ():
        count = sum(card.difficulty == level for card in statements)
        share = count / len(statements)
        bounds = f"{least:.0%} to {most:.0%}"
        yield Figure(f"of difficulty {level}", f"{count} ({share:.0%})", bounds)
        if not least <= share <= most:
            what = f"expected {bounds} of difficulty {level}, not {share:.0%}"
            yield _deck_problem(source, "difficulty", what)


def _categories(source: Source) -> Findings:
    """In a complete deck, as many of each category."""
    statements = source.pack.statements
    if not statements:
        return
    yield Figure("complete", f"{len(statements)} of {STATEMENTS}")
    if len(statements) < STATEMENTS:
        return
    counts = Counter(card.category for card in statements)
    for category in get_args(Category):
        if counts[category] != PER_CATEGORY:
            what = f"expected {PER_CATEGORY} of {category}, not {counts[category]}"
            yield _deck_problem(source, "category", what)
    if 2 * _true(statements) != len(statements) or len(statements) != STATEMENTS:
        what = f"expected {STATEMENTS // 2} true and as many false, not {_share(statements)}"
        yield _deck_problem(source, "truth", what)


def _suits(source: Source) -> Findings:
    """A suit that is there has all its thirteen ranks."""
    events = source.pack.events
    if not events:
        return
    yield Figure("events", f"{len(events)} of {EVENTS}")
    for suit in get_args(Suit):
        ranks = {event.rank for event in events if event.suit == suit}
        missing = [rank for rank in get_args(Rank) if rank not in ranks]
        if ranks and missing:
            yield _deck_problem(source, "rank", f"expected all ranks of {suit}: {', '.join(missing)} missing")


def _years(source: Source) -> Findings:
    """Years spread over the era, few of them in one year, and pairs enough for ties."""
    events = [one for one in source.cards if isinstance(one.card, Event)]
    if not events:
        return
    by_year = _grouped(events, lambda one: str(one.card.year) if isinstance(one.card, Event) else "")
    years = sorted(map(int, by_year))
    pairs = sum(len(cards) > 1 for cards in by_year.values())
    complete = len(events) >= EVENTS
    yield Figure("years", f"{years[0]} to {years[-1]}, {len(years)} different")
    yield Figure("years shared by events", str(pairs), f"at least {LEAST_PAIRS}" if complete else "")
    if complete and pairs < LEAST_PAIRS:
        yield _deck_problem(source, "year", f"expected {LEAST_PAIRS} years shared by events, not {pairs}")
    for year, cards in by_year.items():
        for placed in cards[MOST_IN_A_YEAR:]:
            yield placed.problem("year", f"expected at most {MOST_IN_A_YEAR} events in {year}, not {len(cards)}")
    gaps = [(later - earlier, earlier, later) for earlier, later in pairwise(years)]
    if gaps:
        widest, earlier, later = max(gaps)
        most = max(2, (years[-1] - years[0]) // 8)
        yield Figure(
            "widest gap between years",
            f"{widest} ({earlier} to {later})",
            f"at most {most}" if complete else "",
        )
        if complete and widest > most:
            what = f"expected no gap above {most} years, not {widest} from {earlier} to {later}"
            yield _deck_problem(source, "year", what)


def _questions(source: Source) -> Findings:
    """As many question cards as events, once the deck is complete."""
    events, questions = len(source.pack.events), len(source.pack.questions)
    if events or questions:
        yield Figure("question cards", f"{questions} of {EVENTS}")
    if events >= EVENTS > questions:
        yield _deck_problem(source, "questions", f"expected {EVENTS} question cards, not {questions}")


def _mnemonics(source: Source) -> Findings:
    """No two events share a mnemonic. The table shows how each spells its year."""
    for language in major.LANGUAGES:
        first: dict[str, Placed] = {}
        for placed in source.cards:
            if not isinstance(placed.card, Event) or not (mnemonic := getattr(placed.card.mnemonic, language)):
                continue
            shown = " ".join(
                f"{letters}={digit}" for letters, digit in major.explain(mnemonic, language, placed.card.year)
            )
            yield Figure(f"{placed.key} {placed.card.year} {language}", f"{mnemonic}: {shown}")
            same = re.sub(r"[][\W]", "", mnemonic).casefold()
            if (before := first.setdefault(same, placed)) is not placed:
                yield placed.problem(
                    f"mnemonic.{language}", f"expected a mnemonic of its own, not that of {before.name}"
                )


def _shows(source: Source) -> Findings:
    """How many shows there are, and how long their longest texts."""
    for placed in source.cards:
        if isinstance(placed.card, QuizShow):
            longest = max((len(text) for question in placed.card.questions for text in question.all()), default=0)
            word = max((text for word in placed.card.words for text in word.name.all()), key=len, default="")
            yield Figure(
                placed.name,
                f"{len(placed.card.questions)} questions, the longest of {longest} characters; "
                f"{len(placed.card.words)} words, the longest {word}",
            )


def _doubles(source: Source) -> Findings:
    """No two statements so alike that one gives the other away; no event and no question twice."""
    alike: dict[tuple[str, str], tuple[Placed, Placed, str, float]] = {}
    highest = 0.0
    for language in source.pack.languages:
        texts = [
            (one, getattr(one.card.text, language).casefold())
            for one in source.cards
            if isinstance(one.card, Statement)
        ]
        choices = [text for _, text in texts]
        for position, (placed, text) in enumerate(texts):
            for _, score, other in process.extract(text, choices[:position], scorer=fuzz.token_sort_ratio, limit=1):
                highest = max(highest, score)
                if score >= ALIKE:
                    before = texts[other][0]
                    alike.setdefault((before.key, placed.key), (before, placed, language, score))
    if source.pack.statements:
        yield Figure("most alike two statements", f"{highest:.0f} of 100", f"below {ALIKE}")
    for before, placed, language, score in alike.values():
        what = f"expected nothing that close to {before.name}: {score:.0f} of 100 alike"
        yield placed.problem(f"text.{language}", what)
    seen: dict[tuple[str, str], tuple[Placed, str]] = {}
    for placed in source.cards:
        for field, text in _once(placed.card):
            for language in source.pack.languages:
                said = re.sub(r"\W+", " ", getattr(text, language).casefold()).strip()
                there, where = seen.setdefault((language, said), (placed, field))
                if (there, where) != (placed, field):
                    what = f"expected to stand here only, not as {where} of {there.name} too"
                    yield placed.problem(f"{field}.{language}", what)


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
