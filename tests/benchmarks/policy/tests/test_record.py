"""What is kept of a run."""

from __future__ import annotations

import json
from pathlib import Path

from policy import record
from policy.comparison import held_out


def test_passes_are_scaled_to_an_idle_machine() -> None:
    log = [
        (10.0, 1.0, ""),
        (12.0, 2.0, "skua stats: a.b: loaded in 800 ms, 5 goals, 1 callables, 0 seeds\n"),
        (
            16.0,
            3.0,
            "skua stats: a.b: searched 4000 ms: 9 generations, 70 tests executed, 7 kept; 1 %\n",
        ),
        (16.5, 3.1, "skua stats: a.b: 2 of 7 tests have plainer values\n"),
        (
            20.0,
            7.5,
            "skua stats: a.b: loaded 800 ms, searched 4000 ms, minimised 100 ms, made plain 30 ms\n",
        ),
    ]
    assert record.passes_in(log) == {
        "a.b": {
            "loaded": 0.4,
            "searched": 1.0,
            "scale": 0.25,
            "kept": 7,
            "minimised": 0.1,  # no processor is faster than the clock
            "made plain": 0.03,
        }
    }


def test_a_search_is_kept_with_its_curve_on_the_same_scale() -> None:
    module = {
        "change": "modified",
        "goals_total": 9,
        "tests": [{}, {}],
        "discovery": [{"seconds": 1.0, "covered": 3}, {"seconds": 2.0, "covered": 4}],
    }
    kept = record.search_in(module, {"loaded": 0.5, "searched": 1.5, "scale": 0.5, "kept": 4})
    assert kept["curve"] == [[0.5, 3], [1.0, 4]]
    assert kept["searched"] == 1.5
    assert kept["passes"] == [0.5, 0, 0, 0, 0, 0, 0]
    assert (kept["kept"], kept["written"]) == (4, 2)


def test_long_curves_lose_the_points_that_say_least() -> None:
    curve = [[float(i), 1 if i < 40 else i] for i in range(1, 60)]
    thin = record.thinned(curve)
    assert len(thin) == record.MOST_POINTS
    assert thin[0] == curve[0] and thin[-1] == curve[-1]
    assert [40.0, 40] in thin


def test_modules_are_chosen_over_all_sizes(tmp_path: Path) -> None:
    for name, length in {"small": 2, "a": 20, "b": 40, "c": 60, "d": 80}.items():
        body = "\n".join(f"    x{i} = {i}" for i in range(length))
        (tmp_path / f"{name}.py").write_text(f"def f():\n{body}\n")
    assert record.choose([tmp_path, tmp_path]) == ["b.py", "d.py"]


def test_the_records_are_compact_and_of_enough_projects() -> None:
    assert record.CURVES.stat().st_size <= 200 * 1024
    records = json.loads(record.CURVES.read_text())
    usable = [name for name, project in records.items() if all(project["runs"])]
    assert len(usable) >= 20
    assert 5 <= sum(map(held_out, usable)) <= len(usable) / 2
