"""The engine: contract, match, record, dice. Knows no game."""
