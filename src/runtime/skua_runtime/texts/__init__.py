"""Makes strings in formats that the code parses: matches of regular expressions, JSON and INI
documents."""
