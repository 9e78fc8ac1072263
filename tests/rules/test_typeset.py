"""How large names and mnemonics are set."""

from games.rules.typeset import steps


def test_type_is_rather_smaller_than_a_word_is_broken() -> None:
    assert steps("Sputnik", "[L]ange [P]ause") == (0, 0)
    assert steps("Erste Wasserstoffbombe", "[L]ange [P]ause") == (1, 0)
    assert steps("Leonows Weltraumspaziergang", "[L]ange [P]ause") == (2, 1)
    assert steps("Donaudampfschifffahrtsgesellschaft", "[L]ange [P]ause") == (0, 0), "which has room nowhere, is broken"
