"""Makes strings in the formats that a module parses: numbers, dates, JSON, URLs, matches of regular
expressions. The functions that the source calls tell the formats."""

from __future__ import annotations

import ast
import re
import string
from typing import Any, Iterator, Mapping

from skua_runtime.source.nodes import walk
from skua_runtime.texts import regex_strings
from skua_runtime.texts.json_documents import json_documents
from skua_runtime.source.source_names import SourceNames, calls

_MOST_PATTERNS = 30
_LONGEST_PIECE = 40
_MOST_BEGINNINGS = 3

_NUMBERS = ("0", "-1", "42")
_DATES = ("2024-02-29", "1999-12-31")
_DATETIMES = ("2024-02-29T13:45:59", "1999-12-31 00:00:00+00:00", "2024-02-29")
_URLS = ("https://user@example.com:8080/path/file.txt?key=value#part", "http://a/", "a/b")
_BY_FUNCTION: dict[str, tuple[str, ...]] = {
    "int": _NUMBERS,
    "float": ("1.5", "-1e3", "0"),
    "complex": ("1+2j",),
    "decimal.Decimal": ("4.90", "-1", "0"),
    "fractions.Fraction": ("1/3", "2"),
    "datetime.date.fromisoformat": _DATES,
    "datetime.datetime.fromisoformat": _DATETIMES,
    "datetime.time.fromisoformat": ("13:45:59", "00:00"),
    "urllib.parse.urlparse": _URLS,
    "urllib.parse.urlsplit": _URLS,
    "urllib.parse.parse_qs": ("a=1&b=2", "a"),
    "urllib.parse.parse_qsl": ("a=1&b=2", "a"),
    "urllib.parse.unquote": ("a%20b",),
    "csv.reader": ("a,b\n1,2\n",),
    "csv.DictReader": ("a,b\n1,2\n",),
    "ipaddress.ip_address": ("192.168.0.1", "::1"),
    "ipaddress.ip_network": ("192.168.0.0/24", "::/64"),
    "ipaddress.ip_interface": ("192.168.0.1/24",),
    "uuid.UUID": ("12345678-1234-5678-1234-567812345678",),
    "base64.b64decode": ("YWJj", "YQ=="),
    "binascii.unhexlify": ("00ff",),
    "bytes.fromhex": ("00ff", "0"),
    "float.fromhex": ("0x1.8p3",),
    "ast.literal_eval": ("[1, 'a']", "{'a': (1, None)}", "x"),
    "ast.parse": ("x = 1\n", "def f(a): return a\n", "("),
    "shlex.split": ("a 'b c' \"d\"", "a 'b"),
    "email.utils.parseaddr": ("Name <user@example.com>", "user@example.com"),
    "tomllib.loads": ('a = 1\n[b]\nc = "d"\n', "a ="),
    "xml.etree.ElementTree.fromstring": ("<a b='c'><d>e</d></a>", "<a>"),
    "html.unescape": ("&lt;a&gt;&amp;",),
    "textwrap.dedent": ("  a\n    b\n", "a\n  b"),
    "string.Template": ("$a ${b} $$",),
}
_BY_METHOD: dict[str, tuple[str, ...]] = {
    "read_string": ("[a]\nb = c\n",), "splitlines": ("a\nb\r\nc", "a\n\n"), "isdigit": ("42",),
    "isdecimal": ("42",), "isnumeric": ("42",), "isalpha": ("abc",), "isalnum": ("abc42",),
    "isidentifier": ("name_1",), "isupper": ("ABC",), "islower": ("abc",), "istitle": ("Abc Def",),
    "isspace": (" \t",),
}  # fmt: skip
_REGEX_FUNCTIONS = frozenset(
    f"re.{name}"
    for name in "compile match search fullmatch split findall finditer sub subn".split()
)
# Two moments that differ in each field: year, month, day, hour, minute, second, microsecond.
_MOMENTS = ((2024, 2, 29, 13, 45, 59, 123456), (1999, 12, 31, 0, 0, 0, 0))


def parsed_texts(tree: ast.Module, namespace: Mapping[str, Any]) -> Iterator[Any]:
    """The strings and bytes for a module, in source order; those for regular expressions come last.
    """
    names = SourceNames(tree)
    beginnings: dict[str, None] = {}  # arguments of `startswith`, put before matches of patterns
    for call in calls(tree):
        yield from _of_call(call, names, tree)
        if getattr(call.func, "attr", "") == "startswith" and call.args:
            text = names.text(call.args[0])
            if text and len(text) <= _LONGEST_PIECE and len(beginnings) < _MOST_BEGINNINGS:
                beginnings[text] = None
    yield from _pieces_of_formats(tree, names)
    for pattern in _patterns(tree, names, namespace):
        texts = regex_strings.matching(pattern)
        yield from texts
        if isinstance(pattern.pattern, str):
            yield from (f"{one}{text}" for one in beginnings for text in texts[:1])
        yield from regex_strings.near_misses(pattern, texts)


def patterns_of(tree: ast.Module, namespace: Mapping[str, Any]) -> list["re.Pattern[Any]"]:
    """The regular expressions of a module; first compiled ones, then literals."""
    return _patterns(tree, SourceNames(tree), namespace)


def _of_call(call: ast.Call, names: SourceNames, tree: ast.Module) -> Iterator[str]:
    name = names.dotted(call.func)
    method = getattr(call.func, "attr", "")
    first = call.args[0] if call.args else None
    if name in _BY_FUNCTION and not isinstance(first, ast.Constant):
        yield from _BY_FUNCTION[name]
    elif name == "json.loads":
        yield from json_documents(tree, names)
    elif method in _BY_METHOD and not name:
        yield from _BY_METHOD[method]
    elif method in ("strptime", "strftime"):
        for argument in call.args:
            yield from _dates(names.text(argument) or "")
    elif method in _AROUND_ARGUMENT and first is not None:
        for argument in getattr(first, "elts", [first]):
            text = names.text(argument)
            if text and len(text) <= _LONGEST_PIECE:
                yield from _AROUND_ARGUMENT[method](text)


def _around(text: str) -> list[str]:
    if text == "@":
        return ["user@example.com"]
    return [f"a{text}b", f"a{text}b{text}c"]


# Maps a str method to a function that makes strings for which the method finds its argument.
_AROUND_ARGUMENT: dict[str, Any] = {
    **dict.fromkeys(("startswith", "removeprefix", "lstrip"), lambda text: [f"{text}a"]),
    **dict.fromkeys(("endswith", "removesuffix", "rstrip"), lambda text: [f"a{text}"]),
    "strip": lambda text: [f"{text[0]}a{text[-1]}"],
    **dict.fromkeys(
        "split rsplit partition rpartition find rfind index rindex count replace".split(), _around
    ),
}


def _dates(form: str) -> Iterator[str]:
    if "%" in form and len(form) <= _LONGEST_PIECE:
        # Imported late, since the subject may import datetime first.
        from datetime import datetime, timezone

        for moment in _MOMENTS:
            try:
                yield datetime(*moment, tzinfo=timezone.utc).strftime(form)
            except ValueError:
                return


def _pieces_of_formats(tree: ast.Module, names: SourceNames) -> Iterator[str]:
    """The strings between the fields of formats for str.format. (In f-strings they are constants.)
    """
    for call in calls(tree):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "format":
            text = names.text(call.func.value) or ""
            try:
                pieces = [piece for piece, *_ in string.Formatter().parse(text)]
            except ValueError:
                continue
            yield from (piece for piece in pieces if 0 < len(piece) <= _LONGEST_PIECE)


def _patterns(
    tree: ast.Module, names: SourceNames, namespace: Mapping[str, Any]
) -> list["re.Pattern[Any]"]:
    """Return compiled patterns in the module, its classes and collections, then those in literals.
    """
    found: list[re.Pattern[Any]] = []
    open_values = list(namespace.values())
    for value in namespace.values():
        if issubclass(type(value), type):  # avoids isinstance, since a metaclass may raise
            stored = type.__getattribute__(value, "__dict__")
            if stored.get("__module__") == namespace.get("__name__"):
                open_values += list(stored.values())
    for value in open_values:
        items = value.values() if type(value) is dict else value
        is_collection = type(value) in (dict, list, tuple, set, frozenset)
        found += [one for one in (items if is_collection else [value]) if type(one) is re.Pattern]
    for call in calls(tree):
        if names.dotted(call.func) in _REGEX_FUNCTIONS and call.args:
            found += _compiled(call, names)
    different: dict[tuple[Any, int], re.Pattern[Any]] = {}
    for pattern in found:
        different.setdefault((pattern.pattern, pattern.flags), pattern)
    return list(different.values())[:_MOST_PATTERNS]


def _compiled(call: ast.Call, names: SourceNames) -> list["re.Pattern[Any]"]:
    argument = call.args[0]
    source = argument.value if isinstance(argument, ast.Constant) else names.text(argument)
    if not isinstance(source, (str, bytes)):
        return []
    flags = 0
    for node in (*call.args[1:], *(keyword.value for keyword in call.keywords)):
        for part in walk(node):
            prefix, _, flag = names.dotted(part).rpartition(".")
            if prefix in ("re", "re.RegexFlag"):
                flags |= getattr(re.RegexFlag, flag, 0)
    try:
        return [re.compile(source, flags)]
    except (re.error, ValueError, RecursionError, OverflowError):
        return []
