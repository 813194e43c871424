"""Mutants as text: what each operator makes of a statement, and what it leaves alone."""

import textwrap

import pytest
from common.mutator import mutants_of, sample


def mutated(source: str) -> list[tuple[str, str]]:
    return [(mutant.operator, mutant.apply(source)) for mutant in mutants_of(source)]


@pytest.mark.parametrize(
    "operator, statement, expected",
    [
        ("comparison", "x = a < b", "x = (a <= b)"),
        ("comparison", "x = a not in b", "x = (a in b)"),
        ("comparison", "x = a is None", "x = (a is not None)"),
        ("arithmetic", "x = a + b", "x = (a - b)"),
        ("arithmetic", "x = a % b", "x = (a * b)"),
        ("arithmetic", "x = -a", "x = (a)"),
        ("arithmetic", "x += a", "x -= a"),
        ("boolean", "x = a and b", "x = (a or b)"),
        ("boolean", "x = not a", "x = (a)"),
        ("constant", "x = 3", "x = 4"),
        ("constant", "x = True", "x = False"),
        ("constant", "x = 'ab'", "x = ''"),
        ("constant", "x = b''", "x = b'mutant'"),
        ("condition negation", "x = [a for a in b if a]", "x = [a for a in b if (not a)]"),
        ("condition negation", "x = a if b else c", "x = a if (not b) else c"),
        ("condition negation", "assert a", "assert (not a)"),
    ],
)
def test_an_operator_changes_a_statement(operator, statement, expected):
    assert (operator, expected) in mutated(statement)


def test_statements_are_deleted_and_results_lost_in_functions_only():
    source = "x = f\ndef g(a):\n    f(a)\n    return a\n"
    assert mutated(source) == [
        ("statement deletion", "x = f\ndef g(a):\n    pass\n    return a\n"),
        ("return value", "x = f\ndef g(a):\n    f(a)\n    return (None)\n"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""', "def f(a: 'int' = b) -> 'str': ...", "x: 'int' = y",
        "if __name__ == '__main__':\n    f(1)", "if TYPE_CHECKING:\n    x = 1", "x = f'a{b + 1}'",
        "def f():\n    return None",
    ],
)
def test_what_does_not_run_or_has_no_place_is_left_alone(source):
    assert mutated(source) == []


def test_a_mutant_that_compiles_to_the_same_is_dropped():
    # +1 is folded: without its sign the code is the same.
    assert mutated("x = +1") == [("constant", "x = +2")]


def test_places_count_bytes_and_lines_are_those_of_the_statement():
    source = textwrap.dedent(
        """\
        def f(a):
            if a == 'ü' and (
                a < 2
            ):
                return 'é' + a
        """
    )
    found = {(m.operator, m.line) for m in mutants_of(source)}
    assert {line for _, line in found} == {2, 5}
    assert "return ('é' - a)" in "".join(text for _, text in mutated(source))
    for _, text in mutated(source):
        compile(text, "m", "exec")


def test_a_sample_depends_on_the_name_alone_and_keeps_the_order():
    mutants = mutants_of("x = [" + "1, " * 40 + "]")
    chosen = sample(mutants, 10, "a.b")
    assert chosen == sample(mutants, 10, "a.b") != sample(mutants, 10, "a.c")
    assert [m.start for m in chosen] == sorted(m.start for m in chosen) and len(chosen) == 10
    assert sample(mutants, 100, "a.b") == mutants
