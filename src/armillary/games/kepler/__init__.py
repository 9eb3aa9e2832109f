"""Kepler's Horizon: fleets on a map of regions, secret orders, nothing hidden and nothing left to chance."""

from armillary.games.kepler.map.generate import generate as generate_map

__all__ = ["generate_map"]
