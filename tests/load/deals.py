"""How many deals of Klondike the solver proves winnable, and how long it takes for one (KL-E1)."""

import time
from statistics import median
from typing import Any

from games.rules.quizterix_klondike.deals import numbered
from games.rules.quizterix_klondike.proof import wins
from games.rules.quizterix_klondike.solver import LIMIT, solve


def solving(draw: int, deals: int) -> dict[str, Any]:
    """The first deals there are, each solved and its way played through the rules."""
    seconds, verdicts, wrong = [], dict.fromkeys(("winnable", "no way found", "unknown"), 0), 0
    for number in range(deals):
        began = time.process_time()
        solution = solve(numbered(number), draw)
        seconds.append(time.process_time() - began)
        verdicts[solution.verdict] += 1
        wrong += solution.verdict == "winnable" and not wins(numbered(number), draw, solution.moves)
    return {
        "draw": draw,
        "deals": deals,
        "verdicts": verdicts,
        "wrong": wrong,
        "median_seconds": round(median(seconds), 3),
        "slowest_seconds": round(max(seconds), 1),
        "limit": LIMIT,
    }
