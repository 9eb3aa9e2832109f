"""Bots measured against each other: series and tournaments, ratings, balance, reports."""

from armillary.arena.ratings import fit
from armillary.arena.series import Series
from armillary.arena.workers import play_apart, play_here

__all__ = ["Series", "fit", "play_apart", "play_here"]
