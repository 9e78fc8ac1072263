"""The forms of a night: making one, its programme, coming in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.nights.programme import MOST_GUESTS, TEMPLATES, WAYS, ways_of
from games.nights.seating import Way
from games.rules.play import AnyRules
from games.rules.words import say
from games.tables.forms import NewcomerForm, OnceField
from games.wording import plain


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

    def __init__(self, rules: AnyRules | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways = ways_of(rules) if rules is not None else (Way.LOT,)
        self.fields["way"].choices = [(way.value, plain(say(WAYS[way]))) for way in ways]  # type: ignore[attr-defined]

    @property
    def facts(self) -> dict[str, Any]:
        """What is changed."""
        data = self.cleaned_data
        facts: dict[str, Any] = {"minutes": data["minutes"]}
        if data.get("way"):
            facts |= {"way": data["way"], "size": data.get("size") or 0, "worth": data.get("worth") or 1}
            facts["decks"] = [data["deck"]] if data.get("deck") else []
        return facts
