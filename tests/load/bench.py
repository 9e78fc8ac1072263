"""What is measured in which order, and how it is told."""

import argparse
import asyncio
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from games.rules.registry import GAMES as REGISTRY
from tests.load import classes, deals, health, measure, night, opening, prepare
from tests.load.server import ALL, FOLDER, LOAD, ROOT, SERVER, SERVERS, Database, Site, Web, complaints, on, pin

GAMES = ("swiss-quiz", "quizterix-snap", "quizterix-standard")
PARTS = ("loop", "two", "languages", "burst", "cut", "rules", "deals", "opening", "night", "class", "health")
ONE_LANGUAGE = ("de",) * 4
EACH_THEIR_OWN = ("de", "fr", "it", "en")
FULL_TABLES = {"quizterix-standard": 2}  # the heaviest table is measured with eight players: so many times four

Result = dict[str, Any]


class Plan(NamedTuple):
    """How much is measured."""

    tables: Sequence[int]
    seconds: float
    warm: float
    burst: int  # tables of six
    cut: int  # tables of four, two of which lose their line
    rules: float
    deals: int  # of Klondike, for its solver


FULL = Plan((1, 10, 50, 100, 250), seconds=6, warm=1.5, burst=100, cut=250, rules=1.5, deals=100)
QUICK = Plan((1, 10, 50), seconds=2, warm=0.5, burst=20, cut=25, rules=0.3, deals=12)


def main() -> None:
    """Runs what was asked for."""
    asked = _arguments()
    Web.server = asked.server
    plan = QUICK if asked.quick else FULL
    if asked.tables:
        plan = plan._replace(tables=asked.tables)
    if asked.seconds:
        plan = plan._replace(seconds=asked.seconds)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "web.log").write_bytes(b"")
    began = time.monotonic()
    database = Database()
    durable = database.start()
    try:
        pin(0, LOAD)
        prepare.prepare_database()
        results = dict(_measured(database, plan, asked.only or PARTS, asked.game or GAMES))
    finally:
        database.stop()
    facts = {
        "cores": len(ALL) or os.cpu_count(),
        "python": platform.python_version(),
        "postgresql": durable,
        "server": Web.server,
        "seconds": round(time.monotonic() - began),
        "server_complaints": complaints()[:20],
    }
    (ROOT / "var" / "bench.json").write_text(json.dumps(facts | results, indent=1))
    say("")
    for line in _told(results):
        say(line)
    say("")
    say(
        f"{facts['seconds']} s, Python {facts['python']}, PostgreSQL {durable['server_version']}"
        f" (fsync {durable['fsync']}, synchronous_commit {durable['synchronous_commit']}), {facts['cores']} cores,"
        f" {len(facts['server_complaints'])} complaints of the server. Raw figures: var/bench.json"
    )


def say(line: str) -> None:
    """One line for whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="less of everything, for trying")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="only these parts")
    parser.add_argument("--game", nargs="+", choices=GAMES, help="only these games")
    parser.add_argument("--tables", nargs="+", type=int, help="only so many tables")
    parser.add_argument("--seconds", type=float, help="how long each number of tables is measured")
    parser.add_argument("--server", choices=SERVERS, default=Web.server, help="what the web processes run")
    return parser.parse_args()


# -- measuring -----------------------------------------------------------------------------------------------------


def _measured(database: Database, plan: Plan, parts: Sequence[str], games: Sequence[str]) -> Iterator[tuple[str, Any]]:
    if "rules" in parts:
        yield "rules", [_rules_alone(game, plan) for game in REGISTRY]
    if "deals" in parts:
        yield "deals", [deals.solving(draw, plan.deals) for draw in (1, 3)]
    if "opening" in parts:
        yield "opening", [opening.opening(game) for game in opening.WAYS]
    if "health" in parts:
        yield "health", health.health()
    if "class" in parts:
        with Site(database) as site:
            yield "class", classes.measured(site, quick=plan is QUICK or plan.seconds == QUICK.seconds)
            site.check()
    if "night" in parts:
        yield "night", night.night(database)
    if {"loop", "two"} & set(parts):
        pools = {game: measure.Pool(game, seated(game, ONE_LANGUAGE), max(plan.tables) + 30) for game in games}
    if "loop" in parts:
        yield "loop", [_loop(database, plan, pools[game], tables) for game in games for tables in plan.tables]
    if "languages" in parts:
        others = [measure.Pool(game, seated(game, EACH_THEIR_OWN), 60) for game in games]
        yield "languages", [_loop(database, plan, pool, 50) for pool in others]
    if "two" in parts:
        with on(ALL):
            yield (
                "two",
                [_loop(database, plan, pools[game], 50, webs, ALL) for game in games for webs in (1, 2)],
            )
    if "burst" in parts and "swiss-quiz" in games:
        yield "burst", _burst(database, plan)
    if "cut" in parts and "swiss-quiz" in games:
        yield "cut", _cut(database, plan)


def _rules_alone(game: str, plan: Plan) -> Result:
    seats = min(4, REGISTRY[game].seats[-1]) * FULL_TABLES.get(game, 1)
    return measure.rules_alone(game, prepare.pack_for(game), plan.rules, seats)


def seated(game: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The languages of those at a table of this game."""
    return languages * FULL_TABLES.get(game, 1)


def _loop(
    database: Database,
    plan: Plan,
    pool: measure.Pool,
    tables: int,
    webs: int = 1,
    to: Sequence[int] = SERVER,
) -> Result:
    with Site(database, webs, to) as site:
        loop = measure.Loop(site, pool, prepare.pack_for(pool.game))
        result = asyncio.run(loop.run(tables, plan.warm, plan.seconds))
    say(f"  {pool.game}, {tables} tables, {webs} processes: {result['moves_per_second']} moves/s")
    return result


def _burst(database: Database, plan: Plan) -> Result:
    ready = prepare.open_tables("swiss-quiz", plan.burst, ["de"] * 6)
    with Site(database) as site:
        return asyncio.run(measure.burst(site, ready, prepare.pack_for("swiss-quiz")))


def _cut(database: Database, plan: Plan) -> Result:
    pool = measure.Pool("swiss-quiz", ONE_LANGUAGE, plan.cut)
    with Site(database) as site:
        return asyncio.run(measure.cut(site, pool, plan.cut))


# -- telling -------------------------------------------------------------------------------------------------------

COLUMNS: tuple[tuple[str, str, int], ...] = (
    ("tables", "tables", 7),
    ("moves/s", "moves_per_second", 9),
    ("p50 ms", "p50_ms", 8),
    ("p95", "p95_ms", 8),
    ("p99", "p99_ms", 8),
    ("CPU s/1000", "cpu_per_1000", 12),
    ("web", "web_cpu_per_1000", 7),
    ("pg", "database_cpu_per_1000", 7),
    ("peak MB", "peak_mb", 9),
    ("MB/100 t.", "mb_per_100_tables", 11),
    ("B/move", "bytes_per_move", 8),
    ("lost", "lost", 6),
)


class Target(NamedTuple):
    """What the figures should be."""

    text: str
    kept: Callable[[Result], bool]


TARGETS = {
    1: (Target("p50 <= 4 ms", lambda row: row["p50_ms"] <= 4),),
    50: (
        Target(">= 600/s", lambda row: row["moves_per_second"] >= 600),
        Target("p95 <= 120 ms", lambda row: row["p95_ms"] <= 120),
        Target("CPU <= 1.5", lambda row: row["cpu_per_1000"] <= 1.5),
    ),
    250: (
        Target(">= 500/s", lambda row: row["moves_per_second"] >= 500),
        Target("lost 0", lambda row: row["lost"] == 0),
        Target("<= 250 MB", lambda row: row["peak_mb"] <= 250),
    ),
}
OPENING = (Target("< 50 ms", lambda row: row["from_the_milestone_ms"] < 50),)
BURST = (
    Target("all counted", lambda row: row["counted"] == row["players"] and row["tables_complete"] == row["tables"]),
    Target("p95 < 500 ms", lambda row: row["p95_ms"] < 500),
)
CUT = (
    Target("all see the current state", lambda row: row["current"] == row["cut"]),
    Target("within 10 s", lambda row: row["back"] == row["cut"] and row["slowest_seconds"] <= 10),
)


NIGHT = (
    Target("last within 3 s", lambda row: row["last_seconds"] <= 3),
    Target("p95 within 2 s", lambda row: row["p95_seconds"] <= 2),
    Target("a move as without a night", lambda row: row["moves"][1]["p95_ms"] <= 1.3 * row["moves"][0]["p95_ms"]),
    Target(
        "console and screen no more than a few watchers",
        lambda row: row["moves"][2]["cpu_per_1000"] <= 1.2 * row["moves"][1]["cpu_per_1000"],
    ),
    Target("nothing lost", lambda row: not any(one["lost"] for one in row["moves"])),
)
HEALTH = tuple(
    Target(f"{name} < 300 ms", lambda row, key=key: row[key] < 300)
    for name, key in (("as it was", "as_it_was_ms"), ("after a change", "after_a_change_ms"))
)
DEALS = (
    Target("median < 1 s", lambda row: row["median_seconds"] < 1),
    Target("none over 20 s", lambda row: row["slowest_seconds"] <= 20),
    Target("every way holds", lambda row: row["wrong"] == 0),
)


def judged(row: Result, targets: Sequence[Target]) -> str:
    """The targets beside a figure, each with whether it is kept."""
    return ", ".join(f"{target.text} {'ok' if target.kept(row) else 'MISSED'}" for target in targets)


def _told(results: Result) -> Iterator[str]:
    one = (
        f"one core for {Web.server} and PostgreSQL, one for the browsers" if len(ALL) > 1 else "one core for everything"
    )
    yield f"Tables of 4 browsers, of Quizterix Standard 8; a move is done when all have it. {one[0].upper()}{one[1:]}."
    yield from _rows(results.get("loop", []), TARGETS)
    if "languages" in results:
        yield "\nThe same with four languages at each table."
        yield from _rows(results["languages"], {})
    if "two" in results:
        yield "\nOne and two web processes, each table's players spread over both; everything on all cores."
        yield from _rows(results["two"], {})
        yield from _ratios(results["two"])
    if row := results.get("burst"):
        yield (
            f"\nDeadline: {row['players']} players of {row['tables']} tables lock in within a second:"
            f" {row['counted']} counted, p50 {row['p50_ms']} ms, p95 {row['p95_ms']} ms, p99 {row['p99_ms']} ms."
            f" [{judged(row, BURST)}]"
        )
    if row := results.get("cut"):
        yield (
            f"\nLines: {row['cut']} sockets cut while the others move {row['moved_meanwhile']} times:"
            f" {row['back']} back, {row['current']} with the current state, the last after"
            f" {row['slowest_seconds']} s; {row['moved_afterwards']} of {row['tables']} tables go on."
            f" [{judged(row, CUT)}]"
        )
    if rows := results.get("rules"):
        yield "\nRules alone, one core:"
        for row in rows:
            looked = f"{row['apply_and_observe']:>8} with one observation each"
            yield f"  {row['game']:<16}{row['apply']:>8} moves/s, {looked}"
    if row := results.get("night"):
        yield (
            f"\nNight: {row['guests']} guests sent to {row['tables']} tables, committed after"
            f" {row['committed_seconds']} s, p95 of the phones has its table after {row['p95_seconds']} s, the last"
            f" after {row['last_seconds']} s, for {row['web_cpu_ms_per_guest']} + {row['database_cpu_ms_per_guest']} ms"
            f" of CPU a guest (web, database; load of the machine {row['load']:.1f}); the screen is then told"
            f" {row['screen_frames_per_second']} times and {row['screen_bytes_per_second']} bytes a second."
        )
        for one in row["moves"]:
            yield (
                f"  {one['line']:<20}{one['moves_per_second']:>8} moves/s, p95 {one['p95_ms']} ms,"
                f" {one['cpu_per_1000']} CPU s per 1000 moves"
            )
        yield f"  [{judged(row, NIGHT)}]"
    yield from _solved(results.get("deals", []))
    if row := results.get("class"):
        yield f"\nA class at its homework, one core:\n{classes.told(row)}"
    if row := results.get("health"):
        yield (
            f"\nHealth of a deck with {row['cards']} statements in two languages, work on one core:"
            f" {row['new_ms']} ms when all of them are new, {row['as_it_was_ms']} ms as it was,"
            f" {row['after_a_change_ms']} ms after a card was changed. [{judged(row, HEALTH)}]"
        )
    for row in results.get("opening", []):
        yield (
            f"\nOpening a table of {row['game']} with {row['moves']} moves: {row['from_the_milestone_ms']} ms from its"
            f" milestone ({row['state_bytes']} bytes), {row['from_the_beginning_ms']} ms from the log's beginning."
            f" [{judged(row, OPENING)}]"
        )


def _solved(rows: Sequence[Result]) -> Iterator[str]:
    if rows:
        yield f"\nSolver of Klondike, one core, at most {rows[0]['limit']} arrangements per deal:"
    for row in rows:
        told = ", ".join(f"{count} {verdict}" for verdict, count in row["verdicts"].items())
        yield (
            f"  turning {row['draw']}: {row['deals']} deals, {told}; median {row['median_seconds']} s,"
            f" slowest {row['slowest_seconds']} s. [{judged(row, DEALS)}]"
        )


def _rows(rows: Sequence[Result], targets: dict[int, tuple[Target, ...]]) -> Iterator[str]:
    game = ""
    for row in rows:
        if row["game"] != game:
            game = row["game"]
            yield f"\n{game}"
            yield "".join(f"{title:>{width}}" for title, _, width in COLUMNS) + "  target"
        cells = "".join(f"{row[key]!s:>{width}}" for _, key, width in COLUMNS)
        processes = f" {row['processes']} processes" if row["processes"] > 1 else ""
        kept = () if game in FULL_TABLES else targets.get(row["tables"], ())  # the targets are for tables of four
        yield f"{cells}{processes}  {judged(row, kept)}"


def _ratios(rows: Sequence[Result]) -> Iterator[str]:
    for one, two in zip(rows[::2], rows[1::2], strict=True):
        ratio = two["moves_per_second"] / one["moves_per_second"]
        target = Target(">= 1.5 times one", lambda row: row["ratio"] >= 1.5)
        yield (
            f"{one['game']}: two processes play {ratio:.2f} times as many moves"
            f" (server busy {two['server_busy']:.2f} cores, browsers {two['load_busy']:.2f})."
            f" [{judged({'ratio': ratio}, (target,))}]"
        )
