"""What an evening remembers of its cards: the one most people fell for, the fastest buzz, the best bluff; and yours."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from decks.cards import Card, find_card
from decks.services import pack_of
from games.nights.readings import Answered, Done, Told
from games.rules.pack import Event, QuestionCard, Statement
from games.rules.words import Text

FELL = 2  # so many have to fall for a card before it is worth telling


class Honour(Struct, frozen=True):
    """A ticket of honour: what for ("fell", "buzz", "bluff"), who, which card, and the figures. Facts, never a blame.

    ``value``: how many fell for it, milliseconds, or how many folded; ``of``: how many answered, or the card's year.
    """

    kind: str
    name: str
    title: Text
    value: int
    of: int = 0


class Missed(Struct, frozen=True):
    """A card that a guest has not known, with what there is to know about it."""

    title: Text
    solution: Text | None = None
    year: int | None = None
    truth: bool | None = None
    story: Text | None = None


def honours(told: Iterable[Told], names: Mapping[int, str]) -> Iterator[Honour]:
    """The evening's, from what its rounds tell; only of those who are still here by name."""
    rounds = list(told)
    fell = _most_fell_for([one for row in rounds for one in row.answered if one.guest in names])
    if fell is not None:
        yield fell
    done = [one for row in rounds for one in row.done if one.guest in names]
    buzz = min((one for one in done if one.kind == "buzz"), key=lambda one: one.value, default=None)
    bluff = max((one for one in done if one.kind == "bluff"), key=lambda one: one.value, default=None)
    yield from (_of(one, names) for one in (buzz, bluff) if one is not None)


def _most_fell_for(answered: Iterable[Answered]) -> Honour | None:
    wrong, all_of = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for one in answered:
        all_of[one.edition, one.card] += 1
        wrong[one.edition, one.card] += not one.right
    card, times = max(wrong.items(), key=lambda item: (item[1], item[0]), default=((0, ""), 0))
    return Honour("fell", "", _title(_card(*card)), times, all_of[card]) if times >= FELL else None


def _of(done: Done, names: Mapping[int, str]) -> Honour:
    card = _card(done.edition, done.card)
    year = card.year if isinstance(card, Event) else 0
    return Honour(done.kind, names[done.guest], _title(card), done.value, year)


def missed(told: Iterable[Told], guest: int) -> Iterator[Missed]:
    """The cards that this guest has not known, each once, the latest first; none they knew in the end."""
    last: dict[tuple[int, str], bool] = {}
    for row in told:
        for one in row.answered:
            if one.guest == guest:
                last.pop((one.edition, one.card), None)
                last[one.edition, one.card] = one.right
    for card, right in reversed(last.items()):
        if not right:
            yield from _missed(_card(*card))


def _card(edition: int, key: str) -> Card:
    card = find_card(pack_of(edition), key)
    assert card is not None, "editions never change"
    return card


def _title(card: Card) -> Text:
    match card:
        case Statement():
            return card.text
        case Event():
            return card.name
        case QuestionCard():
            return card.hearts.ask
        case _:
            return card.title


def _missed(card: Card) -> Iterator[Missed]:
    match card:
        case Statement():
            yield Missed(card.text, truth=card.truth, story=card.explanation)
        case Event():
            yield Missed(card.name, card.mnemonic, card.year, story=card.story)
        case QuestionCard():  # nobody can tell any more which of its four it was
            for question in (card.hearts, card.diamonds, card.spades, card.clubs):
                yield Missed(question.ask, question.answer)
        case _:
            yield Missed(card.title)
