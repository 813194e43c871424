"""Identifies an installation and its requests."""

import hashlib
import uuid

INSTALLATION = uuid.uuid4()


def request_id(prefix: str = "req") -> str:
    if not prefix.isalpha():
        raise ValueError(f"letters only: {prefix!r}")
    return f"{prefix}-{uuid.uuid4().hex[:8]}"


def stable_id(name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, name))


def machine_id() -> str:
    return hashlib.sha1(f"{uuid.getnode():012x}".encode()).hexdigest()[:10]


def hardware_address(separator: str = ":") -> str:
    digits = f"{uuid.getnode():012x}"
    return separator.join(digits[i : i + 2] for i in range(0, 12, 2))


def is_random_address() -> bool:
    """uuid draws an address where the machine has none, and sets a bit in it."""
    return bool(uuid.getnode() >> 40 & 1)


def version_of(text: str) -> int | None:
    try:
        return uuid.UUID(text).version
    except ValueError:
        return None


def same_installation(text: str) -> bool:
    return uuid.UUID(text) == INSTALLATION


def shard(count: int = 8) -> int:
    if count <= 0:
        raise ValueError("at least one shard")
    return INSTALLATION.int % count


def is_canary(percent: int = 10) -> bool:
    return INSTALLATION.int % 100 < percent


def etag(body: bytes) -> str:
    return f'"{hashlib.md5(body).hexdigest()[:12]}"'
