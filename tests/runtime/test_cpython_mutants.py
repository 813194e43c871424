"""CPython's own tests say the same of standard-library modules with all mutants in them."""

import importlib.util
import json
from pathlib import Path

import pytest
import support
from test_cpython_semantics import outcomes

MODULES = ["textwrap", "shlex", "colorsys", "fractions", "configparser"]


@pytest.mark.parametrize("module", MODULES)
def test_modules_with_inactive_mutants_pass_the_tests_of_cpython(module):
    if not hasattr(support.native(), "mutant"):
        pytest.skip("needs the native extension")
    test_module = f"test_{module}"
    try:
        found = importlib.util.find_spec(f"test.{test_module}")
    except ImportError:
        found = None
    if found is None:
        pytest.skip(f"this Python has no test.{test_module}")
    program = Path(__file__).with_name("cpython_mutants.py")
    done = support.run_python(str(program), module, test_module, PYTHONHASHSEED="0")
    assert done.returncode == 0, done.stderr
    mutated = json.loads(done.stdout)
    assert mutated["outcomes"] == outcomes(module, test_module, "plain", [])["outcomes"]
    assert "passed" in mutated["outcomes"].values()
    assert mutated["reached"] > mutated["mutants"] // 2
