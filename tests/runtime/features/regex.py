"""Regular expressions decide."""

import re

VERSION = re.compile(r"^v?(\d+)\.(\d+)(?:\.(\d+))?(-rc\d)?$")


def parse_version(text: str) -> tuple:
    match = VERSION.match(text)
    if match is None:
        return ()
    if match.group(4):
        return ("candidate", match.group(4))
    if match.group(3) is None:
        return (int(match.group(1)), int(match.group(2)))
    return tuple(int(part) for part in match.group(1, 2, 3))


def kind_of(token: str) -> str:
    if re.fullmatch(r"[A-Z]{2}-\d{4}", token):
        return "plate"
    if re.search(r"@\w+\.(com|org)$", token):
        return "mail"
    return "other"
