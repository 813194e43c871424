"""Records to tables."""

import pytest
from history import report
from history.replay import Record, Strategy, undeclared_exceptions
from history.results import Results, read


def record(strategy: str, number: int, covered: int, seconds: float, **others: object) -> Record:
    return Record(
        **{
            "subject": "calc",
            "strategy": strategy,
            "seed": 1,
            "budget": 10.0,
            "number": number,
            "commit": f"{number}abc",
            "date": "2024-01-01",
            "summary": "A change",
            "contained": True,
            "seconds": seconds,
            "exit_code": 0,
            "modules": 4,
            "changed": 4 if strategy == "simple" else 1,
            "chosen": 2,
            "branches": 20,
            "covered": covered,
        }
        | others
    )


RECORDS = [
    *(record("simple", number, covered, 10.0) for number, covered in ((1, 10), (2, 12), (3, 10))),
    *(record("adaptive", n, covered, s) for n, covered, s in ((1, 10, 9.0), (2, 11, 3.0), (3, 14, 2.0))),
]  # fmt: skip


def write_report(tmp_path, records) -> str:
    report.write(Results(records, ["simple", "adaptive"]), [], tmp_path)
    return (tmp_path / "results.md").read_text()


@pytest.mark.parametrize(
    "label, name, remembers",
    [
        ("simple", "simple", False),
        ("simple+memory", "simple", True),
        ("history", "history", True),
        ("adaptive", "adaptive", True),
    ],
)
def test_strategies_remember_as_in_the_paper_or_as_they_are_told(label, name, remembers):
    strategy = Strategy(label)
    assert (strategy.name, strategy.remembers) == (name, remembers)


def test_totals_leave_out_the_first_commit(tmp_path):
    text = write_report(tmp_path, RECORDS)
    assert "| simple | 50.0 | 55.0 | 50.0 | 20.0 | 100 % | 2.0 | 0 | 0.0 | 0 | 0 |" in text
    assert "| adaptive | 50.0 | 62.5 | 70.0 | 5.0 | 25 % | 2.0 | 0 | 0.0 | 0 | 0 |" in text


def test_undeclared_exceptions_have_a_column(tmp_path):
    records = [record(r.strategy, r.number, 10, 5.0, undeclared=r.number) for r in RECORDS]
    text = write_report(tmp_path, records)
    assert "| undeclared exceptions, mean |" in text
    assert "| simple | 50.0 | 50.0 | 50.0 | 10.0 | 100 % | 2.0 | 0 | 2.5 | 0 | 0 |" in text


def test_undeclared_exceptions_count_once_a_function_also_where_a_run_left_the_module_alone():
    zero, key = (
        {"call": call, "verdict": "raised", "exception": f"builtins:{name}"}
        for call, name in (("divide(by=0)", "ZeroDivisionError"), ("Table.get('')", "KeyError"))
    )
    crash = {"call": "recurse()", "verdict": "crashed"}
    modules = [
        {"module": "a", "findings": [zero, zero | {"call": "divide(by=0.0)"}, crash]},
        {"module": "b", "earlier": {"module": "b", "findings": [zero, key]}},
        {"module": "c"},
    ]
    assert undeclared_exceptions(modules) == 3


def test_commits_at_which_a_strategy_is_behind_are_named(tmp_path):
    text = write_report(tmp_path, RECORDS)
    assert "at least as much as simple at 1 of 2 commits after the first; less at 2 (−5.0)." in text


def test_what_changed_is_asked_of_those_that_remember(tmp_path):
    assert "| 2 `2abc` | 20 | 1 |" in write_report(tmp_path, RECORDS)


def test_what_is_missing_or_could_not_be_judged_is_left_out_for_all(tmp_path):
    records = [*RECORDS[:5], record("adaptive", 3, 0, 2.0, measured=False)]
    text = write_report(tmp_path, records)
    assert "not judged for every strategy: 3." in text and "`3abc`" not in text


def test_seeds_are_averaged(tmp_path):
    second = [record(r.strategy, r.number, r.covered - 2, r.seconds, seed=2) for r in RECORDS]
    assert "| simple | 45.0 | 50.0 | 45.0 |" in write_report(tmp_path, RECORDS + second)


def test_records_are_found_in_the_order_of_commits(tmp_path):
    for one in reversed(RECORDS[:2]):
        folder = tmp_path / "runs" / "calc" / "simple-10s-seed1" / str(one.number)
        folder.mkdir(parents=True)
        one.save(folder / "record.json")
    assert read(tmp_path) == RECORDS[:2]
