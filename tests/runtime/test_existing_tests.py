"""Hand-written tests, run once where the subject is instrumented: what they cover and pass."""

import json
import time

import pytest

SUBJECT = """
import enum
class Color(enum.Enum):
    RED = 1
class Box:
    def __init__(self, size=1):
        self.size = size
    def grow(self, by):
        return self.size + by
def sign(number):
    if number > 0:
        return 1
    return -1
def paint(thing, color, *, names=None):
    for name in names or ():
        print(name)
    return thing, color
def untouched(anything):
    return anything
"""


@pytest.fixture
def run(project):
    """Runs test files on the subject; what is covered, by the lines of code objects and branches."""

    def run(*texts, subject=SUBJECT, seconds=30):
        project.write("shapes.py", subject)
        files = []
        for number, text in enumerate(texts):
            files.append(f"tests/test_{number}.py")
            project.write(files[-1], text)
        answer, observer = project.load(
            "shapes", existing_tests={"files": files, "seconds": seconds}
        )
        assert answer["ok"] and observer is None
        return answer

    return run


def covered(project, answer):
    """Names of covered functions, and `line true` or `line false` of covered branches."""
    subject = project.subject("shapes")
    functions = {subject["code_objects"][i]["qualified_name"] for i in answer["code_objects"]}
    branches = {
        f"{subject['predicates'][i]['line']} {outcome}"
        for outcome in ("true", "false")
        for i in answer[outcome]
        if subject["predicates"][i]["kind"] != "block"
    }
    return functions, branches


def test_covered_goals_are_those_of_the_tests_without_the_import(project, run):
    answer = run("import shapes\ndef test_sign():\n    assert shapes.sign(3) == 1\n")
    assert (answer["tests"], answer["failed"], answer["complete"]) == (1, 0, True)
    assert covered(project, answer) == ({"sign"}, {"11 true"})


def test_a_test_that_fails_counts_with_what_it_covered(project, run):
    answer = run("""
        from shapes import Box, sign
        def test_fails():
            assert sign(-1) == 1
        class TestBox:
            def test_grow(self):
                assert Box(1).grow(2) == 3
        """)
    assert (answer["tests"], answer["failed"], answer["complete"]) == (2, 1, True)
    assert covered(project, answer) == ({"sign", "Box.__init__", "Box.grow"}, {"11 false"})


@pytest.mark.parametrize("end", ["os._exit(3)", "os.kill(os.getpid(), 9)", "os.abort()"])
def test_a_test_that_ends_the_process_costs_itself(project, run, end):
    answer = run(
        "import os, shapes\ndef test_1():\n    shapes.sign(1)\n"
        f"def test_2():\n    {end}\n"
        "def test_3():\n    shapes.sign(-1)\n"
    )
    assert (answer["tests"], answer["ended"], answer["complete"]) == (3, 2, True)
    assert covered(project, answer)[1] == {"11 true", "11 false"}


def test_a_test_that_hangs_costs_a_part_of_the_time(project, run):
    start = time.monotonic()
    answer = run(
        "import shapes\ndef test_1():\n    while True: pass\n",
        "import shapes\ndef test_2():\n    shapes.sign(1)\n",
        seconds=6,
    )
    assert time.monotonic() - start < 60
    assert (answer["tests"], answer["ended"], answer["collected"]) == (2, 1, 2)
    assert covered(project, answer)[1] == {"11 true"}


def test_a_file_that_cannot_be_collected_costs_itself(project, run):
    answer = run("import no_such_module", "import shapes\ndef test_2():\n    shapes.sign(1)\n")
    assert answer["tests"] == 1
    assert covered(project, answer)[1] == {"11 true"}


def test_settings_that_ask_for_plugins_do_not_matter(project, run):
    project.write("pytest.ini", "[pytest]\naddopts = --no-such-option --cov=shapes\n")
    project.write("tests/conftest.py", "import pytest\n@pytest.fixture\ndef one(): return 1\n")
    answer = run("import shapes\ndef test_1(one):\n    shapes.sign(one)\n")
    assert (answer["tests"], answer["failed"]) == (1, 0)


def types_of(answer):
    return {(entry["callable"], entry["parameter"]): entry["types"] for entry in answer["types"]}


def test_types_are_those_that_were_passed(run):
    answer = run("""
        import shapes
        def test_all():
            shapes.sign(1), shapes.sign(2), shapes.sign(0.5)
            shapes.paint(shapes.Box(), shapes.Color.RED, names=("x",))
            shapes.paint({"a": [1]}, None)
            try:
                shapes.Box().grow(object())
            except TypeError:
                pass
        """)
    assert types_of(answer) == {
        ("sign", "number"): [["int"], ["float"]],
        ("paint", "thing"): [["class", "shapes:Box"], ["dict", ["str"], ["list", ["int"]]]],
        ("paint", "color"): [["enum", "shapes:Color"], ["none"]],
        ("paint", "names"): [["tuple_of", ["str"]], ["none"]],
    }


def test_a_later_load_takes_them_for_what_is_not_annotated(project, run):
    text = SUBJECT.replace("def sign(number)", "def sign(number: int)")
    answer = run(
        "import shapes\ndef test_1():\n"
        "    shapes.sign(0.5)\n    shapes.paint(shapes.Box(), shapes.Color.RED, names=['a'])\n",
        subject=text,
    )
    subject = project.subject("shapes", passed_types=json.dumps(answer["types"]))

    def shown(index):
        described = subject["types"][index]
        kind = described["kind"]
        if kind in ("class", "enum"):
            return subject["classes"][described["class"]]["name"]
        parts = [shown(part) for part in described.get("arguments", [])]
        return f"{kind}({', '.join(parts)})" if parts else kind

    found = {
        f"{one['name']} {parameter['name']}": shown(parameter["type"])
        for one in subject["callables"]
        for parameter in one["parameters"]
        if one["name"] in ("sign", "paint", "untouched")
    }
    assert found == {
        "sign number": "int",
        "paint thing": "union(Box, any)",
        "paint color": "union(Color, any)",
        "paint names": "union(list(str), any)",
        "untouched anything": "any",
    }


def test_types_of_what_is_gone_are_passed_over(project):
    recorded = [
        {"callable": "gone", "kind": "function", "parameter": "x", "types": [["int"]]},
        {"callable": "f", "kind": "function", "parameter": "gone", "types": [["int"]]},
        {"callable": "f", "kind": "function", "parameter": "x", "types": [["class", "m:Gone"]]},
    ]
    subject = project.subject("shapes", "def f(x): return x\n", passed_types=json.dumps(recorded))
    assert subject["callables"][0]["parameters"][0]["type"] == 0


def test_calls_between_the_subject_and_other_modules_are_noted_where_asked_for(project):
    project.write("shapes.py", """
        def area(shape):
            return shape.size(2)
        def later(shape):
            yield shape.size(1)
        """)
    project.write("squares.py", """
        import functools
        class Square:
            @functools.cache
            def size(self, scale):
                return round_up(scale)
        def round_up(number):
            return number
        def use(shapes):
            return [shapes.area(shape) for shape in [Square()]]
        """)
    project.write("tests/conftest.py", "import pytest, squares\n"
        "@pytest.fixture\ndef square():\n    return squares.Square()\n")
    project.write("tests/test_0.py", """
        import shapes, squares
        def test_ends():
            assert squares.use(shapes) == [2]
        def test_dies(square):
            shapes.area(square), list(shapes.later(square))
            import os; os._exit(1)
        def test_goes_on(square):
            assert list(shapes.later(square)) == [1]
        """)
    wanted = {"files": ["tests/test_0.py"], "seconds": 30}
    answer, _ = project.load("shapes", existing_tests={**wanted, "calls": True})
    assert answer["calls"] == [
        ("shapes.py", "area", 1, "squares.py", "Square.size"),
        ("shapes.py", "later", 1, "squares.py", "Square.size"),
        ("squares.py", "use", 1, "shapes.py", "area"),
    ]
    without, _ = project.load("shapes", existing_tests=wanted)
    assert "calls" not in without
    assert without["true"] == answer["true"] and without["types"] == answer["types"]
