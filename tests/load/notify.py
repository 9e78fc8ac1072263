"""python -m tests.load.notify: how many processes one PostgreSQL can notify, how often, and how long that takes.

Processes that only listen, and one that notifies at a steady rate, a notification a commit as the log does it; the
load test's own PostgreSQL, without pinning anything to a core. Each case lasts a few seconds.
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
import time
from multiprocessing.connection import Connection

import psutil
import psycopg

from tests.load.server import Database

CHANNEL = "load"
LISTENERS = (1, 4, 16, 64)
RATES = (100, 1000, 5000)
SIZES = (60, 1000)


def listen(url: str, pipe: Connection) -> None:
    """One process: tells how late each notification came, in milliseconds, once asked to stop."""
    late: list[float] = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"listen {CHANNEL}")
        pipe.send("ready")
        for notice in connection.notifies():
            now = time.monotonic()
            sent = notice.payload.partition(" ")[0]
            if sent == "stop":
                break
            late.append((now - float(sent)) * 1000)
    pipe.send((late, time.process_time()))


async def notify(url: str, rate: int, size: int, seconds: float) -> tuple[int, float]:
    """As many notifications a second, each in a commit of its own; how many there were, and how many a second."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        began, sent = time.monotonic(), 0
        while (now := time.monotonic()) < began + seconds:
            due = int((now - began) * rate)
            while sent < due and time.monotonic() < began + seconds:
                head = f"{time.monotonic()} "
                await connection.execute("select pg_notify(%s, %s)", [CHANNEL, head + "x" * (size - len(head))])
                sent += 1
            await asyncio.sleep(0.001)
        took = time.monotonic() - began
        await connection.execute("select pg_notify(%s, 'stop')", [CHANNEL])
    return sent, sent / took


def percentile(values: list[float], part: float) -> float:
    """The value that so large a part does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def measure(database: Database, listeners: int, rate: int, size: int, seconds: float) -> dict[str, float]:
    """One case."""
    pipes, processes = [], []
    for _ in range(listeners):
        ours, theirs = multiprocessing.Pipe()
        processes.append(multiprocessing.Process(target=listen, args=[database.url, theirs], daemon=True))
        processes[-1].start()
        pipes.append(ours)
    for pipe in pipes:
        pipe.recv()
    used, others, began = database.cpu(), sum(psutil.cpu_times()[:3]), time.monotonic()
    sent, reached = asyncio.run(notify(database.url, rate, size, seconds))
    heard = [pipe.recv() for pipe in pipes]
    took, used = time.monotonic() - began, database.cpu() - used
    others = sum(psutil.cpu_times()[:3]) - others
    for process in processes:
        process.join()
    late = [delay for delays, _ in heard for delay in delays]
    return {
        "listeners": listeners,
        "wanted": rate,
        "bytes": size,
        "reached": round(reached),
        "p50": round(percentile(late, 0.5), 2),
        "p99": round(percentile(late, 0.99), 1),
        "missed": sent * listeners - len(late),
        "database_ms": round(used / sent * 1000, 3),  # CPU for each notification, all listeners together
        "database_cores": round(used / took, 2),
        "machine_cores": round(others / took, 2),  # everything that ran on this machine
    }


def main() -> None:
    """Prints a line for each case, and all of them as JSON if asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.notify", description=__doc__)
    parser.add_argument("--listeners", type=int, nargs="*", default=LISTENERS)
    parser.add_argument("--rates", type=int, nargs="*", default=RATES)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each case (5)")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    multiprocessing.set_start_method("spawn")
    database = Database()
    shown = database.start()
    lines = []
    try:
        sys.stdout.write(f"PostgreSQL {shown['server_version']}, {psutil.cpu_count()} cores\n")
        for size in chosen.sizes:
            for listeners in chosen.listeners:
                for rate in chosen.rates:
                    line = measure(database, listeners, rate, size, chosen.seconds)
                    lines.append(line)
                    sys.stdout.write("  ".join(f"{name} {value}" for name, value in line.items()) + "\n")
                    sys.stdout.flush()
    finally:
        database.stop()
    if chosen.json:
        sys.stdout.write(json.dumps(lines) + "\n")


if __name__ == "__main__":
    main()
