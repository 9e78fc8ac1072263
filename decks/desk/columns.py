"""Tables whose columns are not understood: their author says once what each of them is."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise

from decks.exchange.headings import LEFT_OUT, Manner, column_meant
from decks.exchange.labels import NAMES
from decks.exchange.rows import column_name
from decks.exchange.sheets import SHEETS
from games.rules.pack import Kind
from games.rules.words import LANGUAGES


def choices(kind: Kind) -> list[tuple[str, "Promise | str"]]:
    """What a column of such a deck can be, with what it is called; none for quiz shows, whose tables are too odd."""
    there = [column for sheet in SHEETS.values() if sheet.kind == kind for column in sheet.columns]
    return [] if kind == "quiz-show" else [(column, NAMES[column]) for column in dict.fromkeys(there)]


def asked(unread: Sequence[Sequence[str]], manner: Manner) -> list[dict[str, Any]]:
    """Each column with its heading, what stands in it first, and what it seems to be."""
    if not unread or manner.kind is None:
        return []
    known = [column for sheet in SHEETS.values() if sheet.kind == manner.kind for column in sheet.spread(LANGUAGES)]
    headings, *rows = unread
    return [
        {
            "heading": heading,
            "cells": [row[place] if place < len(row) else "" for row in rows],
            "chosen": _stem(column_meant(heading, known, manner)),
        }
        for place, heading in enumerate(headings)
    ]


def _stem(column: str) -> str:
    """A column without its language: ``name.`` for ``name.de``."""
    stem, dot, _language = column.partition(".")
    return stem + dot


def said(request: HttpRequest, unread: Sequence[Sequence[str]], kind: Kind) -> dict[str, str]:
    """What its author has just called each column, by its heading."""
    possible = {column for column, _name in choices(kind)}
    headings = unread[0] if unread else ()
    answers = ((column_name(heading), request.POST.get(f"column-{place}")) for place, heading in enumerate(headings))
    return {heading: answer if answer in possible else LEFT_OUT for heading, answer in answers if heading}
