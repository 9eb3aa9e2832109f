"""Stellar Skirmish solved: the tables, and the bot that plays by them."""
