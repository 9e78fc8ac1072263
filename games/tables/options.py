"""A game's options as people read them: the titles and words that its ``Options`` give to each."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Meta

from games.rules.play import AnyRules
from games.rules.words import N_


class Told(NamedTuple):
    """One option as it was chosen, in words to be translated; no choice: just as its title says."""

    title: str
    choice: str


def meta_of(hint: object) -> dict[str, Any]:
    """What stands about an option beside its type: title, description, limits, words; empty if it has no title."""
    told: dict[str, Any] = {}
    for meta in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(meta, Meta):
            named = {name: getattr(meta, name) for name in ("title", "description", "extra", "ge", "le")}
            told |= {name: value for name, value in named.items() if value is not None}
    return told if "title" in told else {}


def unusual(rules: AnyRules, options: Mapping[str, Any]) -> tuple[Told, ...]:
    """What is not played as usual at a table with these options."""
    hints = get_type_hints(rules.Options, include_extras=True)
    usual = rules.Options()
    return tuple(
        _told(meta["title"], _choice(get_args(hint)[0], meta, options[name]))
        for name, hint in hints.items()
        if (meta := meta_of(hint)) and options.get(name, getattr(usual, name)) != getattr(usual, name)
    )


def _told(title: str, choice: str) -> Told:
    """A choice that names itself ("short: 20 cards") needs no title."""
    return Told(choice, "") if ": " in choice else Told(title, choice)


def _choice(kind: object, meta: Mapping[str, Any], value: object) -> str:
    """The words for this value."""
    extra = meta.get("extra", {})
    words = dict(extra.get("presets", ()))
    if get_origin(kind) is Literal and "labels" in extra:
        words = dict(zip(get_args(kind), extra["labels"], strict=True))
    if isinstance(value, bool):
        words = {True: "", False: N_("No")}
    return str(words.get(value, value))
