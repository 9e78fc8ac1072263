"""Quizterix Klondike: the solitaire in which every card is locked until its player knows something about it."""

from games.rules.quizterix_klondike.rules import Klondike

__all__ = ["Klondike"]
