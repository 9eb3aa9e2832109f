"""Orbit Simulator: one ship per player, energy to share out, rings to climb, heat to shed."""
