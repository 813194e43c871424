"""Tokens that expire, and a store that forgets them."""

import hashlib
import time


class Token:
    def __init__(self, subject: str, ttl: float = 3600.0):
        if not subject:
            raise ValueError("a token needs a subject")
        self.subject = subject
        self.expires = time.time() + ttl

    def is_valid(self, leeway: float = 0.0) -> bool:
        return time.time() < self.expires + leeway

    def remaining(self) -> int:
        return max(0, round(self.expires - time.time()))

    def digest(self) -> str:
        return hashlib.sha256(f"{self.subject}:{self.expires}".encode()).hexdigest()[:8]


class Store:
    def __init__(self, capacity: int = 3):
        self.capacity = capacity
        self.tokens: dict[str, Token] = {}

    def issue(self, subject: str, ttl: float = 3600.0) -> Token:
        self.purge()
        if len(self.tokens) >= self.capacity and subject not in self.tokens:
            raise OverflowError("too many tokens")
        token = self.tokens[subject] = Token(subject, ttl)
        return token

    def purge(self) -> int:
        old = [name for name, token in self.tokens.items() if not token.is_valid()]
        for name in old:
            del self.tokens[name]
        return len(old)

    def check(self, subject: str) -> str:
        if subject not in self.tokens:
            return "unknown"
        return "valid" if self.tokens[subject].is_valid() else "expired"


def window(period: int = 30) -> int:
    """The number of the period in which we are, as one-time passwords count them."""
    if period <= 0:
        raise ValueError("a period is positive")
    return int(time.time()) // period
