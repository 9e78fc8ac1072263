"""Qwantum: seven dice, four coloured rows, and columns that count once they are full."""

from games.rules.qwantum.rules import Qwantum

__all__ = ["Qwantum"]
