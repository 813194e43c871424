"""What tests can begin with: constants, hand-written tests and what these pass."""
