"""Runs Skua on small modules over well-known frameworks, in an environment that pip makes."""
