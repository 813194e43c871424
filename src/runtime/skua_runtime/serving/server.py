"""The worker: imports the subject once, then forks children that run tests.

Answers requests (protocol/control.h) on one socket, each a frame of JSON.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import importlib.machinery
import io
import json
import linecache
import os
import re
import resource
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Optional, Union

import skua_native

from skua_runtime.world import circumstances, effects, surroundings
from skua_runtime.cluster.analyse import analyse
from skua_runtime.cluster.cluster import Cluster
from skua_runtime.alone.bytecode import use_bytecode
from skua_runtime.expected.prior import prior
from skua_runtime.seeds.constants import find_constants
from skua_runtime.frameworks import django_project
from skua_runtime.seeds.existing_tests import run_existing_tests
from skua_runtime.seeds.expectations import add_expectations
from skua_runtime.serving.frames import Connection
from skua_runtime.loading import Callee, LoadedModule, MutantChoice, NotParsable, load_module
from skua_runtime.serving.observe import Observer
from skua_runtime.cluster.renumbering import numbering, renumbered
from skua_runtime.seeds.seed_tests import find_seeds, note_types
from skua_runtime.cluster.selection import select
from skua_runtime.cluster.checking import definitions_of
from skua_runtime.source.exclusion import ExclusionPatterns
from skua_runtime.world.side_effects import SideEffects, stop_what_reaches_out, tests_will_run_in
from skua_runtime.world.names import SUBJECT_EXCEPTIONS, is_class
from skua_runtime.world.apart import fork_quietly
from skua_runtime.world.virtual_clock import ShortSleep, VirtualClock
from skua_runtime.world.project_files import is_project_file

_READS_ARGUMENTS = re.compile(r"\bargv\b|\bparse_(?:known_)?args\(|\bfileinput\.")
_MUCH_OUTPUT = 64 * 1024
_READS_VARIABLE = re.compile(r"""(?:\benviron(?:\.\w+\(|\[)|\bgetenv\()\s*["'](\w+)["']\s*[]),]""")
_BUG_IN_CHILD = 70
# Probes that an import with a mutant may execute in addition to ten times the known number.
_SPARE_PROBES = 100_000


def main(fd: int) -> None:
    """Serve until the engine closes the socket; then exit without running code of the subject."""
    os.dup2(1, 2)  # messages written to stderr until now explain why a server does not start
    try:
        _forget_how_we_started()
        _Server(Connection(fd)).run()
    finally:
        os._exit(0)


def _forget_how_we_started() -> None:
    """Remove traces of Skua, such as sys.path entries and arguments, so that the subject's
    environment is as under pytest."""
    runtime = os.path.abspath(os.path.join(__file__, "..", "..", ".."))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != runtime]
    surroundings.take_scratch_folder()
    circumstances.vary(int(os.environ.get("PYTHONHASHSEED") or 0))
    sys.stdin = surroundings.NoInput()
    sys.stdout = surroundings.OutputStream(1, sys.stdout.buffer, errors=sys.stdout.errors)
    sys.stderr = surroundings.OutputStream(2, sys.stderr.buffer, errors=sys.stderr.errors)
    sys.modules["__main__"] = types.ModuleType("__main__")
    vars(sys.modules["__main__"])["__builtins__"] = __builtins__


class _Server:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._observer: Optional[Observer] = None
        self._left: set[int] = set()  # killed children that are not yet reaped

    def run(self) -> None:
        """Answer requests until the socket closes."""
        while (frame := self._connection.receive()) is not None:
            request, descriptors = frame
            if request["do"] == "leave":
                self._leave(request["pid"])
                continue
            try:
                answer = self._answer(request, descriptors)
            except Exception:
                answer = {"ok": False, "error": traceback.format_exc()}
            for descriptor in descriptors:
                os.close(descriptor)
            self._connection.send(answer)

    def _answer(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        if request["do"] == "load":
            side_effects = SideEffects()
            clock: VirtualClock | ShortSleep
            if request["instrument"]:
                clock = VirtualClock()
                stop_what_reaches_out()
            else:  # an observing process loads the subject without instrumentation
                clock = ShortSleep(side_effects.note)
                side_effects.install()
                effects.install()
            clock.install()
            if isinstance(sys.stdin, surroundings.NoInput):
                sys.stdin.noted = side_effects.note
            imported = functools.partial(self._connection.send, {"imported": True})
            answer, self._observer = load(request, side_effects, imported)
            if not request["instrument"]:
                skua_native.install_watch()
                circumstances.be_another_python(circumstances.process)
            clock.start()
            # Report changed state in one of the two observing processes only, and never with a
            # mutant.
            tells = not request["instrument"] and "active_mutant" not in request
            if tells and self._observer is not None and circumstances.process == 0:
                self._observer.know_state()
            return answer
        if request["do"] == "greet":
            return {"ok": True}
        if request["do"] == "fork":
            return self._fork(descriptors[0])
        if request["do"] == "reap":
            _, status = os.waitpid(request["pid"], 0)
            if os.WIFSIGNALED(status):
                return {"ok": True, "signal": os.WTERMSIG(status)}
            return {"ok": True, "exit": os.WEXITSTATUS(status)}
        raise ValueError(f"unknown request {request['do']!r}")

    def _leave(self, child: int) -> None:
        """Reap left children that have ended, without waiting for others."""
        self._left.add(child)
        for pid in list(self._left):
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(pid, os.WNOHANG)[0] == 0:
                    continue
            self._left.remove(pid)

    def _fork(self, descriptor: int) -> dict[str, Any]:
        pid = fork_quietly()  # SKUA-N109 reports threads
        if pid == 0:
            status = _BUG_IN_CHILD
            try:
                self._connection.close()
                skua_native.serve(descriptor, self._observer)
                status = 0
            finally:
                os._exit(status)
        return {"ok": True, "pid": pid}


def load(
    request: dict[str, Any], side_effects: SideEffects, imported: Callable[[], None] = lambda: None
) -> tuple[dict[str, Any], Optional[Observer]]:
    """Import and describe the subject. Calls `imported` after the import."""
    began, worked = time.monotonic(), _worked()
    root = os.path.realpath(request["root"])
    tests_will_run_in(root)
    if "bytecode" in request:
        use_bytecode(request["bytecode"], request["root"])
    threads = threading.active_count()
    recalled = json.loads(request.get("recall", "null"))  # from the answer of an earlier load
    output, limited = _CountedOutput(), _ActiveMutant(request, recalled)
    loaded = _import(request, root, output, limited)
    asked_worlds = circumstances.end_import()
    if not isinstance(loaded, LoadedModule):
        return loaded, None
    answer: dict[str, Any] = {"ok": True, "import_ms": round((time.monotonic() - began) * 1000)}
    if asked_worlds:
        answer["asked_worlds"] = asked_worlds
    if "existing_tests" not in request:
        imported()
    recorded = skua_native.recorded()
    importers = list(map(tuple, request.get("importers", [])))
    cluster = analyse(loaded, root, importers if request.get("makers", True) else None)
    include, exclude = request.get("include", []), request.get("exclude", [])
    select(cluster, loaded.name, include, exclude)
    if "existing_tests" in request:
        wanted = request["existing_tests"]
        left = wanted["seconds"] - (time.monotonic() - began)
        calls_of = request["file"] if wanted.get("calls") else None
        report = run_existing_tests(cluster, root, wanted["files"], left, calls_of)
        return {**answer, **report, "seconds": wanted["seconds"]}, None
    # With an active mutant, the load without it has reported everything.
    is_told = "active_mutant" not in request
    if not is_told:
        answer["recalled"] = True
    elif not any(map(_is_tested, cluster.callables)):
        return _without_callables(bool(include or exclude)), None
    else:
        answer.update(_told(request, loaded, cluster, root))
        answer["subject"].update(_import_coverage(recorded))
    if recalled is not None:
        cluster = renumbered(cluster, recalled)
    if is_told:
        known = numbering(cluster)
        if "mutants" in request:
            answer["mutants"] = list(_described_mutants(loaded))
            known.update(chosen=loaded.chosen_mutants, probes=limited.executed_probes)
        answer["recall"] = json.dumps(known)
    skua_native.set_subject(cluster.native_callables(), cluster.class_objects, cluster.enum_members)
    skua_native.protect(*_state_of_project(loaded, root), root)
    skua_native.reset()
    answer["waited_ms"] = max(0, round(1000 * (time.monotonic() - began - _worked() + worked)))
    names = [thread.name for thread in threading.enumerate()][threads:]
    answer["notes"] = list(_notes(loaded, root, names, output.size))
    observer = Observer(cluster, loaded, root, side_effects)
    gc.collect()
    gc.freeze()  # children share these pages until a garbage collection writes to them
    return answer, observer


def _import(
    request: dict[str, Any], root: str, output: _CountedOutput, limited: _ActiveMutant
) -> Union[LoadedModule, dict[str, Any]]:
    """Import the subject; returns the answer of a failed load if it cannot be imported."""
    arguments = sys.argv[1:]
    circumstances.begin_import(root, request.get("world", 0))
    try:
        with output, limited:
            return load_module(
                request["module"],
                request["file"],
                request["path"],
                skua_native,
                request["instrument"],
                _mutants_asked_for(request, limited.recalled),
                ExclusionPatterns.described(request.get("excluded")),
                Callee(**request["callee"]) if "callee" in request else None,
                lambda: _set_up(request),
            )
    except NotParsable as error:
        place = _relative(request["file"], root) + (f":{error.line}" if error.line else "")
        return _failure("SKUA-N101", f"{error} ({place})")
    except BaseException as error:  # the subject may raise anything
        return _failed_import(error, root, arguments)


def _without_callables(is_selected: bool) -> dict[str, Any]:
    why = "it defines nothing that a test could call"
    if is_selected:
        why += ", or search.include and search.exclude leave nothing of it"
    return _failure("SKUA-N105", why)


def _told(
    request: dict[str, Any], loaded: LoadedModule, cluster: Cluster, root: str
) -> dict[str, Any]:
    """Return the fields of an answer that describe the subject and its seeds."""
    searches = request["instrument"]  # only a search uses seeds and constants
    seeds = find_seeds(loaded, cluster, root, request.get("seed_files", [])) if searches else []
    note_types(cluster, seeds, request.get("passed_types", ""))
    if searches:
        add_expectations(cluster, loaded.tree, seeds)
    subject = _described(loaded, cluster, _constants_of(loaded, cluster) if searches else [])
    return {"seeds": seeds, "subject": subject, "digest": _digest(subject)}


def _notes(
    loaded: LoadedModule, root: str, threads: list[str], output: int
) -> Iterator[dict[str, str]]:
    """Yield remarks on the import, which started `threads` and printed so many bytes."""
    if threads:
        yield {"code": "SKUA-N109", "detail": ", ".join(threads)}
    if output > _MUCH_OUTPUT:
        yield {"code": "SKUA-N110", "detail": f"{output} bytes at import"}
    if compiled := _compiled_beside(loaded.file):
        yield {"code": "SKUA-N113", "detail": _relative(compiled, root)}


def _worked() -> float:
    """Processor seconds used by this process and by the children that it waited for."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _compiled_beside(file: str) -> Optional[str]:
    """The extension module, such as a .so file, that Python would import instead of the file."""
    stem = os.path.splitext(file)[0]
    if os.path.basename(stem) == "__init__":
        return None
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        if os.path.exists(stem + suffix):
            return stem + suffix
    return None


def _set_up(request: dict[str, Any]) -> Optional[BaseException]:
    """Set up the project's framework before modules are imported; returns its exception."""
    if "django" not in request:
        return None
    wanted = request["django"]
    return django_project.set_up(wanted["settings"], wanted["database"])


def _digest(subject: dict[str, Any]) -> str:
    """A hash of the goals' source facts. Callables and classes are not included: they may differ
    between imports, and each load numbers them as the first one did."""
    numbered = {name: subject[name] for name in ("code_objects", "predicates", "lines")}
    return hashlib.sha256(json.dumps(numbered, sort_keys=True).encode()).hexdigest()


def _mutants_asked_for(
    request: dict[str, Any], recalled: Optional[dict[str, Any]]
) -> Optional[MutantChoice]:
    if "mutants" not in request:
        return None
    chosen = None if recalled is None else recalled.get("chosen")
    return MutantChoice(request["mutants"], request["mutant_seed"], chosen)


class _ActiveMutant:
    """Activates a mutant during the import, with a limit on probes, since a mutant may loop
    forever."""

    def __init__(self, request: dict[str, Any], recalled: Optional[dict[str, Any]]) -> None:
        self._request = request
        self.recalled = recalled
        self.executed_probes = 0

    def __enter__(self) -> _ActiveMutant:
        if "mutants" in self._request:
            skua_native.activate_mutant(self._request.get("active_mutant", -1))
            known = (self.recalled or {}).get("probes")
            limit = 10 * known + _SPARE_PROBES if known is not None else sys.maxsize
            skua_native.limit_probes(limit)
        return self

    def __exit__(self, *_exception: object) -> None:
        if "mutants" in self._request:
            self.executed_probes = skua_native.executed_probes()


def _described_mutants(loaded: LoadedModule) -> Iterator[dict[str, Any]]:
    # The mutants are the callee's, whose code objects follow the caller's.
    first = len(loaded.goals.code_objects) if loaded.coupling is not None else 0
    for mutant in loaded.mutants:
        described = {**vars(mutant), "code_object": mutant.code_object + first}
        del described["index"], described["qualified_name"]
        yield described


def _is_tested(described: Mapping[str, Any]) -> bool:
    return described["in_subject"] and described["kind"] != "environment"


def _described(
    loaded: LoadedModule, cluster: Cluster, constants: list[dict[str, Any]]
) -> dict[str, Any]:
    described = {
        "types": cluster.types,
        "classes": cluster.classes,
        "callables": cluster.callables,
        "code_objects": [],
        "predicates": [],
        "constants": constants,
        "letter_bits": prior().letter_bits,
        "usual_words": prior().usual_words,
    }
    _add_goals(described, loaded.goals)
    described["lines"] = [
        {"line": one.line, "code_object": one.code_object, "shown_by": sorted(one.shown_by)}
        for one in loaded.goals.lines
    ]
    if loaded.coupling is not None:
        for _ in range(loaded.coupling.copies):
            _add_goals(described, loaded.coupling.callee)
        described.update(loaded.coupling.described())
    return described


def _constants_of(loaded: LoadedModule, cluster: Cluster) -> list[dict[str, Any]]:
    constants = find_constants(
        loaded.tree, vars(loaded.original), definitions_of(cluster.filled_classes())
    )
    if loaded.callee_tree is None:
        return constants
    # The caller may pass values that the callee compares with these.
    known = [constant["value"] for constant in constants]
    compared = find_constants(loaded.callee_tree, vars(loaded.callee))
    return constants + [constant for constant in compared if constant["value"] not in known]


def _add_goals(described: dict[str, Any], goals: Any) -> None:
    """Append a module's goals, numbered after the existing ones."""
    code_objects, predicates = described["code_objects"], described["predicates"]
    first, first_predicate = len(code_objects), len(predicates)
    for one in goals.code_objects:
        described_one = {
            "kind": one.kind,
            "qualified_name": one.qualified_name,
            "first_line": one.first_line,
            "nodes": [node if node < 0 else first_predicate + node for node in one.nodes],
            "edges": one.edges,
        }
        if one.parent >= 0:
            described_one["parent"] = first + one.parent
        code_objects.append(described_one)
    for predicate in goals.predicates:
        known = {name: value for name, value in vars(predicate).items() if value is not None}
        predicates.append({**known, "code_object": first + predicate.code_object})


def _import_coverage(recorded: dict[str, Any]) -> dict[str, list[int]]:
    distances = sorted(recorded["predicates"].items())
    return {
        "import_code_objects": sorted(recorded["code_objects"]),
        "import_true": [index for index, (to_true, _) in distances if to_true == 0],
        "import_false": [index for index, (_, to_false) in distances if to_false == 0],
    }


def _state_of_project(loaded: LoadedModule, root: str) -> tuple[list[Any], list[type]]:
    """The project's modules and their classes: state that tests may change but must restore."""
    modules: list[Any] = [loaded.original]
    for module in list(sys.modules.values()):
        if issubclass(type(module), types.ModuleType) and module is not loaded.original:
            with contextlib.suppress(*SUBJECT_EXCEPTIONS):  # a lazy module may raise
                if is_project_file(module.__dict__.get("__file__"), root):
                    modules.append(module)
    classes: dict[int, type] = {}
    for module in modules:
        for value in list(module.__dict__.values()):
            with contextlib.suppress(*SUBJECT_EXCEPTIONS):  # a metaclass may raise
                if is_class(value) and value.__module__ == module.__name__:
                    classes.setdefault(id(value), value)
    return modules, list(classes.values())


def _failure(code: str, detail: str) -> dict[str, Any]:
    return {"ok": False, "code": code, "detail": detail}


def _failed_import(error: BaseException, root: str, arguments: list[str]) -> dict[str, Any]:
    try:
        text = str(error).strip()
    except Exception:
        text = ""
    place, reads_input = "", isinstance(error, EOFError)
    for frame in traceback.extract_tb(error.__traceback__):
        if is_project_file(frame.filename, root):
            place = f" ({_relative(frame.filename, root)}:{frame.lineno})"
        line = frame.line or ""
        reads_input |= isinstance(error, OSError) and ("stdin" in line or "input(" in line)
    code = "SKUA-N104"
    if isinstance(error, SystemExit):
        code = "SKUA-N103"
    elif isinstance(error, MemoryError):
        code = "SKUA-N106"
    elif reads_input:
        code = "SKUA-N111"
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return _failure(code, said[:1000] + place + _circumstances_of(error, text, root, arguments))


def _circumstances_of(error: BaseException, text: str, root: str, arguments: list[str]) -> str:
    """A hint why an import failed: environment variables that the code reads and that are not set,
    and the arguments, if the code reads them."""
    variables: dict[str, None] = {}
    reads_arguments = False
    frames = traceback.extract_tb(error.__traceback__)
    for frame in frames:
        if is_project_file(frame.filename, root):
            for line in linecache.getlines(frame.filename):
                reads_arguments |= _READS_ARGUMENTS.search(line) is not None
                for name in _READS_VARIABLE.findall(line):
                    if line.strip() == frame.line or name in text:
                        variables[name] = None
    environ_file = type(os.environ).__getitem__.__code__.co_filename
    if isinstance(error, KeyError) and frames and frames[-1].filename == environ_file:
        variables[str(error.args[0])] = None  # the code computed the name
    said = ""
    if missing := [name for name in variables if name not in os.environ]:
        names = ", ".join(missing)
        said += f"; the environment of the import has no {names}: give a default, or read it on first use"
    if reads_arguments:
        given = " ".join(map(repr, arguments)) or "none"
        said += f"; the arguments that Skua imports it with are {given}: read them in a function"
    return said


def _relative(file: str, root: str) -> str:
    return os.path.relpath(os.path.realpath(file), root).replace(os.sep, "/")


class _CountedOutput:
    """Replaces sys.stdout and sys.stderr by real streams that count written bytes."""

    def __init__(self) -> None:
        self.size = 0

    def __enter__(self) -> None:
        self._before = (sys.stdout, sys.stderr)
        self._streams = tuple(self._counted(descriptor) for descriptor in (1, 2))
        sys.stdout, sys.stderr = self._streams

    def __exit__(self, *_exception: object) -> None:
        for stream in self._streams:
            try:
                stream.flush()
            except (OSError, ValueError):  # the subject has closed the stream
                pass
        if sys.stdout is self._streams[0]:
            sys.stdout = self._before[0]
        if sys.stderr is self._streams[1]:
            sys.stderr = self._before[1]

    def _counted(self, descriptor: int) -> io.TextIOWrapper:
        counter = self

        class CountingFile(io.FileIO):
            def write(self, data: Any, /) -> int:
                written = super().write(data)
                counter.size += written or 0
                return written

        raw = CountingFile(descriptor, "w", closefd=False)
        return surroundings.OutputStream(
            descriptor, io.BufferedWriter(raw), errors="backslashreplace", write_through=True
        )
