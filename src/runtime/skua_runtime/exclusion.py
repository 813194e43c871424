"""What the project's own comments take out of coverage."""

from __future__ import annotations

import io
import re
import tokenize

# As coverage.py has it by default.
_NO_COVER = re.compile(r"#\s*(pragma|PRAGMA)[:\s]?\s*(no|NO)\s*(cover|COVER)")


def excluded_lines(source: bytes) -> frozenset[int]:
    """The lines with a comment `pragma: no cover`."""
    if not re.search(rb"(?i)no\s*cover", source):
        return frozenset()
    found = set()
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and _NO_COVER.search(token.string):
                found.add(token.start[0])
    except (tokenize.TokenError, SyntaxError):
        pass  # whoever compiles it says so
    return frozenset(found)
