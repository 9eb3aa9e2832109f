"""Tests of series, tournaments, ratings and reports."""
