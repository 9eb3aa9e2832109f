"""Orbit Simulator's own tests; cases, counts and golden playthroughs are run by the shared runners."""
