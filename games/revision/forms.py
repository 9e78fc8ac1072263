"""The forms of classes and assignments."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.revision.memory import learnable
from games.revision.models import MOST_PUPILS, Assignment, Class
from games.revision.rounds import PARTS
from games.revision.slips import pasted
from games.rules.pack import Event, Pack

LONGEST = 400  # days that a class lives
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUITS = (("hearts", _("hearts")), ("diamonds", _("diamonds")), ("clubs", _("clubs")), ("spades", _("spades")))
PART_NAMES = {"name": _("the event"), "year": _("the year"), "mnemonic": _("the mnemonic")}
WAY_NAMES = {
    "typed": _("typed"),
    "picked": _("one of four"),
    "judged": _("said aloud, judged by oneself"),
    "truth": _("true or false"),
}


def day_field(**options: Any) -> forms.DateField:
    """A day, picked with the browser's own calendar."""
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)


def checkboxes(choices: Iterable[tuple[str, Any]], **options: Any) -> forms.MultipleChoiceField:
    """Several of a few."""
    return forms.MultipleChoiceField(choices=list(choices), widget=forms.CheckboxSelectMultiple, **options)


def end_of_school(today: date) -> date:
    """The end of July that comes next: by then the school year is over."""
    july = date(today.year, 7, 31)
    return july if today <= july else date(today.year + 1, 7, 31)


class ClassForm(forms.Form):
    """A class: what it is called, in which language its slips are, until when it lives."""

    name = forms.CharField(label=_("Name of the class"), max_length=60)
    language = forms.ChoiceField(label=_("Language of the slips"), choices=settings.LANGUAGES)
    last_day = day_field(label=_("Last day"), help_text=_("After it the class erases itself, with everything in it."))

    def clean_last_day(self) -> date:
        """From today on, and not for ever."""
        day: date = self.cleaned_data["last_day"]
        today = timezone.localdate()
        if day < today:
            raise ValidationError(_("This day is past: choose one that is still to come."))
        if day > today + timedelta(days=LONGEST):
            raise ValidationError(_("A class lives for 400 days at most: choose an earlier day."))
        return day


class NamesForm(forms.Form):
    """Pupils: so many with drawn names, or a list."""

    number = forms.IntegerField(
        label=_("How many pupils?"),
        required=False,
        min_value=0,
        max_value=MOST_PUPILS,
        help_text=_("They get drawn names like Fox 7; who is who stays on your paper."),
    )
    names = forms.CharField(
        label=_("Or names of your own, one a line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("First names or numbers will do. Nothing of it leaves this site."),
    )

    def clean_names(self) -> list[str]:
        """The names, each once."""
        names, doubles = pasted(self.cleaned_data["names"])
        if doubles:
            raise ValidationError(
                _("%(names)s: twice in this list. Add a letter or a number to tell them apart.")
                % {"names": ", ".join(dict.fromkeys(doubles))}
            )
        return names

    def clean(self) -> dict[str, Any]:
        """Somebody has to be in a class."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not found.get("names") and not found.get("number"):
            raise ValidationError(_("Say how many pupils there are, or paste their names."))
        return found


class TeacherForm(forms.Form):
    """Who else teaches this class, by the name they sign in with."""

    teacher = forms.CharField(label=_("Somebody who teaches this class, too"), required=False, max_length=150)

    def clean_teacher(self) -> Any:
        """A teacher of this site; nobody learns who else has an account."""
        name = self.cleaned_data["teacher"].strip()
        if not name:
            return None
        found = get_user_model().objects.filter(username=name, is_active=True).first()
        if found is None or not found.has_perm("revision.add_class"):
            raise ValidationError(_("No teacher of this site signs in with this name."))
        return found


class AssignmentForm(forms.Form):
    """What is to be learnt, how one answers, until when, and when it is done."""

    title = forms.CharField(label=_("Title"), max_length=80)
    suits = checkboxes(SUITS, label=_("Suits"), required=False)
    ranks = checkboxes([(rank, rank) for rank in RANKS], label=_("Ranks"), required=False)
    first = forms.IntegerField(label=_("From year"), required=False)
    last = forms.IntegerField(label=_("To year"), required=False)
    only = forms.MultipleChoiceField(
        label=_("Or these cards alone"), required=False, widget=forms.CheckboxSelectMultiple
    )
    asked = checkboxes(((part, PART_NAMES[part]) for part in PARTS), label=_("What is asked"), required=False)
    ways = checkboxes(
        ((way, WAY_NAMES[way]) for way in ("picked", "typed", "judged")), label=_("How one answers"), required=False
    )
    goal = forms.ChoiceField(label=_("Goal"), choices=Assignment.Goal.choices)
    rounds = forms.IntegerField(
        label=_("How many rounds, if that is the goal"), required=False, min_value=1, max_value=99, initial=3
    )
    begins = day_field(label=_("From"), required=False)
    ends = day_field(label=_("Until"), required=False, help_text=_("Empty: open end."))

    def __init__(self, pack: Pack, klass: Class, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pack, self.klass = pack, klass
        if not pack.events:
            for field in ("suits", "ranks", "first", "last", "asked", "ways", "only"):
                del self.fields[field]
            self.fields["numbers"] = forms.CharField(
                label=_("Which statements"), required=False, help_text=_("For instance 1-13. Empty: all of them.")
            )
            return
        self.fields["only"].choices = [  # type: ignore[attr-defined]
            (event.key, f"{event.year} {event.name.say(klass.language)}") for event in pack.events
        ]

    def clean(self) -> dict[str, Any]:
        """The cards that are meant; at least one, something asked, and a way to answer."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return found
        if found.get("begins") and found.get("ends") and found["ends"] < found["begins"]:
            self.add_error("ends", _("It would end before it begins: choose a later day."))
        if found.get("ends") and found["ends"] < timezone.localdate():
            self.add_error("ends", _("This day is past: choose one that is still to come."))
        if self.pack.events and not found["asked"]:
            self.add_error("asked", _("Something has to be asked: the event, the year or the mnemonic."))
        if self.pack.events and not found["ways"]:
            self.add_error("ways", _("Choose at least one way to answer."))
        if "picked" in found.get("ways", ()) and len({event.year for event in self.pack.events}) < 4:
            self.add_error("ways", _("This deck has fewer than four cards of different years: one of four needs them."))
        cards = self._cards(found)
        if not cards:
            raise ValidationError(_("No card of this deck is like that: choose other suits, ranks or years."))
        found["cards"] = cards
        return found

    def _cards(self, found: dict[str, Any]) -> list[str]:
        if not self.pack.events:
            return self._numbers(found.get("numbers", ""))
        if found["only"]:
            return [event.key for event in self.pack.events if event.key in found["only"]]
        return [event.key for event in self.pack.events if _is_meant(event, found)]

    def _numbers(self, text: str) -> list[str]:
        there = {str(card.number) for card in self.pack.statements}
        wanted: set[str] = set()
        for piece in text.replace(",", " ").replace("–", "-").split():
            first, _dash, last = piece.partition("-")
            if first.isdecimal() and (last or first).isdecimal() and len(first) < 6 and len(last) < 6:
                wanted |= {str(one) for one in range(int(first), int(last or first) + 1)}
        return [number for number in sorted(there, key=int) if not text.strip() or number in wanted]

    @property
    def facts(self) -> dict[str, Any]:
        """The fields of an assignment."""
        found = self.cleaned_data
        return {
            "title": found["title"],
            "cards": found["cards"],
            "asked": [part for part in PARTS if part in found.get("asked", ())] or ["name"],
            "ways": found["ways"] if self.pack.events else ["truth"],
            "goal": found["goal"],
            "rounds": found["rounds"] or 3,
            "begins": found["begins"],
            "ends": found["ends"],
        }


def _is_meant(event: Event, found: dict[str, Any]) -> bool:
    return (
        (not found["suits"] or event.suit in found["suits"])
        and (not found["ranks"] or event.rank in found["ranks"])
        and (found["first"] is None or event.year >= found["first"])
        and (found["last"] is None or event.year <= found["last"])
    )


def proposal(pack: Pack, klass: Class, given: Iterable[Assignment]) -> dict[str, Any]:
    """The next assignment, ready to be given: the first suit that the class has not yet had, for the coming week.

    ``given``: what the class has had, with editions and decks.
    """
    before = [one for one in given if one.edition.deck.slug == pack.slug]
    had = {key for one in before for key in one.cards}
    today = timezone.localdate()
    soonest = max([today, *(one.begins + timedelta(days=1) for one in before if one.begins)])  # a suit a week
    monday = soonest + timedelta(days=-soonest.weekday() % 7)
    ready: dict[str, Any] = {
        "goal": Assignment.Goal.TWICE,
        "rounds": 3,
        "begins": monday if had else today,
        "ends": monday + timedelta(days=11),
    }
    title = pack.title.say(klass.language)
    if not pack.events:
        numbers = [card.number for card in pack.statements if str(card.number) not in had][:13]
        return ready | {"title": title, "numbers": f"{numbers[0]}-{numbers[-1]}" if numbers else ""}
    left = [suit for suit, _name in SUITS if any(event.suit == suit and event.key not in had for event in pack.events)]
    suits = left[:1] if len(left) > 0 and len(learnable(pack)) > 13 else []
    names = dict(SUITS)
    return ready | {
        "title": f"{title}: {names[suits[0]]}" if suits else title,
        "suits": suits,
        "asked": ["name", "year"],
        "ways": ["picked", "typed"],
    }
