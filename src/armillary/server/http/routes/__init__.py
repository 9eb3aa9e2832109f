"""The routes, one module per subject."""
