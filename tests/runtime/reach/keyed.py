"""Dicts whose keys only the code that looks them up tells, nested and kept for later."""
from typing import Any, Dict


class Plan:
    def __init__(self, config: Dict[str, Any], **options):
        self.config = config
        self.quiet = options.pop("quiet", False)
        if "unknown" in options:
            raise TypeError("unknown")

    def mode(self):
        step = self.config.get("step")
        if step is None:
            return "none"
        inner = step["inner"]
        if inner["kind"] == "fast" and self.quiet:
            return "fast"
        return "slow"


def names(document: Dict[str, Any]) -> list:
    found = []
    for entry in document["entries"]:
        if "name" in entry:
            found.append(entry["name"])
        elif _is_hidden(entry):
            found.append(None)
    return found


def _is_hidden(entry):
    return entry.get("hidden") == "yes"


def kind(message: Dict[str, Any]) -> str:
    match message:
        case {"type": "add", "body": {"amount": amount}}:
            return str(amount)
        case {"type": "end"}:
            return "end"
    return "other"
