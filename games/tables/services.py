"""The only writers of tables, seats and players. Moves of a running game are written by the hub's log.

Each function is one transaction; the announcement is part of it, so that nobody is told of what is not committed.
Missing and forbidden raise the same NoSuchTable.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from decks.models import Edition
from decks.services import note_readings
from games.rules.kernel import DAY, TABLE, BadOption, IllegalMove, Options, Seat
from games.rules.pack import NO_CARDS, Pack
from games.rules.play import Begin, Entry, Pause, Resume, Seated, TableMove
from games.rules.words import N_, P_
from games.tables import carrier
from games.tables.carrier import News
from games.tables.models import Move, Player, Strength, Table, new_code
from games.tables.models import Seat as SeatRow
from games.tables.readings import readings_of
from games.tables.snapshot import Broken, Row, cards_of, encode, load, mixture

logger = logging.getLogger(__name__)

NICKNAME_LENGTH = 20


class NoSuchTable(Exception):
    """There is no such table, or it is none of yours: nobody can tell which."""


class NotYours(Exception):
    """Only the host may do this."""


class BadOptions(Exception):
    """These options cannot be played with; ``problems`` says why, field by field."""

    def __init__(self, problems: list[BadOption]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.field}: {problem.why.text}" for problem in problems))


def announce(table: Table, *rows: Row) -> None:
    """Tells every process, when this transaction commits, that the table has these new moves (or new people)."""
    carrier.announce(News(table.pk, rows[-1].number if rows else None, rows))


def locked(table_id: int) -> Table:
    """The table with its row locked until the transaction ends: one change of seats at a time.

    Its key stays free, so that moves of the running game need not wait. Raises NoSuchTable if it is gone.
    """
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None:
        raise NoSuchTable
    return table


def afresh(table: Table, player: Player) -> Player:
    """The player as the locked table knows them now: what was read before may be past. Raises NoSuchTable if gone."""
    known = table.players.select_related("seat").filter(pk=player.pk).first()
    if known is None:
        raise NoSuchTable
    return known


# ---------------------------------------------------------------------- opening


@transaction.atomic
def open_table(
    game: str,
    edition: Edition | None,
    options: Mapping[str, Any],
    *,
    also: Sequence[Edition] = (),
    picked: Sequence[str] = (),
    private: bool = False,
    opened_by: User | None = None,
    follows: Table | None = None,
    key: UUID | None = None,
) -> Table:
    """A new table with its options, nobody there yet. Raises BadOptions if they cannot be played with.

    ``also``: decks to mix in; ``picked``: only these of all their cards (QS-S4). The same ``key`` twice is one table.
    """
    if key is not None:
        with connection.cursor() as cursor:  # whoever comes second with this key waits for the first one's commit
            cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [str(key)])
        if (opened := Table.objects.filter(key=key).first()) is not None:
            return opened
    table = Table(
        key=key,
        game=game,
        edition=edition,
        picked=list(picked),
        options=dict(options),
        private=private,
        opened_by=opened_by,
        follows=follows,
    )
    cards = NO_CARDS if edition is None else mixture((edition.pk, *sorted(one.pk for one in also)), tuple(picked))
    check_options(table, cards, seats=None)
    while Table.objects.filter(code=table.code).exists():
        table.code = new_code()
    table.save()
    table.also.set(also)
    if follows is not None:
        announce(follows)
    return table


def check_options(table: Table, pack: Pack, seats: int | None) -> Options:
    """The table's options, ready to play these cards with so many seats (any number that the game allows if None).

    Raises BadOptions with the reason per field.
    """
    rules = table.rules
    options: Options = rules.Options(**table.options)
    problems: list[BadOption] = []
    for count in rules.seats if seats is None else (seats,):
        found = list(rules.bad_options(options, count, pack))
        if not found:
            return options
        problems = problems or found  # with the fewest seats: what has to be put right in any case
    raise BadOptions(problems)


# ---------------------------------------------------------------------- sitting down


def clean_nickname(text: str) -> str:
    """A nickname without control characters and doubled spaces, at most 20 characters."""
    visible = "".join(char for char in text if char.isprintable())
    return " ".join(visible.split())[:NICKNAME_LENGTH]


@transaction.atomic
def join(
    table_id: int, nickname: str, language: str, livery: str = "", *, seat: bool = True, key: UUID | None = None
) -> Player:
    """A person comes to the table: into a free seat, else a new one, else a bot's; or only to watch.

    The first person to come is the host. The same ``key`` twice is one person. Raises IllegalMove (CO-6) if every seat
    is taken.
    """
    table = locked(table_id)
    if (come := _who_came(table, key)) is not None:
        return come
    player = Player(
        table=table,
        key=key,
        nickname=clean_nickname(nickname) or "?",
        language=language,
        recovery=new_code(8),
        seen_at=timezone.now(),
    )
    if seat:
        player.seat = _find_seat(table, livery)
    player.save()
    if table.host_id is None:
        table.host = player
        table.save(update_fields=["host"])
    if player.seat is not None:
        player.seat.bot = ""
        player.seat.save()
        _log_seated(table, player.seat.number, person=True)
    announce(table)
    return player


def _who_came(table: Table, key: UUID | None) -> Player | None:
    return None if key is None else table.players.filter(key=key).first()


def _find_seat(table: Table, livery: str) -> SeatRow:
    """The seat for a newcomer: a free one, a new one while there is room, or a bot's."""
    seats = list(table.seats.all())
    free = [seat for seat in seats if not seat.bot and not seat.players.exists()]
    if free:
        return free[0]
    room = table.begun_at is None or table.rules.latecomers
    if room and len(seats) + 1 < table.rules.seats.stop:
        return new_seat(table, livery)
    bots = [seat for seat in seats if seat.bot]
    if bots:
        return bots[0]
    raise IllegalMove("CO-6", N_("Every seat is taken. You can watch."))


def new_seat(table: Table, livery: str = "", bot: str = "") -> SeatRow:
    """One more seat at the table, in the wished colour if nobody has it yet."""
    seats = list(table.seats.all())
    taken = [seat.livery for seat in seats]
    colours = table.rules.liveries
    if livery not in colours or livery in taken:
        livery = min(colours, key=lambda colour: (taken.count(colour), colours.index(colour)))
    return SeatRow.objects.create(table=table, number=len(seats), livery=livery, bot=bot)


@transaction.atomic
def join_team(table_id: int, code: str, nickname: str, language: str, *, key: UUID | None = None) -> Player:
    """Another phone for a seat that is shared by a team (CO-1). Raises NoSuchTable for a wrong code."""
    table = locked(table_id)
    if (come := _who_came(table, key)) is not None:
        return come
    seat = table.seats.filter(team_code=code.strip().upper()).first()
    if seat is None:
        raise NoSuchTable
    player = Player.objects.create(
        table=table,
        key=key,
        seat=seat,
        nickname=clean_nickname(nickname) or "?",
        language=language,
        recovery=new_code(8),
        seen_at=timezone.now(),
    )
    announce(table)
    return player


def recover(table_id: int, code: str) -> Player:
    """The player whose recovery code this is: a lost phone gets its seat back. Raises NoSuchTable for a wrong code."""
    player = Player.objects.filter(table_id=table_id, recovery=code.strip().upper()).first()
    if player is None:
        raise NoSuchTable
    return player


@transaction.atomic
def rename(player: Player, nickname: str, language: str) -> None:
    """Another nickname or language, at any moment. Raises NoSuchTable if the player has been removed."""
    player = afresh(locked(player.table_id), player)
    player.nickname = clean_nickname(nickname) or player.nickname
    player.language = language
    player.save(update_fields=["nickname", "language"])
    announce(player.table)


# ---------------------------------------------------------------------- what the host decides


def require_host(table: Table, player: Player | None) -> None:
    """Raises NotYours unless this player is the host."""
    if player is None or table.host_id != player.pk:
        raise NotYours


@transaction.atomic
def add_bot(table_id: int, player: Player | None, strength: str) -> None:
    """A bot takes a free or a new seat. Raises IllegalMove if there is no room."""
    table = locked(table_id)
    require_host(table, player)
    strength = strength if strength in Strength.values else Strength.MEDIUM
    free = next((s for s in table.seats.all() if not s.bot and not s.players.exists()), None)
    if free is None:
        if table.begun_at is not None or table.seats.count() + 1 >= table.rules.seats.stop:
            raise IllegalMove("CO-6", N_("There is no free seat for a bot."))
        new_seat(table, bot=strength)
    else:
        free.bot = strength
        free.save()
        _log_seated(table, free.number, person=False)
    announce(table)


@transaction.atomic
def hand_to_bot(table_id: int, player: Player | None, number: int, strength: str) -> None:
    """The host gives a seat to a bot, mid-game, nothing lost (CO-6). Whoever sat there becomes a spectator."""
    table = locked(table_id)
    require_host(table, player)
    seat = _seat(table, number)
    seat.players.update(seat=None)
    seat.bot = strength if strength in Strength.values else Strength.MEDIUM
    seat.save()
    _log_seated(table, number, person=False)
    announce(table)


@transaction.atomic
def hand_to_person(table_id: int, player: Player | None, number: int, heir_id: int) -> None:
    """The host gives a seat to somebody who watches, mid-game, nothing lost (CO-6)."""
    table = locked(table_id)
    require_host(table, player)
    seat = _seat(table, number)
    heir = table.players.filter(pk=heir_id, seat=None).first()
    if heir is None:
        raise IllegalMove("CO-6", N_("A seat can be handed to somebody who is watching."))
    seat.players.update(seat=None)
    heir.seat = seat
    heir.save(update_fields=["seat"])
    seat.bot = ""
    seat.save()
    _log_seated(table, number, person=True)
    announce(table)


@transaction.atomic
def remove(table_id: int, player: Player | None, number: int) -> None:
    """The host clears a seat: before the game it goes, mid-game it stays free. Its players become spectators."""
    table = locked(table_id)
    require_host(table, player)
    seat = _seat(table, number)
    seat.players.update(seat=None)
    if table.begun_at is None:
        seat.delete()
        _close_ranks(table)
    else:
        seat.bot = ""
        seat.save()
        _log_seated(table, number, person=False)
    announce(table)


@transaction.atomic
def leave(table_id: int, player: Player) -> None:
    """A person gives the seat up and goes: before the game the seat goes too, mid-game it stays free."""
    table = locked(table_id)
    player = afresh(table, player)
    seat = player.seat
    if table.host_id == player.pk:
        table.host = _next_host(table, player)
        table.save(update_fields=["host"])
    alone = seat is not None and not seat.players.exclude(pk=player.pk).exists()
    if seat is not None and alone and table.begun_at is not None:
        _log_seated(table, seat.number, person=False)  # before the player goes: a move of theirs may be on its way
    player.delete()
    if seat is not None and alone and table.begun_at is None:
        seat.delete()
        _close_ranks(table)
    announce(table)


@transaction.atomic
def stand_up(table_id: int, player: Player) -> None:
    """Before the game: a person gives the seat up and watches, such as a teacher who deals without playing."""
    table = locked(table_id)
    player = afresh(table, player)
    if table.begun_at is not None or player.seat is None:
        raise IllegalMove("CO-6", N_("Seats are given up before the game begins."))
    seat = player.seat
    player.seat = None
    player.save(update_fields=["seat"])
    if not seat.players.exists():
        seat.delete()
        _close_ranks(table)
    announce(table)


@transaction.atomic
def sit_down(table_id: int, player: Player, livery: str = "") -> None:
    """Somebody who watched takes a seat. Raises IllegalMove (CO-6) if every seat is taken."""
    table = locked(table_id)
    player = afresh(table, player)
    if player.seat is not None:
        return
    seat = _find_seat(table, livery)
    seat.bot = ""
    seat.save()
    player.seat = seat
    player.save(update_fields=["seat"])
    _log_seated(table, seat.number, person=True)
    announce(table)


def take_another_seat(table_id: int, player: Player) -> Player:
    """The same person holds one more seat (QF-S4), as a player of its own. Raises IllegalMove if there is none."""
    table = player.table
    if not table.rules.several_seats or player.seat is None:
        raise IllegalMove("CO-1", N_("At this game everybody has one seat."))
    return join(table_id, player.nickname, player.language)


@transaction.atomic
def make_host(table_id: int, player: Player | None, heir_id: int) -> None:
    """The host hands the table over to another person."""
    table = locked(table_id)
    require_host(table, player)
    heir = table.players.filter(pk=heir_id).first()
    if heir is None:
        raise NoSuchTable
    table.host = heir
    table.save(update_fields=["host"])
    announce(table)


@transaction.atomic
def follow_host(table_id: int, now: datetime) -> None:
    """If the host has been gone for two minutes (24 h tables: a day), the next person clockwise follows (CO-6)."""
    table = locked(table_id)
    patience = timedelta(days=1) if table.options.get("clock") == DAY else timedelta(minutes=2)
    host = table.host
    if host is not None and host.seen_at is not None and now - host.seen_at <= patience:
        return
    heir = _next_host(table, host, since=now - timedelta(minutes=1))
    if heir is not None:
        table.host = heir
        table.save(update_fields=["host"])
        announce(table)


def _next_host(table: Table, host: Player | None, since: datetime | None = None) -> Player | None:
    """The next person clockwise from the host, among those seen since then; a spectator only if nobody sits."""
    people = table.players.all()
    if host is not None:
        people = people.exclude(pk=host.pk)
    if since is not None:
        people = people.filter(seen_at__gte=since)
    start = host.seat.number if host and host.seat else -1
    seats = max(1, table.seats.count())

    def distance(player: Player) -> tuple[bool, int, int]:
        seat = player.seat
        return seat is None, (seat.number - start - 1) % seats if seat else 0, player.pk

    return min(people.select_related("seat"), key=distance, default=None)


def _seat(table: Table, number: int) -> SeatRow:
    seat = table.seats.filter(number=number).first()
    if seat is None:
        raise NoSuchTable
    return seat


def _close_ranks(table: Table) -> None:
    """Seats are numbered without gaps before the game begins."""
    for number, seat in enumerate(table.seats.order_by("number")):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])


# ---------------------------------------------------------------------- the log, table moves


@transaction.atomic
def begin(table_id: int, player: Player | None) -> None:
    """The host begins: empty seats go, the secret lays the table. Raises IllegalMove or BadOptions if it cannot."""
    table = locked(table_id)
    require_host(table, player)
    if table.begun_at is not None:
        raise IllegalMove("", N_("The game has already begun."))
    for seat in table.seats.filter(bot="", players=None):
        seat.delete()
    _close_ranks(table)
    seats = list(table.seats.all())
    least = table.rules.seats.start
    if len(seats) not in table.rules.seats:
        raise IllegalMove(
            "", P_("This game needs at least one player.", "This game needs at least %(n)s players."), n=least
        )
    check_options(table, cards_of(table), len(seats))
    table.begun_at = timezone.now()
    table.save(update_fields=["begun_at"])
    persons = tuple(Seat(seat.number) for seat in seats if not seat.bot)
    append(table, Begin(len(seats), persons, table.options), player)
    announce(table)


@transaction.atomic
def pause(table_id: int, player: Player | None) -> None:
    """The host stops the game and its clocks."""
    table = locked(table_id)
    require_host(table, player)
    append(table, Pause(), player)


@transaction.atomic
def resume(table_id: int, player: Player | None) -> None:
    """Whoever sits at the table, or the host, lets the game go on."""
    table = locked(table_id)
    if player is None:
        raise NotYours
    player = afresh(table, player)
    if player.seat_id is None and table.host_id != player.pk:
        raise NotYours
    append(table, Resume(), player)


def append(table: Table, move: TableMove, player: Player | None = None) -> None:
    """Appends a move of the house to the log. The row is locked, so only a live move could come first: then once more.

    Raises IllegalMove if the game does not allow it now.
    """
    while True:
        now = timezone.now()
        snapshot = load(table, now)
        if isinstance(move, Seated) and snapshot.play is not None and snapshot.over:
            note_end(table.pk, snapshot.play.at)  # whoever should have noted it was killed; seats matter no more
            return
        snapshot.game.advance(snapshot.play, Entry(snapshot.number + 1, TABLE, move, now))
        row = Row(snapshot.number + 1, TABLE, player.pk if player else None, encode(move), now, None)
        _, created = Move.objects.get_or_create(
            table=table,
            number=row.number,
            defaults={"seat": row.seat, "player": player, "move": row.move, "at": now},
        )
        if created:
            announce(table, row)
            return


def _log_seated(table: Table, number: int, *, person: bool) -> None:
    """Mid-game the rules must know whether a person sits somewhere (CO-9: only persons vote)."""
    if table.begun_at is not None and table.ended_at is None:
        append(table, Seated(Seat(number), person))


# ---------------------------------------------------------------------- after the end


@transaction.atomic
def note_end(table_id: int, at: datetime) -> None:
    """The game has ended: noted once, whole or not at all. The authors of its cards learn who knew them.

    ``at``: when the last move was made. Whoever finds a game over may note it, as often as they like.
    """
    table = locked(table_id)
    if table.ended_at is None:
        table.ended_at = at
        table.save(update_fields=["ended_at"])
        note_readings(readings_of(table))
        announce(table)


def note_ends(since: datetime) -> int:
    """Notes the end of all games begun since then that are over without it being noted; returns how many."""
    noted = 0
    for table in Table.objects.filter(begun_at__gte=since, ended_at=None):
        try:
            snapshot = load(table, timezone.now())
        except Broken as broken:
            logger.warning("Table %s cannot be read: %s", table.code, broken)
            continue
        if snapshot.play is not None and snapshot.over:
            note_end(table.pk, snapshot.play.at)
            noted += 1
    return noted


@transaction.atomic
def play_again(table_id: int, player: Player) -> tuple[Table, dict[int, int]]:
    """The next table with the same people, seats, bots and options; the deck goes on where it stopped (SQ-P4).

    Whoever asks first opens it; later ones get the same. Returns it and which new player each old one has become.
    Raises BadOptions if not even the cards of this game would do, NoSuchTable for a player who has been removed.
    """
    table = locked(table_id)
    player = afresh(table, player)
    following = table.next_tables.order_by("opened_at").first()
    if following is None:
        following = _open_next(table)
    heirs = {}
    for old in table.players.all():
        new = following.players.filter(recovery=old.recovery).first()
        if new is not None:
            heirs[old.pk] = new.pk
    if player.pk not in heirs:
        heirs[player.pk] = _come_along(following, player).pk
    return following, heirs


def _come_along(following: Table, player: Player) -> Player:
    """Somebody who was not yet here when the next table was laid: a seat, or only to watch if there is none."""
    try:
        with transaction.atomic():
            return join(following.pk, player.nickname, player.language)
    except IllegalMove:
        return join(following.pk, player.nickname, player.language, seat=False)


def _open_next(table: Table) -> Table:
    snapshot = load(table, timezone.now())
    options = dict(table.options)
    if snapshot.play is not None:
        options |= snapshot.rules.go_on(snapshot.play.state, snapshot.game.pack)
    edition = table.edition and (table.edition.deck.current or table.edition)
    also = [one.deck.current or one for one in table.also.select_related("deck")]
    more: dict[str, Any] = {"picked": table.picked, "private": table.private, "follows": table}
    try:
        with transaction.atomic():
            following = open_table(table.game, edition, options, also=also, **more)
    except BadOptions:  # the deck has changed meanwhile: then with the very cards of this game
        following = open_table(table.game, table.edition, dict(table.options), also=list(table.also.all()), **more)
    for seat in table.seats.all():
        copy = SeatRow.objects.create(table=following, number=seat.number, livery=seat.livery, bot=seat.bot)
        for old in seat.players.all():
            _copy_player(old, following, copy)
    for old in table.players.filter(seat=None):
        _copy_player(old, following, None)
    host = table.host
    following.host = following.players.filter(recovery=host.recovery).first() if host else None
    following.save(update_fields=["host"])
    return following


def _copy_player(old: Player, table: Table, seat: SeatRow | None) -> None:
    Player.objects.create(
        table=table,
        seat=seat,
        nickname=old.nickname,
        language=old.language,
        recovery=old.recovery,
        seen_at=old.seen_at,
    )


def forget_guests(before: datetime) -> int:
    """Takes the nicknames off tables that nobody has played at since then; returns how many were forgotten."""
    return (
        Player.objects.filter(table__opened_at__lt=before)
        .exclude(nickname="?")
        .exclude(seen_at__gte=before)
        .update(nickname="?")
    )


def last_seen(table: Table) -> datetime:
    """When somebody last looked at this table, as far as the database knows."""
    seen: datetime | None = table.players.aggregate(seen=Max("seen_at"))["seen"]
    return seen or table.begun_at or table.opened_at
