"""What is typed about a card of a deck: its event, its year, its mnemonic, the answer to its question (CO-3)."""

from functools import lru_cache

from games.rules.answers.judge import judge_text, phrases, to_the_letter
from games.rules.answers.years import judge_year
from games.rules.pack import Event, Pack, Question


def names(event: Event) -> tuple[str, ...]:
    """Everything that names this event, in every language of its card."""
    return event.name.all() + event.accept.all()


def answers(question: Question) -> tuple[str, ...]:
    """Everything that answers this question, in every language of its card."""
    return question.answer.all() + question.accept.all()


def names_event(given: str, event: Event, pack: Pack) -> bool:
    """Does this name the event, and no other event of the deck, nor one of its near misses?"""
    return _is_meant(given, names(event), _every_name(pack), event.reject.all())


def named_to_the_letter(given: str, event: Event) -> bool:
    """Is this a name of the event as it stands on the card, so that no slip had to be forgiven?"""
    return to_the_letter(given, names(event))


def gives_year(given: str, event: Event, pack: Pack, within: int = 0) -> bool:
    """Is this the year of the event, or one at most so many years ``within`` it?"""
    years = _every_year(pack)
    return any(judge_year(given, event.year + off, years) for off in range(-within, within + 1))


def gives_mnemonic(given: str, event: Event, pack: Pack) -> bool:
    """Is this the mnemonic of the event, and of no other event of the deck?"""
    return judge_text(given, _spoken(event), _every_mnemonic(pack))


def answers_question(given: str, question: Question, pack: Pack) -> bool:
    """Does this answer the question, and no other question of the deck, nor is it one of its near misses?"""
    return _is_meant(given, answers(question), _every_answer(pack), question.reject.all())


def _is_meant(given: str, accepted: tuple[str, ...], others: tuple[str, ...], rejected: tuple[str, ...]) -> bool:
    # Two judgements, so that all cards of a deck share the large shelf of its other answers.
    return judge_text(given, accepted, others) and (not rejected or judge_text(given, accepted, rejected))


@lru_cache(maxsize=16)
def _every_name(pack: Pack) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for event in pack.events for name in names(event)))


@lru_cache(maxsize=16)
def _every_year(pack: Pack) -> tuple[int, ...]:
    return tuple(event.year for event in pack.events)


@lru_cache(maxsize=16)
def _every_mnemonic(pack: Pack) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for event in pack.events for phrase in _spoken(event)))


def _spoken(event: Event) -> tuple[str, ...]:
    return tuple(phrase for text in event.mnemonic.all() for phrase in phrases(text))


@lru_cache(maxsize=16)
def _every_answer(pack: Pack) -> tuple[str, ...]:
    cards = pack.questions
    suits = (suit for card in cards for suit in (card.clubs, card.diamonds, card.hearts, card.spades))
    return tuple(dict.fromkeys(text for question in suits for text in answers(question)))
