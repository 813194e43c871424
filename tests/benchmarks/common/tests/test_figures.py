"""The tables of figures in the documents."""

import json

import figures
import pytest

STALE = "before\n<!-- figures: first-runs -->\n\n| 99 % |\n\n<!-- end of figures -->\nbehind\n"


@pytest.mark.parametrize("page", figures.PAGES, ids=lambda page: page.name)
def test_pages_have_the_figures_of_the_result_files(page):
    text = page.read_text()

    assert "<!-- figures: " in text
    assert figures.renewed(text) == text, "python3 tests/benchmarks/figures.py --write"


def test_a_stale_table_is_replaced_and_the_text_around_it_stays():
    lines = figures.renewed(STALE).splitlines()

    assert (lines[0], lines[-1]) == ("before", "behind")
    assert "99 %" not in figures.renewed(STALE)
    assert sum(line.startswith("| boltons |") for line in lines) == 1


def test_tools_stand_side_by_side(tmp_path, monkeypatch):
    rows = [
        "tool,budget,seconds,tests,failing,branches,covered_branches,mutants,mutants_killed,branch_coverage",
        "skua,10.0,9.5,7,0,40,30,5,4,75.0",
        "skua,10.0,9.8,5,1,10,10,5,,100.0",
        "pynguin,100.0,120.0,3,0,40,20,5,1,50.0",
    ]
    (tmp_path / "modules.csv").write_text("\n".join(rows) + "\n")
    monkeypatch.setattr(figures, "COMPARE", tmp_path / "modules.csv")

    table = figures.generators().splitlines()

    assert table[0] == "|  | skua, 10 s | pynguin, 100 s |"
    assert table[3:6] == [
        "| branch coverage, mean over runs | 87.5 % | 50.0 % |",
        "| branches covered | 40 of 50 | 20 of 40 |",
        "| mutants killed | 4 of 10 | 1 of 5 |",
    ]


def test_without_results_no_figure_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "COMPARE", tmp_path / "none.csv")

    assert figures.generators() == figures.NOT_MEASURED


def test_of_measured_runs_a_row_each_is_kept(tmp_path, monkeypatch):
    run = {"project": "calc", "speed": "idle", "seconds": 50.5, "measured": 91.666, "failing": ["t"]}
    run |= {"step": "first", "tests": 3, "offences": [{"kind": "own"}, {"kind": "gate"}]}
    (tmp_path / "results.json").write_text(json.dumps({"runs": [run, run | {"step": "again"}]}))
    monkeypatch.setattr(figures, "TRUST", tmp_path / "results" / "runs.csv")

    figures.keep_runs(tmp_path / "results.json")

    assert figures.TRUST.read_text().splitlines()[1] == "calc,idle,first,50.5,91.67,3,1,own; gate"
    assert figures.first_runs().splitlines()[-1] == "| calc | 91.7 % | 3 | 1 | 50.5 s | 50.5 s |"
    assert figures.five_runs().splitlines()[-1] == "| calc | idle | 91.7 % | 3 | 2 | 50.5 s |"
