"""Reports on made-up results."""

from compare.report import Results, markdown
from compare.results import Row

FIRST, OTHER = ("skua", 10.0), ("pynguin", 100.0)


def row(module: str, column: tuple[str, float], seed: int, covered: int, **fields) -> Row:
    values = dict(
        subject="s", module=module, tool=column[0], budget=column[1], seed=seed, version="1",
        contained=True, measured=True, seconds=9.0, peak_rss_mib=50.0, exit_code=0, killed_at_limit=False, files=1,
        tests=5, failing=0, flaky=0, expected_failures=0, broken_files=0, branches=10,
        covered_branches=covered, lines=20, covered_lines=2 * covered, mutants=10,
        mutants_reached=8, mutants_killed=4, statements=12, assertions=5, remarks="",
    )  # fmt: skip
    return Row(**values | fields)


def test_only_what_all_tools_have_is_compared():
    rows = [
        row("a", FIRST, 1, 5),
        row("a", FIRST, 2, 5),
        row("a", OTHER, 1, 4),
        row("b", FIRST, 1, 9),
    ]
    results = Results(rows, [FIRST, OTHER])
    assert results.modules == [("s", "a")] and results.seeds[("s", "a")] == [1]
    text = markdown(results, [], [])
    assert "| s | +10.0 | 1.00 | large | 1.000 |" in text
    assert "- b: not every tool has a result" in text


def test_modules_behind_by_more_than_the_spread_are_named():
    rows = [row("a", FIRST, seed, 5) for seed in (1, 2)]
    rows += [row("a", OTHER, 1, 6), row("a", OTHER, 2, 7)]
    rows += [row("b", FIRST, seed, 5) for seed in (1, 2)]
    rows += [row("b", OTHER, 1, 4), row("b", OTHER, 2, 7)]
    text = markdown(Results(rows, [FIRST, OTHER]), [], [])
    assert "Better on 0 modules, equal on 0, worse on 2" in text
    assert "- a: 50.0 % against 65.0 % (spread 10.0)" in text and "- b: " not in text


def test_what_comes_of_missing_files_is_told_apart_from_coverage():
    rows = [row("a", FIRST, 1, 6), row("b", FIRST, 1, 6), row("a", OTHER, 1, 7)]
    rows.append(row("b", OTHER, 1, 0, files=0, tests=0, killed_at_limit=True, mutants_killed=0))
    text = markdown(Results(rows, [FIRST, OTHER]), [], [])
    assert "| s | +25.0 |" in text
    assert "left no file in 1 of 2 runs (1 killed at the limit, 0 ended by themselves)" in text
    assert "Where both left files (1 runs) the difference is **-10.0** points." in text
    assert (
        "| branch coverage, mean where all tools wrote files | 60.0 % (of 1 runs) | 70.0 %" in text
    )


def test_suites_without_a_mutation_result_do_not_count_as_no_kills():
    rows = [row("a", FIRST, 1, 6), row("b", FIRST, 1, 6, mutants_killed=None)]
    text = markdown(Results(rows, [FIRST]), [], [])
    assert "| mutants killed of all | 40.0 % (4 of 10) |" in text


def test_nothing_to_compare_is_said():
    assert "no module that all tools" in markdown(Results([], [FIRST, OTHER]), [], [])


def test_what_could_not_be_judged_is_left_out_for_all_and_named():
    rows = [row("a", column, seed, 5) for column in (FIRST, OTHER) for seed in (1, 2)]
    rows[-1] = row("a", OTHER, 2, 0, measured=False, remarks="coverage could not be measured")
    results = Results(rows, [FIRST, OTHER])
    assert results.seeds[("s", "a")] == [1]
    text = markdown(results, [], [])
    assert "- a, pynguin 100 s, seed 2: could not be judged: coverage could not be measured" in text
    assert "| branch coverage, mean | 50.0 % | 50.0 % |" in text
