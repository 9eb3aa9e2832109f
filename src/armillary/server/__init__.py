"""The match server: people and bots at one table, nothing lost, nothing leaked. It names no game."""
