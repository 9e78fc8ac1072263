"""The forms of a night: making one, its programme, coming in."""

from collections.abc import Iterator
from typing import Any, Final, get_type_hints

from django import forms
from django.utils.translation import gettext_lazy as _

from games.nights.models import Round
from games.nights.programme import MOST_GUESTS, TEMPLATES, WAYS, ways_of
from games.nights.seating import Way
from games.rules.kernel import DAY
from games.rules.play import AnyRules
from games.rules.words import say
from games.tables.forms import NewcomerForm, OnceField, option_field
from games.wording import plain

OPTION: Final = "option-"  # begins the names of fields that are options of a game


class NightForm(forms.Form):
    """A new night."""

    title = forms.CharField(label=_("What is the evening called?"), max_length=60)
    expected = forms.IntegerField(
        label=_("How many guests do you expect?"), min_value=1, max_value=MOST_GUESTS, initial=20
    )
    template = forms.ChoiceField(label=_("An evening ready to take"), required=False, widget=forms.RadioSelect)
    key = OnceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ready = [(name, plain(say(one.title))) for name, one in TEMPLATES.items()]
        self.fields["template"].choices = [*ready, ("", _("an empty programme"))]  # type: ignore[attr-defined]


class ComeInForm(NewcomerForm):
    """Coming in, once for the whole evening."""

    team = forms.IntegerField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nickname"].label = _("Your name tonight")
        self.fields["nickname"].help_text = _("Only this evening sees it. It is gone 30 days later.")


class RoundForm(forms.Form):
    """A round of the programme, as far as it is changed in the list."""

    way = forms.ChoiceField(required=False)
    size = forms.IntegerField(min_value=0, max_value=40, required=False)
    minutes = forms.IntegerField(min_value=0, max_value=240)
    worth = forms.IntegerField(min_value=1, max_value=5, required=False)
    deck = forms.CharField(required=False, max_length=60)
    with_options = forms.BooleanField(required=False)

    def __init__(self, row: Round | None, *args: Any, **kwargs: Any) -> None:
        self.rules = row.item.rules if row is not None and row.game else None
        super().__init__(*args, **kwargs)
        ways = ways_of(self.rules) if self.rules is not None else (Way.LOT,)
        self.fields["way"].choices = [(way.value, plain(say(WAYS[way]))) for way in ways]  # type: ignore[attr-defined]
        self.options = dict(row.options) if row is not None else {}
        self.of_game = dict(self._of_game(self.rules)) if self.rules is not None else {}
        self.fields |= {OPTION + name: field for name, field in self.of_game.items()}

    def _of_game(self, rules: AnyRules) -> Iterator[tuple[str, forms.Field]]:
        """The game's options, but for those of a leader: that is asked when a round is seated."""
        chosen, hints = rules.Options(**self.options), get_type_hints(rules.Options, include_extras=True)
        for name in rules.Options.__struct_fields__:
            value = getattr(chosen, name)
            field = option_field(hints[name], value)
            if field is None or name in (rules.leading or ()):
                continue
            field.initial, field.required = value, False
            if isinstance(field, forms.ChoiceField):
                field.choices = _with(value, list(field.choices))  # type: ignore[arg-type]
            yield name, field

    @property
    def shown_options(self) -> list[forms.BoundField]:
        """The game's options as fields."""
        return [self[OPTION + name] for name in self.of_game]

    @property
    def facts(self) -> dict[str, Any]:
        """What is changed."""
        data = self.cleaned_data
        facts: dict[str, Any] = {"minutes": data["minutes"]}
        if data.get("way"):
            facts |= {"way": data["way"], "size": data.get("size") or 0, "worth": data.get("worth") or 1}
            facts["decks"] = [data["deck"]] if data.get("deck") else []
        if self.rules is not None and data["with_options"]:
            usual = self.rules.Options()
            given = {name: data[OPTION + name] for name in self.of_game if data[OPTION + name] not in (None, "")}
            options = self.options | given
            facts["options"] = {name: value for name, value in options.items() if value != getattr(usual, name)}
        return facts


def _with(value: object, choices: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The choices, but for a day, which no evening has, and with what is chosen even if it is not among them."""
    kept = [one for one in choices if str(one[0]) != str(DAY)]
    return kept if str(value) in {str(one[0]) for one in kept} else [*kept, (value, value)]
