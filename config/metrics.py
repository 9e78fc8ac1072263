"""What a process counts, in Prometheus' words. Counting costs a microsecond; it is shown only if METRICS is set."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from prometheus_client import Counter, Gauge, Histogram

P = ParamSpec("P")
T = TypeVar("T")

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

SOCKETS = Gauge("tischrunde_sockets", "Browsers that look at a table over a socket of this process")
TABLES = Gauge("tischrunde_tables", "Tables in the memory of this process")
MOVES = Counter("tischrunde_moves", "Moves that this process has committed")
COMMITS = Histogram("tischrunde_commit_seconds", "A commit of moves, of one table or of many", buckets=SECONDS)
SHOWS = Histogram("tischrunde_show_seconds", "Drawing what a move changes for everybody here", buckets=SECONDS)
REFUSALS = Counter("tischrunde_refusals", "Moves that were refused")
DROPS = Counter("tischrunde_drops", "Browsers whose line this process has closed", ["reason"])

REASONS: Final = {
    4404: "no_table",
    4408: "failed",
    4012: "leaving",
    4429: "too_fast",
    4503: "database",
}
"""Why a line is closed, by the code that the browser is told."""


def dropped(code: int, reason: str = "") -> None:
    """One more browser whose line is closed with this code, for its usual reason unless another is named."""
    DROPS.labels(reason or REASONS.get(code, "other")).inc()


def timed(histogram: Histogram) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function that notes how long it takes; half as dear as the histogram's own way."""

    def note(work: Callable[P, T]) -> Callable[P, T]:
        @wraps(work)
        def noted(*args: P.args, **kwargs: P.kwargs) -> T:
            began = time.perf_counter()
            try:
                return work(*args, **kwargs)
            finally:
                histogram.observe(time.perf_counter() - began)

        return noted

    return note
