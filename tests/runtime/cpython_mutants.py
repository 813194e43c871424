"""Runs CPython's own tests of one standard-library module with all its mutants, none active.

    python cpython_mutants.py MODULE TEST_MODULE [PATTERN...]

Prints one JSON object: the outcome of each test by its id, and how many mutants were reached.
"""

import importlib
import importlib.util
import io
import json
import os
import sys

import cpython_semantics
import support


def load_mutated(name, native):
    """Puts the module with its mutants in place, for every import from now on."""
    from skua_runtime import loading
    from skua_runtime.goals.goals import find_goals
    from skua_runtime.mutants.mutate import find_mutants
    from skua_runtime.mutants.schemata import compile_mutated

    class Source(loading._Source):
        def code(self):
            with loading._DeepRecursion():
                tree = self._parse()
                self.mutants = find_mutants(tree, find_goals(tree), self.excluded)
                return compile_mutated(self.mutants, self.file, native)

    file = importlib.util.find_spec(name).origin
    sys.modules.pop(name, None)
    source = Source(file, native, instrument=False)
    sys.meta_path.insert(0, loading._SubjectFinder(name, source))
    importlib.import_module(name)
    return source.mutants


def main(name, test_module, *patterns):
    native = support.native()
    mutants = load_mutated(name, native)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        outcomes = cpython_semantics.run(test_module, list(patterns))
    finally:
        sys.stdout = out
    reached = len(native.reached_mutants())
    shown = {"outcomes": outcomes, "mutants": len(mutants.mutants), "reached": reached}
    print(json.dumps(shown))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
