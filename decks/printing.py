"""A deck to print, cut out and play with: nine cards on a page, and their backs where a duplex printer wants them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from msgspec import Struct

from decks.models import Deck
from decks.services import pack_of
from games.rules.pack import Event, Pack, Question, QuizShow, Statement, Suit
from games.rules.words import Text

COLUMNS, PER_PAGE = 3, 9
PAPERS = ("a4", "letter")
LONG, LONGER = 250, 330  # characters on one side from which they are set smaller, and smaller still

Kind: TypeAlias = Literal["event", "question", "statements", "word", "ask"]


class Printed(Struct, frozen=True):
    """A card as it is printed: what kind it is, and what stands on it."""

    kind: Kind
    event: Event | None = None
    questions: tuple[tuple[Suit, Question], ...] = ()
    statements: tuple[Statement, ...] = ()
    text: Text = Text()

    def size(self, language: str) -> str:
        """How large its type is, by what stands on its fuller side."""
        longest = max(sum(len(text.say(language)) for text in side) for side in self._sides())
        return "smaller" if longest > LONGER else "small" if longest > LONG else "normal"

    def _sides(self) -> tuple[list[Text], list[Text]]:
        front = [question.ask for _suit, question in self.questions] + [one.text for one in self.statements]
        back = [question.answer for _suit, question in self.questions] + [one.explanation for one in self.statements]
        return front, back


class Sized(Struct, frozen=True):
    """A card with the size of its type, in the language it is printed in."""

    card: Printed
    size: str


class Page(Struct, frozen=True):
    """A page of up to nine cards, rows from the top; None where there is none."""

    back: bool
    cards: tuple[Sized | None, ...]


def printed(pack: Pack) -> Iterator[Printed]:
    """Every card of a deck. Two statements share a card: n and the one half a deck further (17 and 347)."""
    for event in pack.events:
        yield Printed("event", event=event)
    for card in pack.questions:
        suits: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")
        yield Printed("question", questions=tuple((suit, getattr(card, suit)) for suit in suits))
    half = (len(pack.statements) + 1) // 2
    for number, statement in enumerate(pack.statements[:half]):
        yield Printed("statements", statements=(statement, *pack.statements[half + number : half + number + 1]))
    for show in pack.shows:
        yield from _of_show(show)


def _of_show(show: QuizShow) -> Iterator[Printed]:
    for question in show.questions:
        yield Printed("ask", text=question)
    for word in show.words:
        yield Printed("word", text=word.name)


def pages(cards: Iterable[Sized], backs: bool) -> Iterator[Page]:
    """Fronts, and after each its backs, mirrored: turned over its long edge, every back lies behind its front."""
    there = list(cards)
    for first in range(0, len(there), PER_PAGE):
        nine = there[first : first + PER_PAGE]
        full: Sequence[Sized | None] = (*nine, *[None] * (PER_PAGE - len(nine)))
        yield Page(False, tuple(full))
        if backs:
            mirrored = [
                full[row + COLUMNS - 1 - column] for row in range(0, PER_PAGE, COLUMNS) for column in range(COLUMNS)
            ]
            yield Page(True, tuple(mirrored))


@require_GET
def print_deck(request: HttpRequest, slug: str) -> HttpResponse:
    """The pages of a deck's latest edition, for the browser to print or to save as a PDF."""
    deck = get_object_or_404(Deck, slug=slug)
    edition = deck.current
    if edition is None:
        raise Http404
    pack = pack_of(edition.pk)
    language, strange = _chosen(request, "language", tuple(deck.languages), request.LANGUAGE_CODE)
    paper, odd = _chosen(request, "paper", PAPERS, "a4")
    sides, wrong = _chosen(request, "sides", ("both", "fronts"), "both")
    with translation.override(language):
        context: dict[str, Any] = {
            "deck": deck,
            "edition": edition,
            "spoken": language,
            "paper": paper,
            "sides": sides,
            "pages": list(pages(sized(pack, language), backs=sides == "both")),
        }
        context["told"] = _("There is no such choice: this is how it is usually printed.") * (strange or odd or wrong)
        return render(request, "decks/print.html", context)


def sized(pack: Pack, language: str) -> Iterator[Sized]:
    """Every card with the size of its type."""
    return (Sized(card, card.size(language)) for card in printed(pack))


def _chosen(request: HttpRequest, name: str, choices: Sequence[str], default: str) -> tuple[str, bool]:
    """What was chosen, and whether something was asked for that there is not."""
    asked = request.GET.get(name)
    if asked in choices:
        return asked or choices[0], False
    return (default if default in choices else choices[0]), asked is not None
