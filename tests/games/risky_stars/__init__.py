"""Risky Stars."""
