"""CPython's own tests say the same of standard-library modules, instrumented or not."""

import importlib.util
import json

import pytest
import support

# Those of test_statistics that compute for minutes, or probe the module's own floating point.
QUICK_STATISTICS = ["*TestMean*", "*TestMedian*", "*TestMode*", "*TestVariance*", "*TestQuantiles*",
                    "*TestHarmonicMean*", "*TestFMean*", "*TestSum*", "*NumericTestCase*"]  # fmt: skip
MODULES = [
    ("textwrap", "test_textwrap"),
    ("shlex", "test_shlex"),
    ("fractions", "test_fractions"),
    ("colorsys", "test_colorsys"),
    ("bisect", "test_bisect"),
    ("heapq", "test_heapq"),
    ("string", "test_string"),
    ("configparser", "test_configparser"),
    ("urllib.parse", "test_urlparse"),
    ("difflib", "test_difflib"),
    ("statistics", "test_statistics", *QUICK_STATISTICS),
    ("calendar", "test_calendar"),
]


def outcomes(module, test_module, mode, patterns):
    done = support.run_python(
        str(support.RUNTIME.parents[1] / "tests" / "runtime" / "cpython_semantics.py"),
        module,
        test_module,
        mode,
        *patterns,
        PYTHONHASHSEED="0",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("module, test_module, patterns", [(m, t, p) for m, t, *p in MODULES])
def test_instrumented_modules_pass_the_tests_of_cpython(module, test_module, patterns):
    try:
        found = importlib.util.find_spec(f"test.{test_module}")
    except ImportError:
        found = None
    if found is None:
        pytest.skip(f"this Python has no test.{test_module}")
    plain = outcomes(module, test_module, "plain", patterns)
    instrumented = outcomes(module, test_module, "instrumented", patterns)
    assert instrumented["outcomes"] == plain["outcomes"]
    assert "passed" in plain["outcomes"].values()
    assert instrumented["predicates_met"] > instrumented["predicates"] // 2
