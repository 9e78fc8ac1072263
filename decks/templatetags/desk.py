"""What the templates of the desk need."""

from django import template

from decks.flat import Part, label_of

register = template.Library()


@register.filter
def field_id(path: str) -> str:
    """The path of a field, or of one of its languages, as the id of the line it stands in."""
    stem, _, last = path.rpartition(".")
    return (stem if stem and len(last) == 2 and last.isalpha() else path).replace(".", "-")


@register.filter
def field_label(path: str, part: Part) -> str:
    """What the author calls the field with this path."""
    return label_of(part, path)
