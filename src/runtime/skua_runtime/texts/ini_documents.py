"""Makes INI documents for `configparser` from section and option names in a module."""

from __future__ import annotations

import ast
from typing import Sequence

from skua_runtime.source.source_names import SourceNames, calls

_MOST_OPTIONS = 6
_LONGEST_NAME = 40
_TAKE_SECTION = frozenset(
    """
    add_section get getboolean getfloat getint has_option has_section items options remove_section
    set
    """.split()
)


def ini_documents(tree: ast.AST, names: SourceNames, texts: Sequence[str]) -> list[str]:
    """INI documents with the module's sections: empty, with each option, and with all options.

    `texts` are all string literals of the module. The last documents have other sections, or are
    invalid.
    """
    sections = dict.fromkeys(
        text
        for call in calls(tree)
        if isinstance(call.func, ast.Attribute) and call.func.attr in _TAKE_SECTION and call.args
        for text in [names.text(call.args[0])]
        if text
    )
    options = [text for text in texts if _is_option(text) and text not in sections]
    documents = []
    for section in list(sections)[:2]:
        documents.append(f"[{section}]\n")
        for index, option in enumerate(options[:_MOST_OPTIONS]):
            value = ("1", "text", "true", "")[index % 4]
            documents.append(f"[{section}]\n{option} = {value}\n")
        every = "".join(f"{option} = 1\n" for option in options[:_MOST_OPTIONS])
        documents.append(f"[{section}]\n{every}")
    return [*documents, "[section]\nkey = value\n", "[DEFAULT]\nkey = 1\n", "key\n"]


def _is_option(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and text.replace("-", "_").isidentifier()
