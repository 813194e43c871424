"""Conditions that no test can change."""

import ast

import pytest
from skua_runtime.source.syntax import truth_under_test


@pytest.mark.parametrize(
    "text, truth",
    [
        ("TYPE_CHECKING", False),
        ("not typing.TYPE_CHECKING", True),
        ("__name__ == '__main__'", False),
        ("sys.platform == 'win32'", False),
        ("sys.platform != 'win32'", True),
        ("sys.platform.startswith('linux')", True),
        ("sys.platform in ('win32', 'cygwin')", False),
        ("os.name == 'nt'", False),
        ("sys.version_info >= (3, 8)", True),
        ("sys.version_info[0] == 2", False),
        ("sys.version_info.major < 3", False),
        ("sys.version_info >= (3, 8) or x", True),
        ("sys.version_info >= (3, 8) and x", None),
        ("sys.platform == x", None),
        ("sys.platform == x.y", None),
        ("sys.argv == []", None),
        ("sys.platform.startswith(f())", None),
        ("sys.version_info >= 'x'", None),
        ("x == 1", None),
        ("f(x)", None),
    ],
)
def test_the_truth_of_conditions_under_test(text, truth):
    assert truth_under_test(ast.parse(text, mode="eval").body) is truth
