"""Faults to put into the subject: found, described, and compiled into one module."""
