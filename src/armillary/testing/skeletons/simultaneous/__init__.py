"""Sealed Bids: the skeleton of a game in which everybody orders in secret, at the same time."""
