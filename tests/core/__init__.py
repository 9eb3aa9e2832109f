"""Tests of the engine itself: dice, options, matches, records, the registry."""
