"""What the suites of two ways to search cost to run, and what they are worth."""
