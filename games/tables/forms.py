"""The forms around a table. The one to open a table is built from the game's options."""

from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from decks.models import Edition
from decks.services import pack_of
from games.rules.play import AnyRules
from games.tables.models import Livery
from games.tables.options import meta_of
from games.tables.services import NICKNAME_LENGTH, clean_nickname
from games.wording import plain


def option_field(hint: Any, default: object) -> forms.Field | None:
    """The form field for one option; None for an option without a title, which is not for people to choose."""
    titles = meta_of(hint)
    if not titles:
        return None
    kind = get_args(hint)[0]
    common: dict[str, Any] = {
        "label": gettext(titles["title"]),
        "help_text": gettext(titles["description"]) if "description" in titles else "",
        "initial": default,
    }
    if kind is bool:
        return forms.BooleanField(required=False, **common)
    if get_origin(kind) is Literal:
        values = get_args(kind)
        labels = titles.get("extra", {}).get("labels", [str(value) for value in values])
        choices = [(str(value), gettext(label)) for value, label in zip(values, labels, strict=True)]
        by_text = {str(value): value for value in values}
        return forms.TypedChoiceField(choices=choices, coerce=by_text.__getitem__, **common)
    extra = titles.get("extra", {})
    if presets := extra.get("presets"):
        common["initial"] = extra["suggested"]
        return forms.TypedChoiceField(
            choices=[(value, gettext(label)) for value, label in presets], coerce=int, **common
        )
    return forms.IntegerField(min_value=titles.get("ge"), max_value=titles.get("le"), **common)


class Lengths(NamedTuple):
    """An option that says how long a game lasts, as few choices: its name, the values with their words, the usual."""

    name: str
    choices: tuple[tuple[str, str], ...]
    suggested: str


WHOLE_DECK = 52  # cards; of a smaller deck all are in play


def lengths_of(rules: AnyRules) -> Lengths | None:
    """The game's option for its length: one with presets, or the one that is called so; None if it has neither."""
    hints = get_type_hints(rules.Options, include_extras=True)
    for name in rules.Options.__struct_fields__:
        extra = meta_of(hints[name]).get("extra", {})
        if "presets" in extra:
            choices = tuple((str(value), gettext(label)) for value, label in extra["presets"])
            return Lengths(name, choices, str(extra["suggested"]))
        if name == "length" and "labels" in extra:
            values = get_args(get_args(hints[name])[0])
            choices = tuple((str(value), gettext(label)) for value, label in zip(values, extra["labels"], strict=True))
            return Lengths(name, choices, "short")
    return None


class OpenTableForm(forms.Form):
    """Everything chosen when a table is opened: the cards, the game's options, who may come.

    Whoever is ``picking`` chooses single events of any deck instead of whole decks (QS-S4).
    """

    deck = forms.ModelChoiceField(queryset=Edition.objects.none(), label=_("Deck"), empty_label=None)
    also = forms.ModelMultipleChoiceField(
        queryset=Edition.objects.none(),
        required=False,
        label=_("Mix in"),
        widget=forms.CheckboxSelectMultiple,
    )
    events = forms.MultipleChoiceField(
        label=_("Events in play"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Pick some events.")},
    )
    leads = forms.BooleanField(
        required=False,
        label=_("I lead and do not play"),
        help_text=_(
            "You have no seat and no cards: you tell the stories, may pause the game, and let it go on where it waits."
        ),
    )
    private = forms.BooleanField(
        required=False,
        label=_("Private table"),
        help_text=_("Only people with the link or the QR code find it; the code alone is not enough."),
    )

    def __init__(
        self, rules: AnyRules, *args: Any, picking: bool = False, link: str = "", person: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.link = link
        self.editions = (
            Edition.objects.playable(rules.kind, link, person).select_related("deck")
            if rules.kind
            else Edition.objects.none()
        )
        if picking:
            self._offer_events()
        else:
            del self.fields["events"]
        if rules.leading is None:
            del self.fields["leads"]
        if rules.kind and not picking:
            self._offer_decks()
        else:
            del self.fields["deck"], self.fields["also"]
        hints = get_type_hints(rules.Options, include_extras=True)
        defaults = rules.Options()
        self.option_names = []
        for name in rules.Options.__struct_fields__:
            field = option_field(hints[name], getattr(defaults, name))
            if field is not None:
                self.fields[name] = field
                self.option_names.append(name)
        self.lengths = lengths_of(rules)
        if self.lengths is not None and self._is_long():
            self.initial.setdefault(self.lengths.name, self.lengths.suggested)
        self.order_fields(["leads", "deck", "also", "events", *self.option_names, "private"])

    def _is_long(self) -> bool:
        """Would the usual deck last for hours?"""
        edition = self.editions.first()
        return edition is not None and len(pack_of(edition.pk).events) >= WHOLE_DECK

    @property
    def how_long(self) -> Any:
        """The field of the game's length, if what stands in it is one of its few choices."""
        if self.lengths is None:
            return None
        field = self[self.lengths.name]
        return field if str(field.value()) in dict(self.lengths.choices) else None

    def _offer_decks(self) -> None:
        deck, also = self.fields["deck"], self.fields["also"]
        assert isinstance(deck, forms.ModelChoiceField)
        assert isinstance(also, forms.ModelMultipleChoiceField)
        deck.queryset = also.queryset = self.editions
        deck.initial = self.editions.filter(deck__slug=self.link).first() or self.editions.first()
        for field in (deck, also):
            field.label_from_instance = deck_label  # type: ignore[method-assign, assignment]
        if not self.rules.mixes or len(self.editions) < 2:
            del self.fields["also"]

    def _offer_events(self) -> None:
        events = self.fields["events"]
        assert isinstance(events, forms.MultipleChoiceField)
        events.choices = [(deck_label(edition), event_choices(edition)) for edition in self.editions]

    def clean(self) -> dict[str, Any]:
        """What is chosen. A deck mixed into itself is simply that deck."""
        chosen = super().clean() or self.cleaned_data
        if "also" in chosen:
            chosen["also"] = [edition for edition in chosen["also"] if edition != chosen.get("deck")]
        if picked := chosen.get("events"):
            slugs = {name.partition("/")[0] for name in picked}
            first, *others = [edition for edition in self.editions if edition.deck.slug in slugs]
            chosen |= {"deck": first, "also": others}
        return chosen

    @property
    def cards(self) -> dict[str, Any]:
        """The decks and cards as chosen, for the service that opens the table."""
        chosen = self.cleaned_data
        return {
            "edition": chosen.get("deck"),
            "also": chosen.get("also", []),
            "picked": chosen.get("events", []),
        }

    @property
    def options(self) -> dict[str, Any]:
        """The options as chosen, for the rules; where somebody leads, some are what that needs."""
        chosen = {name: self.cleaned_data[name] for name in self.option_names}
        needed = self.rules.leading if self.cleaned_data.get("leads") else None
        usual = self.rules.Options()
        return chosen | {name: value for name, value in (needed or {}).items() if chosen[name] == getattr(usual, name)}

    @property
    def leading(self) -> bool:
        """Does whoever opens the table lead without playing? An option that needs a leader says so, too."""
        usual = self.rules.Options()
        said = any(self.cleaned_data[name] != getattr(usual, name) for name in self.rules.leading or ())
        return said or bool(self.cleaned_data.get("leads"))

    @property
    def proposed(self) -> dict[str, Any]:
        """The options as the form proposes them before anybody has touched it, for the rules."""
        values = {name: self.fields[name].initial for name in self.option_names}
        if self.lengths is not None and self.lengths.name in self.initial:
            values[self.lengths.name] = self.fields[self.lengths.name].clean(self.lengths.suggested)
        return values

    def refuse(self, problems: Any) -> None:
        """Puts what the rules refuse beside its field."""
        for problem in problems:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, plain(problem.why))


def event_choices(edition: Edition) -> list[tuple[str, str]]:
    """The events of a deck in the order of their years, each as ``deck/card`` and as people read it."""
    pack, language = pack_of(edition.pk), get_language() or "en"
    events = sorted(pack.events, key=lambda event: (event.year, event.name.say(language)))
    return [(f"{pack.slug}/{event.key}", f"{event.year} {event.name.say(language)}") for event in events]


def deck_label(edition: Edition) -> str:
    """A deck as it stands in a list: its title in the reader's language."""
    return pack_of(edition.pk).title.say(get_language() or "en")


class OnceField(forms.UUIDField):
    """The key of one form as it was drawn: however often that form is sent, it is meant once."""

    def __init__(self) -> None:
        super().__init__(required=False, initial=uuid4, widget=forms.HiddenInput)

    def clean(self, value: Any) -> UUID | None:
        """None for what is no key: then each time counts."""
        try:
            return super().clean(value) or None
        except forms.ValidationError:
            return None


class PlayerForm(forms.Form):
    """Who you are at this table."""

    nickname = forms.CharField(
        label=_("Your name at this table"),
        max_length=NICKNAME_LENGTH,
        help_text=_("Only this table sees it. It is gone 30 days after the game."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Your cards are in"), choices=settings.LANGUAGES)

    def clean_nickname(self) -> str:
        """Refuses a name of which nothing is left to see."""
        nickname = clean_nickname(self.cleaned_data["nickname"])
        if not nickname:
            raise forms.ValidationError(_("Please type a name that others can read."))
        return nickname


class NewcomerForm(PlayerForm):
    """Who you are when you come."""

    key = OnceField()


class JoinForm(NewcomerForm):
    """Coming to a table: a seat in a colour, or only to watch."""

    livery = forms.ChoiceField(label=_("Your colour"), choices=Livery.choices, required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nickname"].widget.attrs["autofocus"] = True  # here the name comes first


class CodeForm(forms.Form):
    """A code: of a table, of a seat, or the one that brings a seat back."""

    code = forms.CharField(label=_("Code"), max_length=12, strip=True)


class FlagForm(forms.Form):
    """What is wrong with a card."""

    card = forms.CharField(max_length=60)
    reason = forms.CharField(max_length=20)
    note = forms.CharField(max_length=500, required=False)
