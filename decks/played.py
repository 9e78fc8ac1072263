"""What play has shown about the cards of a deck: how often each was known, and where the languages tell apart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt

from django.db.models import Sum
from msgspec import Struct

from decks.cards import Card, cards_of
from decks.models import Deck, Reading
from decks.services import pack_of

LEAST = 10  # answers in a language, before it is compared
SURPRISE = 3.3  # standard deviations: chance alone goes as far for one card in a thousand


class Share(Struct, frozen=True):
    """How often something was known by those who read it in one language."""

    language: str
    right: int
    wrong: int

    @property
    def all(self) -> int:
        """How often it was answered."""
        return self.right + self.wrong

    @property
    def percent(self) -> int:
        """How often it was known, of a hundred."""
        return round(100 * self.right / self.all)


class Played(Struct, frozen=True):
    """How often a card was known, by language; ``uneven``: more differently than chance allows, in this language."""

    shares: tuple[Share, ...]
    uneven: str = ""

    @property
    def share(self) -> float:
        """How often it was known in all languages together, from 0 to 1."""
        return sum(one.right for one in self.shares) / sum(one.all for one in self.shares)


def played(deck: Deck) -> tuple[tuple[Share, ...], dict[Card, Played]]:
    """How often the cards of all editions were known: the whole deck by language, and each card as it was worded.

    A card that has been reworded since begins anew: what was read is what counts.
    """
    counts: dict[Card, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    rows = Reading.objects.filter(edition__deck=deck).values("edition", "card", "language")
    worded: dict[int, Mapping[str, Card]] = {}
    for row in rows.annotate(rights=Sum("right"), wrongs=Sum("wrong")):
        edition = row["edition"]
        if edition not in worded:
            worded[edition] = dict(cards_of(pack_of(edition)))
        count = counts[worded[edition][row["card"]]][row["language"]]
        count[0] += row["rights"]
        count[1] += row["wrongs"]
    by_card = {card: tuple(_shares(languages)) for card, languages in counts.items()}
    whole: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for shares in by_card.values():
        for share in shares:
            whole[share.language][0] += share.right
            whole[share.language][1] += share.wrong
    overall = tuple(_shares(whole))
    return overall, {card: Played(shares, uneven(shares, overall)) for card, shares in by_card.items()}


def _shares(counts: Mapping[str, list[int]]) -> Iterable[Share]:
    return (Share(language, right, wrong) for language, (right, wrong) in sorted(counts.items()))


def uneven(shares: Iterable[Share], overall: Iterable[Share]) -> str:
    """The language in which a card is known more or less often than in the others, by more than chance; mostly none.

    That some read the whole deck better than others is taken out first, so that what remains is the card's own: most
    likely its translation.
    """
    level = {share.language: share.right / share.all for share in overall}
    compared = [share for share in shares if share.all >= LEAST]
    furthest, language = SURPRISE, ""
    for share in compared if len(compared) > 1 else ():
        others = [other for other in compared if other is not share]
        right, answers = sum(other.right for other in others), sum(other.all for other in others)
        usual = level[share.language] - sum(level[other.language] * other.all for other in others) / answers
        pooled = (share.right + right) / (share.all + answers)
        spread = sqrt(pooled * (1 - pooled) * (1 / share.all + 1 / answers))
        away = abs(share.right / share.all - right / answers - usual)
        if spread and away / spread > furthest:
            furthest, language = away / spread, share.language
    return language
