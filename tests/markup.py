"""Markup as a browser reads it: how a template is laid out means nothing."""

import re


def flat(markup: str) -> str:
    """Without the whitespace beside and within its tags."""
    markup = re.sub(r"\s+", " ", markup)
    return re.sub(r" ?(<[^<>]*?) ?(>) ?", r"\1\2", markup)
