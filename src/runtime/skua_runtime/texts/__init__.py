"""Texts of the kinds that code parses: regular expressions' matches, JSON and INI documents."""
