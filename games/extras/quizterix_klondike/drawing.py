"""What the cards of Klondike are called, for whoever hears the table instead of seeing it."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from games.rules.pack import Suit
from games.rules.quizterix_klondike.moves import Place
from games.rules.quizterix_klondike.observation import Card, place_name, suit_name
from games.wording import plain


def place_words(place: Place) -> str:
    """A place of the table: column 3, the waste."""
    return plain(place_name(place))


def suit_words(suit: Suit) -> str:
    """A suit by its name."""
    return plain(suit_name(suit))


def card_label(card: Card, place: Place) -> str:
    """A card with where it lies, what is known of it, and where it can go."""
    where = plain(place_name(place))
    if card.face is not None and card.title is not None:
        facts = {"card": plain(card.title), "year": card.face.year, "name": card.face.name.say(get_language() or "en")}
        text = gettext("%(card)s, %(year)s, %(name)s; %(place)s") % (facts | {"place": where})
    elif card.picture is not None:
        facts = {"suit": plain(suit_name(card.picture.suit)), "picture": card.picture.alt.say(get_language() or "en")}
        text = gettext("locked, %(suit)s, picture: %(picture)s; %(place)s") % (facts | {"place": where})
    else:
        return gettext("a covered card; %(place)s") % {"place": where}
    if card.targets:
        places = ", ".join(plain(place_name(target)) for target in card.targets)
        text += gettext(". Can go to: %(places)s") % {"places": places}
    return text


def minutes(seconds: int) -> str:
    """A stretch of time as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


def day_words(day: str) -> str:
    """A date in the reader's way of writing it."""
    return date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")


FILTERS = (place_words, suit_words, minutes, day_words)
FUNCTIONS = (card_label,)
