"""Tokens that expire, by the clock, and settings from the environment."""

import os
import secrets
import time
import uuid
from datetime import datetime, timedelta, timezone


class Expired(Exception):
    pass


class Tokens:
    def __init__(self, minutes: int = 30):
        if minutes <= 0:
            raise ValueError("minutes")
        self.life = timedelta(minutes=minutes)
        self.issued: dict[str, datetime] = {}

    def issue(self) -> str:
        token = secrets.token_hex(8)
        self.issued[token] = datetime.now(timezone.utc)
        return token

    def check(self, token: str) -> bool:
        if token not in self.issued:
            return False
        if datetime.now(timezone.utc) - self.issued[token] > self.life:
            del self.issued[token]
            raise Expired(token)
        return True


def greeting(name: str = "") -> str:
    hour = datetime.now().hour
    if hour < 12:
        part = "morning"
    elif hour < 18:
        part = "afternoon"
    else:
        part = "evening"
    return f"Good {part}, {name or 'stranger'}"


def is_weekend() -> bool:
    return datetime.today().weekday() >= 5


def reference(prefix: str = "R") -> str:
    if os.environ.get("SHOP_TEST_MODE") == "1":
        return f"{prefix}-test"
    return f"{prefix}-{uuid.uuid4().hex[:6]}"


def age(since: float) -> str:
    seconds = time.time() - since
    if seconds < 0:
        return "future"
    if seconds < 60:
        return "now"
    if seconds < 3600:
        return "minutes"
    return "long ago"
