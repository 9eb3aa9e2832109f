"""HTTP: the door, the answers and the routes."""
