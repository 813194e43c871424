"""Runs CPython's own tests of one standard-library module, with that module instrumented or plain.

    python cpython_semantics.py MODULE TEST_MODULE plain|instrumented [PATTERN...]

Prints one JSON object: the outcome of each test by its id, and how many goals were met.
"""

import importlib
import importlib.util
import io
import json
import os
import sys

import support


def load_instrumented(name, native):
    """Puts the module under instrumentation, for every import from now on."""
    from skua_runtime import loading

    file = importlib.util.find_spec(name).origin
    sys.modules.pop(name, None)
    source = loading._Source(file, native, instrument=True)
    sys.meta_path.insert(0, loading._SubjectFinder(name, source))
    importlib.import_module(name)
    return source


def run(test_module, patterns):
    import unittest

    class Result(unittest.TestResult):
        outcomes = {}

        def stopTest(self, test):
            super().stopTest(test)
            self.outcomes.setdefault(test.id(), "passed")

        def addError(self, test, error):
            self.outcomes[test.id()] = f"error {error[0].__name__}"

        def addFailure(self, test, error):
            self.outcomes[test.id()] = f"failed {error[0].__name__}"

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self.outcomes[test.id()] = f"failed {error[0].__name__}"

        def addSkip(self, test, reason):
            self.outcomes[test.id()] = "skipped"

        def addExpectedFailure(self, test, error):
            self.outcomes[test.id()] = "expected failure"

    loader = unittest.TestLoader()
    if patterns:
        loader.testNamePatterns = patterns
    result = Result()
    loader.loadTestsFromName(f"test.{test_module}").run(result)
    return Result.outcomes


def main(name, test_module, mode, *patterns):
    native = support.native()
    source = load_instrumented(name, native) if mode == "instrumented" else None
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        outcomes = run(test_module, list(patterns))
    finally:
        sys.stdout = out
    met = native.recorded() if source else {"code_objects": [], "predicates": {}}
    print(
        json.dumps(
            {
                "outcomes": outcomes,
                "predicates": len(source.goals.predicates) if source else 0,
                "predicates_met": len(met["predicates"]),
                "code_objects_met": len(met["code_objects"]),
            }
        )
    )
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
