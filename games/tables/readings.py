"""What a game has shown about its cards: read from its log when it is over."""

from collections import Counter
from collections.abc import Iterator

from decks.cards import cards_of as cards_in
from decks.models import Reading
from decks.services import pack_of
from games.rules.kernel import Known, Seat
from games.rules.play import Entry, Game, Play
from games.tables.models import Player, Table, leaves_nothing
from games.tables.snapshot import cards_of


def readings_of(table: Table) -> list[Reading]:
    """How often each card was known, by the language it was read in. Bots and teams of two languages do not count."""
    if table.edition_id is None or leaves_nothing(table):
        return []
    read_in = _languages(table)
    # where two decks have the same card, the first one is told
    editions = reversed(_editions(table))
    source = {card: (edition, key) for edition in editions for key, card in cards_in(pack_of(edition))}
    right: Counter[tuple[int, str, str]] = Counter()
    wrong: Counter[tuple[int, str, str]] = Counter()
    for known in known_at(table):
        if known.seat in read_in and known.card in source:
            counter = right if known.right else wrong
            counter[*source[known.card], read_in[known.seat]] += 1
    return [
        Reading(edition_id=one[0], card=one[1], language=one[2], table=table.code, right=right[one], wrong=wrong[one])
        for one in sorted(right.keys() | wrong.keys())
    ]


def _editions(table: Table) -> list[int]:
    """The decks of the table, the first one first."""
    first = [] if table.edition_id is None else [table.edition_id]
    return [*first, *table.also.order_by("pk").values_list("pk", flat=True)]


def known_at(table: Table) -> Iterator[Known]:
    """Everything that persons have answered, in the order of the log."""
    for game, play, after in steps_at(table):
        yield from (one for one in game.rules.known(play.state, after.state, game.pack) if one.seat in play.persons)


def steps_at(table: Table) -> Iterator[tuple[Game, Play, Play]]:
    """The game before and after every move but the first, in the order of the log."""
    game = Game(table.rules, cards_of(table), bytes(table.secret))
    play: Play | None = None
    for row in table.moves.order_by("number").iterator():
        seat = Seat(row.seat)
        after = game.advance(play, Entry(row.number, seat, game.decode(seat, row.move), row.at))
        if play is not None:
            yield game, play, after
        play = after


def _languages(table: Table) -> dict[Seat, str]:
    """In which language of the deck each seat reads; without seats whose people read in different ones."""
    spoken = cards_of(table).languages
    found: dict[Seat, set[str]] = {}
    for player in Player.objects.filter(table=table, seat__isnull=False).select_related("seat", "guest"):
        assert player.seat is not None
        read = player.language if player.language in spoken else ("en" if "en" in spoken else spoken[0])
        found.setdefault(Seat(player.seat.number), set()).add(read)
    return {seat: next(iter(languages)) for seat, languages in found.items() if len(languages) == 1}
