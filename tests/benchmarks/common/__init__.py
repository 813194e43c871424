"""What the benchmarks share: subjects, runs of Skua, judging of test files, tables."""


class Trouble(Exception):
    """A subject, tool or result that cannot be had; the message tells why."""
