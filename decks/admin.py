"""The admin for authors and editors: decks, their editions, the cards players have flagged, readers' statements."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import RelatedOnlyFieldListFilter
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin
from unfold.decorators import action

from config.plain import number
from decks.cards import find_card, texts_of
from decks.forms import CATEGORY_NAMES
from decks.models import Contribution, Deck, Edition, Flag
from decks.services import accept, answer, decline, give_back, pack_of, sent_mark, settle_flags
from games.rules.words import LANGUAGES


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """For what is written by services only."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Deck)
class DeckAdmin(ReadOnlyAdmin):
    """The decks on the shelf. Their cards are in the latest edition."""

    list_display = ("slug", "title_here", "kind", "languages_here", "state", "latest", "open_flags", "desk")
    list_filter = ("kind", "state")
    search_fields = ("slug", "title")
    fields = (
        "desk",
        "slug",
        "title_here",
        "description_here",
        "kind",
        "languages_here",
        "latest",
        "credits_here",
        "licence_here",
    )
    readonly_fields = (
        "desk",
        "title_here",
        "description_here",
        "languages_here",
        "latest",
        "credits_here",
        "licence_here",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        open_flags = Count("editions__flags", filter=Q(editions__flags__state=Flag.State.OPEN))
        decks: QuerySet[Deck] = super().get_queryset(request).filter(_reachable(request))
        return decks.annotate(open_flags=open_flags)

    @admin.display(description=_("desk"))
    def desk(self, deck: Deck) -> SafeString:
        return format_html(
            '<a class="text-primary-600" href="{}">{}</a>', reverse("decks:write", args=[deck.pk]), _("Write")
        )

    @admin.display(description=_("title"))
    def title_here(self, deck: Deck) -> SafeString:
        return _by_language(deck.title)

    @admin.display(description=_("description"))
    def description_here(self, deck: Deck) -> SafeString:
        return _by_language(deck.description)

    @admin.display(description=_("credits"))
    def credits_here(self, deck: Deck) -> SafeString:
        return _by_language(deck.credits)

    @admin.display(description=_("licence"))
    def licence_here(self, deck: Deck) -> SafeString:
        return _by_language(deck.licence)

    @admin.display(description=_("languages"))
    def languages_here(self, deck: Deck) -> str:
        return ", ".join(deck.languages)

    @admin.display(description=_("edition"))
    def latest(self, deck: Deck) -> str:
        return str(deck.current.number) if deck.current else "-"

    @admin.display(description=_("open flags"), ordering="open_flags")
    def open_flags(self, deck: Deck) -> int:
        return int(deck.open_flags)  # type: ignore[attr-defined]


@admin.register(Edition)
class EditionAdmin(ReadOnlyAdmin):
    """Published editions. Nobody changes them."""

    list_display = ("deck", "number", "published_at", "digest_here")
    list_filter = (("deck", RelatedOnlyFieldListFilter),)
    list_select_related = ("deck",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Edition]:
        editions: QuerySet[Edition] = super().get_queryset(request).filter(_reachable(request, "deck__"))
        return editions

    fields = ("deck", "number", "published_at", "digest", "cards")
    readonly_fields = fields

    @admin.display(description=_("digest"))
    def digest_here(self, edition: Edition) -> str:
        return edition.digest[:12]

    @admin.display(description=_("cards"))
    def cards(self, edition: Edition) -> int:
        pack = pack_of(edition.pk)
        return len(pack.statements) + len(pack.events) + len(pack.questions) + len(pack.shows)


@admin.register(Flag)
class FlagAdmin(ModelAdmin):  # type: ignore[misc]
    """Cards that players have flagged, the open ones first."""

    list_display = ("card", "deck", "reason", "language", "short_note", "state", "created_at")
    list_filter = ("state", "reason", "language", ("edition__deck", RelatedOnlyFieldListFilter))
    ordering = ("state", "-created_at")
    search_fields = ("card", "note")
    fields = ("deck", "card", "reason", "language", "note", "state", "created_at", "texts", "situation")
    readonly_fields = fields
    actions = ("settle", "reopen")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        flags: QuerySet[Flag] = super().get_queryset(request)
        return (
            flags.filter(_reachable(request, "edition__deck__"))
            .select_related("edition__deck")
            .defer("edition__content")
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description=_("deck"), ordering="edition__deck__slug")
    def deck(self, flag: Flag) -> str:
        return str(flag.edition)

    @admin.display(description=_("note"))
    def short_note(self, flag: Flag) -> str:
        return flag.note if len(flag.note) <= 60 else f"{flag.note[:57]}..."

    @admin.display(description=_("texts of the card"))
    def texts(self, flag: Flag) -> SafeString | str:
        card = find_card(pack_of(flag.edition_id), flag.card)
        if card is None:
            return "-"
        rows = [
            (field, language, said if isinstance(said, str) else "; ".join(said))
            for field, text in texts_of(card)
            for language in LANGUAGES
            if (said := getattr(text, language))
        ]
        facts = [
            (field, "", str(getattr(card, field)))
            for field in card.__struct_fields__
            if isinstance(getattr(card, field), str | int)
        ]
        return _rows([*facts, *rows])

    @admin.display(description=_("what was on the table"))
    def situation(self, flag: Flag) -> SafeString | str:
        return _rows([(key, "", _shown(value)) for key, value in flag.context.items()]) if flag.context else "-"

    @admin.action(description=_("Settle the chosen flags"), permissions=["change"])
    def settle(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        count = settle_flags(flags)
        messages.success(request, ngettext("%(n)d flag settled.", "%(n)d flags settled.", count) % {"n": count})

    @admin.action(description=_("Open the chosen flags again"), permissions=["change"])
    def reopen(self, request: HttpRequest, flags: QuerySet[Flag]) -> None:
        count = settle_flags(flags, settled=False)
        messages.success(request, ngettext("%(n)d flag opened.", "%(n)d flags opened.", count) % {"n": count})


@admin.register(Contribution)
class ContributionAdmin(ModelAdmin):  # type: ignore[misc]
    """Readers' statements: read them, write a word to the sender, accept or decline."""

    list_display = ("name", "language", "count", "state", "edition", "created_at")
    list_filter = ("state", "language")
    list_select_related = ("edition__deck",)
    search_fields = ("name",)
    fields = ("name", "language", "state", "edition", "created_at", "read", "word")
    readonly_fields = fields[:-1]
    actions = ("accept_chosen", "decline_chosen")
    actions_detail = ("correct_this",)
    actions_submit_line = ("accept_this", "return_this", "decline_this")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        contributions: QuerySet[Contribution] = super().get_queryset(request)
        return contributions.defer("edition__content")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Contribution | None = None) -> bool:
        accepted = isinstance(obj, Contribution) and obj.edition_id is not None
        return not accepted and bool(super().has_delete_permission(request, obj))

    def save_model(self, request: HttpRequest, obj: Contribution, form: Any, change: bool) -> None:
        """Saves the word alone: somebody else may have accepted the statements in the meantime."""
        answer(obj, obj.word)
        for button in self.get_actions_submit_line(request, obj.pk):
            if button.action_name in request.POST:
                button.method(request, obj)

    @admin.display(description=_("statements"))
    def count(self, contribution: Contribution) -> int:
        return len(contribution.statements)

    @admin.display(description=_("statements"))
    def read(self, contribution: Contribution) -> SafeString:
        line = '<p class="mb-4"><b>{0} {1}</b> ({2})<br><span lang="{3}">{4}<br>{5}</span></p>'
        truths, language = {True: _("TRUE"), False: _("FALSE"), None: "-"}, contribution.language
        facts = (
            (number, truths[one.truth], CATEGORY_NAMES[one.category], language, one.text, one.explanation)
            for number, one in enumerate(contribution.offered, start=1)
        )
        mark = format_html('<input type="hidden" name="seen" value="{}">', sent_mark(contribution))
        return format_html("{}{}", mark, format_html_join("", line, facts))

    @admin.action(description=_("Accept the chosen statements into the readers’ deck"), permissions=["change"])
    def accept_chosen(self, request: HttpRequest, contributions: QuerySet[Contribution]) -> None:
        for contribution in contributions.order_by("created_at"):
            self._accept(request, contribution)

    @admin.action(description=_("Decline the chosen statements"), permissions=["change"])
    def decline_chosen(self, request: HttpRequest, contributions: QuerySet[Contribution]) -> None:
        for contribution in contributions:
            self._decline(request, contribution)

    @action(description=_("Mend the statements"), permissions=["change"])  # type: ignore[untyped-decorator]
    def correct_this(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return redirect("decks:correct_contribution", number(str(object_id), 0))

    @action(description=_("Accept into the readers’ deck"), permissions=["change"])  # type: ignore[untyped-decorator]
    def accept_this(self, request: HttpRequest, contribution: Contribution) -> None:
        self._accept(request, contribution)

    @action(description=_("Give back with this word"), permissions=["change"])  # type: ignore[untyped-decorator]
    def return_this(self, request: HttpRequest, contribution: Contribution) -> None:
        try:
            given_back = give_back(contribution, request.POST.get("seen"))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        else:
            if given_back:
                messages.success(request, _("%(who)s: given back.") % {"who": contribution})
            else:
                self._too_late(request, contribution)

    @action(description=_("Decline"), permissions=["change"])  # type: ignore[untyped-decorator]
    def decline_this(self, request: HttpRequest, contribution: Contribution) -> None:
        self._decline(request, contribution)

    def _accept(self, request: HttpRequest, contribution: Contribution) -> None:
        edition = accept(contribution, request.POST.get("seen"))
        if edition is None:
            self._too_late(request, contribution)
        else:
            facts = {"who": contribution, "edition": edition}
            messages.success(request, _("%(who)s: accepted into %(edition)s.") % facts)

    def _decline(self, request: HttpRequest, contribution: Contribution) -> None:
        if decline(contribution, request.POST.get("seen")):
            messages.success(request, _("%(who)s: declined.") % {"who": contribution})
        else:
            self._too_late(request, contribution)

    def _too_late(self, request: HttpRequest, contribution: Contribution) -> None:
        contribution.refresh_from_db(fields=["state"])
        if contribution.state == Contribution.State.NEW:
            what = _("%(who)s: these statements have been changed since you looked. Look once more, then decide.")
        else:
            what = _("%(who)s: that has been decided before.")
        messages.warning(request, what % {"who": contribution})


def _reachable(request: HttpRequest, prefix: str = "") -> Q:
    """The decks that this person may write, and those that belong to the house: not those of accounts that are gone."""
    mine = Deck.objects.writable_by(request.user).values("pk")
    house = {f"{prefix}{field}": None for field in ("owner", "archived_at", "deleted_at")}
    return Q(**{f"{prefix}pk__in": mine}) | Q(**house)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _by_language(texts: Mapping[str, str]) -> SafeString:
    return format_html_join("", '<div lang="{0}"><b>{0}</b> {1}</div>', texts.items())


def _rows(rows: list[tuple[str, str, str]]) -> SafeString:
    inner = format_html_join(
        "",
        '<tr><th scope="row">{0} {1}</th><td lang="{1}">{2}</td></tr>',
        ((one, two, three) for one, two, three in rows),
    )
    return format_html("<table>{}</table>", inner)
