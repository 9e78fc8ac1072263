"""Tables with people at them, ready to play: opened through the services, one session per browser."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from io import StringIO
from typing import NamedTuple

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from decks.models import Deck, Edition
from decks.services import pack_of
from games.rules.pack import NO_CARDS, Pack
from games.rules.registry import GAMES
from games.tables import services
from games.tables.access import GUESTS

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "swiss-quiz": {"answering": "at-once"},
    "quizterix-snap": {"rounds": 9},
    "quizterix-standard": {},
}


class Ready(NamedTuple):
    """A table that has begun, and the language and session key of each of its players."""

    id: int
    code: str
    game: str
    languages: tuple[str, ...]
    sessions: tuple[str, ...]


def prepare_database() -> None:
    """Tables and the packaged decks."""
    call_command("migrate", verbosity=0)
    call_command("messages", "--compile", verbosity=0)
    call_command("load_decks", verbosity=0, stdout=StringIO())


def edition_for(game: str) -> Edition:
    """The cards this game is played with here."""
    deck = Deck.objects.filter(kind=GAMES[game].kind).first()
    edition = deck.current if deck else None
    if edition is None:
        raise SystemExit(f"There is no packaged deck for {game}: add one under decks/data.")
    return edition


def pack_for(game: str) -> Pack:
    """The same, unfrozen."""
    return pack_of(edition_for(game).pk) if GAMES[game].kind else NO_CARDS


def open_tables(game: str, count: int, languages: Sequence[str]) -> list[Ready]:
    """So many tables, begun, with a person for each of the languages. Nothing here is measured."""
    edition = edition_for(game)
    sessions: list[Session] = []
    tables = []
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("set local synchronous_commit to off")
        for _ in range(count):
            table = services.open_table(game, edition, OPTIONS[game])
            players = [
                services.join(table.pk, f"{table.code} {seat}", language) for seat, language in enumerate(languages)
            ]
            services.begin(table.pk, players[0])
            new = [session_for({GUESTS: {str(table.room_id): player.guest_id}}) for player in players]
            sessions += new
            keys = tuple(session.session_key for session in new)
            tables.append(Ready(table.pk, table.code, game, tuple(languages), keys))
        Session.objects.bulk_create(sessions)
    return tables


def seat_sessions(
    game: str, edition: Edition, options: Mapping[str, object], languages: Sequence[str], bots: int
) -> Ready:
    """One table, begun, with a person for each of the languages and some bots besides."""
    table = services.open_table(game, edition, options)
    players = [services.join(table.pk, f"{table.code} {seat}", language) for seat, language in enumerate(languages)]
    for _ in range(bots):
        services.add_bot(table.pk, players[0], "easy")
    services.begin(table.pk, players[0])
    new = [session_for({GUESTS: {str(table.room_id): player.guest_id}}) for player in players]
    Session.objects.bulk_create(new)
    return Ready(table.pk, table.code, game, tuple(languages), tuple(str(session.session_key) for session in new))


def session_for(data: Mapping[str, object]) -> Session:
    """A browser that is these guests."""
    return Session(
        session_key=secrets.token_hex(16),
        session_data=SessionStore().encode(dict(data)),
        expire_date=timezone.now() + timedelta(days=1),
    )


class Log:
    """The log of moves, read after a measurement to see that nothing is lost."""

    @staticmethod
    def lost(acknowledged: Sequence[tuple[int, int, str]]) -> int:
        """How many of these moves (table, number, request), of which a browser was told, the log does not hold."""
        if not acknowledged:
            return 0
        tables, numbers, requests = zip(*acknowledged, strict=True)
        query = """
            select count(*) from unnest(%s::bigint[], %s::int[], %s::uuid[]) told (table_id, number, request)
            join tables_move move using (table_id, request) where move.number <= told.number
        """  # moves that arrive together are shown together, under the number of the last
        with connection.cursor() as cursor:
            cursor.execute(query, [list(tables), list(numbers), list(requests)])
            return len(acknowledged) - int(cursor.fetchone()[0])

    @staticmethod
    def numbers(tables: Sequence[int]) -> dict[int, int]:
        """The number of the last move of each of these tables."""
        query = "select table_id, max(number) from tables_move where table_id = any(%s) group by table_id"
        with connection.cursor() as cursor:
            cursor.execute(query, [list(tables)])
            return dict(cursor.fetchall())
