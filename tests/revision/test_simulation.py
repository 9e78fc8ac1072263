"""Our rounds are worth the pupils' while: against all cards every time, with as many answers."""

from tests.revision.simulation import outcomes, told


def test_pupils_know_more_at_the_test_than_with_all_cards_every_time() -> None:
    found = outcomes(30)  # three hundred by `python -m tests.revision.simulation`
    ours, everything = (sum(getattr(one, way) for one in found) / len(found) for way in ("ours", "everything"))
    assert ours > everything, told(found)
