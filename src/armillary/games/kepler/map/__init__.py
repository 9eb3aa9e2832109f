"""The maps of Kepler's Horizon: which are fit to play on, how they are made, and what the rules look up in them."""
