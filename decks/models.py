"""Decks, the frozen editions tables play with, the cards players have flagged, and the statements they send in."""

import hashlib
import secrets
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from decks.contributions import LONGEST_NAME, Offered
from games.rules.scene import KEY_LENGTH
from games.rules.words import Text


class Frozen(Exception):
    """An edition is never changed: a correction is a new edition."""


def new_key() -> str:
    """An unguessable part of a link."""
    return secrets.token_urlsafe(16)


class Decks(models.QuerySet["Deck"]):
    """Decks, and who may reach them."""

    def in_use(self) -> "Decks":
        """The decks that are neither put away nor deleted."""
        return self.filter(archived_at=None, deleted_at=None)

    def of(self, user: Any) -> "Decks":
        """Somebody's own decks, and those that are shared with them."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(models.Q(owner=user) | models.Q(pk__in=user.shared_decks.values("pk")))

    def writable_by(self, user: Any) -> "Decks":
        """The decks this person may write: editors all, authors their own and those shared with them."""
        if not user.is_authenticated or not user.is_staff:
            return self.none()
        there = self.filter(deleted_at=None)
        if user.has_perm("decks.change_deck"):
            return there
        if not user.has_perm("decks.add_deck"):
            return self.none()
        return there.of(user)


class Deck(models.Model):
    """A deck of cards. Its cards live in its editions; the latest one is what new tables play with."""

    class Kind(models.TextChoices):
        STATEMENT = "statement", _("statements")
        EVENT = "event", _("events and questions")
        QUIZ_SHOW = "quiz-show", _("quiz show")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REVIEW = "review", _("in review")
        PUBLISHED = "published", _("published")

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    title = models.JSONField(_("title"), default=dict)  # language -> text, like every text of a deck
    description = models.JSONField(_("description"), default=dict, blank=True)
    languages = models.JSONField(_("languages"), default=list)
    credits = models.JSONField(_("credits"), default=dict, blank=True)
    licence = models.JSONField(_("licence"), default=dict, blank=True)
    # Of these four, what the next edition changes.
    wording = models.JSONField(default=dict, db_default={}, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PUBLISHED)  # of its drafts
    listed = models.BooleanField(
        _("in the catalogue"), default=True, help_text=_("Otherwise only who has the link finds the deck.")
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="decks",
        verbose_name=_("author"),
    )
    shared_with = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="shared_decks", verbose_name=_("shared with")
    )
    asked_by = models.ForeignKey(  # who asked for the review: somebody else approves
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    word = models.TextField(default="", db_default="", blank=True, editable=False)  # why it was given back
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)  # of the read-only review link
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)
    archived_at = models.DateTimeField(null=True, editable=False)  # put away: no new tables, and in no list
    deleted_at = models.DateTimeField(null=True, editable=False)  # hidden: its editions go with their last table

    objects = Decks.as_manager()

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

    def as_written(self) -> "Deck":
        """The deck with what its next edition will say of it, as its authors and editors read it; not to be saved."""
        for field, texts in self.wording.items():
            setattr(self, field, texts)
        return self

    @property
    def given_back(self) -> bool:
        """Have editors given it back, with a word about it or about its cards that has not been heeded yet?"""
        return self.state == self.State.DRAFT and (self.word != "" or self.drafts.exclude(remark="").exists())

    @property
    def current(self) -> "Edition | None":
        """The latest edition that stands, or nothing: none is published, or the deck is put away."""
        if self.archived_at is not None or self.deleted_at is not None:
            return None
        return self.editions.filter(withdrawal=None).order_by("-number").first()


class Editions(models.QuerySet["Edition"]):
    """Editions are read and added, never updated; who published one is forgotten with that person's account."""

    def update(self, **kwargs: Any) -> int:
        if kwargs != {"published_by": None}:
            raise Frozen("an edition is never changed: publish a new one")
        return super().update(**kwargs)

    def standing(self) -> "Editions":
        """Those that new tables may play with: not withdrawn, of decks in use."""
        return self.filter(withdrawal=None, deck__archived_at=None, deck__deleted_at=None)

    def playable(self, kind: str, link: str = "", person: Any = None) -> "Editions":
        """The latest edition of every listed deck of this kind, of one's own, and of the one there is a link to."""
        found = models.Q(deck__listed=True) | models.Q(deck__slug=link)
        if person is not None:
            found |= models.Q(deck__in=Deck.objects.of(person).values("pk"))
        latest = self.standing().filter(found, deck__kind=kind).order_by("deck_id", "-number").distinct("deck_id")
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
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("published by")
    )

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


class Withdrawal(models.Model):
    """An edition that its author has taken back: tables that play with it go on, new ones cannot take it."""

    edition = models.OneToOneField(Edition, on_delete=models.CASCADE, related_name="withdrawal")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.edition)


def digest_of(content: str) -> str:
    """The hash by which equal editions are recognised."""
    return hashlib.sha256(content.encode()).hexdigest()


class Reading(models.Model):
    """How often a card was known at one table by those who read it in one language."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="readings", verbose_name=_("edition"))
    card = models.CharField(_("card"), max_length=40)  # a key of decks.cards.cards_of
    language = models.CharField(_("language"), max_length=5)
    table = models.CharField(_("table"), max_length=8)  # its code: a table is counted once
    right = models.PositiveIntegerField(_("right"))
    wrong = models.PositiveIntegerField(_("wrong"))

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["edition", "card", "language", "table"], name="each_table_counts_once")
        ]

    def __str__(self) -> str:
        return f"{self.card} ({self.language}): {self.right}/{self.right + self.wrong}"


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
    sender = models.ForeignKey(  # of those with an account: they hear what became of it
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="flags"
    )
    word = models.TextField(default="", db_default="", blank=True, editable=False)  # to the sender
    settled_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(_("sent"), auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["state", "-created_at"], name="open_flags")]
        verbose_name = _("flagged card")
        verbose_name_plural = _("flagged cards")

    def __str__(self) -> str:
        return f"{self.edition} {self.card}: {self.get_reason_display()}"


class Drafts(models.Manager["Draft"]):
    """The cards of decks that are being written, but for those in the bin."""

    def get_queryset(self) -> models.QuerySet["Draft"]:
        return super().get_queryset().filter(removed_at=None)


class Draft(models.Model):
    """A card as its author is writing it. Whatever is typed is kept, right or wrong; publishing asks for more.

    ``fields`` holds it flat: ``{"year": "1961", "name.en": "Building of the Berlin Wall"}`` (decks.flat).
    """

    class Part(models.TextChoices):
        STATEMENT = "statement", _("statement")
        EVENT = "event", _("event")
        QUESTION = "question", _("question card")
        SHOW = "show", _("quiz show")

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="drafts", verbose_name=_("deck"))
    part = models.CharField(_("kind of card"), max_length=9, choices=Part.choices)
    position = models.PositiveIntegerField(_("place"))
    fields = models.JSONField(_("texts"), default=dict)
    version = models.PositiveIntegerField(default=1, editable=False)  # who saves must have seen it
    changed_at = models.DateTimeField(_("changed"), auto_now=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("changed by")
    )
    removed_at = models.DateTimeField(null=True, editable=False)  # since then it lies in the bin
    remark = models.TextField(default="", db_default="", blank=True, editable=False)  # what an editor wants changed
    heeded = models.TextField(default="", db_default="", blank=True, editable=False)  # what was wanted the time before
    # which form has made the version
    stamp = models.CharField(max_length=40, default="", db_default="", blank=True, editable=False)
    history = HistoricalRecords(excluded_fields=["position", "removed_at", "remark", "heeded", "stamp"])

    objects = Drafts()
    everything: ClassVar[models.Manager["Draft"]] = models.Manager()  # the bin too

    class Meta:
        ordering: ClassVar[list[str]] = ["part", "position", "pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["deck", "part", "position"], name="drafts_in_order")
        ]
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")

    def __str__(self) -> str:
        return f"{self.deck} {self.part} {self.position}"


class Findings(models.Model):
    """What was found in a deck's drafts, for readers of one language, for as long as nothing has changed."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="findings")
    language = models.CharField(max_length=10)
    mark = models.CharField(max_length=64)  # stands for everything that was looked at
    found = models.JSONField()  # a decks.health.Found

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deck", "language"], name="found_once_a_language")
        ]

    def __str__(self) -> str:
        return f"{self.deck} ({self.language})"


class Picture(models.Model):
    """An uploaded picture for the fronts of a deck's events, drawn anew as WebP (decks.pictures).

    A scene names it by its key, which comes from the bytes: what an edition shows can never become another picture.
    """

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="pictures", verbose_name=_("deck"))
    key = models.CharField(max_length=KEY_LENGTH)
    data = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    published = models.BooleanField(default=False, db_default=False)  # some edition shows it: anybody may see it
    taken_down_at = models.DateTimeField(null=True, editable=False)  # since then nobody sees it
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The key comes first: it is what pictures are looked up by when they are shown.
            models.UniqueConstraint(fields=["key", "deck"], name="each_picture_once_a_deck"),
        ]

    def __str__(self) -> str:
        return self.key


class Import(models.Model):
    """A file that was read and waits for a yes: its cards, flat, as they would come in.

    One whose columns its author still has to name waits itself, as ``data``, and has no cards yet.
    """

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="imports", verbose_name=_("deck"))
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("file"), max_length=200)
    cards = models.JSONField(default=list)  # of [part, fields]
    data = models.BinaryField(default=bytes, db_default=b"", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Columns(models.Model):
    """What an author calls the columns of their tables, as they have said it once."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="columns")
    meant = models.JSONField(default=dict)  # heading -> column, see decks.exchange.headings

    def __str__(self) -> str:
        return str(self.person)


class Contribution(models.Model):
    """Statements that a reader has sent in (SQ-X1). Whoever has the key sees what becomes of them."""

    class State(models.TextChoices):
        NEW = "new", _("new")
        RETURNED = "returned", _("returned")
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
    sender = models.ForeignKey(  # of those with an account
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="contributions"
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


class DeskRequest(models.Model):
    """Somebody with an account asks to write, to host or to teach; an administrator grants it (decks.roles)."""

    class Desk(models.TextChoices):
        AUTHOR = "author", _("author")
        HOST = "host", _("host")
        TEACHER = "teacher", _("teacher")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="desk_requests")
    desk = models.CharField(max_length=7, choices=Desk.choices)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["person", "desk"], name="each_desk_asked_once")
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.desk}"
