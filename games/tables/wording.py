"""Words the sentences that rules say, in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext

from games.rules.words import Fact, Say, Text, Who
from games.tables.snapshot import People


def worded(sentence: Say, people: People, language: str) -> str:
    """The sentence with its facts filled in. The language must be the active one."""
    facts = {name: _fact(fact, people, language) for name, fact in sentence.facts}
    if sentence.plural:
        return ngettext(sentence.text, sentence.plural, int(facts["n"])) % facts
    return gettext(sentence.text) % facts if facts else gettext(sentence.text)


def _fact(fact: Fact, people: People, language: str) -> int | str:
    match fact:
        case Who(seat=seat):
            chair = people.chair(seat)
            return chair.name if chair else people.host_name
        case Say():
            return worded(fact, people, language)
        case Text():
            return fact.say(language)
        case _:
            return fact


def plain(sentence: Say, facts: Mapping[str, object] | None = None) -> str:
    """A sentence that names nobody, such as a refusal on a form."""
    return worded(sentence, People((), (), None), "en")
