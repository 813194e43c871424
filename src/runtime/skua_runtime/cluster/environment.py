"""Finds out from the subject's source which parts of its environment matter, and adds the callables
that change them.

Parts are environment variables, arguments, standard input, processes, files, the current folder,
time and random numbers. The callables are kEnvironment (model/subject.h); surroundings.py executes
them.
"""

from __future__ import annotations

import ast
import pathlib
import sys
from dataclasses import dataclass
from types import GenericAlias
from typing import Any, Iterator, Literal, Optional, Union

import skua_runtime.records as records
from skua_runtime.cluster.argument_lines import argument_lines, parameters_with_words
from skua_runtime.cluster.cluster import Cluster, described_callable, described_parameter
from skua_runtime.cluster.needs import MOST_LITERALS, TAKES_PATH, Needs
from skua_runtime.cluster.types_of import TypeTable
from skua_runtime.frameworks import http_answers, known
from skua_runtime.frameworks.framework import Argument, Subject, annotation_of
from skua_runtime.frameworks.hints import imports_module, mentions
from skua_runtime.source.docstrings import examples_in
from skua_runtime.world import surroundings, virtual_clock
from skua_runtime.loading import LoadedModule
from skua_runtime.source.source_names import SourceNames, calls
from skua_runtime.source.syntax import functions_in

_CHANGES_FILES = {
    f"os.{name}"
    for name in (
        "chmod", "makedirs", "mkdir", "remove", "removedirs", "rename", "replace", "rmdir",
        "truncate", "unlink", "utime",
    )
} | {"shutil.move", "shutil.rmtree"}  # fmt: skip
# Hours of a day, a weekend, the end of a month and of a year.
_MOMENTS = Literal[
    "2024-02-29 09:30", "2024-03-01 14:00", "2024-03-02 20:15", "2024-12-31 23:59:30"
]  # fmt: skip
_TICKS = Literal[1709285400, 0]


def describe(loaded: LoadedModule, cluster: Cluster, types: TypeTable, of_frameworks: Subject) -> None:
    """Append the environment callables that can matter to the subject.

    REQUIRES: the cluster has the subject's callables.
    """
    needs = Needs(loaded.tree)
    _mark_path_parameters(cluster, types, _path_parameters(loaded.tree, needs.names))
    lines = argument_lines(loaded.tree, needs.names)
    if lines:
        _mark_word_parameters(cluster, types, loaded.tree, lines)
    if _has_path_parameter(cluster) or any(map(_makes_folder, examples_in(loaded.tree))):
        needs.files = True
    environment = _Environment(loaded, cluster, types, needs, types.of(None, {}))
    environment.add_variables()
    environment.add_streams_and_processes(lines)
    environment.add_of_frameworks(of_frameworks)
    environment.add_time_and_chance()
    if needs.files or needs.current_folder:
        environment.add_files()
    if needs.current_folder:
        environment.add("chdir")


@dataclass
class _Environment:
    loaded: LoadedModule
    cluster: Cluster
    types: TypeTable
    needs: Needs
    nothing: int  # the type of None

    def add(
        self,
        name: str,
        *parameters: records.Parameter,
        function: Any = None,
        result: Optional[int] = None,
        in_subject: bool = False,
    ) -> None:
        """Append a callable; without `function` it is the one of this name in surroundings.py.

        `in_subject` tells whether the subject imports the replaced function by name, since tests must
        replace it there.
        """
        described = described_callable(
            "environment",
            name,
            self.loaded.name if in_subject else "",
            self.nothing if result is None else result,
            parameters,
            in_subject=not name.endswith(("_file", "_folder")),
            name=name,
        )
        self.cluster.append(described, function or surroundings.FUNCTIONS[name])

    def parameter(
        self, name: str, annotation: Any, kind: str = "positional_or_keyword"
    ) -> records.Parameter:
        """Return a parameter of a type."""
        return described_parameter(name, kind, self.types.of(annotation, {}))

    def add_variables(self) -> None:
        """Append the functions that change environment variables."""
        needs = self.needs
        if not needs.variables and not needs.any_variable:
            return
        name_type: Any = _literal(needs.variables) if needs.variables else str
        if needs.variables and needs.any_variable:
            name_type = Union[name_type, str]
        value_type = Union[Literal["", "0", "1", "true", "false", "value"], str]
        value = self.parameter("value", value_type)
        if any(map(_names_path, needs.variables)) and needs.files:
            value["type"] = self.types.union([self.types.path_text(), value["type"]])
        self.add("setenv", self.parameter("name", name_type), value)
        self.add("delenv", self.parameter("name", name_type))

    def add_streams_and_processes(self, lines: list[Any]) -> None:
        """Append command lines, of the types `lines` if known, standard input and processes."""
        needs = self.needs
        if needs.arguments:
            words: Any = Union[_literal([*needs.options, "1", "value"]), str]
            word: Any = Union[tuple(lines)] if lines else words
            self.add("argv", self.parameter("arguments", word, "var_positional"))
        if needs.input:
            self.add("stdin", self.parameter("text", Union[_literal(needs.input_texts()), str]))
        if needs.processes:
            text: Any = Union[_literal(needs.output_texts()), str]
            answer: Any = tuple[Literal[0, 1, 2, 127, -9], text, text]
            popen = getattr(sys.modules.get("subprocess"), "Popen", None)
            is_imported = popen is not None and vars(self.loaded.original).get("Popen") is popen
            answers = self.parameter("answers", answer, "var_positional")
            self.add("processes", answers, in_subject=is_imported)

    def add_of_frameworks(self, subject: Subject) -> None:
        """Append answers to requests, results of replaced functions, and replaced dependencies."""
        tree = self.loaded.tree
        for one in known.present():
            if one.answers is None or not imports_module(tree, one.package):
                continue
            if one.answers.used_by and not mentions(tree, one.answers.used_by):
                continue
            answer: Any = Union[(http_answers.answer_type(tree), *_classes_of(one.answers.exceptions))]
            function = one.answers.function
            answers = self.parameter("answers", answer, "var_positional")
            self.add(function.__name__, answers, function=function)
        for target, kind in known.given(subject).items():
            given = self.parameter("given", annotation_of(Argument("given", kind)))
            self.add(f"give:{target}", given, function=surroundings.giving(target))
        for names, kind in known.collected(subject, "overridden"):
            things = (vars(self.loaded.original)[one] for one in names)
            overriding = surroundings.overriding(*things)
            given = self.parameter("given", kind)
            self.add("override:" + ":".join(names), given, function=overriding, in_subject=True)

    def add_time_and_chance(self) -> None:
        """Append clocks, sleep, `os.system` and random numbers."""
        needs = self.needs
        tellers = list(_tellers(self.loaded, needs))
        reads_clocks = any(how == "tick" for how, _ in tellers)
        virtual_clock.let_sleep_take_time(not reads_clocks, can_be_skipped=needs.sleeps)
        for how, target in tellers:
            moment = self.parameter("moment", _TICKS if how == "tick" else _MOMENTS)
            self.add(f"{how}:{target}", moment, function=surroundings.telling(how, target))
        if needs.sleeps:
            self.add("skip_sleep", in_subject=needs.imports_sleep)
        if needs.system:
            self.add("system", self.parameter("status", Literal[0, 256, 512, 32512, 9]))
        if needs.random:
            self.add("seed", self.parameter("number", int))

    def add_files(self) -> None:
        """Append the functions that make files and folders."""
        path = self.types.of(pathlib.Path, {})
        names = self.parameter("name", _literal(self.needs.file_names()))
        content: Any = Union[_literal(self.needs.contents()), str]
        self.add("write_file", names, self.parameter("content", content), result=path)
        self.add("missing_file", names, result=path)
        folder = self.parameter("name", _literal(["folder"]))
        self.add("make_folder", folder, result=path)
        self._add_path_text(path)

    def _add_path_text(self, path: int) -> None:
        """Append str(path), by which a test gets a file's name."""
        class_index = self.types.types[path].get("class")
        if class_index is None:  # pathlib.Path was left out, since the table has too many classes
            return
        described = described_callable(
            "operator", "Path.__str__", "pathlib", self.types.path_text(), class_index=class_index
        )
        index = self.cluster.append(described, str)
        self.cluster.classes[class_index]["methods"].append(index)


def _tellers(loaded: LoadedModule, needs: Needs) -> Iterator[tuple[str, str]]:
    """The sources of time that the subject reads, with the dotted names that a test replaces; in
    the subject if it imports the name."""
    names = vars(loaded.original)
    for how, dotted in dict.fromkeys(needs.told_by):
        module, _, name = dotted.rpartition(".")
        thing = getattr(sys.modules.get(module), name, None)
        own = next((known for known, value in names.items() if value is thing), None)
        yield how, dotted if own is None else f"{loaded.name}.{own}"


def _classes_of(names: tuple[str, ...]) -> Iterator[Any]:
    """The type type[Class] for each "module:Class"."""
    for module, _, name in (one.partition(":") for one in names):
        yield GenericAlias(type, (getattr(sys.modules[module], name),))


def _literal(values: list[Any]) -> Any:
    return Literal[tuple(dict.fromkeys(values[:MOST_LITERALS]))]


def _names_path(variable: str) -> bool:
    return any(word in variable.upper() for word in ("FILE", "PATH", "DIR", "HOME", "CONFIG"))


def _makes_folder(example: list[ast.Module]) -> bool:
    """Whether an example makes a temporary folder."""
    return any(SourceNames(tree).imports("tempfile") for tree in example)


# Path parameters.


def _path_parameters(tree: ast.Module, names: SourceNames) -> dict[tuple[str, str], bool]:
    """Parameters that are passed on as paths: (qualified name of the function, parameter): whether
    the path is written."""
    found: dict[tuple[str, str], bool] = {}
    for qualified_name, function in functions_in(tree):
        arguments = function.args
        parameters = {
            argument.arg
            for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        }
        for call in calls(function):
            if names.dotted(call.func) in TAKES_PATH and call.args:
                first = call.args[0]
                if isinstance(first, ast.Name) and first.id in parameters:
                    key = (qualified_name, first.id)
                    found[key] = found.get(key, False) or _writes(call, names)
    return found


def _writes(call: ast.Call, names: SourceNames) -> bool:
    mode = names.text(call.args[1]) if len(call.args) > 1 else ""
    return names.dotted(call.func) in _CHANGES_FILES or bool(set(mode or "") & set("wax+"))


def _mark_path_parameters(cluster: Cluster, types: TypeTable, found: dict[tuple[str, str], bool]) -> None:
    """Make str parameters that are opened path texts. If the file is written, other strings are not
    allowed, since a test must not write just anywhere."""
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


def _mark_word_parameters(cluster: Cluster, types: TypeTable, tree: ast.Module, lines: list[Any]) -> None:
    """Give parameters that are parsed by argparse the types of command lines."""
    found = set(parameters_with_words(tree))
    for described in cluster.callables:
        for parameter in described["parameters"]:
            if (described["qualified_name"], parameter["name"]) in found:
                parameter["type"] = types.of(Union[tuple(lines)], {})


def _has_path_parameter(cluster: Cluster) -> bool:
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
