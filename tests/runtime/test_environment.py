"""Which surroundings of a subject tests can set up."""

import pytest
import support


def environment(subject):
    """Name → types of the parameters, of each kEnvironment callable."""
    return {
        one["name"]: [subject["types"][each["type"]] for each in one["parameters"]]
        for one in subject["callables"]
        if one["kind"] == "environment"
    }


def literals(subject, described):
    """All that it offers, through unions."""
    found = [value.get("t", value.get("h")) for value in described.get("literals", [])]
    for index in described.get("arguments", []):
        found += literals(subject, subject["types"][index])
    return found


PROCESSES = {"processes", "setenv", "delenv"}
FILES = {"write_file", "missing_file", "make_folder"}


@pytest.mark.parametrize(
    "source, names",
    [
        ("def f(x): return x", set()),
        ("import os\ndef f(): return os.environ['A']", {"setenv", "delenv"}),
        ("from os import getenv as g\ndef f(): return g('A')", {"setenv", "delenv"}),
        ("import sys\ndef main(): return sys.argv[1:]", {"argv"}),
        ("import argparse\ndef f(x: argparse.Namespace): return x", set()),
        ("import argparse\ndef f(): return argparse.ArgumentParser().parse_args()", {"argv"}),
        ("def f(): return input()", {"stdin"}),
        ("import sys\ndef f(): return sys.stdin.read()", {"stdin"}),
        ("import subprocess\ndef f(x): return subprocess.run(x)", PROCESSES),
        ("from subprocess import Popen as P\ndef f(x): return P(x)", PROCESSES),
        ("import os\ndef f(x): return os.popen(x).read()", PROCESSES),
        ("import subprocess\ndef f(): return subprocess.list2cmdline(['a'])", set()),
        ("import os\ndef f(x): return os.system(x)", {"system"}),
        ("from os import system\ndef f(x): return system(x)", set()),
        ("import shutil\ndef f(x): return shutil.which(x)", {"setenv", "delenv"}),
        ("import random\ndef f(): return random.choice('ab')", {"seed"}),
        ("from random import Random\ndef f(): return Random(3).random()", set()),
        ("def f(path): return open(path)", FILES),
        ("from pathlib import Path\ndef f(path: Path): return path.name", FILES),
        ("def f(): return open('data.bin', 'rb')", FILES | {"chdir"}),
        ("import os\ndef f(): return os.getcwd()", FILES | {"chdir"}),
    ],
)
def test_only_what_can_matter_is_offered(project, source, names):
    assert set(environment(project.subject("subject", source + "\n"))) == names


def test_what_the_source_spells_out_is_offered(project):
    subject = project.subject(
        "subject",
        """
        import argparse, json, os
        KEY = "APP_MODE"
        def settings():
            if "DEBUG" in os.environ:
                return {}
            with open("settings.json") as file:
                return json.load(file)["theme"], os.environ.get(KEY)
        def main():
            parser = argparse.ArgumentParser()
            parser.add_argument("-v", "--verbose", choices=["low", "high"])
            answer = input()
            return parser.parse_args(), answer == "quit"
        """,
    )
    offered = environment(subject)
    assert literals(subject, offered["setenv"][0]) == ["DEBUG", "APP_MODE"]
    assert {"--verbose=low", "--verbose=high"} <= set(literals(subject, offered["argv"][0]))
    assert "quit\n" in literals(subject, offered["stdin"][0])
    assert literals(subject, offered["write_file"][0])[0] == "settings.json"
    contents = literals(subject, offered["write_file"][1])
    assert '{"theme": 1}' in contents and "" in contents and "{" in contents


def test_paths_come_from_files_and_their_names_from_paths(project):
    subject = project.subject(
        "subject",
        "from pathlib import Path\ndef f(where, other: str): return open(where), Path(other), where\n",
    )
    types, callables = subject["types"], subject["callables"]
    by_name = {one["name"]: one for one in callables}
    for parameter in by_name["f"]["parameters"]:
        alternatives = types[parameter["type"]]["arguments"]
        assert "path_text" in [types[index]["kind"] for index in alternatives]
    path = types[by_name["write_file"]["result"]]
    assert subject["classes"][path["class"]]["name"] == "Path"
    name = by_name["__str__"]
    assert (name["kind"], name["class"]) == ("operator", path["class"])
    assert types[name["result"]]["kind"] == "path_text"
    assert callables.index(name) in subject["classes"][path["class"]]["methods"]
    in_subject = {
        one["name"] for one in callables if one["kind"] == "environment" and one["in_subject"]
    }
    assert in_subject == set()  # files are made for what needs them


def test_actions_are_statements_in_their_own_right(project):
    subject = project.subject(
        "subject", "import os, sys\ndef f(): return os.getenv('A'), sys.argv, input()\n"
    )
    actions = {
        one["name"]
        for one in subject["callables"]
        if one["kind"] == "environment" and one["in_subject"]
    }
    assert actions == {"setenv", "delenv", "argv", "stdin"}


def test_processes_answer_with_what_the_source_compares_and_parses(project):
    subject = project.subject(
        "subject",
        """
        import json, subprocess
        def f():
            done = subprocess.run(["tool"], capture_output=True, text=True)
            if done.stdout == "ready\\n" or done.stdout.endswith(".py"):
                return json.loads(done.stdout)["theme"]
        """,
    )
    (answers,) = environment(subject)["processes"]
    assert answers["kind"] == "tuple"
    code, output, errors = (subject["types"][index] for index in answers["arguments"])
    assert [value["v"] for value in code["literals"]][:2] == [0, 1]
    assert output == errors
    texts = literals(subject, output)
    assert "" in texts and "ready\n" in texts and '{"theme": 1}' in texts
    assert any(".py" in text for text in texts)


def test_surroundings_alone_are_no_reason_to_test_a_module(project):
    project.write("subject.py", "import sys\nARGUMENTS = sys.argv\n")
    answer, _ = project.load("subject")
    assert answer["code"] == "SKUA-N105"


def test_what_is_written_to_is_always_a_file_of_the_tests_own(project):
    subject = project.subject(
        "subject",
        """
        def save(where: str, text: str):
            with open(where, "w") as file: return file.write(text)
        def load(where: str):
            with open(where) as file: return file.read()
        """,
    )
    kinds = {}
    for one in subject["callables"]:
        if one["kind"] == "function":
            described = subject["types"][one["parameters"][0]["type"]]
            alternatives = described.get("arguments", [one["parameters"][0]["type"]])
            kinds[one["name"]] = [subject["types"][index]["kind"] for index in alternatives]
    assert kinds == {"save": ["path_text"], "load": ["path_text", "str"]}


def test_documents_hold_what_the_source_compares(project):
    subject = project.subject(
        "subject",
        """
        import json
        def f(path):
            with open(path) as file: data = json.load(file)
            theme = data.get("theme")
            if theme in ("dark", "light") and data["size"] > 7: return 1
        """,
    )
    contents = literals(subject, environment(subject)["write_file"][1])
    assert '{"theme": "dark", "size": 7}' in contents and '{"theme": "light", "size": 7}' in contents


@pytest.mark.parametrize(
    "source, importer",
    [
        ("import time\ndef f(): time.sleep(1)\n", ""),
        ("from time import sleep\ndef f(): sleep(1)\n", "subject"),
    ],
)
def test_waiting_can_be_skipped_where_the_subject_waits(project, source, importer):
    subject = project.subject("subject", source)
    [skip] = [one for one in subject["callables"] if one["name"] == "skip_sleep"]
    assert (skip["kind"], skip["module"], skip["parameters"]) == ("environment", importer, [])
    subject = project.subject("other", "import time\ndef f(): return time.time()\n")
    assert not [one for one in subject["callables"] if one["name"] == "skip_sleep"]


def test_skipped_waiting_takes_no_time_and_is_no_effect(monkeypatch):
    from skua_runtime.world import virtual_clock

    support.native()
    ends = []
    monkeypatch.setattr(virtual_clock.skua_native, "after_test", ends.append)
    noted = []
    clock = virtual_clock.ShortSleep(noted.append)
    clock.start()
    virtual_clock.skip_sleep()
    clock.sleep(3600)
    assert noted == []
    for end in ends:
        end()
    clock.sleep(3600)
    assert noted == ["time.sleep"]


CLOCKS = """
import time
from datetime import date, datetime
from time import monotonic
def f(): return datetime.now(), date.today(), time.time(), monotonic()
"""


def test_what_tells_the_time_is_replaced_where_the_subject_finds_it(project):
    offered = environment(project.subject("subject", CLOCKS))
    assert set(offered) == {
        "clock:subject.datetime",
        "calendar:subject.date",
        "tick:time.time",
        "tick:subject.monotonic",
    }


def test_the_time_is_what_a_test_says(project):
    import datetime
    import sys

    from skua_runtime.world import surroundings

    project.subject("subject", CLOCKS)
    subject = sys.modules["subject"]
    real = subject.datetime
    surroundings.telling("clock", "subject.datetime")("2024-03-02 20:15")
    surroundings.telling("calendar", "subject.date")("2024-03-02 20:15")
    surroundings.telling("tick", "subject.monotonic")(5)
    try:
        now, today, _, first = subject.f()
        assert now == datetime.datetime(2024, 3, 2, 20, 15) and isinstance(now, subject.datetime)
        assert isinstance(datetime.datetime(2000, 1, 1), subject.datetime)
        assert today == datetime.date(2024, 3, 2)
        assert (first, subject.f()[3]) == (5, 6)
    finally:
        surroundings._put_back()
    assert subject.datetime is real


def test_the_time_may_be_told_by_the_library_itself(project):
    import datetime

    from skua_runtime.world import surroundings

    real = datetime.datetime
    surroundings.telling("clock", "datetime.datetime")("2024-03-02 20:15")
    try:
        now = datetime.datetime.now()
        assert now.year == 2024 and isinstance(now, datetime.datetime)
        assert isinstance(real(2000, 1, 1), datetime.datetime)
        assert not isinstance(None, datetime.datetime)
    finally:
        surroundings._put_back()
    assert datetime.datetime is real


def test_a_file_that_is_named_anywhere_may_be_in_the_current_folder(project):
    offered = environment(
        project.subject(
            "subject",
            """
            import os
            from pathlib import Path
            def load(): return Path(os.environ.get("NOTES", "notes.json")).read_text()
            """,
        )
    )
    assert "chdir" in offered
    assert "notes.json" in [value["t"] for value in offered["write_file"][0]["literals"]]
