"""What changes rooms, tables, seats and people, and nothing else does; `log.py` beside it writes the moves of games.

Each function is one transaction; the announcement is part of it, so that nobody is told of what is not committed.
Missing and forbidden raise the same NoSuchTable.
"""

from games.tables.services.again import another_game, last_of, play_again
from games.tables.services.common import BadOptions, NoSuchTable, NotYours, announce, locked
from games.tables.services.course import note_leader, pause, resume
from games.tables.services.ends import note_end, note_ends
from games.tables.services.opening import begin, open_table
from games.tables.services.people import (
    NICKNAME_LENGTH,
    clean_nickname,
    come_along,
    follow_host,
    forget_guests,
    join,
    join_team,
    last_seen,
    leave,
    make_host,
    recover,
    rename,
    take_another_seat,
)
from games.tables.services.seats import add_bot, hand_to_bot, hand_to_person, new_seat, remove, sit_down, stand_up

__all__ = (
    "NICKNAME_LENGTH",
    "BadOptions",
    "NoSuchTable",
    "NotYours",
    "add_bot",
    "announce",
    "another_game",
    "begin",
    "clean_nickname",
    "come_along",
    "follow_host",
    "forget_guests",
    "hand_to_bot",
    "hand_to_person",
    "join",
    "join_team",
    "last_of",
    "last_seen",
    "leave",
    "locked",
    "make_host",
    "new_seat",
    "note_end",
    "note_ends",
    "note_leader",
    "open_table",
    "pause",
    "play_again",
    "recover",
    "remove",
    "rename",
    "resume",
    "sit_down",
    "stand_up",
    "take_another_seat",
)
