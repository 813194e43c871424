"""Modules of all kinds are imported under their own names; what they do wrong has a code."""

import importlib.machinery
import inspect
import json
import os
import sys

import pytest
import support


def test_packages_relative_and_circular_imports(project):
    project.write("src/parcel/__init__.py", "from . import rates\nfrom .rates import quote\n")
    project.write("src/parcel/money.py", "from parcel import rates\nclass Money: pass\n")
    subject = project.subject(
        "parcel.rates",
        "from .money import Money\ndef quote(m: Money): return 1 if m else 2\n",
        name="src/parcel/rates.py",
        path="src",
    )
    assert len(subject["predicates"]) == 1
    module = sys.modules["parcel.rates"]
    support.native().reset()
    assert sys.modules["parcel"].quote(0) == 2
    assert support.native().recorded()["predicates"]
    assert module.__file__ == str(project.root / "src/parcel/rates.py")
    assert inspect.getsource(module.quote).startswith("def quote(m: Money)")


def test_a_package_itself_and_namespace_packages(project):
    project.write("space/inner/deep.py", "def f(): pass\n")
    project.write("pack/sub.py", "from pack import g\n")
    subject = project.subject("space.inner.deep")
    assert subject["callables"][0]["module"] == "space.inner.deep"
    subject = project.subject("pack", "def g(): pass\nfrom . import sub\n", name="pack/__init__.py")
    assert [one["name"] for one in subject["callables"]] == ["g"]
    assert sys.modules["pack.sub"].g is sys.modules["pack"].g


def test_a_module_that_shadows_the_standard_library(project):
    subject = project.subject("colorsys", "def ours(x): return 1 if x else 2\n")
    assert [one["name"] for one in subject["callables"]] == ["ours"]
    subject = project.subject("string", "import re\ndef also_ours(x): pass\n")
    assert [one["name"] for one in subject["callables"]] == ["also_ours"]


def test_a_module_that_replaces_itself(project):
    subject = project.subject(
        "swapped",
        """
        import sys
        def shown(x): return x
        def hidden(x): return x
        class Face:
            shown = staticmethod(shown)
            def __dir__(self): return []
        sys.modules[__name__] = Face()
        """,
    )
    assert [one["name"] for one in subject["callables"]] == ["shown"]


def test_source_with_an_encoding_cookie(project):
    (project.root / "latin.py").write_bytes(
        "# coding: latin-1\ndef f(x): return 'é' == x\n".encode("latin-1")
    )
    subject = project.subject("latin")
    assert subject["constants"] == [{"value": {"k": "str", "t": "é"}, "count": 1}]
    assert sys.modules["latin"].f("é")


def test_the_subject_sees_a_plain_interpreter(project):
    project.subject(
        "curious",
        """
        import sys
        def f(): pass
        names = sorted(n for n in globals() if not n.startswith("__"))
        path = sys.path[0]
        import __main__
        """,
    )
    module = sys.modules["curious"]
    assert module.names == ["f", "sys"]
    assert module.path == str(project.root)


def test_nothing_is_written_beside_the_sources(project):
    project.write("helper.py", "x = 1\n")
    project.subject("tidy", "import helper\ndef f(): pass\n")
    assert sorted(os.listdir(project.root)) == ["helper.py", "tidy.py"]


def test_without_instrumentation_all_is_the_same_but_the_probes(project):
    text = "def f(a, b): return [x for x in a if x < b] or (lambda: 1)\nclass C:\n    def m(self): pass\n"
    project.write("plain.py", text)
    instrumented, _ = project.load("plain")
    project.clean()
    plain, _ = project.load("plain", instrument=False)
    assert plain["digest"] == instrumented["digest"]
    assert plain["subject"]["import_code_objects"] == []
    support.native().reset()
    assert sys.modules["plain"].f([1], 2) == [1]
    assert support.native().recorded()["predicates"] == {}


FAILURES = [
    ("def f(:\n", "SKUA-N101", "SyntaxError: invalid syntax (bad.py:1)"),
    ("return 5\n", "SKUA-N101", "SyntaxError: 'return' outside function (bad.py:1)"),
    ("x = '\0'\n", "SKUA-N101", None),
    ("# coding: klingon\n", "SKUA-N101", None),
    ("import sys\nsys.exit('bye')\n", "SKUA-N103", "SystemExit: bye (bad.py:2)"),
    (
        "import nowhere_at_all\n",
        "SKUA-N104",
        "ModuleNotFoundError: No module named 'nowhere_at_all' (bad.py:1)",
    ),
    ("import broken\n", "SKUA-N104", "ZeroDivisionError: division by zero (broken.py:2)"),
    ("import half\n", "SKUA-N104", None),
    (
        "import json\njson.loads('x')\n",
        "SKUA-N104",
        "JSONDecodeError: Expecting value: line 1 column 1 (char 0) (bad.py:2)",
    ),
    ("raise KeyboardInterrupt\n", "SKUA-N104", "KeyboardInterrupt (bad.py:1)"),
    (
        "import os\nKEY = os.environ['SKUA_NOT_SET']\n",
        "SKUA-N104",
        "KeyError: 'SKUA_NOT_SET' (bad.py:2); the environment of the import has no SKUA_NOT_SET: "
        "give a default, or read it on first use",
    ),
    (
        "from os import getenv\nport = getenv('SKUA_NO_PORT')\nif not port:\n"
        "    raise RuntimeError('set SKUA_NO_PORT')\n",
        "SKUA-N104",
        "RuntimeError: set SKUA_NO_PORT (bad.py:4); the environment of the import has no "
        "SKUA_NO_PORT: give a default, or read it on first use",
    ),
    (
        "import os\ndef need(name): return os.environ['SKUA_' + name]\nkey = need('NO_KEY')\n",
        "SKUA-N104",
        "KeyError: 'SKUA_NO_KEY' (bad.py:2); the environment of the import has no SKUA_NO_KEY: "
        "give a default, or read it on first use",
    ),
    (
        "import sys\nopen(sys.argv[1])\n",
        "SKUA-N104",
        "FileNotFoundError: [Errno 2] No such file or directory: 'no-such-file' (bad.py:2); "
        "the arguments that Skua imports it with are 'no-such-file' '-q': read them in a function",
    ),
    (
        "import os\nhome = os.environ.get('SKUA_NO_HOME')\n{}['a']\n",
        "SKUA-N104",
        "KeyError: 'a' (bad.py:3)",
    ),
    ("class E(Exception):\n    def __str__(self): raise E\nraise E\n", "SKUA-N104", "E (bad.py:3)"),
    ("x = 5\nimport json\n", "SKUA-N105", None),
    ("raise MemoryError\n", "SKUA-N106", "MemoryError (bad.py:1)"),
    (
        "raise EOFError('EOF when reading a line')\n",
        "SKUA-N111",
        "EOFError: EOF when reading a line (bad.py:1)",
    ),
]


@pytest.mark.parametrize("text, code, detail", FAILURES, ids=range(len(FAILURES)))
def test_what_a_module_does_wrong_has_a_code(project, monkeypatch, text, code, detail):
    monkeypatch.setattr(sys, "argv", ["pytest", "no-such-file", "-q"])
    project.write("broken.py", "x = 0\n1 / x\n")
    project.write("half.py", "def f(:\n")
    project.write("bad.py", text)
    answer, observer = project.load("bad")
    assert observer is None
    assert (answer["ok"], answer["code"]) == (False, code)
    assert detail in (None, answer["detail"])


def test_reading_input_at_import(project, monkeypatch):
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        project.write("asks.py", "name = input()\ndef f(): pass\n")
        answer, _ = project.load("asks")
    assert (answer["code"], answer["detail"]) == (
        "SKUA-N111",
        "EOFError: EOF when reading a line (asks.py:1)",
    )


def test_threads_and_much_output_are_noted(project):
    project.write(
        "noisy.py",
        """
        import sys, threading
        stop = threading.Event()
        thread = threading.Thread(target=stop.wait, name="noisy-thread", daemon=True)
        thread.start()
        print("x" * 70_000)
        sys.stderr.buffer.write(b"y" * 1000)
        def f(): pass
        """,
    )
    before = sys.stdout
    answer, _ = project.load("noisy")
    sys.modules["noisy"].stop.set()
    sys.modules["noisy"].thread.join()
    assert sys.stdout is before
    assert answer["notes"] == [
        {"code": "SKUA-N109", "detail": "noisy-thread"},
        {"code": "SKUA-N110", "detail": "71001 bytes at import"},
    ]


def test_a_compiled_module_that_hides_the_file_is_noted(project):
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    project.write("fast.py", "def f(): pass\n")
    project.write("fast_too.py", "def f(): pass\n")
    project.write("fast" + suffix, "")
    answer, _ = project.load("fast")
    assert answer["notes"] == [{"code": "SKUA-N113", "detail": "fast" + suffix}]
    answer, _ = project.load("fast_too")
    assert answer["notes"] == []


def test_the_runtime_imports_little():
    script = (
        f"import os, sys; sys.path[:0] = [{str(support.RUNTIME)!r}, os.environ['SKUA_NATIVE_DIR']]\n"
        "import skua_runtime.serving.server\n"
        "print('random' in sys.modules, sorted(n for n in sys.modules if n in "
        "('decimal', 'tempfile', 'logging', 'unittest', 'subprocess', 'asyncio', 'datetime')))"
    )
    assert support.run_python("-c", script).stdout == "False []\n"


def test_a_later_load_takes_over_the_numbers_of_the_first(project, monkeypatch):
    project.write(
        "shifty.py",
        """
        import os
        def first(): return 1
        exec(f"def {os.environ['SKUA_MADE']}(): return 2")
        def last(): return 3
        """,
    )
    monkeypatch.setenv("SKUA_MADE", "one")
    before, _ = project.load("shifty")
    monkeypatch.setenv("SKUA_MADE", "other")
    after, observer = project.load("shifty", instrument=False, recall=before["recall"])
    assert after["digest"] == before["digest"]  # the source is the same
    names = [one["name"] for one in before["subject"]["callables"]]
    assert "one" in names and "other" not in names
    found = dict(zip(names, observer._cluster.callable_objects))
    assert (found["first"](), found["one"], found["last"]()) == (1, None, 3)
    assert json.loads(after["recall"]) == json.loads(before["recall"])
