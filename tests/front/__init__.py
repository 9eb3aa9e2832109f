"""The front for Python."""
