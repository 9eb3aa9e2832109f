"""Orbit Simulator: one ship a player, energy to share out, rings to climb, heat to shed."""
