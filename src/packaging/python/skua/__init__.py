"""Skua generates tests for the Python modules that changed. The program is a binary beside this package."""
