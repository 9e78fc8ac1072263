"""Quizterix Standard: the longest streak of consecutive events wins."""

from games.rules.standard.rules import Standard

__all__ = ["Standard"]
