"""Quizterix Standard: the longest streak of consecutive events wins."""

from games.rules.quizterix_standard.rules import Standard

__all__ = ["Standard"]
