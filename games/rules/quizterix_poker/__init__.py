"""Quickfire Quizterix Poker: the earliest event takes the trick, and beans are staked on a hand of pictures."""

from games.rules.quizterix_poker.rules import Poker

__all__ = ["Poker"]
