"""Runs Skua again and again on hundreds of modules, with far less time than all of them need."""
