"""Names for messages, and the day on which they were sent."""

import email.utils
import itertools
import os
import time
import uuid

_count = itertools.count(1)


def message_id(domain: str = "") -> str:
    return email.utils.make_msgid(domain=domain or None)


def domain_of(identifier: str) -> str:
    if "@" not in identifier:
        raise ValueError(f"no message id: {identifier}")
    return identifier.strip("<>").rpartition("@")[2]


def date_line() -> str:
    return email.utils.formatdate(localtime=True)


def is_local_utc() -> bool:
    return time.timezone == 0 and not time.daylight


def zone_name() -> str:
    return time.tzname[0]


def boundary() -> str:
    return f"={os.getpid():05d}{next(_count):03d}="


def short_id() -> str:
    return uuid.uuid4().hex[:8]


def is_even_process() -> bool:
    return os.getpid() % 2 == 0


def starts_low(text: str = "") -> bool:
    return (text or uuid.uuid1().hex)[0] < "8"


def subject(text: str, count: int = 0) -> str:
    if count < 0:
        raise ValueError("count is not negative")
    text = " ".join(text.split())
    return f"{text} ({count})" if count > 1 else text
