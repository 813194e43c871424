"""Runs written tests in worlds that differ from the one in which they were generated."""
