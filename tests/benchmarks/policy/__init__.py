"""Compares time policies on recorded searches, without running any."""
