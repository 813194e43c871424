"""Makes what sealed.py works on."""

from reach.sealed import Letter


def seal(text: str) -> Letter:
    """The text under our seal."""
    parts = [b"wax", b"red"]
    return Letter(text, b"-".join(reversed(parts)))
