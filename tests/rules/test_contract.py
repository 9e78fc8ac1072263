"""What every game on the shelf must do, whatever it is. Each test runs for each game of the registry.

A new game needs three things of its own here: its pieces (tests/rules/pieces.py), its scrambles
(tests/rules/scrambles.py), and at least two recordings (`python -m tests.rules.record <slug>`).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType, inspect, structs

from games import rulebooks
from games.bots.kernel import Strength
from games.rules.chance import Chance
from games.rules.kernel import HOST, TABLE, IllegalMove, Result, Seat
from games.rules.play import Entry, Game, Pause, Play, Resume, Seated, TimeUp
from games.rules.registry import GAMES
from games.rules.words import Say
from tests.rules import record
from tests.rules.courses import (
    LARGE,
    LONGEST,
    STRANGERS,
    WALKS,
    Course,
    Position,
    at_random,
    by_bots,
    comings_and_goings,
    option_values,
    pack_for,
    playable,
    played,
    positions,
    received,
    seats_of,
    walk,
    watchers_of,
)
from tests.rules.pieces import PIECES
from tests.rules.scrambles import ALL_IN_SIGHT, MOSTLY_OPEN, SCRAMBLES, in_contest

every_game = pytest.mark.parametrize("slug", GAMES)
law = settings(max_examples=150, deadline=None, derandomize=True)

ENDS = [(slug, seats) for slug, rules in GAMES.items() for seats in sorted({rules.seats[0], rules.seats[-1]})]
VALUES = [
    (slug, name, value)
    for slug, rules in GAMES.items()
    for name, values in option_values(rules).items()
    for value in values
]


def as_json(thing: object) -> bytes:
    return msgspec.json.encode(thing)


def chance_of(position: Position) -> Chance:
    """The dice of the next move."""
    return Chance(position.game.secret, position.play.number + 1)


def legal(position: Position, seat: Seat) -> tuple[Any, ...]:
    return tuple(position.rules.legal_moves(position.state, seat, position.game.pack))


def everybody(position: Position) -> tuple[Seat, ...]:
    """Whoever could ask for a move, or try to."""
    return (*watchers_of(position.state), *STRANGERS)


@cache
def sample(slug: str, most: int = 12) -> tuple[Position, ...]:
    """Positions of every sort: so many of each set of things that anybody may do."""
    sorts: dict[object, list[Position]] = defaultdict(list)
    for position in positions(slug):
        kinds = {type(move) for seat in watchers_of(position.state) for move in legal(position, seat)}
        sorts[frozenset(kinds), position.rules.deadline(position.state) is None].append(position)
    return tuple(position for group in sorts.values() for position in Random(slug).sample(group, min(most, len(group))))


def any_position(slug: str) -> st.SearchStrategy[Position]:
    return st.sampled_from(sample(slug))


# -- beginning and ending --------------------------------------------------------------------------------------------


def check_the_end(course: Course) -> None:
    """There is a ranking of every seat, and nothing more to do."""
    result = course.rules.result(course.state)
    assert isinstance(result, Result), f"not over after {len(course.rows)} entries"
    assert sorted(line.seat for line in result.ranking) == sorted(course.seats)
    places = [line.place for line in result.ranking]
    assert places == sorted(places)
    assert all(place == 1 + sum(other < place for other in places) for place in places), places
    assert not course.rules.to_move(course.state)
    assert not any(legal_of(course, seat) for seat in (*watchers_of(course.state), *STRANGERS))
    options = structs.asdict(course.state.options) | dict(course.rules.go_on(course.state, course.pack))
    assert playable(course.rules, options, len(course.seats), course.pack), "the group can play on"


def legal_of(course: Course, seat: Seat) -> tuple[Any, ...]:
    return tuple(course.rules.legal_moves(course.state, seat, course.pack))


def last_of(courses: Iterator[Course]) -> Course:
    *_, last = courses
    return last


@pytest.mark.parametrize(("slug", "seats"), ENDS)
def test_random_games_end_with_the_fewest_and_the_most_seats(slug: str, seats: int) -> None:
    for number in range(3):
        dice = Random(number)
        course = Course(GAMES[slug], seats, dice.randbytes(32))
        check_the_end(last_of(played(course, at_random, dice)))


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize(("slug", "seats"), ENDS)
def test_games_between_bots_end(slug: str, seats: int, strength: Strength) -> None:
    for persons in (frozenset[Seat](), frozenset({Seat(0)})):
        course = Course(GAMES[slug], seats, f"{strength} {len(persons)}".encode(), persons=persons)
        check_the_end(last_of(played(course, by_bots(strength), Random(0))))
        assert len(course.rows) < LONGEST / 2


@pytest.mark.parametrize(("slug", "name", "value"), VALUES)
def test_every_value_of_every_option_is_played_or_refused_with_a_reason(slug: str, name: str, value: Any) -> None:
    rules = GAMES[slug]
    pack = pack_for(rules, LARGE)
    options = {name: value}
    default = structs.asdict(rules.Options())[name]
    playing = 0
    for seats in sorted({rules.seats[0], min(rules.seats[0] + 1, rules.seats[-1]), rules.seats[-1]}):
        problems = list(rules.bad_options(rules.Options(**options), seats, pack))
        for problem in problems:
            assert problem.field in (*rules.Options.__struct_fields__, "seats", "deck")
            assert isinstance(problem.why, Say) and problem.why.text
        if not problems:
            playing += 1
            course = Course(rules, seats, f"{name} {value}".encode(), pack=pack, **options)
            assert getattr(course.state.options, name) == value
            few = seats <= 8 and value != default  # the end of large and of usual games is looked at elsewhere
            course = last_of(played(course, by_bots(Strength.HARD), Random(0), LONGEST if few else 60))
            if few:
                check_the_end(course)
    assert playing or value != default, "the game can be played as it is by default"


# -- who may do what -------------------------------------------------------------------------------------------------


@every_game
def test_exactly_those_who_are_to_move_have_moves(slug: str) -> None:
    for position in positions(slug):
        rules, state = position.rules, position.state
        to_move = rules.to_move(state)
        assert to_move <= {HOST, *seats_of(state)}
        for seat in everybody(position):
            assert bool(next(iter(legal(position, seat)), None)) is (seat in to_move), (seat, state)
        if rules.result(state) is None:
            assert to_move or rules.deadline(state) is not None, "the game goes on somehow"
        else:
            assert not to_move


def outcome(position: Position, seat: Seat, move: Any, state: Any = None, pack: Any = None) -> Any:
    """What comes of asking for this move: nothing said if it is played, else the clause and the sentence."""
    game, play, at = position.game, position.play, position.soon
    try:
        move = received(game, play, seat, move, at, position.lines)
        state = play.state if state is None else state
        position.rules.apply(state, seat, move, pack or game.pack, chance_of(position), at)
    except IllegalMove as refused:
        return refused.clause, refused.why
    return None


def attempts(slug: str, dice: Random, each: int = 14) -> Iterator[tuple[Position, Seat, Any]]:
    """Moves that somebody might ask for: one's own, others', and ones that were meant for an earlier moment."""
    for number in range(WALKS):
        steps = walk(slug, number)
        for place in sorted(dice.sample(range(len(steps)), min(each, len(steps)))):
            position = steps[place]
            if position.rules.result(position.state) is not None:
                continue
            then = [position, *(steps[max(0, place - back)] for back in (1, 2, 4, 9))]
            moves = {move for moment in then for seat in watchers_of(moment.state) for move in legal(moment, seat)}
            some = dice.sample(sorted(moves, key=repr), min(14, len(moves)))
            for seat in everybody(position):
                own = legal(position, seat)
                for move in {*some, *dice.sample(own, min(4, len(own)))}:
                    yield position, seat, move


@every_game
def test_what_is_legal_is_played_and_all_else_is_refused_by_a_clause(slug: str) -> None:
    books = {*rulebooks.clauses(rulebooks.COMMON), *rulebooks.clauses(slug)}
    refusals = played_moves = 0
    for position, seat, move in attempts(slug, Random(slug)):
        before = as_json(position.state)
        said = outcome(position, seat, move)
        assert as_json(position.state) == before, "a move leaves the state before it as it was"
        if move in legal(position, seat):
            assert said is None, (said, seat, move)
            played_moves += 1
        else:
            assert said is not None, (seat, move, position.state)
            clause, why = said
            assert clause in books, f"refused by {clause!r}: {why.text} ({seat} asked for {move})"
            assert isinstance(why, Say) and why.text
            assert why.text % dict(why.facts) if why.facts else "%(" not in why.text
            refusals += 1
    assert refusals > 100 and played_moves > 100


def tried(position: Position, dice: Random, most: int = 250) -> Iterator[Any]:
    """Every move that can be written down here, or so many of each kind: all choices, numbers within their bounds."""
    now = [move for seat in seats_of(position.state) for move in legal(position, seat)]
    seen: dict[str, set[Any]] = defaultdict(set)
    for move in now:
        for name in move.__struct_fields__:
            seen[name].add(getattr(move, name))
    for kind in get_args(position.rules.Move):
        fields = inspect.type_info(kind).fields
        values = [sorted(_candidates(field.type, seen[field.name]), key=repr) for field in fields]
        count = prod(map(len, values))
        names = [field.name for field in fields]
        if count <= most:
            yield from (kind(**dict(zip(names, chosen, strict=True))) for chosen in product(*values))
        else:
            yield from (
                kind(**{name: dice.choice(some) for name, some in zip(names, values, strict=True)}) for _ in range(most)
            )


def _candidates(kind: Any, seen: set[Any]) -> set[Any]:
    """What may stand in a field: what now stands there in anybody's legal moves, and all else within reason."""
    match kind:
        case inspect.Metadata(type=inner):
            return _candidates(inner, seen)
        case inspect.UnionType(types=kinds):
            return {value for one in kinds for value in _candidates(one, seen)}
        case inspect.LiteralType(values=values):
            return {*values}
        case inspect.BoolType():
            return {False, True}
        case inspect.IntType(ge=least, le=most, lt=below):
            most = most if below is None else below - 1
            near = {value + by for value in seen if isinstance(value, int) for by in (-1, 0, 1)}
            few = range(least or 0, most + 1) if most is not None and most <= 60 else ()
            return {value for value in {*near, *few} if value >= (least or 0) and (most is None or value <= most)}
        case inspect.StrType(pattern=pattern, min_length=least):
            return {*seen} if pattern or least else {"", *seen}
        case _:
            raise AssertionError(f"a move is made of choices, switches, numbers and texts, not {kind}")


OPEN_FIELDS = {"reaction": 0, "wait": 0, "wish": "ready"} | dict.fromkeys(
    ("text", "name", "year", "mnemonic", "word"), ""
)


def template(move: Any) -> Any:
    """The move without what is typed into it, measured about it or judged of it."""
    return structs.replace(move, **_left_open(type(move)))


@cache
def _left_open(kind: type[Struct]) -> dict[str, Any]:
    opened = {name: OPEN_FIELDS[name] for name in OPEN_FIELDS.keys() & {*kind.__struct_fields__}}
    return opened | {field.name: UNSET for field in structs.fields(kind) if field.default is UNSET}


@every_game
def test_whatever_is_played_is_among_the_legal_moves(slug: str) -> None:
    """A page, a bot and a solver know only what the rules list: whatever the rules accept must be on that list."""
    dice = Random(slug)
    found: set[type] = set()
    moments = [position for position in sample(slug, 3) if position.rules.result(position.state) is None]
    for position in dice.sample(moments, min(24, len(moments))):
        for seat in seats_of(position.state):
            listed = {template(move) for move in legal(position, seat)}
            for move in tried(position, dice):
                if template(move) not in listed:
                    assert outcome(position, seat, move) is not None, (seat, move, position.state)
                elif outcome(position, seat, move) is None:
                    found.add(type(move))
    assert len(found) > 1


@pytest.mark.clause("CO-4", "CO-5")
@every_game
def test_nobody_moves_after_the_end_or_in_a_pause(slug: str) -> None:
    steps = next(steps for number in range(WALKS) if (steps := walk(slug, number))[-1].game.result(steps[-1].play))
    game, at = steps[0].game, steps[-1].play.at + timedelta(seconds=1)
    begun, over = steps[0].play, steps[-1].play
    paused = game.advance(begun, Entry(begun.number + 1, TABLE, Pause(), begun.at))
    for play, clause in ((over, "CO-4"), (paused, "CO-5")):
        assert game.to_move(play) == frozenset()
        assert game.deadline(play) is None
        for seat in watchers_of(play.state):
            for move in legal(steps[0], seat):
                with pytest.raises(IllegalMove) as refused:
                    game.advance(play, Entry(play.number + 1, seat, move, at))
                assert refused.value.clause == clause
        for move in (TimeUp(), Pause()) if play is paused else (TimeUp(), Pause(), Seated(Seat(0), True)):
            with pytest.raises(IllegalMove) as refused:
                game.advance(play, Entry(play.number + 1, TABLE, move, at + timedelta(days=9)))
            assert refused.value.clause == clause


# -- values ----------------------------------------------------------------------------------------------------------


PLAIN = (bool, int, float, str, datetime, Enum, UnsetType, type(None))


def check_frozen(thing: Any, met: dict[int, Any]) -> None:
    """Fails on anything that could be changed after it was made. ``met``: what has been looked through already."""
    if isinstance(thing, PLAIN) or id(thing) in met:
        return
    met[id(thing)] = thing
    if isinstance(thing, Struct):
        assert type(thing).__struct_config__.frozen, f"{type(thing).__name__} is not frozen"
        for name in thing.__struct_fields__:
            check_frozen(getattr(thing, name), met)
    else:
        assert isinstance(thing, tuple | frozenset), type(thing)
        for part in thing:
            check_frozen(part, met)


@every_game
def test_states_and_moves_survive_json(slug: str) -> None:
    for position in positions(slug):
        state = position.state
        decoded = msgspec.json.decode(as_json(state), type=position.rules.State)
        assert decoded == state and as_json(decoded) == as_json(state)
        assert hash(decoded) == hash(state)
    met: dict[int, Any] = {}
    for position in sample(slug):
        check_frozen(position.state, met)
        for seat in seats_of(position.state):
            for move in legal(position, seat):
                assert position.game.decode(seat, as_json(move)) == move
                check_frozen(move, met)


@every_game
def test_observations_are_values_and_their_json_tells_them_apart(slug: str) -> None:
    seen: dict[bytes, Any] = {}
    met: dict[int, Any] = {}
    for position in sample(slug):
        for watcher in watchers_of(position.state):
            view = position.view(watcher)
            assert type(view) is position.rules.Observation
            check_frozen(view, met)
            assert all(hash(getattr(view, part)) is not None for part in view.__struct_fields__)
            text = as_json(view)
            assert as_json(msgspec.json.decode(text)) == text
            assert seen.setdefault(text, view) == view
    assert len(set(seen.values())) == len(seen), "two observations that differ are written differently"


@every_game
def test_everybody_can_look_at_any_moment_and_looking_changes_nothing(slug: str) -> None:
    for position in positions(slug)[::5]:
        before = as_json(position.state)
        views = {watcher: position.view(watcher) for watcher in watchers_of(position.state)}
        texts = {watcher: as_json(view) for watcher, view in views.items()}
        again = {watcher: position.view(watcher) for watcher in reversed(watchers_of(position.state))}
        assert again == views
        assert {watcher: as_json(view) for watcher, view in views.items()} == texts
        assert as_json(position.state) == before


# -- what all see and what one sees ----------------------------------------------------------------------------------


@every_game
def test_every_part_of_the_page_is_either_common_or_the_watchers_own(slug: str) -> None:
    rules = GAMES[slug]
    common, whole = {*rules.Common.__struct_fields__}, {*rules.Observation.__struct_fields__}
    own = set(rules.Observation.__annotations__)  # those that it adds to what it inherits
    assert issubclass(rules.Observation, rules.Common)
    assert common and own
    assert not common & own, "a common part cannot be told anew to one watcher"
    assert common | own == whole


@every_game
def test_the_common_parts_of_an_observation_are_the_very_same_for_all(slug: str) -> None:
    for position in positions(slug)[::5]:
        rules, state, pack, at = position.rules, position.state, position.game.pack, position.play.at
        common = rules.common(state, pack, at)
        before = as_json(common)
        assert type(common) is rules.Common
        for watcher in watchers_of(state):
            view = rules.own(common, state, watcher, pack, at)
            assert type(view) is rules.Observation
            for part in common.__struct_fields__:
                assert getattr(view, part) is getattr(common, part), (part, watcher)
            assert view == position.view(watcher), "whoever asks for one watcher alone sees the same"
        assert as_json(common) == before


@every_game
def test_what_is_own_differs_between_watchers_sooner_or_later(slug: str) -> None:
    """A part that nobody ever sees otherwise is common: it must not be worked out for everybody anew."""
    alike: set[str] = set()
    differs: set[str] = set()
    for position in sample(slug):
        views = [position.view(watcher) for watcher in watchers_of(position.state)]
        for part in {*position.rules.Observation.__annotations__} - differs:
            seen = {getattr(view, part) for view in views}
            (differs if len(seen) > 1 else alike).update({part} if seen != {None} else ())
    assert differs
    assert not alike - differs, f"always the same for all: {alike - differs}"


# -- time ------------------------------------------------------------------------------------------------------------


@every_game
def test_deadlines_lie_ahead(slug: str) -> None:
    deadlines = 0
    for position in positions(slug):
        due = position.game.deadline(position.play)
        if due is not None:
            assert due >= position.play.at
            deadlines += 1
    assert deadlines


@every_game
def test_when_time_runs_out_the_game_moves_on(slug: str) -> None:
    for position in positions(slug):
        due = position.game.deadline(position.play)
        if due is None:
            continue
        state = position.rules.time_up(position.state, position.game.pack, chance_of(position), due)
        assert as_json(state) != as_json(position.state)
        after = position.rules.deadline(state)
        assert after is None or after > due or position.rules.result(state) is not None


def times(thing: Any, path: str = "state") -> Iterator[tuple[str, object]]:
    """Every plain value in a state, with where it stands."""
    match thing:
        case Struct():
            for name in thing.__struct_fields__:
                yield from times(getattr(thing, name), f"{path}.{name}")
        case tuple() if type(thing) is tuple:
            for number, part in enumerate(thing):
                yield from times(part, f"{path}.{number}")
        case _:
            yield path, thing


pauses = st.timedeltas(timedelta(milliseconds=1), timedelta(days=400))


@every_game
@law
@given(data=st.data(), pause=pauses)
def test_a_pause_moves_every_time_by_its_length_and_nothing_else(
    slug: str, data: st.DataObject, pause: timedelta
) -> None:
    position = data.draw(any_position(slug))
    shifted = position.rules.shift(position.state, pause)
    for (place, before), (same, after) in zip(times(position.state), times(shifted), strict=True):
        assert place == same
        assert after == (before + pause if isinstance(before, datetime) else before), place
    due = position.rules.deadline(position.state)
    assert position.rules.deadline(shifted) == (None if due is None else due + pause)


@every_game
@law
@given(data=st.data(), pause=pauses)
def test_after_a_pause_the_game_goes_on_as_if_there_had_been_none(
    slug: str, data: st.DataObject, pause: timedelta
) -> None:
    position = data.draw(any_position(slug))
    game, play, rules = position.game, position.play, position.rules
    if rules.result(play.state) is not None:
        return
    begin = Entry(play.number + 1, TABLE, Pause(), play.at)
    end = Entry(play.number + 2, TABLE, Resume(), play.at + pause)
    resumed = game.fold([begin, end], play)
    assert resumed is not None and resumed.paused is None
    happenings: list[Callable[[Any, timedelta], Any]] = []
    for seat in sorted(rules.to_move(play.state)):
        move = data.draw(st.sampled_from(legal(position, seat)))
        move = received(game, play, seat, move, position.soon, position.lines)
        happenings.append(
            lambda state, by, seat=seat, move=move: rules.apply(
                state, seat, move, game.pack, chance_of(position), position.soon + by
            )
        )
    due = rules.deadline(play.state)
    if due is not None:
        happenings.append(lambda state, by: rules.time_up(state, game.pack, chance_of(position), due + by))
    happens = data.draw(st.sampled_from(happenings))
    without = happens(play.state, timedelta(0))
    assert happens(resumed.state, pause) == rules.shift(without, pause)


# -- the log and the secret ------------------------------------------------------------------------------------------


@every_game
@settings(max_examples=12, deadline=None, derandomize=True)
@given(data=st.data())
def test_the_same_secret_and_log_give_the_same_game_bit_for_bit(slug: str, data: st.DataObject) -> None:
    rules = GAMES[slug]
    seats = data.draw(st.sampled_from([seats for seats in rules.seats if seats <= 6]))
    secret = data.draw(st.binary(min_size=1, max_size=32))
    dice = data.draw(st.randoms(use_true_random=False))
    course = Course(rules, seats, secret)
    states = [as_json(course.state) for _ in played(course, at_random, dice, 80)]
    again: Play | None = None
    fresh = Game(rules, pack_for(rules), secret)
    for row, text in zip(course.rows, states, strict=True):
        seat = Seat(row.seat)
        again = fresh.advance(again, Entry(row.number, seat, fresh.decode(seat, row.move), row.at))
        assert as_json(again.state) == text
        assert as_json(fresh.decode(seat, row.move)).decode() == row.move


@every_game
def test_a_game_that_is_stored_reads_back_the_same(slug: str) -> None:
    for position in positions(slug):
        game, play = position.game, position.play
        restored = game.restored(game.stored(play))
        assert restored == play
        assert repr(restored) == repr(play), "equal, and of the same types"
        assert hash(restored) == hash(play)
    for position in sample(slug):
        game, play = position.game, position.play
        if position.rules.result(position.state) is None:
            play = game.advance(play, Entry(play.number + 1, TABLE, Pause(), play.at))
        restored = game.restored(game.stored(play))
        assert restored == play
        for watcher in watchers_of(position.state):
            view = position.rules.observe(restored.state, watcher, position.game.pack, restored.at)
            assert as_json(view) == as_json(position.view(watcher))


@every_game
def test_a_game_that_is_stored_goes_on_as_if_nothing_had_happened(slug: str) -> None:
    for number in range(4):
        dice, rules = Random(f"stored {slug} {number}"), GAMES[slug]
        course = Course(rules, dice.choice([seats for seats in rules.seats if seats <= 6]), dice.randbytes(32))
        plays = [course.play for _ in played(course, comings_and_goings, dice, 120)]
        for play in dice.sample(plays, min(8, len(plays))):
            restored = course.game.restored(course.game.stored(play))
            for row in course.rows[play.number :]:
                seat = Seat(row.seat)
                restored = course.game.advance(
                    restored, Entry(row.number, seat, course.game.decode(seat, row.move), row.at)
                )
            assert restored == course.play


@every_game
def test_another_secret_is_another_game(slug: str) -> None:
    rules = GAMES[slug]
    seats = rules.seats[-1]
    laid = {as_json(Course(rules, seats, bytes([number])).state) for number in range(20)}
    assert len(laid) > 1


@every_game
def test_no_piece_is_lost_or_doubled(slug: str) -> None:
    assert slug in PIECES, f"tests/rules/pieces.py does not count the pieces of {slug}"
    for number in range(WALKS):
        steps = walk(slug, number)
        counts = [PIECES[slug](step.state, step.game.pack) for step in steps]
        seats = [len(step.state.players) for step in steps]
        for before, after, had, have in zip(counts, counts[1:], seats, seats[1:], strict=False):
            assert after == before or had != have, "a latecomer may bring pieces along"


# -- what is hidden --------------------------------------------------------------------------------------------------


def scrambled(position: Position, watcher: Seat, number: int = 0) -> tuple[Any, Any]:
    slug = position.rules.slug
    assert slug in SCRAMBLES, f"tests/rules/scrambles.py does not scramble what is hidden in {slug}"
    chance = Chance(position.game.secret, number, "scramble")
    state, pack = SCRAMBLES[slug](position.state, watcher, position.game.pack, chance)
    assert type(state) is position.rules.State
    return state, pack


@pytest.mark.clause("CO-7")
@every_game
def test_nothing_hidden_reaches_an_observation_or_a_deadline(slug: str) -> None:
    """Nor what is common: it must be the same whoever's secrets are changed, for it is drawn once for all.

    When time runs out everybody sees it: it must not depend on what only some may know either.
    """
    for position in sample(slug, 60):
        rules, at = position.rules, position.play.at
        common = rules.common(position.state, position.game.pack, at)
        for watcher in watchers_of(position.state):
            state, pack = scrambled(position, watcher)
            same = rules.common(state, pack, at)
            assert same == common, f"what all see tells what is hidden from {watcher}"
            view = rules.own(same, state, watcher, pack, at)
            assert view == rules.own(common, position.state, watcher, position.game.pack, at)
            assert b"SCRAMBLED" not in as_json(view)
            if not in_contest(position.state):
                assert rules.deadline(state) == rules.deadline(position.state)


@pytest.mark.clause("CO-7")
@every_game
def test_what_somebody_does_in_secret_moves_no_deadline(slug: str) -> None:
    """Two moves of somebody else that look alike leave the same time, on the page and on the house's clock."""
    alike = 0
    for position in sample(slug, 5):
        for seat in sorted(position.rules.to_move(position.state)):
            after = [state for move in different(position, seat) if (state := then(position, seat, move)) is not None]
            for watcher in watchers_of(position.state):
                if watcher == seat:
                    continue
                times_left: dict[bytes, set[object]] = defaultdict(set)
                for state in after:
                    view = position.rules.observe(state, watcher, position.game.pack, position.soon)
                    due = None if in_contest(state) else position.rules.deadline(state)
                    seen = as_json(view)
                    times_left[MOMENT.sub(b"null", seen)].add((seen, due))
                assert all(len(found) == 1 for found in times_left.values()), (seat, watcher, position.state)
                alike += len(after) - len(times_left)
    assert alike or slug in ALL_IN_SIGHT


def different(position: Position, seat: Seat, most: int = 4) -> list[Any]:
    """Moves of this seat that differ, some of every kind, with something written where a text is asked for."""
    kinds: dict[type, list[Any]] = defaultdict(list)
    for move in legal(position, seat):
        blanks = [name for name in move.__struct_fields__ if getattr(move, name) == ""]
        kinds[type(move)].append(structs.replace(move, **dict.fromkeys(blanks, "no idea")) if blanks else move)
        kinds[type(move)] += [move] if blanks else []
    dice = Random(position.play.number)
    return [move for moves in kinds.values() for move in dice.sample(moves, min(most, len(moves)))]


def then(position: Position, seat: Seat, move: Any) -> Any:
    """The state after this move; None if it is refused."""
    try:
        move = received(position.game, position.play, seat, move, position.soon, position.lines)
        return position.rules.apply(position.state, seat, move, position.game.pack, chance_of(position), position.soon)
    except IllegalMove:
        return None


MOMENT = re.compile(rb'"\d{4}-\d\d-\d\dT[^"]*"')
"""A moment in time, as the JSON of an observation has it."""


@pytest.mark.clause("CO-7")
@every_game
def test_whether_and_why_a_move_is_refused_tells_nothing_hidden(slug: str) -> None:
    last: tuple[Position, Seat] | None = None
    state = pack = None
    for position, seat, move in attempts(slug, Random(f"hidden {slug}"), 8):
        if last != (position, seat):
            last, (state, pack) = (position, seat), scrambled(position, seat)
        assert outcome(position, seat, move) == outcome(position, seat, move, state, pack), (seat, move)


@every_game
def test_the_scrambling_scrambles(slug: str) -> None:
    """The measuring stick: at most moments there is something to hide, and those it belongs to see the difference."""
    moments = [position for position in sample(slug, 4) if position.rules.result(position.state) is None]
    changed = seen_by_others = 0
    for number, position in enumerate(moments):
        for watcher in watchers_of(position.state):
            state, pack = scrambled(position, watcher, number)
            changed += (state, pack) != (position.state, position.game.pack)
            seen_by_others += any(
                position.rules.observe(state, other, pack, position.play.at) != position.view(other)
                for other in watchers_of(position.state)
                if other != watcher
            )
    assert changed > (0.05 if slug in MOSTLY_OPEN else 0.7) * sum(
        len(watchers_of(position.state)) for position in moments
    )
    assert seen_by_others


# -- recordings ------------------------------------------------------------------------------------------------------

RECORDINGS = record.listed()


@every_game
def test_every_game_has_a_short_and_a_whole_recording(slug: str) -> None:
    recordings = [record.read(path) for path in RECORDINGS if path.parent.name == slug]
    assert len(recordings) >= 2, f"run: python -m tests.rules.record {slug}"
    over = [record.replayed(recording).over for recording in recordings]
    assert True in over and False in over
    for recording in recordings:
        tags = {msgspec.json.decode(row.move)["move"] for row in recording.log}
        assert tags >= set(recording.shows)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recording_replays_bit_for_bit(path: Any) -> None:
    recording = record.read(path)
    assert recording.game == path.parent.name
    again = record.taken(recording, recording.log)
    assert again.deck == recording.deck, f"the test deck has changed. Look why, then: {record.HOW} {recording.game}"
    assert again.log == recording.log
    assert again.observations == recording.observations
    assert again.state == recording.state
    assert again == recording


def test_no_recording_is_of_a_game_that_is_gone() -> None:
    assert {path.parent.name for path in RECORDINGS} <= GAMES.keys()
