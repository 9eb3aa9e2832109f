"""Tests of the match server."""
