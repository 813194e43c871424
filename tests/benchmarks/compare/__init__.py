"""Compares test generators from outside, by the files that they write.

What is generated, how long it took and what the files are worth are three separate questions:
`tools` runs a generator on a module within a budget, `judge` looks at the files alone and treats all
generators alike, `report` puts results side by side. See the README beside this file.
"""
