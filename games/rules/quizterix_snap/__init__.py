"""Quizterix Snap!: a picture is turned up, and whoever knows the event first wins the card."""

from games.rules.quizterix_snap.rules import Snap

__all__ = ["Snap"]
