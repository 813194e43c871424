"""Material that a search begins with: constants, hand-written tests, and the arguments in these."""
