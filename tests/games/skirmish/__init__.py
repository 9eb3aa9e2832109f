"""Stellar Skirmish."""
