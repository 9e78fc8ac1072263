"""Decks, the frozen editions tables play with, the cards players have flagged, and the statements they send in."""

import hashlib
import secrets
from typing import Any, ClassVar

import msgspec
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from decks.contributions import LONGEST_NAME, Offered
from games.rules.words import Text


class Frozen(Exception):
    """An edition is never changed: a correction is a new edition."""


class Deck(models.Model):
    """A deck of cards. Its cards live in its editions; the latest one is what new tables play with."""

    class Kind(models.TextChoices):
        STATEMENT = "statement", _("statements")
        EVENT = "event", _("events and questions")
        QUIZ_SHOW = "quiz-show", _("quiz show")

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    title = models.JSONField(_("title"), default=dict)  # language -> text, like every text of a deck
    description = models.JSONField(_("description"), default=dict, blank=True)
    languages = models.JSONField(_("languages"), default=list)
    credits = models.JSONField(_("credits"), default=dict, blank=True)
    licence = models.JSONField(_("licence"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["slug"]
        verbose_name = _("deck")
        verbose_name_plural = _("decks")

    def __str__(self) -> str:
        return self.slug

    @property
    def name(self) -> Text:
        """The title in all its languages, for the filter ``words``."""
        return Text(**self.title)

    @property
    def about(self) -> Text:
        """The description in all its languages."""
        return Text(**self.description)

    @property
    def current(self) -> "Edition | None":
        """The latest edition, or nothing while none is published."""
        return self.editions.order_by("-number").first()


class Editions(models.QuerySet["Edition"]):
    """Editions are read and added, never updated."""

    def update(self, **kwargs: Any) -> int:
        raise Frozen("an edition is never changed: publish a new one")

    def playable(self, kind: str) -> "Editions":
        """The latest edition of every deck of this kind: what a new table may be opened on."""
        latest = self.filter(deck__kind=kind).order_by("deck_id", "-number").distinct("deck_id")
        return self.filter(pk__in=latest.values("pk")).order_by("deck__slug")


class EditionManager(models.Manager.from_queryset(Editions)):  # type: ignore[misc]
    """Leaves the cards where they are until they are asked for: they are the big part."""

    def get_queryset(self) -> models.QuerySet["Edition"]:
        return super().get_queryset().defer("content")  # type: ignore[no-any-return]


class Edition(models.Model):
    """A deck as it was published: numbered, hashed, never changed. Running tables keep theirs."""

    deck = models.ForeignKey(Deck, on_delete=models.PROTECT, related_name="editions", verbose_name=_("deck"))
    number = models.PositiveIntegerField(_("number"))
    content = models.TextField(_("content"), editable=False)  # a games.rules.pack.Pack as canonical JSON
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    published_at = models.DateTimeField(_("published"), auto_now_add=True)

    objects = EditionManager()

    class Meta:
        ordering: ClassVar[list[str]] = ["deck", "-number"]
        base_manager_name = "objects"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deck", "number"], name="one_edition_per_number"),
        ]
        verbose_name = _("edition")
        verbose_name_plural = _("editions")

    def __str__(self) -> str:
        return f"{self.deck.slug} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Adds an edition; refuses to change one with Frozen."""
        if not self._state.adding:
            raise Frozen("an edition is never changed: publish a new one")
        self.digest = digest_of(self.content)
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)


def digest_of(content: str) -> str:
    """The hash by which equal editions are recognised."""
    return hashlib.sha256(content.encode()).hexdigest()


class Flag(models.Model):
    """What a player had to say about a card, with what was on the table at that moment."""

    class Reason(models.TextChoices):
        WRONG = "wrong", _("It is wrong")
        UNCLEAR = "unclear", _("It is unclear")
        TRANSLATION = "translation", _("The translation is bad")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")

    NOTE_LENGTH: ClassVar[int] = 500

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="flags", verbose_name=_("edition"))
    card = models.CharField(_("card"), max_length=40)  # a key of decks.cards.cards_of
    reason = models.CharField(_("reason"), max_length=12, choices=Reason.choices)
    note = models.TextField(_("note"), blank=True, validators=[MaxLengthValidator(NOTE_LENGTH)])
    language = models.CharField(_("language"), max_length=5)
    context = models.JSONField(_("context"), default=dict, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["state", "-created_at"], name="open_flags")]
        verbose_name = _("flagged card")
        verbose_name_plural = _("flagged cards")

    def __str__(self) -> str:
        return f"{self.edition} {self.card}: {self.get_reason_display()}"


def new_key() -> str:
    """An unguessable part of a link."""
    return secrets.token_urlsafe(16)


class Contribution(models.Model):
    """Statements that a reader has sent in (SQ-X1). Whoever has the key sees what becomes of them."""

    class State(models.TextChoices):
        NEW = "new", _("new")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    WORD_LENGTH: ClassVar[int] = 500

    key = models.CharField(_("key"), max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    language = models.CharField(_("language"), max_length=5)
    statements = models.JSONField(_("statements"), default=list)  # of decks.contributions.Offered
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.NEW)
    word = models.TextField(
        _("a word to the sender"),
        blank=True,
        validators=[MaxLengthValidator(WORD_LENGTH)],
        help_text=_("The sender reads it at the private link."),
    )
    edition = models.ForeignKey(
        Edition,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="contributions",
        verbose_name=_("edition"),
    )
    created_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]
        verbose_name = _("readers’ statements")
        verbose_name_plural = _("readers’ statements")

    def __str__(self) -> str:
        return f"{self.name} ({len(self.statements)})"

    @property
    def offered(self) -> list[Offered]:
        """The statements, ready to be read."""
        return msgspec.convert(self.statements, list[Offered])
