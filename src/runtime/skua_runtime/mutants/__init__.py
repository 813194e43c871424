"""Mutants of the module under test: found, described, and compiled into one code object."""
