"""What the templates of the desk need."""

from django import template

from decks.flat import Part, label_of

register = template.Library()


@register.filter
def dashed(path: str) -> str:
    """The path of a field as an id: ``name-en`` for ``name.en``."""
    return path.replace(".", "-")


@register.filter
def field_label(path: str, part: Part) -> str:
    """What the author calls the field with this path."""
    return label_of(part, path)
