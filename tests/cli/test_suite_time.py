"""What a module's tests cost to run, and what is done about it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

from conftest import Project

# A test of `slow` takes a hundred times as long as all others together.
MODULE = """\
def sign(x: int) -> int:
    if x < 0:
        return -1
    return 1


def slow(x: int) -> int:
    total = 0
    for i in range(300_000):
        total += i & 1
    return total + x
"""
# A test of `wide` allocates a hundred times as much as all others together.
WIDE = MODULE.partition("def slow")[0] + """\
def wide(x: int) -> int:
    return len([x] * 300_000)
"""
# No test is looked for that kills a surviving mutant: each try takes what a slow test takes.
SETTINGS = "oracle: {extend: false}\n"
RUN = ("run", "--iterations", "10", "--seed", "1", "--findings", "none")


def module_of(project: Project) -> dict:
    (module,) = json.loads(project.read("build/skua/report.json"))["modules"]
    return module


def test_slow_tests_are_left_out_of_a_suite_that_takes_too_long(project: Project) -> None:
    project.write("pace.py", MODULE)
    project.write("skua.yml", SETTINGS)
    done = project.skua(*RUN)
    assert done.exit_code == 0, done.output + done.errors
    before = module_of(project)
    seconds = sorted((test["seconds"], test["name"]) for test in before["tests"])
    assert "slow" in seconds[-1][1] and "SKUA-N311" not in done.output
    # Between what the slowest test takes, also where the machine is busy in the first run alone, and
    # what all others take together.
    limit = max(1, int(1000 * seconds[-1][0] / 4))

    project.write("skua.yml", SETTINGS + f"budget: {{suite_time: {limit}ms}}\n")
    (project.root / "tests/generated/test_pace.py").unlink()
    done = project.skua(*RUN, "--all")
    assert done.exit_code == 0, done.output + done.errors
    after = module_of(project)
    assert not any("slow" in test["name"] for test in after["tests"])
    assert any("sign" in test["name"] for test in after["tests"])
    notes = [note["detail"] for note in after["notes"] if note["code"] == "SKUA-N311"]
    assert any("slow" in detail for detail in notes) and after["goals_covered"] < before["goals_covered"]
    assert project.pytest("tests/generated").returncode == 0


def file_of(name: str) -> str:
    return f"tests/generated/test_{name}.py"


def seconds_of(project: Project) -> dict[str, float]:
    """By test, over all modules, as the report tells it."""
    report = json.loads(project.read("build/skua/report.json"))
    return {
        test["name"]: test["seconds"]
        for module in report["modules"]
        for test in module.get("earlier", module).get("tests", [])
    }


def test_the_whole_folder_is_bounded_where_no_module_changed_and_edited_files_stay(
    project: Project,
) -> None:
    for name in ("pace", "rest"):
        project.write(f"{name}.py", MODULE)
    project.write("mine.py", MODULE.partition("def slow")[0])
    project.write("skua.yml", SETTINGS)
    done = project.skua(*RUN)
    assert done.exit_code == 0, done.output + done.errors
    for name in ("pace", "rest"):
        assert "slow(" in project.read(file_of(name))
    edited = project.read(file_of("mine")) + "\n\ndef test_by_hand() -> None:\n    assert True\n"
    project.write(file_of("mine"), edited)

    done = project.skua(*RUN, "--changed")
    assert "SKUA-N311" not in done.output and "slow(" in project.read(file_of("pace"))
    slow = [seconds for name, seconds in seconds_of(project).items() if "slow" in name]
    # Less than either of the two takes, also where the machine is busy in this run alone, and more
    # than all others together.
    limit = max(1, int(1000 * min(slow) / 4))
    project.write("skua.yml", SETTINGS + f"budget: {{suite_time: {{folder: {limit}ms}}}}\n")
    done = project.skua(*RUN, "--changed")
    assert done.exit_code == 0, done.output + done.errors
    for name in ("pace", "rest"):
        text = project.read(file_of(name))
        assert "slow(" not in text and "sign(" in text
    assert project.read(file_of("mine")) == edited
    report = json.loads(project.read("build/skua/report.json"))
    notes = {module["module"]: json.dumps(module.get("notes", [])) for module in report["modules"]}
    assert "SKUA-N311" in notes["pace"] and "slow" in notes["pace"] and "SKUA-N311" in notes["rest"]
    assert project.pytest("tests/generated").returncode == 0

    # What was left out does not come back, and there is nothing more to leave out.
    done = project.skua(*RUN, "--changed")
    assert done.exit_code == 0, done.output + done.errors
    assert "slow(" not in project.read(file_of("pace"))


def test_flags_bound_a_module_and_the_folder(project: Project) -> None:
    project.write("pace.py", MODULE)
    project.write("skua.yml", SETTINGS)
    done = project.skua(*RUN, "--folder-time", "1ms", "--suite-time", "1m")
    assert done.exit_code == 0, done.output + done.errors
    module = module_of(project)
    assert not any("slow" in test["name"] for test in module["tests"])
    assert sum(test["seconds"] for test in module["tests"]) <= 0.001
    assert "SKUA-N311" in done.output
    killed = [mutant for mutant in module["mutants"] if mutant["fate"] == "killed"]
    names = {test["name"] for test in module["tests"]}
    assert all(set(mutant["killed_by"]) <= names for mutant in killed if "killed_by" in mutant)


def test_without_minimisation_tests_are_as_the_search_archived_them(project: Project) -> None:
    project.write("pace.py", MODULE)
    texts = []
    for minimize in ("true", "false"):
        project.write("skua.yml", SETTINGS + f"search: {{minimize: {minimize}}}\n")
        # The seed's first tests are not plain before they are polished.
        done = project.skua("run", "--iterations", "10", "--seed", "3", "--findings", "none", "--all")
        assert done.exit_code == 0, done.output + done.errors
        assert module_of(project)["goals_covered"] == module_of(project)["goals_total"]
        assert project.pytest("tests/generated").returncode == 0
        texts.append(project.read(file_of("pace")))
        (project.root / file_of("pace")).unlink()  # else its tests stay as they are
    assert texts[0] != texts[1], "its values are not polished"


def test_reports_tell_what_each_test_allocates(project: Project) -> None:
    project.write("pace.py", WIDE)
    project.write("skua.yml", SETTINGS)
    done = project.skua(*RUN)
    assert done.exit_code == 0, done.output + done.errors
    peaks = {test["name"]: test["peak_bytes"] for test in module_of(project)["tests"]}
    wide = {name: peak for name, peak in peaks.items() if "wide" in name}
    assert wide and all(2_400_000 <= peak < 3_000_000 for peak in wide.values()), peaks
    others = [peak for name, peak in peaks.items() if name not in wide]
    assert others and all(peak < 24_000 for peak in others), peaks

    root = ElementTree.parse(project.root / "build/skua/tests.xml").getroot()
    told = {
        case.get("name"): int(item.get("value"))
        for case in root.iter("testcase")
        for item in case.iter("property")
        if item.get("name") == "peak_bytes"
    }
    assert told == peaks
    assert f'"peak_bytes":{next(iter(wide.values()))}' in project.read("build/skua/index.html")


def test_adynamosa_and_the_preference_for_fast_tests_write_suites(project: Project) -> None:
    project.write("pace.py", MODULE)
    for words, settings in (
        (["--algorithm", "adynamosa"], ""),
        (["--algorithm", "mosa"], "search: {prefer: fast}\n"),
    ):
        project.write("skua.yml", SETTINGS + settings)
        done = project.skua(*RUN, "--all", *words)
        assert done.exit_code == 0, done.output + done.errors
        module = module_of(project)
        assert module["goals_covered"] == module["goals_total"]
        assert project.pytest("tests/generated").returncode == 0
