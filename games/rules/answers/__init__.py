"""Is a typed answer right? Typed answers of every game are judged here (CO-3)."""

from games.rules.answers.cards import (
    answers_question,
    gives_mnemonic,
    gives_year,
    named_to_the_letter,
    names,
    names_event,
)
from games.rules.answers.judge import judge_mnemonic, judge_text, recognised
from games.rules.answers.years import judge_year

__all__ = [
    "answers_question",
    "gives_mnemonic",
    "gives_year",
    "judge_mnemonic",
    "judge_text",
    "judge_year",
    "named_to_the_letter",
    "names",
    "names_event",
    "recognised",
]
