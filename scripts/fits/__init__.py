"""Fits of evaluations to how games between bots end, one module per game."""
