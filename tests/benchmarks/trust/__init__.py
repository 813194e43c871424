"""Runs Skua five times on real projects that have tests of their own, and measures from outside what harm it did."""
