"""Find out from the subject's source which of its surroundings matter.

These may be environment variables, arguments of the program, standard input, processes, files, the
current folder and random numbers. Each adds kEnvironment callables (model/subject.h), which
surroundings.py executes.
"""

from __future__ import annotations

import ast
import os
import pathlib
import re
import sys
from types import GenericAlias
from typing import Any, Callable, Iterator, Literal, Optional, Union

from skua_runtime.cluster.argument_lines import argument_lines, parameters_with_words
from skua_runtime.frameworks import http_answers, known
from skua_runtime.frameworks.framework import Argument, Subject, annotation_of
from skua_runtime.frameworks.hints import imports_module, mentions
from skua_runtime.source.nodes import children_of
from skua_runtime.world import surroundings, virtual_clock
from skua_runtime.texts.ini_documents import ini_documents
from skua_runtime.texts.json_documents import json_documents, looked_up_keys
from skua_runtime.loading import LoadedModule
from skua_runtime.source.source_names import SourceNames, calls

_MOST_LITERALS = 24
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
_TAKES_PATH = {
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
_CHANGES_FILES = {
    f"os.{name}"
    for name in (
        "chmod", "makedirs", "mkdir", "remove", "removedirs", "rename", "replace", "rmdir",
        "truncate", "unlink", "utime",
    )
} | {"shutil.move", "shutil.rmtree"}  # fmt: skip
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
# By what is called: how time is told, and which class or function tells it.
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
# Hours of a day, a weekend, the end of a month and of a year.
_MOMENTS = Literal[
    "2024-02-29 09:30", "2024-03-01 14:00", "2024-03-02 20:15", "2024-12-31 23:59:30"
]  # fmt: skip
_TICKS = Literal[1709285400, 0]
_RANDOM_FUNCTIONS = {
    "random.betavariate", "random.choice", "random.choices", "random.expovariate", "random.gauss",
    "random.getrandbits", "random.normalvariate", "random.randbytes", "random.randint",
    "random.random", "random.randrange", "random.sample", "random.shuffle", "random.triangular",
    "random.uniform",
}  # fmt: skip
_FILE_WITH_SUFFIX = re.compile(r"[A-Za-z_][\w-]*\.(cfg|conf|csv|db|ini|json|log|toml|txt|xml|ya?ml)")
_FILE_NAME_CHARACTERS = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
)


def describe(
    loaded: LoadedModule,
    cluster: Any,
    types: Any,
    append: Callable[[dict[str, Any], Any], int],
    of_frameworks: Subject,
) -> None:
    """Append to the cluster the surroundings that can matter to the subject. REQUIRES: its
    callables are there. What `processes` replaces is also replaced in its `module`, where that
    imports it by name."""
    needs = Needs(loaded.tree)
    _mark_path_parameters(cluster, types, _path_parameters(loaded.tree, needs.names))
    lines = argument_lines(loaded.tree, needs.names)
    if lines:
        _mark_word_parameters(cluster, types, loaded.tree, lines)
    if _has_path_parameter(cluster):
        needs.files = True

    answering = {
        one.answers.function.__name__: one.answers
        for one in known.present()
        if one.answers is not None
        and imports_module(loaded.tree, one.package)
        and (not one.answers.used_by or mentions(loaded.tree, one.answers.used_by))
    }

    def add(
        name: str,
        *parameters: dict[str, Any],
        result: int = types.of(None, {}),
        importer: str = "",
    ) -> None:
        described = {
            "kind": "environment",
            "name": name,
            "qualified_name": name,
            "module": importer,
            "result": result,
            "in_subject": not name.endswith(("_file", "_folder")),
            "parameters": list(parameters),
        }
        how, _, what = name.partition(":")
        if how == "give":
            append(described, surroundings.giving(what))
        elif how in ("clock", "calendar", "tick"):
            append(described, surroundings.telling(how, what))
        elif how == "override":
            things = (vars(loaded.original)[one] for one in what.split(":"))
            append(described, surroundings.overriding(*things))
        else:
            append(described, surroundings.FUNCTIONS.get(name) or answering[name].function)

    def parameter(
        name: str, annotation: Any, kind: str = "positional_or_keyword"
    ) -> dict[str, Any]:
        return {
            "name": name,
            "kind": kind,
            "has_default": False,
            "type": types.of(annotation, {}),
        }

    if needs.variables or needs.any_variable:
        name_type: Any = _literal(needs.variables) if needs.variables else str
        if needs.variables and needs.any_variable:
            name_type = Union[name_type, str]
        value_type = Union[Literal["", "0", "1", "true", "false", "value"], str]
        value = parameter("value", value_type)
        if any(map(_names_path, needs.variables)) and needs.files:
            value["type"] = types.union([types.path_text(), value["type"]])
        add("setenv", parameter("name", name_type), value)
        add("delenv", parameter("name", name_type))
    if needs.arguments:
        words: Any = Union[_literal([*needs.options, "1", "value"]), str]
        word: Any = Union[tuple(lines)] if lines else words
        add("argv", parameter("arguments", word, "var_positional"))
    if needs.input:
        add("stdin", parameter("text", Union[_literal(needs.input_texts()), str]))
    if needs.processes:
        text: Any = Union[_literal(needs.output_texts()), str]
        answer: Any = tuple[Literal[0, 1, 2, 127, -9], text, text]
        popen = getattr(sys.modules.get("subprocess"), "Popen", None)
        is_imported = popen and vars(loaded.original).get("Popen") is popen
        importer = loaded.name if is_imported else ""
        add("processes", parameter("answers", answer, "var_positional"), importer=importer)
    for name, described in answering.items():
        answer = Union[(http_answers.answer_type(loaded.tree), *_classes_of(described.exceptions))]
        add(name, parameter("answers", answer, "var_positional"))
    for target, kind in known.given(of_frameworks).items():
        given = annotation_of(Argument("given", kind))
        add(f"give:{target}", parameter("given", given))
    for dependency, kind in known.overridden(of_frameworks).items():
        add("override:" + ":".join(dependency), parameter("given", kind), importer=loaded.name)
    tellers = list(_tellers(loaded, needs))
    virtual_clock.let_sleep_take_time(all(how != "tick" for how, _ in tellers))
    for how, target in tellers:
        add(f"{how}:{target}", parameter("moment", _TICKS if how == "tick" else _MOMENTS))
    if needs.sleeps:
        add("skip_sleep", importer=loaded.name if needs.imports_sleep else "")
    if needs.system:
        add("system", parameter("status", Literal[0, 256, 512, 32512, 9]))
    if needs.random:
        add("seed", parameter("number", int))
    if needs.files or needs.current_folder:
        path = types.of(pathlib.Path, {})
        names = parameter("name", _literal(needs.file_names()))
        content: Any = Union[_literal(needs.contents()), str]
        add("write_file", names, parameter("content", content), result=path)
        add("missing_file", names, result=path)
        add("make_folder", parameter("name", _literal(["folder"])), result=path)
        _add_path_text(cluster, types, append, path)
    if needs.current_folder:
        add("chdir")


def _tellers(loaded: LoadedModule, needs: Needs) -> Iterator[tuple[str, str]]:
    """What tells the subject the time, and under which dotted name a test replaces it: in the subject
    where that has imported it by itself."""
    names = vars(loaded.original)
    for how, dotted in dict.fromkeys(needs.told_by):
        module, _, name = dotted.rpartition(".")
        thing = getattr(sys.modules.get(module), name, None)
        own = next((known for known, value in names.items() if value is thing), None)
        yield how, dotted if own is None else f"{loaded.name}.{own}"


def _classes_of(names: tuple[str, ...]) -> Iterator[Any]:
    """The types of the classes with these names, "module:Class", as values."""
    for module, _, name in (one.partition(":") for one in names):
        yield GenericAlias(type, (getattr(sys.modules[module], name),))


def _literal(values: list[Any]) -> Any:
    return Literal[tuple(dict.fromkeys(values[:_MOST_LITERALS]))]


class Needs:
    """The surroundings that the source uses."""

    def __init__(self, tree: ast.Module) -> None:
        self.names = SourceNames(tree)
        self.variables: list[str] = []  # environment variables
        self.any_variable = False  # some names are not spelled out in the source
        self.arguments = any(map(self.names.imports, _ARGUMENT_PARSERS))
        self.options: list[str] = []
        self.input = self.names.imports("fileinput")
        self.processes = False
        self.system = False  # os.system, called by this very name
        self.random = False
        self.sleeps = False
        self.imports_sleep = False  # under this name: `from time import sleep`
        self.files = False
        self.current_folder = False
        self.told_by: list[tuple[str, str]] = []  # how time is told, and the dotted name of what tells
        self._file_names: list[str] = []
        self._tree = tree
        self._keys = looked_up_keys(tree, self.names)
        self._compared: list[str] = []  # texts with which something is compared
        self._texts: list[str] = []
        open_nodes: list[ast.AST] = [tree]
        while open_nodes:  # in the order of the source
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
        elif name in _TAKES_PATH:
            self.files = True
            if text is not None:
                self._note_path(text)
        elif method in _PATH_METHODS and self.names.imports("pathlib"):
            self.files = True
        elif method in ("add_argument", "add_option", "option") or name == "click.argument":
            for argument in node.args:
                option = self.names.text(argument)
                if option is not None and option.startswith("-"):
                    _note(self.options, option)
            for keyword in node.keywords:
                if keyword.arg == "choices" and isinstance(keyword.value, (ast.List, ast.Tuple)):
                    for choice in map(self.names.text, keyword.value.elts):
                        if choice is not None:
                            _note(self.options, choice)
        elif method in ("add_parser", "command") and text is not None:
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
        """Note a path that the source spells out. A test can make it there if it is relative."""
        if not os.path.isabs(text):
            self.current_folder = True
            if _is_file_name(text):
                _note(self._file_names, text)

    # The values from which tests can choose.

    def input_texts(self) -> list[str]:
        lines = [text for text in self._compared if "\n" not in text and len(text) <= 40][:8]
        texts = [f"{line}\n" for line in lines]
        if len(lines) > 1:
            texts += ["\n".join(lines) + "\n", "\n".join(reversed(lines)) + "\n"]
        return [*texts, "", "\n", "1\n2\n3\n", "y\n", "a b c\nd e f\n"]

    def output_texts(self) -> list[str]:
        """Texts that processes may print: compared texts, as they are and as lines; documents; file
        names."""
        texts = ["", *self._compared[:6]]
        if self.names.imports("json"):
            texts += json_documents(self._tree, self.names)[:6]
        return [*texts, "".join(f"{name}\n" for name in self.file_names()[:3]), *self.input_texts()]

    def file_names(self) -> list[str]:
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


def _is_file_name(text: str) -> bool:
    return (
        0 < len(text) <= 40
        and set(text) <= _FILE_NAME_CHARACTERS
        and not text.startswith(("-", "."))
        and not text.endswith(".")
    )


def _names_path(variable: str) -> bool:
    return any(word in variable.upper() for word in ("FILE", "PATH", "DIR", "HOME", "CONFIG"))


def _note(known: list[str], text: str) -> None:
    if text not in known and len(known) < 4 * _MOST_LITERALS:
        known.append(text)


# Parameters that are paths.


def _path_parameters(tree: ast.Module, names: SourceNames) -> dict[tuple[str, str], bool]:
    """For parameters that are passed on as paths: (qualified name of the function, name of the
    parameter), and whether something is written to the path."""
    found: dict[tuple[str, str], bool] = {}
    for qualified_name, function in _functions(tree, ""):
        arguments = function.args
        parameters = {
            argument.arg
            for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        }
        for call in calls(function):
            if names.dotted(call.func) in _TAKES_PATH and call.args:
                first = call.args[0]
                if isinstance(first, ast.Name) and first.id in parameters:
                    key = (qualified_name, first.id)
                    found[key] = found.get(key, False) or _writes(call, names)
    return found


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Any]]:
    for child in children_of(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, (ast.If, ast.Try, ast.With)):
            yield from _functions(child, prefix)


def _writes(call: ast.Call, names: SourceNames) -> bool:
    mode = names.text(call.args[1]) if len(call.args) > 1 else ""
    return names.dotted(call.func) in _CHANGES_FILES or bool(set(mode or "") & set("wax+"))


def _mark_path_parameters(cluster: Any, types: Any, found: dict[tuple[str, str], bool]) -> None:
    """Mark str parameters that name files. A text that goes into open() should be the name of a
    file. Where the file is written, it is never another text: a test that writes just anywhere
    cannot be kept.
    """
    for described in cluster.callables:
        name = described["qualified_name"]
        if described["kind"] == "constructor":
            name += ".__init__"
        for parameter in described["parameters"]:
            kind = cluster.types[parameter["type"]]["kind"]
            writes = found.get((name, parameter["name"]))
            if writes is not None and kind in ("any", "str"):
                others = [] if writes else [parameter["type"]]
                parameter["type"] = types.union([types.path_text(), *others])


def _mark_word_parameters(cluster: Any, types: Any, tree: ast.Module, lines: list[Any]) -> None:
    """Mark parameters that are parsed as a command line."""
    found = set(parameters_with_words(tree))
    for described in cluster.callables:
        for parameter in described["parameters"]:
            if (described["qualified_name"], parameter["name"]) in found:
                parameter["type"] = types.of(Union[tuple(lines)], {})


def _has_path_parameter(cluster: Any) -> bool:
    open_types = [
        parameter["type"]
        for described in cluster.callables
        if described.get("in_subject", True)
        for parameter in described["parameters"]
    ]
    seen: set[int] = set()
    while open_types:
        index = open_types.pop()
        if index in seen:
            continue
        seen.add(index)
        described = cluster.types[index]
        if described["kind"] == "path_text":
            return True
        if described["kind"] == "class":
            cls = cluster.class_objects[described["class"]]
            if isinstance(cls, type) and issubclass(cls, pathlib.PurePath):
                return True
        open_types += described.get("arguments", [])
    return False


def _add_path_text(
    cluster: Any, types: Any, append: Callable[[dict[str, Any], Any], int], path: int
) -> None:
    """Add str(path), by which a file's name is made from its path."""
    class_index = cluster.types[path].get("class")
    if class_index is None:  # the table has too many classes already
        return
    index = append(
        {
            "kind": "operator",
            "name": "__str__",
            "qualified_name": "Path.__str__",
            "module": "pathlib",
            "class": class_index,
            "result": types.path_text(),
            "in_subject": False,
            "parameters": [],
        },
        str,
    )
    cluster.classes[class_index]["methods"].append(index)
