"""What people are called: unique in their room, nobody to be mistaken for its host, or drawn by lot."""

import secrets
import unicodedata
from collections.abc import Iterable
from typing import Final

from games.rules.kernel import IllegalMove
from games.rules.words import N_
from games.tables.models import Guest, Room
from games.wording import tongue

NICKNAME_LENGTH: Final = 20
ANIMALS: Final = (
    *(N_("Ibex"), N_("Marmot"), N_("Eagle"), N_("Chamois"), N_("Hedgehog"), N_("Otter"), N_("Badger"), N_("Lynx")),
    *(N_("Owl"), N_("Trout"), N_("Beaver"), N_("Stork"), N_("Squirrel"), N_("Raven"), N_("Fox"), N_("Hare")),
)
# letters of other alphabets that look like these, and figures that are read as them
ALIKE: Final = str.maketrans("авекмнорстухіјѕԁαβεικνορτυχ0135$@", "abekmhopctyxijsdabeikvoptuxoiessa")
# what a host is called in any of our languages, and the house itself
TITLES: Final = frozenset(
    (
        *("host", "gamehost", "cohost", "admin", "administrator", "moderator", "tischrunde", "quizmaster"),
        *("spielleitung", "spielleiter", "spielleiterin", "leitung", "gastgeber", "gastgeberin"),
        *("hote", "hotesse", "animateur", "animatrice", "ospite", "conduttore", "conduttrice", "ospita"),
        *("ホスト", "司会", "主催者"),
    )
)


def clean_nickname(text: str) -> str:
    """A nickname without control characters and doubled spaces, at most 20 characters."""
    visible = "".join(char for char in text if char.isprintable())
    return " ".join(visible.split())[:NICKNAME_LENGTH]


def looks(name: str) -> str:
    """What a name looks like from afar: "Zoé", "ZOE" and "Zое" with two Cyrillic letters are one and the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(char for char in plain.translate(ALIKE) if char.isalnum())


def free_name(room: Room, wished: str, guest: Guest | None = None, leads: bool = False) -> str:
    """The wished name, as "Anna 2" if somebody in the room has it.

    ``guest``: whose name it is going to be; ``leads``: they lead the evening. Raises IllegalMove for a name that says
    its bearer were the host, unless it is.
    """
    name = clean_nickname(wished) or "?"
    is_host = leads or (room.host_id is None and not room.led) or (guest is not None and guest.pk == room.host_id)
    words = "".join(char if char.isalnum() else " " for char in unicodedata.normalize("NFKC", name)).split()
    if not is_host and TITLES.intersection((looks(name), *map(looks, words))):
        raise IllegalMove("", N_("Please choose another name: this one could be taken for the host’s."))
    return _numbered(name, _taken(room, guest))


def drawn_name(room: Room, language: str) -> str:
    """An animal and a number, such as "Steinbock 7", in this language."""
    taken = _taken(room, None)
    say = tongue(language).gettext
    while True:
        name = f"{say(secrets.choice(ANIMALS))} {secrets.randbelow(9 + len(taken)) + 1}"
        if looks(name) not in taken:
            return name[:NICKNAME_LENGTH]


def _taken(room: Room, but: Guest | None) -> frozenset[str]:
    guests: Iterable[Guest] = room.guests.filter(removed_at=None)
    if not room.led:  # else they come to the evening, and have no table for a while
        guests = room.guests.filter(players__isnull=False, removed_at=None).distinct()
    return frozenset(looks(guest.nickname) for guest in guests if guest != but)


def _numbered(name: str, taken: frozenset[str]) -> str:
    number, free = 1, name
    while looks(free) in taken:
        number += 1
        free = f"{name[: NICKNAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
    return free
