"""What surrounds the subject, and what is seen of objects and of effects on that world."""
