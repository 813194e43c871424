"""A hook of MkDocs: makes the pages that the binary itself can tell, so that they are never older than it.

configuration.md comes from `skua config schema`, reason-codes.md from `skua explain`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files


def skua(*arguments: str) -> str:
    """What the binary prints; its failure ends the build."""
    program = os.environ.get("SKUA_BINARY", "skua")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def as_mapping(schema: dict[str, Any]) -> dict[str, Any]:
    """The form of a key in which it has keys below it, if there is one: `budget: {total: 5m}`."""
    forms = [schema, *schema.get("anyOf", [])]
    return next((form["properties"] for form in forms if "properties" in form), {})


def options(schema: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The full names of all options below a schema, in its order, with what it says of each."""
    for name, option in as_mapping(schema).items():
        if below := as_mapping(option):
            yield from options({"properties": below}, f"{prefix}{name}.")
        else:
            yield prefix + name, option


def kind_of(option: dict[str, Any]) -> str:
    """What may be written, in words."""
    if "const" in option:
        return f"`{option['const']}`"
    if "enum" in option:
        return ", ".join(f"`{value}`" for value in option["enum"])
    if "anyOf" in option:
        return " or ".join(kind_of(form) for form in option["anyOf"])
    kinds = option.get("type", "")
    kind = "/".join(kinds) if isinstance(kinds, list) else kinds
    bounds = [f"{word} {option[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in option]
    return " ".join([kind.replace("/null", ""), *bounds])


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def configuration() -> str:
    """A table for each section of skua.yml."""
    schema = json.loads(skua("config", "schema"))
    lines = [
        "# Configuration",
        "",
        "All keys of `skua.yml`, as this version knows them. `skua config show` prints what is in force in a",
        "project and where each value came from; flags win over the file. A key with a dot stands below its section:",
        "`budget.total: 5m` is written",
        "",
        "```yaml",
        "budget:",
        "  total: 5m",
        "```",
    ]
    section = None
    for name, option in options(schema):
        title = name.split(".")[0] if "." in name else "top level"
        if title != section:
            section = title
            lines += ["", f"## {title}", "", "| key | may be | default | what it says |", "|---|---|---|---|"]
        default = f"`{json.dumps(option['default'])}`" if "default" in option else "–"
        lines.append(f"| `{name}` | {cell(kind_of(option))} | {cell(default)} | {cell(option.get('description', ''))} |")
    return "\n".join(lines) + "\n"


def reason_codes() -> str:
    """A section for each code, with what `skua explain` says of it."""
    lines = [
        "# Reason codes",
        "",
        "Each module without tests has a code, and so has each remark on a run. `skua explain CODE` says the same as",
        "this page, and where the last run met it.",
    ]
    for code, title in re.findall(r"^ (SKUA-\w+) +(.*)$", skua("explain"), re.MULTILINE):
        text = skua("explain", code).split("\n", 1)[1]
        meaning, _, advice = text.partition("Try: ")
        lines += ["", f"## {code}: {title}", "", meaning.strip()]
        if advice:
            lines += ["", f"**Try:** {advice.strip()}"]
    return "\n".join(lines) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, content in (("configuration.md", configuration()), ("reason-codes.md", reason_codes())):
        files.append(File.generated(config, name, content=content))
    return files
