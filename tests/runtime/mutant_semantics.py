"""What executing a source shows, with one mutant: as its own program, or chosen by the switch."""

import ast
import functools
import re
import sys
import textwrap
import traceback

import support

support.native()

from skua_runtime.source.exclusion import excluded_lines
from skua_runtime.goals.goals import find_goals
from skua_runtime.goals.instrument import compile_quietly
from skua_runtime.mutants.mutate import find_mutants
from skua_runtime.mutants.schemata import compile_mutated

MOST_STEPS = 20_000  # asked switches; executed opcodes are several times as many
FILE = "subject.py"


class Timeout(BaseException):
    pass


class Switches:
    """The switch of the native extension in plain Python, with a limit of its own."""

    def __init__(self, active=-1, limit=MOST_STEPS):
        self.active = active
        self.asked = 0
        self._limit = limit

    def mutant(self, first, count=1):
        def place():
            self.asked += 1
            if self.asked > self._limit:
                raise Timeout
            return first <= self.active < first + count

        return place


def mutants_of(source, **options):
    source = textwrap.dedent(source)
    tree = ast.parse(source)
    return find_mutants(tree, find_goals(tree), excluded_lines(source.encode()), **options)


def run_original(source, prelude=""):
    return _shown(compile_quietly(ast.parse(textwrap.dedent(source)), FILE), prelude)


def run_alone(mutants, index, prelude=""):
    with mutants.alone(index) as tree:
        code = compile_quietly(tree, FILE)
    return _shown(code, prelude, limited=True)


class Schemata:
    def __init__(self, source, prelude=""):
        self.switches = Switches()
        self.mutants = mutants_of(source)
        self._prelude = prelude
        self.code = compile_mutated(self.mutants, FILE, self.switches)

    def run(self, active=-1):
        self.switches.active = active
        self.switches.asked = 0
        return _shown(self.code, self._prelude)


def _shown(code, prelude, limited=False):
    namespace = {"__name__": "subject", "__builtins__": __builtins__}
    exec(_compiled(prelude), namespace)
    result = error = None
    lines = []
    try:
        with _StepLimit() if limited else _NoLimit():
            exec(code, namespace)
            result = namespace["run"]() if "run" in namespace else None
    except Timeout:
        return {"error": "Timeout"}
    except RecursionError:
        return {"error": "RecursionError"}  # how deep it got is another matter
    except BaseException as exception:
        error = (type(exception).__name__, _plain(str(exception)))
        frames = traceback.extract_tb(exception.__traceback__)
        lines = [(frame.name, frame.lineno) for frame in frames if frame.filename == FILE]
    return {
        "result": _plain(repr(result)),
        "error": error,
        "lines": lines,
        "log": [_plain(repr(one)) for one in namespace.get("log", [])],
        "names": sorted(name for name in namespace if name != "__builtins__"),
        "doc": namespace.get("__doc__"),
    }


@functools.lru_cache
def _compiled(prelude):
    return compile(textwrap.dedent(prelude), "prelude.py", "exec")


def _plain(text):
    """Without addresses."""
    return re.sub(r"0x[0-9a-f]+", "0x", text)


class _NoLimit:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


class _StepLimit(_NoLimit):
    """For code without switches."""

    def __enter__(self):
        self._executed = 0
        self._before = sys.gettrace()
        sys.settrace(self._trace)

    def __exit__(self, *exception):
        sys.settrace(self._before)
        return False

    def _trace(self, frame, event, argument):
        # Python 3.11 sees no lines in `while True: pass`, only opcodes.
        frame.f_trace_opcodes = True
        self._executed += event == "opcode"
        if self._executed > 5 * MOST_STEPS:
            raise Timeout
        return self._trace
