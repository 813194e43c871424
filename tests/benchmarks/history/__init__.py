"""Replays the commits of a project under each strategy, as a build that runs Skua would meet them.

`python3 -m history --help`, in tests/benchmarks. What follows from what stands in README.md.
"""
