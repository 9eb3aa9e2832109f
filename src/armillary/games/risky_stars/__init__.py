"""Risky Stars: armies, resources and alliances across star systems."""
