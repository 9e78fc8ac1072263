"""Can somebody who cannot read tell true statements from false ones? A simple classifier tries, on form alone.

It needs scikit-learn, which only the tests and ``check_decks --form`` have: this module is imported when it is asked.
"""

import re
from collections.abc import Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from games.rules.pack import Statement

GUESSED_AT_MOST, GUESSED_AT_LEAST = 0.55, 0.45
FOLDS, REPEATS = 10, 10

_NEGATIONS = {
    "en": r"\b(not|no|never|nobody|nothing|none|neither|nor|without|cannot|\w+n[’']t)\b",
    "de": r"\b(nicht|kein\w*|nie|niemals|niemand\w*|nichts|weder|noch nie|ohne)\b",
    "fr": r"\b(ne|n[’']\w+|pas|jamais|personne|rien|aucun\w*|sans|ni)\b",
    "it": r"\b(non|nessun\w*|mai|niente|nulla|né|senza)\b",
}
_MARKS = ",;:–()?!"
_QUOTES = "«»‘“„"


def form_of(statement: Statement, language: str) -> list[float]:
    """What can be seen of a statement without reading it: lengths, digits, negation, punctuation, category."""
    text = getattr(statement.text, language)
    words = text.split()
    negation = _NEGATIONS.get(language)
    return [
        len(text),
        len(words),
        max(map(len, words), default=0),
        sum(letter.isdigit() for letter in text),
        bool(re.search(r"\d{4}", text)),
        bool(negation and re.search(negation, text, re.IGNORECASE)),
        sum(text.count(mark) for mark in _MARKS),
        sum(text.count(mark) for mark in _QUOTES),
        statement.difficulty,
        *(statement.category == one for one in ("nature", "places", "history", "culture", "economy")),
    ]


def names_in(statement: Statement, language: str) -> int:
    """How many words after the first begin with a capital: names, and in German every noun."""
    return sum(word[0].isupper() for word in getattr(statement.text, language).split()[1:])


def guessed(statements: Sequence[Statement], language: str, names: bool = False) -> float:
    """The share of statements that are guessed right by their form, cross-validated; chance is 0.5.

    With ``names`` the classifier sees how many names there are, too: less form than content, but a hint all the same.
    """
    seen = [form_of(statement, language) + [names_in(statement, language)] * names for statement in statements]
    forms = np.array(seen, dtype=float)
    truths = np.array([statement.truth for statement in statements])
    folds = RepeatedStratifiedKFold(n_splits=FOLDS, n_repeats=REPEATS, random_state=0)
    scores = cross_val_score(make_pipeline(StandardScaler(), LogisticRegression()), forms, truths, cv=folds)
    return float(scores.mean())
