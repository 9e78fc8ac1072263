"""The form for readers' statements (rows of statements, and who sends them) and the one of the print page."""

from collections.abc import Mapping
from typing import Any, TypeAlias, get_args

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from config.plain import number
from decks.contributions import LEAST, MOST, Offered, faults, tidy
from decks.flat import CHOICE_NAMES
from decks.models import Contribution
from decks.printing import Kind, kinds_of
from games.rules.pack import Category, Pack

CATEGORIES = [(category, CHOICE_NAMES[category]) for category in get_args(Category)]


# No field has a maxlength: a browser would cut off what is pasted and tell nobody.
class OfferForm(forms.Form):
    """One statement. A row in which nothing is written is as good as none."""

    text = forms.CharField(label=_("The statement"), required=False, widget=forms.Textarea(attrs={"rows": 3}))
    truth = forms.ChoiceField(choices=[("true", _("TRUE")), ("false", _("FALSE"))], required=False)
    explanation = forms.CharField(label=_("Why?"), required=False, widget=forms.Textarea(attrs={"rows": 3}))
    category = forms.ChoiceField(label=_("Category"), choices=CATEGORIES, required=False, initial="everyday")

    @property
    def filled(self) -> bool:
        """Is anything written here, or chosen?"""
        return any((self[name].data or "").strip() for name in ("text", "truth", "explanation"))

    def offered(self) -> Offered:
        """The statement as it would stand on a card."""
        self.is_valid()
        said = self.cleaned_data
        truth = {"true": True, "false": False}.get(said.get("truth", ""))
        category: Category = said.get("category") or "everyday"
        return Offered(tidy(said.get("text", "")), truth, tidy(said.get("explanation", "")), category)


class ContributionForm(forms.Form):
    """At least ten statements, half of them true, with a name and a language."""

    name = forms.CharField(
        label=_("Your name"),
        required=False,
        help_text=_("It stands in the deck beside your statements. A nickname will do."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    language = forms.ChoiceField(label=_("Your statements are in"), choices=settings.LANGUAGES)
    website = forms.CharField(required=False)  # no person sees it; whoever fills it in is a machine

    def __init__(
        self, data: QueryDict | None = None, *, rows: int = LEAST, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.rows = [OfferForm(data, prefix=f"s{number}") for number in range(1, rows + 1)]

    @classmethod
    def as_typed(cls, data: QueryDict, rows: int) -> "ContributionForm":
        """A form with everything that is typed so far, judging nothing."""
        form = cls(rows=rows)
        for part in (form, *form.rows):
            part.initial = {name: data[key] for name in part.fields if (key := part.add_prefix(name)) in data}
        return form

    @classmethod
    def of(cls, contribution: Contribution) -> "ContributionForm":
        """A form with what was sent, to be changed."""
        offered = contribution.offered
        form = cls(
            rows=max(LEAST, len(offered)), initial={"name": contribution.name, "language": contribution.language}
        )
        for row, one in zip(form.rows, offered, strict=False):
            row.initial = {
                "text": one.text,
                "truth": "" if one.truth is None else str(one.truth).lower(),
                "explanation": one.explanation,
                "category": one.category,
            }
        return form

    @property
    def sent_name(self) -> str:
        """The name as it would stand in the deck."""
        return tidy(self.cleaned_data.get("name", ""))

    @property
    def offered(self) -> list[Offered]:
        """The statements, without the rows left empty."""
        return [row.offered() for row in self.rows if row.filled]

    @property
    def wrong(self) -> list[int]:
        """The numbers of the rows in which something is wrong."""
        return [number for number, row in enumerate(self.rows, start=1) if row.errors]

    @property
    def full(self) -> bool:
        """Is there no room for more rows?"""
        return len(self.rows) >= MOST

    def clean_website(self) -> str:
        """Refuses whoever fills in what people do not see."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(
                _("A field that must stay empty was filled in. It is empty again: please send once more.")
            )
        return ""

    def clean(self) -> None:
        """Puts what is wrong beside the field where it is wrong."""
        filled = [row for row in self.rows if row.filled]
        for fault in faults(self.sent_name, [row.offered() for row in filled]):
            form: forms.Form = self if fault.at is None else filled[fault.at]
            if fault.field not in form.errors:
                form.add_error(fault.field or None, fault.what)

    def is_valid(self) -> bool:
        """Are all rows in order too?"""
        return super().is_valid() and not self.wrong


def rows_in(data: QueryDict) -> int:
    """How many rows the form had that somebody sends."""
    return min(max(number(data.get("rows", ""), LEAST), LEAST), MOST)


KIND_NAMES: dict[Kind, Any] = {
    "events": _("Events"),
    "questions": _("Questions"),
    "statements": _("Statements"),
    "words": pgettext_lazy("printed cards", "Answers"),
}
Choices: TypeAlias = list[tuple[str, Any]]
PICTURES: Choices = [("plain", _("picture and suit only, to play by the rules")), ("named", _("with rank and name"))]
SIDES: Choices = [("both", _("fronts and backs")), ("fronts", _("fronts only"))]


class PrintForm(forms.Form):
    """What to print, and how. Whatever is asked for and not there is replaced by the usual choice."""

    def __init__(self, pack: Pack, wanted: Mapping[str, str]) -> None:
        super().__init__(auto_id="print-%s")
        self.chosen: dict[str, str] = {}
        self.refused = False
        there = kinds_of(pack)
        spoken = next(one for one in (get_language() or "", "en", *pack.languages) if one in pack.languages)
        names = dict(settings.LANGUAGES)
        self._offer(wanted, "language", _("Language"), [(one, names[one]) for one in pack.languages], spoken)
        parts = [(kind, KIND_NAMES[kind]) for kind in there if len(there) > 1]
        self._offer(wanted, "cards", _("Cards"), [("everything", _("Everything")), *parts])
        if pack.events:
            self._offer(wanted, "picture", _("Picture side of the events"), PICTURES)
        self._offer(wanted, "sides", _("Sides"), SIDES)
        self._offer(wanted, "paper", _("Paper"), [("a4", "A4"), ("letter", "Letter")])
        self.kinds: list[Kind] = [kind for kind in there if self.chosen["cards"] in ("everything", kind)]

    def _offer(self, wanted: Mapping[str, str], name: str, label: Any, choices: Choices, usual: str = "") -> None:
        """One more choice; unless another one is usual, the first of them is."""
        asked = wanted.get(name, usual or choices[0][0])
        valid = any(asked == value for value, _label in choices)
        self.refused = self.refused or not valid
        self.chosen[name] = asked if valid else usual or choices[0][0]
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=self.chosen[name])
