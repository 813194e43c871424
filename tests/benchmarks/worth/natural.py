"""Which values a person would have typed, by the words of the project that is tested.

A number is natural when it has at most two digits beside zeros, is a year, a power of two up to 4096, or stands in
the project. A text is natural when it stands in the project as it is, or is printable ASCII of at most 80 characters
that is a date, an e-mail address, a URL or a number, or that consists of known words, single letters of which none
stands there more than three times, numbers of at most four digits, and at most two other characters a word.
Known are the words of the project's Python files and documents, and a few English ones.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LONGEST = 80
_KINDS = [
    re.compile(pattern)
    for pattern in (
        r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?",
        r"\d\d:\d\d(:\d\d)?",
        r"[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}",
        r"[a-z]+://[\w.-]+(:\d+)?(/[\w./%-]*)?(\?[\w=&%-]*)?(#\w*)?",
        r"[+-]?\d{1,6}(\.\d{1,2})?%?",
        r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
        r"#[0-9a-fA-F]{6}",
    )
]
_ENGLISH = set(
    "a an and are as at be by for from has hello in is it not of on one or test text that the this to two value was"
    " with word world alice bob foo bar baz example com org net www http https mailto file name key item first second"
    " third true false yes no none null user home tmp txt md py json csv html main abc title line lines data path".split()
)


class Words:
    """What a project's files say."""

    def __init__(self, sources: Iterable[str], documents: Iterable[str] = ()) -> None:
        self.words = set(_ENGLISH)
        self.texts: set[str | bytes] = set()
        self.numbers: set[float] = set()
        for source in sources:
            self._learn(source)
            self._learn_constants(source)
        for document in documents:
            self._learn(document)

    @classmethod
    def of(cls, project: Path, but: Path) -> Words:
        """Those of the project's folder, without the generated tests in `but`."""
        files = [path for path in sorted(project.rglob("*")) if but not in path.parents]
        return cls(
            [_read(path) for path in files if path.suffix == ".py"],
            [_read(path) for path in files if path.suffix in (".md", ".rst", ".txt")],
        )

    def _learn(self, text: str) -> None:
        self.words.update(word.lower() for word in _WORD.findall(text) if len(word) > 1)

    def _learn_constants(self, source: str) -> None:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant):
                if isinstance(node.value, (str, bytes)):
                    self.texts.add(node.value)
                elif isinstance(node.value, (int, float)):
                    self.numbers.add(node.value)

    def is_natural(self, value: object) -> bool:
        if isinstance(value, bool) or value is None or value is ...:
            return True
        if isinstance(value, (int, float)):
            return abs(value) in self.numbers or _is_plain_number(value)
        if isinstance(value, complex):
            return _is_plain_number(value.real) and _is_plain_number(value.imag)
        if isinstance(value, bytes):
            return value in self.texts or self._is_natural_text(value.decode("latin-1"))
        return value in self.texts or self._is_natural_text(str(value))

    def _is_natural_text(self, text: str) -> bool:
        if len(text) > _LONGEST or any(not (c.isascii() and (c.isprintable() or c in "\n\t")) for c in text):
            return False
        if not text.strip() or any(kind.fullmatch(text) for kind in _KINDS):
            return True
        words = _WORD.findall(text)
        letters = [word for word in words if len(word) == 1]
        known = all(
            len(word) == 1 or (word.isdigit() and len(word) <= 4) or word.lower() in self.words
            for word in words
        )
        signs = sum(not (c.isalnum() or c.isspace()) for c in text)
        return known and len(letters) <= 3 and signs <= 2 * max(1, len(words))


def _is_plain_number(value: float) -> bool:
    if value != value or value in (float("inf"), float("-inf")):
        return True
    whole = value == int(value)
    if whole and (1900 <= value <= 2100 or abs(int(value)) in {2**n for n in range(13)}):
        return True
    digits = f"{abs(value):.6g}".replace(".", "").strip("0")
    return "e" not in digits and len(digits) <= 2


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
