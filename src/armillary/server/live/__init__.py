"""The socket of a match, and that of a person."""
