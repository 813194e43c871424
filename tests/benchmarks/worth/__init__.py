"""Measures how much generated tests are worth to the people who read them."""
