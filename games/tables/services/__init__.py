"""What changes rooms, tables, seats and people, and nothing else does; `log.py` beside it writes the moves of games.

Each function is one transaction; the announcement is part of it, so that nobody is told of what is not committed.
Missing and forbidden raise the same NoSuchTable.
"""

from games.tables.services.again import another_game, last_of, play_again
from games.tables.services.common import BadOptions, NoSuchTable, NotYours, announce, locked
from games.tables.services.course import note_leader, pause, resume
from games.tables.services.door import (
    STAND_IN,
    close_door,
    draw_names,
    let_stand_in,
    mute,
    remove_for_good,
    rename_person,
)
from games.tables.services.ends import erase, note_end, note_ends
from games.tables.services.guesses import guess, guessed, guessed_by, last_guessed
from games.tables.services.names import NICKNAME_LENGTH, clean_nickname, drawn_name
from games.tables.services.opening import begin, open_table
from games.tables.services.people import (
    come_along,
    follow_host,
    forget_guests,
    join,
    join_team,
    last_seen,
    lead,
    leave,
    make_host,
    recover,
    rename,
    take_another_seat,
)
from games.tables.services.seats import (
    add_bot,
    fill_with_bots,
    hand_to_bot,
    hand_to_person,
    has_room,
    new_seat,
    party,
    remove,
    sit_down,
    stand_up,
)

__all__ = (
    "NICKNAME_LENGTH",
    "STAND_IN",
    "BadOptions",
    "NoSuchTable",
    "NotYours",
    "add_bot",
    "announce",
    "another_game",
    "begin",
    "clean_nickname",
    "close_door",
    "come_along",
    "draw_names",
    "drawn_name",
    "erase",
    "fill_with_bots",
    "follow_host",
    "forget_guests",
    "guess",
    "guessed",
    "guessed_by",
    "hand_to_bot",
    "hand_to_person",
    "has_room",
    "join",
    "join_team",
    "last_guessed",
    "last_of",
    "last_seen",
    "lead",
    "leave",
    "let_stand_in",
    "locked",
    "make_host",
    "mute",
    "new_seat",
    "note_end",
    "note_ends",
    "note_leader",
    "open_table",
    "party",
    "pause",
    "play_again",
    "recover",
    "remove",
    "remove_for_good",
    "rename",
    "rename_person",
    "resume",
    "sit_down",
    "stand_up",
    "take_another_seat",
)
