"""The maps of Risky Stars: which are fit to play on, how they are made, and what the rules look up in them."""
