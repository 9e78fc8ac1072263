"""The admin for authors and editors: decks, their editions, the cards players have flagged, readers' statements."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.contrib.admin import RelatedOnlyFieldListFilter
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from decks.models import Contribution, Deck, Edition, Flag
from decks.services import pack_of


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
        writable = Exists(Deck.objects.writable_by(request.user).filter(pk=OuterRef("pk")))
        return decks.annotate(open_flags=open_flags, writable=writable)

    @admin.display(description=_("desk"))
    def desk(self, deck: Deck) -> SafeString | str:
        if not deck.writable:  # type: ignore[attr-defined]
            return "–"
        return _link(reverse("decks:write", args=[deck.pk]), _("Write"))

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


class FromOutside(ReadOnlyAdmin):
    """What players and readers have sent: it is read and decided on in the inbox; here it can be found and deleted."""

    deletable: str

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm(self.deletable))

    @admin.display(description=_("inbox"))
    def inbox(self, row: Any) -> SafeString:
        return _link(reverse(self.page, args=[row.pk]), _("Open"))

    page: str


@admin.register(Flag)
class FlagAdmin(FromOutside):
    """Cards that players have flagged, the open ones first."""

    deletable, page = "decks.delete_flag", "decks:flagged"
    list_display = ("deck", "reason", "language", "short_note", "state", "created_at", "inbox")
    list_filter = ("state", "reason", "language", ("edition__deck", RelatedOnlyFieldListFilter))
    ordering = ("state", "-created_at")
    search_fields = ("note",)
    fields = ("deck", "reason", "language", "note", "state", "created_at", "inbox")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        flags: QuerySet[Flag] = super().get_queryset(request)
        mine = flags.filter(edition__deck__in=Deck.objects.writable_by(request.user))
        return mine.select_related("edition__deck").defer("edition__content")

    @admin.display(description=_("deck"), ordering="edition__deck__slug")
    def deck(self, flag: Flag) -> str:
        return str(flag.edition)

    @admin.display(description=_("note"))
    def short_note(self, flag: Flag) -> str:
        return flag.note if len(flag.note) <= 60 else f"{flag.note[:57]}..."


@admin.register(Contribution)
class ContributionAdmin(FromOutside):
    """Readers' statements."""

    deletable, page = "decks.delete_contribution", "decks:statements"
    list_display = ("name", "language", "count", "state", "edition", "created_at", "inbox")
    list_filter = ("state", "language")
    list_select_related = ("edition__deck",)
    search_fields = ("name",)
    fields = ("name", "language", "state", "edition", "created_at", "inbox")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Contribution]:
        contributions: QuerySet[Contribution] = super().get_queryset(request)
        return contributions.defer("edition__content")

    def has_delete_permission(self, request: HttpRequest, obj: Contribution | None = None) -> bool:
        return (obj is None or obj.edition_id is None) and super().has_delete_permission(request, obj)

    @admin.display(description=_("statements"))
    def count(self, contribution: Contribution) -> int:
        return len(contribution.statements)


def _reachable(request: HttpRequest, prefix: str = "") -> Q:
    """The decks that this person may write, and those that belong to the house: not those of accounts that are gone."""
    mine = Deck.objects.writable_by(request.user).values("pk")
    house = {f"{prefix}{field}": None for field in ("owner", "archived_at", "deleted_at")}
    return Q(**{f"{prefix}pk__in": mine}) | Q(**house)


def _link(address: str, words: "str | Promise") -> SafeString:
    return format_html('<a class="text-primary-600" href="{}">{}</a>', address, words)


def _by_language(texts: Mapping[str, str]) -> SafeString:
    return format_html_join("", '<div lang="{0}"><b>{0}</b> {1}</div>', texts.items())
