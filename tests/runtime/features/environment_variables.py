"""What the environment says."""

import os
import sys


def log_level() -> str:
    level = os.environ.get("APP_LOG", "")
    if level == "debug":
        return "DEBUG"
    if level:
        return level.upper()
    return "INFO"


def home_of(user: str) -> str:
    if "APP_HOME" in os.environ:
        return os.environ["APP_HOME"] + "/" + user
    return "/" + user


def main() -> int:
    if len(sys.argv) < 2:
        return 2
    if sys.argv[1] == "--version":
        return 0
    return 1
