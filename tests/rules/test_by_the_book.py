"""Numbers and ties worked out a second time, from the rulebooks alone, for hundreds of cases each.

What is expected is written here as one would do it at a table, with pawns, boxes and piles, and in other words than in
the rules: where the two disagree, one of them has misread a clause.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations
from random import Random

import pytest
from msgspec import structs

from games.rules.chance import Chance
from games.rules.kernel import IllegalMove, Seat
from games.rules.pack import NO_CARDS
from games.rules.quizterix_klondike.moves import Put
from games.rules.quizterix_poker.moves import Fold, Raise
from games.rules.quizterix_poker.moves import Pass as PokerPass
from games.rules.quizterix_poker.rules import _after_bid, hand_size
from games.rules.quizterix_poker.state import Phase as PokerPhase
from games.rules.quizterix_poker.state import Reason
from games.rules.quizterix_poker.winning import decided, outcome
from games.rules.quizterix_standard import Standard
from games.rules.quizterix_standard.flow import Now, end
from games.rules.quizterix_standard.state import Ending, Slot
from games.rules.quizterix_standard.state import Phase as StandardPhase
from games.rules.quizterix_standard.timeline import protected, standing
from games.rules.qwantum import Qwantum
from games.rules.qwantum.dice import COLOURS, DICE, totals
from games.rules.qwantum.moves import Enter, Pass, QwantumOptions
from games.rules.qwantum.sheet import Sheet
from games.rules.qwantum.state import Phase as QwantumPhase
from games.rules.swiss_quiz.board import EDELWEISS, Kind, kind_of
from games.rules.swiss_quiz.moves import SwissQuizOptions
from games.rules.swiss_quiz.state import Phase as SwissQuizPhase
from tests.rules import klondike_table
from tests.rules.poker_table import RULES as POKER
from tests.rules.poker_table import PokerTable, pack_with
from tests.rules.poker_table import event as poker_event
from tests.rules.standard_table import PACK, StandardTable
from tests.rules.swiss_quiz_helpers import RULES as SWISS_QUIZ
from tests.rules.swiss_quiz_helpers import Table
from tests.rules.test_klondike_ahead import any_position

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
CASES = range(300)

# -- Swiss Quiz ------------------------------------------------------------------------------------------------------


class Pawns:
    """A board, a purse for each player and a bank, moved by hand."""

    def __init__(self, table: Table) -> None:
        players = table.state.players
        self.square = [player.position for player in players]
        self.chips = [player.chips for player in players]
        self.flags = [player.flags for player in players]
        self.bank, self.spots = table.state.bank, set(table.state.flags)
        self.home = [seat for _, seat in sorted((p.arrived, s) for s, p in enumerate(players) if p.arrived)]
        self.away = list(self.home)  # who arrived in earlier rounds is out of the race and not paid (SQ-9.1)
        self.photo = [False] * len(players)
        self.clockwise = [(table.state.reader + step) % len(players) for step in range(len(players))]

    def moves(self, seat: int, steps: int) -> None:
        begin = self.square[seat]
        for _ in range(steps):
            if self.square[seat] == EDELWEISS:
                break
            self.square[seat] += 1
            while self.square[seat] != EDELWEISS and self.square[seat] in self.others(seat):
                self.square[seat] += 1
        here = self.square[seat]
        if here == EDELWEISS:
            self.home.append(seat)
        for spot in sorted(self.spots):
            if begin <= spot and here > spot:
                self.spots.remove(spot)
                self.flags[seat] += 1
                self.pays_for_a_flag()
        if here != EDELWEISS:
            self.lands(seat, kind_of(here))

    def others(self, seat: int) -> set[int]:
        return {square for other, square in enumerate(self.square) if other != seat}

    def pays_for_a_flag(self) -> None:
        racing = [seat for seat in self.clockwise if seat not in self.away]
        order = [seat for seat in self.home if seat in racing]
        order += sorted((s for s in racing if s not in self.home), key=lambda seat: -self.square[seat])
        due = {}
        for place, seat in enumerate(order, 1):
            place = len(order) if self.square[seat] == 0 else place
            due[seat] = place if place <= 3 else 4
        for seat in reversed(order):
            paid = min(due[seat], self.bank)
            self.bank -= paid
            self.chips[seat] += paid

    def lands(self, seat: int, kind: Kind) -> None:
        if kind is Kind.CAMERA:
            self.photo[seat] = True
        if kind in (Kind.GREEN1, Kind.GREEN2):
            paid = min(1 if kind is Kind.GREEN1 else 2, self.bank)
            self.bank, self.chips[seat] = self.bank - paid, self.chips[seat] + paid
        if kind is Kind.RED1 and self.chips[seat]:
            self.bank, self.chips[seat] = self.bank + 1, self.chips[seat] - 1


def a_round_of_swiss_quiz(number: int) -> tuple[Table, dict[int, tuple[bool, int, int]]]:
    """Pawns anywhere, some far ahead, some together on the logo; and what everybody answers and stakes."""
    dice = Random(number)
    seats = dice.choice((3, 4, 5, 6))
    table = Table(seats, SwissQuizOptions(arrivals=dice.choice((1, 2))), reader=Seat(dice.randrange(seats)))
    squares = dice.sample(range(1, EDELWEISS), seats)
    if dice.random() < 0.4:
        squares = [dice.choice((0, 0, square)) for square in squares]
    elif dice.random() < 0.4:
        squares = dice.sample(range(EDELWEISS - 9, EDELWEISS), seats)
    spots = list(table.state.flags)
    left = [spot for spot in spots if dice.random() < 0.6] if dice.random() < 0.7 else []
    taken = len(spots) - len(left)
    purse = [dice.randrange(6) for _ in range(seats)]
    bank = 50 - sum(purse) if dice.random() < 0.6 else dice.randrange(6)
    for seat in range(seats):
        player = structs.replace(table.state.players[seat], position=squares[seat], chips=purse[seat])
        table.state = table.state.with_player(Seat(seat), player)
    owners = [dice.randrange(seats) for _ in range(taken)]
    for owner in owners:
        player = table.state.players[owner]
        table.state = table.state.with_player(Seat(owner), structs.replace(player, flags=player.flags + 1))
    table.state = structs.replace(table.state, flags=tuple(left), bank=bank)
    if table.state.options.arrivals == 2 and dice.random() < 0.5:  # one has arrived before
        first = dice.randrange(seats)
        player = structs.replace(table.state.players[first], position=EDELWEISS, arrived=1, arrived_in=1)
        table.state = structs.replace(table.state.with_player(Seat(first), player), round=2)
        if table.state.reader == first:
            table.state = structs.replace(table.state, reader=Seat((first + 1) % seats))
    answers = {}
    for seat in range(seats):
        player = table.state.players[seat]
        flags = dice.randrange(player.flags + 1) if not left else 0
        answers[seat] = (dice.random() < 0.7, dice.randrange(player.chips + 1), flags)
    return table, answers


@pytest.mark.clause("SQ-4", "SQ-5", "SQ-7", "SQ-8", "SQ-8.1", "SQ-P3", "SQ-9", "SQ-9.1")
def test_a_round_of_swiss_quiz_ends_as_it_would_on_a_board() -> None:
    for number in CASES:
        table, answers = a_round_of_swiss_quiz(number)
        pawns, clockwise = Pawns(table), table.state.playing()
        for seat in clockwise:
            right, chips, flags = answers[seat]
            table.lay(seat, right=right, chips=chips, flags=flags)
        for seat in clockwise:
            _, chips, flags = answers[seat]
            pawns.chips[seat], pawns.flags[seat] = pawns.chips[seat] - chips, pawns.flags[seat] - flags
        for seat in clockwise:  # a stake is in the bank once its card is shown, before its pawn is paid
            right, chips, flags = answers[seat]
            pawns.bank += chips
            if right:
                pawns.moves(seat, 1 + chips + 4 * flags)
        table.turn()
        after = table.state.players
        assert [player.position for player in after] == pawns.square, number
        assert [player.chips for player in after] == pawns.chips, number
        assert [player.flags for player in after] == pawns.flags, number
        assert (table.state.bank, set(table.state.flags)) == (pawns.bank, pawns.spots), number
        assert [player.misses == table.state.round + 1 for player in after] == pawns.photo, number
        over = len(pawns.home) >= table.state.options.arrivals
        assert (table.state.phase is SwissQuizPhase.OVER) is over, number
        if over:
            check_the_ranking_of_swiss_quiz(table, pawns)


def check_the_ranking_of_swiss_quiz(table: Table, pawns: Pawns) -> None:
    """An earlier round first; then flags at four and chips; then who was earlier. The others by their squares."""
    home = [seat for seat in pawns.home if seat in pawns.away]
    now = [seat for seat in pawns.home if seat not in pawns.away]
    home += sorted(now, key=lambda s: (-(4 * pawns.flags[s] + pawns.chips[s]), pawns.home.index(s)))
    result = SWISS_QUIZ.result(table.state)
    assert result is not None
    assert [line.seat for line in result.ranking[: len(home)]] == home
    assert [line.place for line in result.ranking[: len(home)]] == list(range(1, len(home) + 1))
    rest = result.ranking[len(home) :]
    assert [line.score for line in rest] == sorted((pawns.square[line.seat] for line in rest), reverse=True)
    assert all(
        line.place == 1 + len(home) + sum(pawns.square[other.seat] > pawns.square[line.seat] for other in rest)
        for line in rest
    )


@pytest.mark.clause("SQ-6", "SQ-7", "SQ-7.1", "SQ-9.1")
def test_who_reads_and_who_answers_in_the_next_round() -> None:
    for number in CASES:
        dice = Random(number)
        seats = dice.choice((3, 4, 5, 6))
        table = Table(seats, SwissQuizOptions(arrivals=2), reader=Seat(dice.randrange(seats)))
        table.round()
        away = {dice.randrange(seats)} if dice.random() < 0.3 else set()
        photos = {seat for seat in range(seats) if seat not in away and dice.random() < 0.75}
        for seat in range(seats):
            player = structs.replace(
                table.state.players[seat],
                misses=table.state.round + 1 if seat in photos else 0,
                **({"arrived": 1, "arrived_in": table.state.round, "position": EDELWEISS} if seat in away else {}),
            )
            table.state = table.state.with_player(Seat(seat), player)
        last = table.state.reader
        following = [(last + step) % seats for step in range(1, seats + 1)]
        boxes = [seat for seat in following if seat not in away]
        table.next_round()
        if photos == set(boxes):  # all of them: the box passes on once more, and everybody is back
            reader, answering = boxes[1], set(boxes)
        else:
            reader, answering = boxes[0], set(boxes) - photos
        assert table.state.reader == reader, number
        assert set(table.state.unanswered()) == answering, (number, photos, away)
        order = [(reader + step) % seats for step in range(seats)]
        assert list(table.state.unanswered()) == [seat for seat in order if seat in answering]
        assert table.number == 2, "one statement on, whether a round was missed by all or not"


# -- Qwantum ---------------------------------------------------------------------------------------------------------


def on_the_table(throw: tuple[int, ...]) -> dict[str, int]:
    """What each colour adds up to, die by die."""
    sums = dict.fromkeys(COLOURS, throw[6])
    for die in range(6):
        colour, value = DICE[die][throw[die]]
        sums[colour] += value
    return sums


def may_follow(row: list[int], value: int) -> bool:
    """Up to the fourth box above the last one, from the fifth on below it, and never a seventh."""
    return len(row) < 6 and (not row or (value > row[-1] if len(row) in (1, 2, 3) else value < row[-1]))


def any_row(dice: Random, length: int) -> list[int]:
    row: list[int] = []
    while len(row) < length:
        fits = [value for value in range(1, 34) if may_follow(row, value)]
        if not fits:
            row = []
            continue
        row.append(dice.choice(fits[:9] if len(row) < 4 else fits))
    return row


def score_by_hand(rows: list[list[int]], misthrows: int) -> int:
    points = 0
    for place in range(6):
        if all(len(row) > place for row in rows):
            column = sorted({row[place] for row in rows})
            points += column[1] if len(column) > 1 else column[0]
    return points - sum(range(misthrows + 1))


@pytest.mark.clause("QW-2", "QW-D1", "QW-E2")
def test_sheets_of_qwantum_score_as_they_would_on_paper() -> None:
    for number in CASES:
        dice = Random(number)
        rows = [any_row(dice, dice.randrange(7)) for _ in COLOURS]
        misthrows = dice.randrange(6)
        sheet = Sheet(tuple(tuple(row) for row in rows), misthrows)
        assert sheet.score == score_by_hand(rows, misthrows), number


@pytest.mark.clause("QW-1", "QW-B1", "QW-B2", "QW-C1", "QW-D1", "QW-E1", "QW-E2", "QW-3")
def test_a_turn_of_qwantum_ends_as_it_would_on_paper() -> None:
    rules = Qwantum()
    endings = 0
    for number in CASES:
        dice = Random(number)
        seats = dice.choice((2, 3, 4))
        full = dice.random() < 0.4
        rows = [
            [any_row(dice, dice.choice((5, 6)) if full else dice.randrange(7)) for _ in COLOURS] for _ in range(seats)
        ]
        rows = [one if any(len(row) < 6 for row in one) else [one[0][:5], *one[1:]] for one in rows]
        crossed = [dice.choice((0, 1, 4)) for _ in range(seats)]
        active = dice.randrange(seats)
        throw = (*(dice.randrange(6) for _ in range(6)), dice.randrange(1, 7))
        state = rules.setup(QwantumOptions(), seats, frozenset(), NO_CARDS, Chance(b"x", 1), NOON)
        for seat in range(seats):
            sheet = Sheet(tuple(map(tuple, rows[seat])), crossed[seat])
            state = state.with_player(Seat(seat), structs.replace(state.players[seat], sheet=sheet))
        state = structs.replace(state, active=Seat(active), phase=QwantumPhase.ENTERING, throw=throw)
        offer = on_the_table(throw)
        assert dict(zip(COLOURS, totals(throw), strict=True)) == offer

        def fitting(seat: int, rows: list[list[list[int]]] = rows, offer: dict[str, int] = offer) -> list[str]:
            return [colour for at, colour in enumerate(COLOURS) if may_follow(rows[seat][at], offer[colour])]

        in_b = dice.choice([*fitting(active), ""])
        move = Enter(1, in_b) if in_b else Pass(1)  # type: ignore[arg-type]
        state = rules.apply(state, Seat(active), move, NO_CARDS, Chance(b"x", 2), NOON)
        if in_b:
            rows[active][COLOURS.index(in_b)].append(offer[in_b])  # type: ignore[arg-type]
        over = all(len(row) == 6 for row in rows[active])
        if not over:
            choices = {seat: [c for c in fitting(seat) if c != in_b] for seat in range(seats)}
            chosen = {seat: dice.choice([*colours, ""]) for seat, colours in choices.items()}
            waiting = {seat for seat, colours in choices.items() if colours}
            assert rules.to_move(state) == waiting or not waiting
            for seat in dice.sample(sorted(waiting), len(waiting)):
                move = Enter(1, chosen[seat]) if chosen[seat] else Pass(1)  # type: ignore[arg-type]
                state = rules.apply(state, Seat(seat), move, NO_CARDS, Chance(b"x", 3), NOON)
            for seat, colour in chosen.items():
                if colour:
                    rows[seat][COLOURS.index(colour)].append(offer[colour])  # type: ignore[arg-type]
            if not in_b and not chosen[active]:
                crossed[active] += 1
            over = any(all(len(row) == 6 for row in one) for one in rows) or 5 in crossed
        assert [list(map(list, player.sheet.rows)) for player in state.players] == rows, number
        assert [player.sheet.misthrows for player in state.players] == crossed, number
        assert (state.phase is QwantumPhase.OVER) is over, number
        result = rules.result(state)
        if result is None:
            assert state.active == (active + 1) % seats
            continue
        endings += 1
        scores = [score_by_hand(one, misthrows) for one, misthrows in zip(rows, crossed, strict=True)]
        assert {line.seat: line.score for line in result.ranking} == dict(enumerate(scores))
        assert {line.seat for line in result.ranking if line.place == 1} == {
            seat for seat, score in enumerate(scores) if score == max(scores)
        }
    assert endings > 30


# -- Klondike --------------------------------------------------------------------------------------------------------

RED = ("diamonds", "hearts")
SUITS = ("clubs", "diamonds", "hearts", "spades")


def by_the_rules_of_klondike(state: object, card: int, target: str) -> bool:
    """May this card be laid there? As one would see it on the table; slots are cards here."""
    layout, turned = state.layout, state.turned  # type: ignore[attr-defined]
    suit, rank = SUITS[card // 13], card % 13
    below: list[int] = []
    for column, hidden in zip(layout.columns, layout.covered, strict=True):
        if card in column[hidden:]:
            below = list(column[column.index(card) + 1 :])
            break
    else:
        on_top = [pile[-1] for pile in (layout.waste, *layout.foundations) if pile]
        if card not in on_top:
            return False
        column = ()
    if not turned[card]:
        return False
    if target in SUITS:
        pile = layout.foundations[SUITS.index(target)]
        return target == suit and not below and len(pile) == rank and card not in pile
    onto = layout.columns[int(target) - 1]
    if card in onto:
        return False
    if not onto:
        return rank == 12
    end = onto[-1]
    return bool(turned[end]) and end % 13 == rank + 1 and (SUITS[end // 13] in RED) != (suit in RED)


@pytest.mark.clause("KL-C1", "KL-C4")
def test_every_card_goes_exactly_where_klondike_lets_it_go() -> None:
    for number in CASES:
        state = any_position(Random(number))
        allowed = {
            Put(card, target)  # type: ignore[arg-type]
            for card in range(52)
            for target in ("1", "2", "3", "4", "5", "6", "7", *SUITS)
            if by_the_rules_of_klondike(state, card, target)
        }
        assert klondike_table.puts(state) == allowed, number
        wrong = [Put(card, target) for card in range(52) for target in ("1", "4", "7", "hearts")]  # type: ignore[arg-type]
        for move in Random(number).sample(wrong, 12):
            try:
                klondike_table.apply(state, move)
            except IllegalMove:
                assert move not in allowed, number
            else:
                assert move in allowed, number


# -- Standard --------------------------------------------------------------------------------------------------------


def streaks(years: list[int]) -> Iterator[list[int]]:
    """Every stretch of neighbours whose years never decrease."""
    for begin, stop in combinations(range(len(years) + 1), 2):
        stretch = years[begin:stop]
        if stretch == sorted(stretch):
            yield stretch


@pytest.mark.clause("QS-E2", "QS-E3")
def test_streaks_and_timespans_are_those_one_would_count() -> None:
    for number in CASES:
        dice = Random(number)
        years = [dice.choice((-44, 0, 1848, 1900, 1949, 1949, 1961, 1976, 1989)) for _ in range(dice.randrange(9))]
        longest = max((len(stretch) for stretch in streaks(years)), default=0)
        spans = [stretch[-1] - stretch[0] for stretch in streaks(years) if len(stretch) == longest]
        assert standing(years) == (
            longest, len(years), max(years) - min(years) if years else 0, max(spans, default=0)
        ), years  # fmt: skip


@pytest.mark.clause("QS-A1", "QS-E2", "QS-E3")
def test_the_ranking_follows_streak_events_timespan_and_the_streaks_timespan() -> None:
    shared = 0
    for number in CASES:
        dice = Random(number)
        players = dice.randrange(2, 9)
        table = StandardTable(players, clock=86_400)  # no play-off: whoever is level shares
        deck = (
            list(range(52)) if dice.random() < 0.5 else sorted(range(52), key=lambda card: PACK.events[card].year)[:36]
        )
        years = [event.year if number % 3 else event.year // 8 * 8 for event in PACK.events]
        pack = structs.replace(
            PACK, events=tuple(structs.replace(e, year=y) for e, y in zip(PACK.events, years, strict=True))
        )
        dice.shuffle(deck)
        for seat in range(players):
            line, deck = deck[: (size := dice.choice((0, 1, 2, 2, 3, 3, 4)))], deck[size:]
            table.state = table.state.with_line(Seat(seat), tuple(Slot(card) for card in line))
        state = end(table.state, Ending.FLIPPED, Now(pack, Chance(b"x", 1), NOON))
        assert state.phase is StandardPhase.OVER
        worth = {}
        for seat in range(players):
            mine = [years[slot.card] for slot in state.players[seat].line]
            best = max((len(stretch) for stretch in streaks(mine)), default=0)
            wide = max((s[-1] - s[0] for s in streaks(mine) if len(s) == best), default=0)
            worth[seat] = (best, len(mine), max(mine, default=0) - min(mine, default=0), wide)
        result = Standard().result(state)
        assert result is not None
        for line in result.ranking:
            assert line.place == 1 + sum(other > worth[line.seat] for other in worth.values()), number
            assert line.score == worth[line.seat][0]
        shared += len(result.winners) > 1
    assert shared


@pytest.mark.clause("QS-S1")
def test_four_flipped_suits_of_a_rank_protect_all_flipped_cards_of_it() -> None:
    twice = structs.replace(PACK, events=PACK.events * 2)
    safe = 0
    for number in CASES:
        dice = Random(number)
        ranks = dice.sample(sorted({event.rank for event in PACK.events}), 2)
        cards = [place for place, event in enumerate(twice.events) if event.rank in ranks]
        line = tuple(Slot(card, dice.random() < 0.85) for card in dice.sample(cards, dice.randrange(4, 13)))
        expected = set()
        for rank in ranks:
            flipped = [at for at, slot in enumerate(line) if slot.flipped and twice.events[slot.card].rank == rank]
            if {twice.events[line[at].card].suit for at in flipped} == set(SUITS):
                expected |= set(flipped)
        assert protected(line, twice) == expected, number
        safe += bool(expected)
    assert 50 < safe < 250


# -- Poker -----------------------------------------------------------------------------------------------------------

ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
STRONG = "shdc"


def any_card(dice: Random, years: int) -> str:
    return f"{1900 + dice.randrange(years)}{dice.choice(ORDER)}{dice.choice('cdhs')}"


@pytest.mark.clause("PK-D2", "PK-D3", "PK-D4")
def test_a_trick_goes_to_whom_it_would_at_a_table() -> None:
    reasons = set()
    for number in CASES:
        dice = Random(number)
        seats = dice.randrange(2, 7)
        cards = [any_card(dice, dice.choice((1, 2, 4, 60))) for _ in range(seats)]
        if dice.random() < 0.2:
            cards[1] = cards[0]
        trick = decided({Seat(seat): seat for seat in range(seats)}, pack_with(" ".join(cards)))
        years = [card[:4] for card in cards]
        left = sorted(year for year in years if years.count(year) == 1)
        if left:
            winner: int | None = years.index(left[0])
            assert trick.reason is Reason.EARLIEST, cards
        else:
            strength = [(ORDER.index(card[4:-1]), STRONG.index(card[-1])) for card in cards]
            best = [seat for seat in range(seats) if strength[seat] == min(strength)]
            winner = best[0] if len(best) == 1 else None
            assert trick.reason in (Reason.RANK, Reason.SUIT, Reason.NOBODY), cards
            assert (trick.reason is Reason.NOBODY) is (winner is None)
        assert trick.winner == winner, cards
        assert set(trick.cancelled) == {seat for seat in range(seats) if years.count(years[seat]) > 1}
        reasons.add(trick.reason)
    assert reasons == {Reason.EARLIEST, Reason.RANK, Reason.SUIT, Reason.NOBODY}


@pytest.mark.clause("PK-E1", "PK-E2", "PK-C5")
def test_a_round_goes_to_whom_it_would_at_a_table() -> None:
    reasons = set()
    for number in CASES:
        dice = Random(number)
        seats = dice.randrange(2, 7)
        piles = [
            [any_card(dice, 3) for _ in range(dice.choice((0, 2, 2, 2, 3)) if number % 7 else 0)] for _ in range(seats)
        ]
        if dice.random() < 0.2:
            piles[-1] = list(piles[0])
        events = tuple(poker_event(card) for pile in piles for card in pile)
        pack = structs.replace(pack_with("1900As"), events=events)
        table = PokerTable(pack=structs.replace(pack, events=events + (poker_event("1900As"),) * 12), seats=seats)
        begin = 0
        folded = [dice.random() < 0.15 for _ in range(seats)]
        folded[dice.randrange(seats)] = False
        for seat, pile in enumerate(piles):
            won = tuple(range(begin, begin + len(pile))) if not folded[seat] else ()
            begin += len(pile)
            player = structs.replace(table.state.players[seat], won=won, folded=folded[seat])
            table.state = table.state.with_player(Seat(seat), player)
        ended = outcome(table.state, table.pack, Chance(b"lot", number))
        assert ended.beans == sum(player.paid for player in table.state.players)
        still = [seat for seat in range(seats) if not folded[seat]]
        for measure in (
            lambda seat, piles=piles: len(piles[seat]),
            lambda seat, piles=piles: max((card[:4] for card in piles[seat]), default=""),
            lambda seat, piles=piles: max(
                ((-ORDER.index(card[4:-1]), -STRONG.index(card[-1])) for card in piles[seat]), default=(-99, 0)
            ),
        ):
            most = max(measure(seat) for seat in still)
            still = [seat for seat in still if measure(seat) == most]
        assert ended.winner in still, number
        assert (ended.reason is Reason.LOT) is (len(still) > 1), number
        reasons.add(ended.reason)
    assert reasons == {Reason.FOLDS, Reason.CARDS, Reason.RECENT, Reason.HIGHEST, Reason.LOT}


@pytest.mark.clause("PK-B1", "PK-B2")
def test_hands_are_as_large_as_the_rules_say() -> None:
    for seats in range(2, 7):
        for cards in range(2, 160):
            one = structs.replace(PACK, slug="one", events=(PACK.events * 4)[:cards])
            two = structs.replace(one, slug="one+other")
            for pack, most in ((one, 13 if cards > 52 else 99), (two, 13)):
                each = hand_size(pack, seats)
                assert each <= most and each * seats <= cards
                assert each == most or (each + 1) * seats > cards, "nobody could have a card more"
                refused = [bad.field for bad in POKER.bad_options(POKER.Options(), seats, pack)]
                assert refused == (["deck"] if cards < 2 * seats else [])


class Bidding:
    """Beans on the table and in front of everybody, and who is still to be asked."""

    def __init__(self, beans: list[int], dealer: int) -> None:
        self.beans, self.paid = [count - 1 for count in beans], [1] * len(beans)
        self.out, self.raiser = [False] * len(beans), -1
        self.to_ask = [(dealer + step) % len(beans) for step in range(1, len(beans) + 1)]

    def owes(self, seat: int) -> int:
        return max(self.paid) - self.paid[seat]

    def most(self, seat: int) -> int:
        """The most one can raise by: what is left after matching, if it is allowed and somebody could answer it."""
        rivals = [other for other, count in enumerate(self.beans) if other != seat and count and not self.out[other]]
        return max(0, self.beans[seat] - self.owes(seat)) if rivals and seat != self.raiser else 0

    def next(self) -> int | None:
        if self.out.count(False) == 1:
            return None
        while self.to_ask:
            seat = self.to_ask[0]
            if not self.out[seat] and self.beans[seat] and (self.owes(seat) or self.most(seat)):
                return seat
            self.to_ask.pop(0)
        return None

    def does(self, seat: int, what: str, by: int = 0) -> None:
        self.to_ask.pop(0)
        if what == "fold":
            self.out[seat] = True
            return
        stake = min(self.beans[seat], self.owes(seat) + by)
        self.beans[seat], self.paid[seat] = self.beans[seat] - stake, self.paid[seat] + stake
        if what == "raise":
            self.raiser = seat
            self.to_ask = [(seat + step) % len(self.beans) for step in range(1, len(self.beans))]


@pytest.mark.clause("PK-C2", "PK-C3", "PK-C4", "PK-C5")
def test_beans_and_turns_of_a_bidding_are_those_one_would_count() -> None:
    ends = {"play": 0, "folds": 0}
    for number in CASES:
        dice = Random(number)
        seats = dice.randrange(2, 7)
        table = PokerTable(pack=PACK, seats=seats, beans=50)
        beans = [dice.choice((1, 2, 3, 5, 9, 30)) for _ in range(seats)]
        table.state = structs.replace(
            table.state,
            players=tuple(
                structs.replace(player, beans=count - 1)
                for player, count in zip(table.state.players, beans, strict=True)
            ),
            last=(),
        )
        table.state = _after_bid(table.state, PACK, Chance(b"x", 1), NOON)
        mine = Bidding(beans, table.state.dealer)
        while (seat := mine.next()) is not None:
            assert table.state.phase is PokerPhase.BIDDING and table.state.awaited() == (seat,), number
            most = mine.most(seat)
            legal = POKER.legal_moves(table.state, Seat(seat), PACK)
            assert sorted(move.by for move in legal if isinstance(move, Raise)) == list(range(1, most + 1)), number
            what = dice.choice(("fold", "pass", "pass", "raise", "raise") if most else ("fold", "pass", "pass"))
            by = dice.randrange(1, most + 1) if what == "raise" else 0
            step = table.state.step
            move = Fold(step) if what == "fold" else PokerPass(step) if what == "pass" else Raise(step, by)
            mine.does(seat, what, by)
            table.state = POKER.apply(table.state, Seat(seat), move, PACK, Chance(b"x", 2), NOON)
        pot = sum(mine.paid)
        if mine.out.count(False) == 1:
            winner = mine.out.index(False)
            mine.beans[winner] += pot
            ended = table.state.outcome
            assert ended is not None and (ended.winner, ended.beans, ended.reason) == (winner, pot, Reason.FOLDS)
            over = 0 in mine.beans
            assert table.state.phase is (PokerPhase.OVER if over else PokerPhase.ROUND_OVER), number
            ends["folds"] += 1
        else:
            assert (table.state.phase, table.state.pot) == (PokerPhase.CHOOSING, pot), number
            assert set(table.state.awaited()) == {seat for seat in range(seats) if not mine.out[seat]}
            ends["play"] += 1
        assert [player.beans for player in table.state.players] == mine.beans, number
    assert min(ends.values()) > 20


# -- what the die of Standard brings ---------------------------------------------------------------------------------


@pytest.mark.clause(
    "QS-D5", "QS-D5.1", "QS-D5.2", "QS-D5.3", "QS-D5.4", "QS-D5.5", "QS-D5.6", "QS-D6.2", "QS-D6.3", "QS-S1"
)
def test_what_the_die_says_is_done_unless_there_is_nothing_to_do_it_with() -> None:
    seen = set()
    for number in range(600):
        dice = Random(number)
        players, die = dice.choice((2, 2, 3, 4, 8)), 1 + number % 6
        deck, lines = [event.key for event in PACK.events], []
        quartet = dice.choice(("A", "7", "K")) if dice.random() < 0.3 else ""
        for seat in range(players):
            size = dice.choice((0, 1, 1, 2, 3, 4))
            line = [f"{quartet}-{suit}" for suit in SUITS] if quartet and seat == 0 else []
            deck = [key for key in deck if key not in line]
            dice.shuffle(deck)
            line, deck = line + deck[:size], deck[size:]
            hidden = dice.choice((0.0, 0.3, 0.7, 1.0))
            lines.append(
                [("" if dice.random() < hidden and not key.startswith(f"{quartet}-") else "!") + key for key in line]
            )
            if lines[-1] and all(card.startswith("!") for card in lines[-1]):  # else the game would be over
                lines[-1].append(deck.pop())
        stack = dice.choice((0, 1, 5))
        active = dice.randrange(players)
        table = StandardTable(players)
        table.lays(*(" ".join(line) for line in lines), stack=stack, active=Seat(active))
        table.rolls(die)
        own_hidden = any(not card.startswith("!") for card in lines[active])
        others_hidden = any(not c.startswith("!") for seat, line in enumerate(lines) if seat != active for c in line)
        flipped = [[card for card in line if card.startswith("!")] for line in lines]
        nothing = StandardPhase.INSERT if table.state.stack else StandardPhase.ACT
        expected = nothing
        if die == 1 and own_hidden:
            expected = StandardPhase.GIVING
        if die == 2 and stack:
            expected = StandardPhase.PLACING
        if die == 3 and others_hidden:
            expected = StandardPhase.STEALING
        if die == 4 and own_hidden and others_hidden:
            expected = StandardPhase.SWAPPING
        if die == 5 and len(lines[active]) > 1:
            expected = StandardPhase.SHIFTING
        if die == 6 and players > 2 and sum(map(len, flipped)) >= 3:
            expected = StandardPhase.INVENTING
        if die == 6 and players == 2 and all(free_to_take(line) for line in flipped):
            expected = StandardPhase.RACING
        assert table.phase is expected, (number, die, lines)
        assert table.active == (active if expected is not nothing else (active + 1) % players), number
        seen.add((die, expected is nothing))
    assert seen == {(die, nothing) for die in range(1, 7) for nothing in (True, False)}


def free_to_take(flipped: list[str]) -> list[str]:
    """The flipped cards of a timeline that no quartet protects."""
    ranks = [card.lstrip("!").split("-")[0] for card in flipped]
    return [card for card, rank in zip(flipped, ranks, strict=True) if ranks.count(rank) < 4]
