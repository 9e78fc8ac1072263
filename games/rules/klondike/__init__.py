"""Quizterix Klondike: the solitaire in which every card is locked until its player knows something about it."""

from games.rules.klondike.rules import Klondike

__all__ = ["Klondike"]
