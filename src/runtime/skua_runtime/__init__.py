"""What runs inside the worker: it loads the subject, finds what is to be covered and called, and
observes.

Everything here imports only the standard library, and imports all of it before the project's paths
come onto sys.path: a project may have a string.py or types.py of its own.
"""
