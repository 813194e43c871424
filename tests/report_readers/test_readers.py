"""Readers from PyPI take every report, and count what pytest and coverage.py count."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conftest import PYTHON, Reports


def run_python(project: Path, *arguments: str) -> str:
    done = subprocess.run(
        [PYTHON, *arguments],
        cwd=project,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "COVERAGE_FILE": str(project / ".cov")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout


def suites(path: str) -> Any:
    return pytest.importorskip("junitparser").JUnitXml.fromfile(path)


class TestJunit:
    def test_counts_what_pytest_counts(self, reports: Reports) -> None:
        said = run_python(
            reports.project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/generated"
        ).splitlines()[-1]
        counts = {kind: int(number) for number, kind in re.findall(r"(\d+) (\w+)", said)}
        (suite,) = suites(reports.path("tests.xml"))
        assert suite.tests == sum(counts.get(kind, 0) for kind in ("passed", "xfailed", "skipped"))
        assert suite.skipped == counts.get("xfailed", 0) + counts.get("skipped", 0)
        assert (suite.failures, suite.errors) == (0, 0)
        assert suite.tests > 10

    def test_cases_are_named_as_pytest_names_them(self, reports: Reports) -> None:
        run_python(
            reports.project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/generated",
            "--junit-xml=pytest.xml",
        )  # fmt: skip
        ours = {
            (case.classname, case.name)
            for suite in suites(reports.path("tests.xml"))
            for case in suite
        }
        theirs = {
            (case.classname, case.name)
            for suite in suites(str(reports.project / "pytest.xml"))
            for case in suite
        }
        assert ours == theirs

    def test_generation_has_a_case_a_module_and_one_of_the_gates(self, reports: Reports) -> None:
        (suite,) = suites(reports.path("generation.xml"))
        assert sorted(case.name for case in suite) == [
            "gates", "parcel.branching", "parcel.codes", "parcel.fragile", "parcel.money",
        ]

    @pytest.mark.parametrize("name", ["tests.xml", "generation.xml"])
    def test_the_strict_family_tells_the_same_cases(
        self, reports: Reports, strict_reports: Reports, name: str
    ) -> None:
        lenient, strict = suites(reports.path(name)), suites(strict_reports.path(name))
        assert [c.name for s in lenient for c in s] == [c.name for s in strict for c in s]
        assert "file=" in reports.text(name)
        assert " file=" not in strict_reports.text(name)
        assert " line=" not in strict_reports.text(name)


class TestCoverage:
    @pytest.fixture
    def theirs(self, reports: Reports) -> dict[str, Any]:
        """What coverage.py says of the same tests, by file."""
        run_python(
            reports.project, "-m", "coverage", "run", "--branch", "--source=src", "-m", "pytest", "-q",
            "-p", "no:cacheprovider", "tests/generated",
        )  # fmt: skip
        run_python(reports.project, "-m", "coverage", "json", "-o", "theirs.json")
        path = reports.project / "theirs.json"
        if not path.exists():
            pytest.skip("the interpreter has no coverage.py")
        return json.loads(path.read_text())["files"]

    def test_cobertura_has_the_lines_of_coverage(
        self, reports: Reports, theirs: dict[str, Any]
    ) -> None:
        cobertura = pytest.importorskip("pycobertura").Cobertura(reports.path("coverage.xml"))
        files = cobertura.files()
        names = ("branching", "codes", "fragile", "money")
        assert sorted(files) == [f"src/parcel/{name}.py" for name in names]
        for file in files:
            assert cobertura.total_statements(file) == theirs[file]["summary"]["num_statements"]
            missed = [line for line, status in cobertura.missed_lines(file) if status == "miss"]
            assert missed == theirs[file]["missing_lines"]

    def test_cobertura_has_the_branches_of_coverage(
        self, reports: Reports, theirs: dict[str, Any]
    ) -> None:
        covered = {}
        for file in ElementTree.parse(reports.path("coverage.xml")).iter("class"):
            said = [line.get("condition-coverage", "(0/0)") for line in file.iter("line")]
            pairs = [re.findall(r"\d+", one.partition("(")[2]) for one in said]
            covered[file.get("filename")] = tuple(sum(map(int, each)) for each in zip(*pairs))
        expected = {
            file: (
                theirs[file]["summary"]["covered_branches"],
                theirs[file]["summary"]["num_branches"],
            )
            for file in covered
        }
        assert covered == expected
        taken, branches = covered["src/parcel/branching.py"]
        assert branches == 18 and 0 < taken

    def test_lcov_says_the_same_as_cobertura(self, reports: Reports) -> None:
        lcov = pytest.importorskip("lcov_cobertura")
        reader = lcov.LcovCobertura(reports.text("coverage.lcov"))
        summary = reader.parse()["summary"]
        cobertura = pytest.importorskip("pycobertura").Cobertura(reports.path("coverage.xml"))
        assert summary["lines-total"] == cobertura.total_statements()
        root = reports.text("coverage.xml")
        assert f'lines-covered="{summary["lines-covered"]}"' in root
        assert f'branches-valid="{summary["branches-total"]}"' in root
        assert f'branches-covered="{summary["branches-covered"]}"' in root
        assert summary["branches-total"] > 10

    def test_diff_cover_reads_both(self, reports: Reports, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(reports.project)
        pytest.importorskip("diff_cover.git_path").GitPathTool.set_cwd(str(reports.project))
        reporters = pytest.importorskip("diff_cover.violationsreporters.violations_reporter")
        cobertura = reporters.XmlCoverageReporter(
            [ElementTree.parse(reports.path("coverage.xml"))], None
        )
        lcov = reporters.LcovCoverageReporter(
            [reporters.LcovCoverageReporter.parse(reports.path("coverage.lcov"))], None
        )
        measured = cobertura.measured_lines("src/parcel/money.py")
        assert len(measured) > 20
        assert set(measured) == set(lcov.measured_lines("src/parcel/money.py"))


class TestFindings:
    def test_sarif_is_loaded_with_its_places(self, reports: Reports) -> None:
        loader = pytest.importorskip("sarif.loader")
        file = loader.load_sarif_file(reports.path("findings.sarif"))
        records = file.get_records()
        assert [(r["Location"], r["Line"], r["Severity"]) for r in records] == [
            ("src/parcel/fragile.py", 5, "warning")
        ]
        assert "NameError" in records[0]["Description"]

    def test_sarif_is_what_its_schema_says(self, reports: Reports) -> None:
        """The schema of OASIS, where SARIF_SCHEMA says."""
        path = os.environ.get("SARIF_SCHEMA")
        if not path:
            pytest.skip("SARIF_SCHEMA does not say where sarif-schema-2.1.0.json is")
        jsonschema = pytest.importorskip("jsonschema")
        jsonschema.validate(
            json.loads(reports.text("findings.sarif")), json.loads(Path(path).read_text())
        )

    def test_code_quality_has_what_gitlab_asks_for(self, reports: Reports) -> None:
        issues = json.loads(reports.text("code-quality.json"))
        assert len(issues) == 1
        for issue in issues:
            assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
            assert issue["location"] == {"path": "src/parcel/fragile.py", "lines": {"begin": 5}}
            assert issue["description"] and issue["check_name"] and issue["fingerprint"]


def test_report_json_is_what_its_schema_says(reports: Reports) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    binary = os.environ.get("SKUA_BINARY", "skua")
    schema = json.loads(subprocess.check_output([binary, "config", "schema", "--report"]))
    jsonschema.Draft7Validator.check_schema(schema)
    report = json.loads(reports.text("report.json"))
    jsonschema.validate(report, schema)
    (suite,) = suites(reports.path("tests.xml"))
    assert report["tests_generated"] == suite.tests
    assert report["findings"] == 1
    del report["modules"][0]["change"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, schema)
