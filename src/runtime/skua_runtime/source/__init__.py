"""What a module's source says: syntax, names, facts, docstrings, and what coverage leaves out."""
