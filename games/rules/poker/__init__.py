"""Quickfire Quizterix Poker: the earliest event takes the trick, and beans are staked on a hand of pictures."""

from games.rules.poker.rules import Poker

__all__ = ["Poker"]
