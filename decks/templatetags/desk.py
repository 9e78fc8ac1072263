"""What the templates of the desk need."""

from django import template

register = template.Library()


@register.filter
def field_id(path: str) -> str:
    """The path of a field, or of one of its languages, as the id of the line it stands in."""
    stem, _, last = path.rpartition(".")
    return (stem if stem and len(last) == 2 and last.isalpha() else path).replace(".", "-")
