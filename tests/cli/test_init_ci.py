"""`skua init --ci`: pipelines for the project that is found, and never over one that is there."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from conftest import REPOSITORY, Project

FILES = {
    "github": ".github/workflows/skua.yml",
    "gitlab": ".gitlab-ci.yml",
    "jenkins": "Jenkinsfile",
}
TEMPLATES = REPOSITORY / "ci-templates"


@pytest.fixture
def repository(tmp_path: Path) -> Project:
    """A checkout with a project in one of its folders."""
    whole = Project(tmp_path / "repository")
    (whole.root / ".git").mkdir()
    whole.write("services/api/shop/__init__.py", "")
    whole.write("services/api/shop/cart.py", "def total(prices):\n    return sum(prices)\n")
    return whole


@pytest.fixture
def api(repository: Project) -> Project:
    return Project(repository.root / "services" / "api")


@pytest.mark.parametrize("system", sorted(FILES))
def test_writes_config_and_pipeline(repository: Project, api: Project, system: str) -> None:
    result = api.skua("init", "--ci", system)
    assert result.exit_code == 0, result.errors
    assert f"Wrote      skua.yml\nWrote      ../../{FILES[system]}\n" in result.output
    text = repository.read(FILES[system])
    assert "services/api/" in text
    assert "./" not in text
    if system != "github":  # its action asks skua
        assert "services/api/build/skua" in text
        assert not re.search(r"(?<!services/api/)(build/skua|tests/generated)", text)


@pytest.mark.parametrize("system", sorted(FILES))
def test_at_the_top_of_a_repository_it_is_the_template(project: Project, system: str) -> None:
    (project.root / ".git").mkdir()
    project.write("shop.py", "x = 1\n")
    project.skua("init", "--ci", system)
    name = {"github": "github-workflow.yml", "gitlab": "gitlab-ci.yml", "jenkins": "Jenkinsfile"}
    python = re.compile(r'"3\.\d+"|python[:=]3\.\d+')
    written = python.sub("", project.read(FILES[system]))
    assert written == python.sub("", (TEMPLATES / name[system]).read_text())


@pytest.mark.parametrize("system", sorted(FILES))
def test_shards_are_as_many_as_asked_for(repository: Project, api: Project, system: str) -> None:
    assert api.skua("init", "--ci", system, "--shards", "7").exit_code == 0
    assert re.search(r"\b7  (#|//) machines", repository.read(FILES[system]))


def test_folders_are_those_of_the_config_that_is_there(repository: Project, api: Project) -> None:
    config = "output:\n  tests: t\n  reports: out/r\n  state: cache/s\n"
    api.write("skua.yml", config)
    result = api.skua("init", "--ci", "gitlab")
    assert result.exit_code == 0, result.errors
    assert result.output.startswith("Kept       skua.yml\n")
    assert api.read("skua.yml") == config
    text = repository.read(".gitlab-ci.yml")
    for place in ("services/api/t/", "services/api/out/r/tests.xml", "services/api/cache/s/"):
        assert f"- {place}\n" in text


@pytest.mark.parametrize("shards", ["1", "3"])
def test_the_action_is_had_from_where_it_is_said(
    repository: Project, api: Project, shards: str
) -> None:
    result = api.skua("init", "--ci", "github", "--shards", shards, "--from", "acme/skua")
    assert "\nNext       commit and push it\n" in result.output
    text = repository.read(FILES["github"])
    assert "OWNER" not in text
    assert len(re.findall(r"uses: acme/skua/action@v[\d.]+\n", text)) == (1 if shards == "1" else 3)


@pytest.mark.parametrize("system", ["gitlab", "jenkins"])
@pytest.mark.parametrize("shards", ["1", "3"])
def test_the_wheel_is_had_from_where_it_is_said(
    repository: Project, api: Project, system: str, shards: str
) -> None:
    result = api.skua("init", "--ci", system, "--shards", shards, "--from", "acme/skua")
    assert "\nNext       commit and push it\n" in result.output
    text = repository.read(FILES[system])
    assert "OWNER" not in text
    assert "https://github.com/acme/skua/releases/download/v" in text


@pytest.mark.parametrize("system", sorted(FILES))
def test_what_is_to_be_filled_in_is_told(repository: Project, api: Project, system: str) -> None:
    result = api.skua("init", "--ci", system)
    assert "\nNext       put the owner of Skua's repository for OWNER" in result.output
    assert "OWNER/skua" in repository.read(FILES[system])


def test_gitlab_is_given_the_report_that_it_shows(repository: Project, api: Project) -> None:
    assert api.skua("init", "--ci", "gitlab").exit_code == 0
    assert "      codequality: services/api/build/skua/code-quality.json" in repository.read(
        ".gitlab-ci.yml"
    )
    formats = api.skua("config", "show").output
    assert re.search(r"formats: \[junit, json, cobertura, html, markdown, code-quality\]", formats)


def test_a_config_that_lacks_what_gitlab_shows_is_kept_and_told(
    repository: Project, api: Project
) -> None:
    api.write("skua.yml", "reports:\n  formats: [junit]\n")
    result = api.skua("init", "--ci", "gitlab")
    assert "add code-quality to reports.formats in skua.yml" in result.output
    assert api.read("skua.yml") == "reports:\n  formats: [junit]\n"


BESIDE = {
    "github": ".github/workflows/skua-services-api.yml",
    "gitlab": ".gitlab/skua-services-api.yml",
    "jenkins": "Jenkinsfile.skua-services-api",
}


@pytest.mark.parametrize("system", sorted(FILES))
def test_its_own_pipeline_is_filled_in_anew(repository: Project, api: Project, system: str) -> None:
    assert api.skua("init", "--ci", system).exit_code == 0

    again = api.skua("init", "--ci", system, "--from", "acme/skua")
    assert again.exit_code == 0, again.errors
    assert f"\nWrote      ../../{FILES[system]}\n" in again.output
    assert "OWNER" not in repository.read(FILES[system])

    api.write("skua.yml", "output:\n  tests: checks\n")
    assert api.skua("init", "--ci", system, "--shards", "3").exit_code == 0
    text = repository.read(FILES[system])
    assert re.search(r"\b3  (#|//) machines", text)
    assert "acme/skua" in text  # what it was told before
    assert "tests=services/api/checks" in text

    same = api.skua("init", "--ci", system, "--shards", "3")
    assert same.exit_code == 0
    assert f"\nKept       ../../{FILES[system]}\n" in same.output
    assert repository.read(FILES[system]) == text


@pytest.mark.parametrize("arguments", [[], ["--force"]])
@pytest.mark.parametrize("system", sorted(FILES))
def test_a_pipeline_that_somebody_edited_stays(
    repository: Project, api: Project, system: str, arguments: list[str]
) -> None:
    assert api.skua("init", "--ci", system).exit_code == 0
    edited = repository.read(FILES[system]).replace("5m", "9m")
    repository.write(FILES[system], edited)
    (api.root / "skua.yml").unlink()

    result = api.skua("init", "--ci", system, "--from", "acme/skua", *arguments)

    assert result.exit_code == 2
    assert f"was edited and stays as it is; skua init --ci {system} --stdout prints" in result.errors
    assert repository.read(FILES[system]) == edited
    assert not (repository.root / BESIDE[system]).exists()
    assert not (api.root / "skua.yml").exists()


@pytest.mark.parametrize(
    ("system", "advice"),
    [
        ("github", "Next       put the owner"),
        ("gitlab", "add 'include: [{local: .gitlab/skua-services-api.yml}]' to .gitlab-ci.yml"),
        ("jenkins", "make a job with the script path Jenkinsfile.skua-services-api"),
    ],
)
def test_beside_a_pipeline_of_others_it_is_a_file_of_its_own(
    repository: Project, api: Project, system: str, advice: str
) -> None:
    repository.write(FILES[system], "stages: []\n")

    result = api.skua("init", "--ci", system)

    assert result.exit_code == 0, result.errors
    assert repository.read(FILES[system]) == "stages: []\n"
    assert f"\nWrote      ../../{BESIDE[system]}\n" in result.output
    assert advice in result.output
    assert "services/api/build/skua" in repository.read(BESIDE[system]) or system == "github"
    again = api.skua("init", "--ci", system, "--from", "acme/skua")
    assert again.exit_code == 0, again.errors
    assert "acme/skua" in repository.read(BESIDE[system])


@pytest.mark.parametrize("system", sorted(FILES))
@pytest.mark.parametrize("shards", ["1", "2"])
def test_a_second_project_has_a_pipeline_that_shares_nothing_with_the_first(
    repository: Project, api: Project, system: str, shards: str
) -> None:
    web = Project(repository.root / "services" / "web")
    web.write("web.py", "x = 1\n")
    assert web.skua("init", "--ci", system, "--shards", shards).exit_code == 0
    first = repository.read(FILES[system])

    result = api.skua("init", "--ci", system, "--shards", shards)

    assert result.exit_code == 0, result.errors
    assert repository.read(FILES[system]) == first
    second = repository.read(BESIDE[system])
    shared = {"github": "(?!)", "gitlab": r"^[\w.-]+:$|key: .*", "jenkins": "(?!)"}[system]
    names = set(re.findall(shared, first, re.MULTILINE)) - {"variables:"}
    assert not names & set(re.findall(shared, second, re.MULTILINE))
    if system == "github":  # runs of one name cancel each other
        assert "\nname: Skua (services/web)\n" in first
        assert "\nname: Skua (services/api)\n" in second
        assert "group: ${{ github.workflow }}-${{ github.ref }}" in second


def test_stdout_writes_nothing(repository: Project, api: Project) -> None:
    before = repository.files()
    printed = api.skua("init", "--ci", "jenkins", "--stdout")
    assert printed.exit_code == 0
    assert printed.output.startswith("// Skua")
    assert repository.files() == before
    api.skua("init", "--ci", "jenkins")
    assert repository.read("Jenkinsfile") == printed.output


@pytest.mark.parametrize("folder", ["a b", "a'b", "$(x)", "a;b", "ä"])
def test_a_folder_that_a_pipeline_cannot_name_is_an_error(repository: Project, folder: str) -> None:
    odd = Project(repository.root / folder)
    odd.write("shop.py", "x = 1\n")
    result = odd.skua("init", "--ci", "gitlab")
    assert result.exit_code == 2
    assert "is no name for a pipeline" in result.errors
    assert not (odd.root / "skua.yml").exists()


def test_a_state_outside_of_the_repository_is_an_error(repository: Project, api: Project) -> None:
    api.write("skua.yml", "output:\n  state: ../../../elsewhere\n")
    result = api.skua("init", "--ci", "gitlab")
    assert result.exit_code == 2
    assert "outside of the repository" in result.errors


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--ci", "travis"], "--ci: expected github, jenkins or gitlab, not 'travis'"),
        (["--ci"], "--ci needs a value"),
        (["--shards", "2"], "--shards needs --ci"),
        (["--ci", "github", "--shards", "0"], "--shards: expected an integer from 1 to 200"),
        (["--stdout"], "--stdout needs --ci"),
        (["--from", "acme/skua"], "--from needs --ci"),
        (["--ci", "github", "--from", "acme"], "--from: expected OWNER/REPO, not 'acme'"),
    ],
)
def test_misuse_is_one_sentence(api: Project, arguments: list[str], error: str) -> None:
    result = api.skua("init", *arguments)
    assert result.exit_code == 2
    assert error in result.errors
    assert len(result.errors.splitlines()) == 1


def test_editors_find_the_schema_by_the_first_line(api: Project) -> None:
    api.skua("init")
    first = api.read("skua.yml").splitlines()[0]
    found = re.fullmatch(r"# yaml-language-server: \$schema=(.*)", first)
    assert found is not None
    assert json.loads(api.read(found[1])) == json.loads(api.skua("config", "schema").output)


@pytest.mark.parametrize("system", sorted(FILES))
@pytest.mark.parametrize("shards", ["1", "2"])
def test_a_pull_request_is_compared_with_what_it_goes_into(
    repository: Project, api: Project, system: str, shards: str
) -> None:
    assert api.skua("init", "--ci", system, "--shards", shards).exit_code == 0
    text = repository.read(FILES[system])
    if system == "github":
        checkouts = text.count("actions/checkout@")
        assert text.count("fetch-depth: 2  # ") == checkouts
        assert text.count("base: auto") == checkouts
    else:
        runs = re.findall(r"skua\"? run[^\n]*(?:\n[^\n]*)?", text)
        assert runs and all("--base" in each for each in runs)


@pytest.mark.parametrize("system", ["gitlab", "jenkins"])
def test_the_wheel_is_one_for_the_machine_that_asks(
    repository: Project, api: Project, system: str
) -> None:
    assert api.skua("init", "--ci", system).exit_code == 0
    text = repository.read(FILES[system])
    assert "x86_64.whl" not in text
    assert "_MACHINE.whl" in text and "uname -m" in text


@pytest.mark.parametrize("template", sorted(file.name for file in TEMPLATES.iterdir()))
def test_templates_name_this_version(template: str) -> None:
    version = re.search(r"project\(skua VERSION (\S+)", (REPOSITORY / "CMakeLists.txt").read_text())
    named = re.findall(
        r"(?:/download/v|/action@v)(\S+?)(?:/|\s)", (TEMPLATES / template).read_text()
    )
    assert version is not None
    assert set(named) == {version[1]}


@pytest.mark.parametrize("template", sorted(file.name for file in TEMPLATES.iterdir()))
def test_templates_say_what_to_do_until_the_release_that_they_name_exists(template: str) -> None:
    lines = re.sub(r"^\s*(#|//)", "", (TEMPLATES / template).read_text(), flags=re.MULTILINE)
    told = re.search(r"Until (.* has published )?the release.*", " ".join(lines.split()))
    assert told is not None
    assert "version: source" in told[0] or "make-wheel.sh" in told[0]


def test_a_run_writes_the_schema_that_the_config_names(project: Project) -> None:
    """In a clone it is not there: git does not keep it."""
    project.write("rates.py", "def quote(weight):\n    return weight * 3\n")
    assert project.skua("init").exit_code == 0
    shutil.rmtree(project.root / ".skua")

    assert project.skua("run", "--iterations", "1").exit_code == 0

    named = re.search(r"\$schema=(\S+)", project.read("skua.yml"))
    assert named and project.read(named[1]) == project.skua("config", "schema").output
