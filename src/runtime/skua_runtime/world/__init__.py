"""The environment of the subject, and observation of objects and of side effects."""
