"""Tests of Kepler's Horizon."""
