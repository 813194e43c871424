"""Finds the parts of the environment that a source uses: variables, arguments, standard input,
processes, files, the current folder, time and random numbers."""

from __future__ import annotations

import ast
import builtins
import os
import re
import sys
from typing import Callable, Optional, Union

from skua_runtime.source.nodes import children_of, walk
from skua_runtime.source.source_names import SourceNames, calls
from skua_runtime.texts.ini_documents import ini_documents
from skua_runtime.texts.json_documents import json_documents, looked_up_keys

MOST_LITERALS = 24
_LONGEST_CONTENT = 400

_ARGUMENT_PARSERS = ("optparse", "getopt", "click", "typer", "docopt", "fire")
_ENVIRONMENT_READERS = {
    "os.getenv", "os.getenvb", "os.environ.get", "os.environ.pop", "os.environ.setdefault",
    "os.environ.__getitem__",
}  # fmt: skip
_READS_CURRENT_FOLDER = {
    "os.getcwd", "os.getcwdb", "os.curdir", "os.listdir", "os.scandir", "os.walk", "glob.glob",
    "glob.iglob", "pathlib.Path.cwd", "os.path.abspath", "os.path.realpath", "os.chdir",
}  # fmt: skip
# Functions whose first argument is a path.
TAKES_PATH = {
    "open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "zipfile.ZipFile",
    "tarfile.open", "tokenize.open", "linecache.getlines", "runpy.run_path", "sqlite3.connect",
    "json.tool", "pathlib.Path", "pathlib.PosixPath",
    *(f"os.{name}" for name in (
        "access", "chmod", "listdir", "lstat", "makedirs", "mkdir", "open", "remove", "removedirs",
        "rename", "replace", "rmdir", "scandir", "stat", "truncate", "unlink", "utime", "walk",
    )),
    *(f"os.path.{name}" for name in (
        "exists", "getatime", "getctime", "getmtime", "getsize", "isdir", "isfile", "islink",
        "lexists", "samefile",
    )),
    *(f"shutil.{name}" for name in ("copy", "copy2", "copyfile", "copytree", "move", "rmtree")),
    "configparser.ConfigParser.read",
}  # fmt: skip
_PATH_METHODS = {
    "exists", "glob", "is_dir", "is_file", "iterdir", "mkdir", "read_bytes", "read_text", "rglob",
    "rmdir", "touch", "unlink", "write_bytes", "write_text",
}  # fmt: skip
_STARTS_PROCESS = {
    "os.popen",
    *(f"subprocess.{name}" for name in (
        "Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput", "run",
    )),
}  # fmt: skip
# By called function: how time is told, and the class or function that a test replaces.
_TELLERS = {
    **{
        f"datetime.datetime.{name}": ("clock", "datetime.datetime")
        for name in ("now", "today", "utcnow")
    },
    "datetime.date.today": ("calendar", "datetime.date"),
    **{
        f"time.{name}": ("tick", f"time.{name}")
        for name in ("time", "monotonic", "perf_counter")
    },
}
_RANDOM_FUNCTIONS = {
    "random.betavariate", "random.choice", "random.choices", "random.expovariate", "random.gauss",
    "random.getrandbits", "random.normalvariate", "random.randbytes", "random.randint",
    "random.random", "random.randrange", "random.sample", "random.shuffle", "random.triangular",
    "random.uniform",
}  # fmt: skip
_OF_FILES = ("glob", "io", "os", "pathlib", "shutil", "tempfile", "zipfile")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# methods of types whose methods do not open files
_PLAIN_METHODS = {
    name for kind in (str, bytes, list, dict, set) for name in dir(kind) if not name.startswith("__")
}
_FILE_WITH_SUFFIX = re.compile(r"[A-Za-z_][\w-]*\.(cfg|conf|csv|db|ini|json|log|toml|txt|xml|ya?ml)")
_FILE_NAME_CHARACTERS = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
)


class Needs:
    """The parts of the environment that the source uses."""

    def __init__(self, tree: ast.Module) -> None:
        self.names = SourceNames(tree)
        self.variables: list[str] = []  # names of environment variables
        self.any_variable = False  # whether the source reads variables with computed names
        self.arguments = any(map(self.names.imports, _ARGUMENT_PARSERS))
        self.options: list[str] = []
        self.input = self.names.imports("fileinput")
        self.processes = False
        self.system = False  # whether the source calls `os.system` by this name
        self.random = False
        self.sleeps = False
        self.imports_sleep = False  # whether `from time import sleep` is used
        self.files = False
        self.current_folder = False
        self.told_by: list[tuple[str, str]] = []  # (how time is told, dotted name to replace)
        self._file_names: list[str] = []
        self._tree = tree
        self._keys = looked_up_keys(tree, self.names)
        self._compared: list[str] = []  # strings in comparisons
        self._texts: list[str] = []
        open_nodes: list[ast.AST] = [tree]
        while open_nodes:  # nodes in source order
            node = open_nodes.pop()
            self._look(node)
            open_nodes.extend(reversed(list(children_of(node))))

    def _look(self, node: ast.AST) -> None:
        if isinstance(node, (ast.Name, ast.Attribute)):
            self._look_at_name(self.names.dotted(node), node)
        elif isinstance(node, ast.Call):
            self._look_at_call(node)
        elif isinstance(node, ast.Subscript):
            if self.names.dotted(node.value) == "os.environ":
                self._note_variable(self.names.text(node.slice))
        elif isinstance(node, ast.Compare):
            self._look_at_comparison(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if 0 < len(node.value) <= _LONGEST_CONTENT:
                _note(self._texts, node.value)
            if _FILE_WITH_SUFFIX.fullmatch(node.value):
                self._note_path(node.value)

    def _look_at_name(self, name: str, node: ast.AST) -> None:
        if name in ("sys.argv", "argparse.ArgumentParser"):
            self.arguments = True
        elif name == "sys.stdin":
            self.input = True
        elif name in _STARTS_PROCESS:
            self.processes = True
            self._note_variable("PATH")  # without PATH no program is found
        elif name == "os.system":
            self.system = self.system or isinstance(node, ast.Attribute)
        elif name == "shutil.which":
            self._note_variable("PATH")
        elif name in _RANDOM_FUNCTIONS:
            self.random = True
        elif name == "time.sleep":
            self.sleeps = True
            self.imports_sleep = self.imports_sleep or isinstance(node, ast.Name)
        elif name in _TELLERS:
            self.told_by.append(_TELLERS[name])
        elif name in _READS_CURRENT_FOLDER:
            self.current_folder = True

    def _look_at_call(self, node: ast.Call) -> None:
        name = self.names.dotted(node.func)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        first = node.args[0] if node.args else None
        text = self.names.text(first) if first is not None else None
        if name in _ENVIRONMENT_READERS:
            if first is not None:
                self._note_variable(text)
        elif name == "input":
            self.input = True
        elif name in TAKES_PATH:
            self.files = True
            if text is not None:
                self._note_path(text)
        elif method in _PATH_METHODS and self.names.imports("pathlib"):
            self.files = True
        elif method in ("add_argument", "add_option", "option") or name == "click.argument":
            self._look_at_option(node)
        elif method in ("add_parser", "command") and text is not None:
            _note(self.options, text)

    def _look_at_option(self, node: ast.Call) -> None:
        for text in map(self.names.text, node.args):
            if text is not None and text.startswith("-"):
                _note(self.options, text)
        for keyword in node.keywords:
            if keyword.arg == "choices" and isinstance(keyword.value, (ast.List, ast.Tuple)):
                for text in filter(None, map(self.names.text, keyword.value.elts)):
                    _note(self.options, text)

    def _look_at_comparison(self, node: ast.Compare) -> None:
        for operand in (node.left, *node.comparators):
            if self.names.dotted(operand) == "os.environ" and isinstance(
                node.ops[0], (ast.In, ast.NotIn)
            ):
                self._note_variable(self.names.text(node.left))
            parts = operand.elts if isinstance(operand, (ast.Tuple, ast.List, ast.Set)) else []
            for part in (operand, *parts):
                text = self.names.text(part)
                if text:
                    _note(self._compared, text)

    def _note_variable(self, name: Optional[str]) -> None:
        if name is None:
            self.any_variable = True
        elif name and "=" not in name and "\0" not in name:
            _note(self.variables, name)

    def _note_path(self, text: str) -> None:
        """Note a literal path. A test can make the file if the path is relative."""
        if not os.path.isabs(text):
            self.current_folder = True
            if _is_file_name(text):
                _note(self._file_names, text)

    # Values that tests can choose.

    def input_texts(self) -> list[str]:
        """Texts for standard input: compared strings as lines, and usual ones."""
        lines = [text for text in self._compared if "\n" not in text and len(text) <= 40][:8]
        texts = [f"{line}\n" for line in lines]
        if len(lines) > 1:
            texts += ["\n".join(lines) + "\n", "\n".join(reversed(lines)) + "\n"]
        return [*texts, "", "\n", "1\n2\n3\n", "y\n", "a b c\nd e f\n"]

    def output_texts(self) -> list[str]:
        """Texts that processes may print: compared strings, alone and as lines; documents; file
        names."""
        texts = ["", *self._compared[:6]]
        if self.names.imports("json"):
            texts += json_documents(self._tree, self.names)[:6]
        return [*texts, "".join(f"{name}\n" for name in self.file_names()[:3]), *self.input_texts()]

    def file_names(self) -> list[str]:
        """File names in the source, and usual ones."""
        suffixes = [
            text
            for text in self._texts
            if text.startswith(".") and 1 < len(text) <= 8 and text[1:].isalnum()
        ]
        named = [text for text in self._texts if _is_file_name(text) and "." in text[1:-1]]
        usual = ["data.txt", "data.json", "data.csv"]
        names = [*self._file_names, *named[:6], *(f"data{suffix}" for suffix in suffixes[:6])]
        return list(dict.fromkeys([*names, *usual]))[:12]

    def contents(self) -> list[Union[str, bytes]]:
        """Contents of files: documents in formats that the source reads, and its strings."""
        found: list[Union[str, bytes]] = ["", "text\n", "first line\nsecond line\n\nlast line"]
        if self.names.imports("json"):
            found += json_documents(self._tree, self.names)
        if self.names.imports("csv"):
            header = ",".join(self._keys[:6]) or "name,value"
            row = ",".join("1" for _ in header.split(","))
            found += [f"{header}\n{row}\n{row}\n", "a;b\n1;2\n"]
        if self.names.imports("configparser"):
            found += ini_documents(self._tree, self.names, self._texts)
        if self.names.imports("tomllib") or self.names.imports("tomli"):
            found += ['key = 1\n[table]\nname = "value"\n', "key =\n"]
        if self.names.imports("xml"):
            found += ["<root><item name='a'>1</item></root>", "<root>"]
        found += [text for text in self._texts if "\n" in text.strip()][:4]
        compared = [text for text in self._compared if len(text) <= 80][:6]
        found += compared
        if len(compared) > 1:
            found.append("\n".join(compared) + "\n")
        return [*found, b"", b"\x00\xff\xfe"]


def may_name_files(tree: ast.Module) -> Callable[[str], bool]:
    """A function that tells whether a parameter with a name such as `path` may be a file.

    It may if the module uses files, or passes the parameter to code outside of the module.
    Otherwise the path may be a URL's or a key.
    """
    needs = Needs(tree)
    if needs.files or needs.current_folder or any(map(needs.names.imports, _OF_FILES)):
        return lambda name: True
    own = {one.name for one in walk(tree) if isinstance(one, _DEFINITIONS)}
    handed_on: set[str] = set()
    for call in calls(tree):
        name = needs.names.dotted(call.func)
        called = getattr(call.func, "attr", getattr(call.func, "id", ""))
        is_known = name.partition(".")[0] in sys.stdlib_module_names or hasattr(builtins, name)
        if not is_known and called not in own and called not in _PLAIN_METHODS:
            arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
            handed_on.update(one.id for one in arguments if isinstance(one, ast.Name))
    return handed_on.__contains__


def _is_file_name(text: str) -> bool:
    return (
        0 < len(text) <= 40
        and set(text) <= _FILE_NAME_CHARACTERS
        and not text.startswith(("-", "."))
        and not text.endswith(".")
    )



def _note(known: list[str], text: str) -> None:
    if text not in known and len(known) < 4 * MOST_LITERALS:
        known.append(text)
