"""Risky Stars: rules, notation, properties, players."""
