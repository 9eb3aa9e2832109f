"""Bots measured against each other: series and tournaments, ratings, balance, reports."""
