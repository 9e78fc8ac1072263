"""python -m tests.failures: breaks things on real servers, and says what did not get well.

Every kind of failure, on Daphne and on uvicorn, with one process and with two; the moments come from the seed.
"""

import argparse
import asyncio
import itertools
import os
import random
import sys
import time

import django

from tests.failures.sites import CLUSTER, FOLDER, Site

SETUPS = (("daphne", 1), ("daphne", 2), ("uvicorn", 1), ("uvicorn", 2))


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Prints a line for each kind and setup; ends with 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.failures", description=__doc__)
    parser.add_argument("--cases", type=int, default=200, help="of each kind, over all setups (200)")
    parser.add_argument("--kinds", nargs="*", help="only these (all)")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    CLUSTER.join()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.failures.settings"
    django.setup()
    try:
        sys.exit(run(chosen.cases, chosen.kinds, chosen.seed))
    finally:
        CLUSTER.leave()


def run(cases: int, kinds: list[str] | None, seed: int) -> int:
    """All cases, setup by setup. Returns how many faults there were."""
    from django.db import connections

    from tests.failures import storm
    from tests.load.prepare import edition_for, prepare_database

    prepare_database()
    edition = edition_for("swiss-quiz")
    say(f"seed {seed}")
    faults = 0
    for place, (server, count) in enumerate(SETUPS):
        share = len(range(place, cases, len(SETUPS)))
        with (FOLDER / "web.log").open("wb") as log:
            sites = [Site(server, log) for _ in range(count)]
            try:
                for kind in kinds or storm.BREAKS:
                    outcomes: list[storm.Outcome] = []
                    began = time.monotonic()
                    for number in range(share):
                        chance = random.Random(f"{seed} {server} {count} {kind} {number}")
                        try:
                            outcomes.append(asyncio.run(storm.case(kind, sites, edition, chance)))
                        except storm.Fault as fault:
                            faults += 1
                            say(f"FAULT {server} x {count}, {kind}, case {number}: {fault}")
                        connections.close_all()
                    took = sorted(outcome.seconds for outcome in outcomes)
                    if took:
                        told = sum(outcome.told for outcome in outcomes)
                        say(
                            f"{server} x {count}  {kind:<16} {len(took):3} cases  well again after"
                            f" {took[len(took) // 2]:.1f} s (median), {took[-1]:.1f} s (longest);"
                            f" {told} moves told, none lost  [{time.monotonic() - began:.0f} s]",
                        )
            finally:
                for site in sites:
                    site.stop()
        for line, same in itertools.groupby(sorted(storm.unnamed_errors())):
            faults += 1
            say(f"FAULT {server} x {count}, the site's log: {line} ({len(list(same))} times)")
    say(f"{faults} faults")
    return min(faults, 1)


if __name__ == "__main__":
    main()
