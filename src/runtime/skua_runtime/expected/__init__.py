"""Predicts arguments: the values that people pass for a parameter, by a prior learned from tests.
"""
