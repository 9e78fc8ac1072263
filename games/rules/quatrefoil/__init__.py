"""Quatrefoil: five tokens, four people, and one moment to stop; six ways to play."""

from games.rules.quatrefoil.rules import Quatrefoil

__all__ = ["Quatrefoil"]
