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
from types import GenericAlias
from typing import Any, Callable, Iterator, Literal, Union

from skua_runtime.cluster.argument_lines import argument_lines, parameters_with_words
from skua_runtime.cluster.cluster import described_callable, described_parameter
from skua_runtime.cluster.needs import MOST_LITERALS, TAKES_PATH, Needs
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


def describe(
    loaded: LoadedModule,
    cluster: Any,
    types: Any,
    append: Callable[[dict[str, Any], Any], int],
    of_frameworks: Subject,
) -> None:
    """Append the environment callables that can matter to the subject.

    REQUIRES: the cluster has the subject's callables. If the subject imports a replaced function by
    name, `module` is the subject, since tests must replace it there.
    """
    needs = Needs(loaded.tree)
    _mark_path_parameters(cluster, types, _path_parameters(loaded.tree, needs.names))
    lines = argument_lines(loaded.tree, needs.names)
    if lines:
        _mark_word_parameters(cluster, types, loaded.tree, lines)
    if _has_path_parameter(cluster) or any(map(_makes_folder, examples_in(loaded.tree))):
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
        described = described_callable(
            "environment",
            name,
            importer,
            result,
            parameters,
            in_subject=not name.endswith(("_file", "_folder")),
            name=name,
        )
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
        return described_parameter(name, kind, types.of(annotation, {}))

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
    for dependency, kind in known.collected(of_frameworks, "overridden"):
        add("override:" + ":".join(dependency), parameter("given", kind), importer=loaded.name)
    tellers = list(_tellers(loaded, needs))
    reads_clocks = any(how == "tick" for how, _ in tellers)
    virtual_clock.let_sleep_take_time(not reads_clocks, can_be_skipped=needs.sleeps)
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


def _mark_path_parameters(cluster: Any, types: Any, found: dict[tuple[str, str], bool]) -> None:
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


def _mark_word_parameters(cluster: Any, types: Any, tree: ast.Module, lines: list[Any]) -> None:
    """Give parameters that are parsed by argparse the types of command lines."""
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
    """Add str(path), by which a test gets a file's name."""
    class_index = cluster.types[path].get("class")
    if class_index is None:  # pathlib.Path was left out, since the table has too many classes
        return
    result = types.path_text()
    described = described_callable(
        "operator", "Path.__str__", "pathlib", result, class_index=class_index
    )
    index = append(described, str)
    cluster.classes[class_index]["methods"].append(index)
