"""Facts from a module's source: syntax, names, docstrings, and code excluded from coverage."""
