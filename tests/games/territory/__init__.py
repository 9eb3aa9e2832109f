"""Tests of Territory."""
