"""Kepler's Horizon: fleets on a map of regions, secret orders, nothing hidden and nothing left to chance."""
