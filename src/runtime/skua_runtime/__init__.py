"""The part of Skua that runs inside the worker: it loads the module under test, finds the goals and
the callables in it, and observes tests.

All files here import only the standard library, and import it before the project's paths enter
`sys.path`: a project may contain a string.py or types.py.
"""
