"""What tests leave behind is seen where they leave it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import run_plug_in

ALONE = Path(__file__).resolve().parents[2] / "src" / "runtime" / "skua_runtime" / "alone"

SUBJECT = '''
import atexit, contextvars, enum, functools, logging, os, re, sys, threading, warnings, weakref

count = 0
names = []
table = {"a": [1]}
kinds = {1, 2}
local = threading.local()
variable = contextvars.ContextVar("variable", default=0)
log = logging.getLogger(__name__)
weak = weakref.WeakValueDictionary()


class Registry:
    items = {}
    pages = {"a": []}
    last = None

    def __init__(self):
        self.held = []
        self.shelves = [[]]
        self._length = None
        self._width = None

    @property
    def length(self):
        self._length = self._length or len(self.held) + 1
        return self._length

    @property
    def width(self):
        self._width = self._width or 1
        return self._width

    @width.setter
    def width(self, width):
        self._width = width

    @functools.cached_property
    def height(self):
        return 2


class Color(enum.Flag):
    RED = 1
    BLUE = 2


shared = Registry()


class Kind:
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        made = Kind()
        setattr(self, name, made)
        return made


kind = Kind()


class Answers:
    def __getattr__(self, name):
        raise AttributeError(name)


answers = Answers()


class Parser:
    def __init__(self):
        self._table = self._chosen = None

    def parse(self, text):
        return self._looked_up(text)

    def _looked_up(self, text):
        if self._table is None:
            self._table = {"a": 1}
        return self._table.get(text)

    def choose(self, chosen):
        self._chosen = chosen


parser = Parser()


class Single:
    @classmethod
    def the_one(cls):
        if not hasattr(cls, "_the_one"):
            cls._the_one = cls()
        return cls._the_one


class Filled(Single):
    def __init__(self):
        self.items = []


class Lazy:
    def __init__(self, name):
        self.name = name

    def __get__(self, moves, owner):
        setattr(moves, self.name, self.name)
        delattr(owner, self.name)
        return self.name


class Plain(Lazy):
    def __get__(self, moves, owner):
        return self.name


class Moves:
    zip = Lazy("zip")
    plain = Plain("plain")
    method = classmethod(int)


moves = Moves()


@functools.lru_cache(maxsize=None)
def settings():
    return count


@functools.lru_cache(maxsize=None)
def pattern():
    return re.compile("a*")


@functools.lru_cache(maxsize=None)
def double(number):
    return 2 * number


def remember(value, into=[]):
    into.append(value)


def square(number, known={}):
    if number not in known:
        known[number] = number * number
    return known[number]


def forget(number, known={1: 1}):
    known[number] = 0


def maker():
    global made
    if "made" not in globals():
        made = object()
    return made


class Makers:
    @staticmethod
    def maker():
        global made_too
        try:
            return made_too
        except NameError:
            made_too = object()
            return made_too


class Waiting:
    def __init__(self):
        self.itself, self.pending = self, self.later()

    async def later(self):
        pass


class Holding:
    def __init__(self):
        self.itself, self.file = self, open(__file__)


def configure(value):
    global configured
    configured = value
'''

# What a test does, what it leaves, and how that can be put back.
LEAVING = {
    "subject.Waiting()": ("garbage: RuntimeWarning: coroutine 'Waiting.later'", None, None),
    "subject.Holding()": ("garbage: ResourceWarning", None, None),
    "subject.count += 1": ("another subject.count (1)", "count", "name"),
    "subject.names.append(3)": ("1 item in subject.names", "names", "copy"),
    "subject.names[:] = [1, 2]": ("2 items in subject.names", "names", "copy"),
    "subject.table['b'] = 3": ("1 item in subject.table", "table", "copy"),
    "subject.table['a'].append(3)": ("1 item in subject.table", "table", "deepcopy"),
    "subject.kinds.discard(1)": ("1 item less in subject.kinds", "kinds", "copy"),
    "subject.local.stack = [1]": ("the new name subject.local.stack", "local", "local"),
    "subject.variable.set(3)": ("another value of subject.variable", None, None),
    "subject.Registry.items[1] = 2": ("1 item in subject.Registry.items", "Registry.items", "copy"),
    "subject.Registry.pages['a'].append(1)": (
        "1 item in subject.Registry.pages", "Registry.pages", "deepcopy"),
    "subject.shared.shelves[0].append(1)": (
        "1 item in subject.shared.shelves", "shared.shelves", "deepcopy"),
    "subject.Registry.last = 'x'": (
        "another subject.Registry.last ('x')", "Registry.last", "name"),
    "subject.Registry.new = 'x'": (
        "the new name subject.Registry.new", "Registry.new", "new"),
    "subject.Registry.__or__ = lambda self, other: 3": (
        "the new name subject.Registry.__or__", "Registry.__or__", "new"),
    "subject.found = 3": ("the new name subject.found", "found", "new"),
    "del subject.Registry.last": ("no subject.Registry.last", "Registry.last", "name"),
    "subject.shared.held.append(1)": ("1 item in subject.shared.held", "shared.held", "copy"),
    "subject.shared.width = 7": ("another subject.shared._width (7)", "shared._width", "name"),
    "subject.settings()": ("what subject.settings() keeps", "settings", "cache"),
    "subject.answers.other = subject.Answers()": (
        "the new name subject.answers.other", "answers", "copy"),
    "del subject.Moves.plain": ("no subject.Moves.plain", "Moves.plain", "name"),
    "del subject.Moves.method": ("no subject.Moves.method", "Moves.method", "name"),
    "subject.Filled.the_one()": ("the new name subject.Filled._the_one", "Filled._the_one", "new"),
    "subject.parser.choose(3)": ("another subject.parser._chosen (3)", "parser._chosen", "name"),
    "subject.kind.new = 3": ("the new name subject.kind.new", "kind", "copy"),
    "subject.shared.new = 3": ("the new name subject.shared.new", "shared", "copy"),
    "subject.remember(3)": ("1 item in subject.remember", None, None),
    "subject.forget(1)": ("other items in subject.forget", None, None),
    "subject.configure(3)": ("the new name subject.configured", "configured", "new"),
    "subject.log.setLevel(10)": ("other settings of the logger subject", None, None),
    "sys.setrecursionlimit(4321)": ("another recursion limit", None, None),
    "sys.path.append('x')": ("another sys.path", "path", "copy"),
    "sys.excepthook = print": ("another sys.excepthook", "excepthook", "name"),
    "os.environ['A'] = 'b'": ("another environment", None, None),
    "os.chdir('/')": ("another working folder", "", "folder"),
    "os.umask(0o77)": ("another umask", None, None),
    "os.open('subject.py', 0)": ("an open descriptor", None, None),
    "sys.modules['subject'] = sys": ("another module subject", None, None),
    "subject.atexit.register(subject.remember, 1)": (
        "a call at exit (subject.remember)", None, None),
    "open('/dev/tty') if os.path.exists('/nowhere') else _try('/dev/tty')": (
        "a question in the terminal", None, None),
    "signal.signal(10, signal.SIG_IGN)": ("other signal handlers", None, None),
    "threading.Thread(target=subject.threading.Event().wait).start()": (
        "a running thread", None, None),
}
LEAVING_NOTHING = [
    "subject.Waiting().pending.close()",
    "subject.Holding().file.close()",
    "pass",
    "subject.Color.RED | subject.Color.BLUE",
    "monkeypatch.setattr(subject, 'count', 3)",
    "monkeypatch.setitem(subject.table, 'x', 3)",
    "monkeypatch.setenv('A', 'b')",
    "monkeypatch.chdir('/')",
    "subject.names.append(1); subject.names.pop()",
    "subject.count = int('0')",
    "subject.shared.length",
    "subject.shared.height",
    "subject.kind.text.blank",
    "subject.moves.zip; del vars(subject.moves)['zip']",
    "subject.double(4)",
    "subject.pattern()",
    "subject.parser.parse('a')",
    "subject.Single.the_one()",
    "subject.square(4)",
    "subject.maker()",
    "subject.Makers.maker()",
    "subject.weak[1] = Thing()",
    "import wave, xmlrpc.client",
    "warnings.simplefilter('ignore')",  # pytest puts them back
    "open('subject.py')",
]


def left_by(bodies: list[str], folder: Path, subject: str = SUBJECT) -> list[list[dict[str, str]]]:
    """What each test of these bodies leaves."""
    (folder / "plugin").mkdir()
    for name in ("pytest_report", "pytest_state", "project_state", "process_state"):
        shutil.copy(ALONE / f"{name}.py", folder / "plugin" / f"skua_{name}.py")
    (folder / "subject.py").write_text(subject)
    head = "import os, signal, sys, threading, warnings\nimport subject\n\nclass Thing: pass\n\n"
    head += "def _try(path):\n    try:\n        open(path)\n    except OSError:\n        pass\n\n"
    tests = [
        f"def test_{number}(monkeypatch):\n    {body}\n\n" for number, body in enumerate(bodies)
    ]
    (folder / "test_subject.py").write_text(head + "".join(tests))
    report = folder / "report.jsonl"
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "skua_pytest_report", "-p",
         "no:cacheprovider", "test_subject.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "plugin"), "PYTHONDONTWRITEBYTECODE": "1",
             "SKUA_REPORT": str(report), "SKUA_PASSES": "written,alone,reversed",
             "SKUA_PATH": str(folder)},
        check=False,
        capture_output=True,
    )
    left: list[list[dict[str, str]]] = [[] for _ in bodies]
    passed = 0
    behind = set()
    for line in report.read_text().splitlines():
        record = json.loads(line)
        if "left" in record:
            assert record["pass"] == 1
            left[int(record["name"].removeprefix("test_"))] = record["left"]
        passed += record.get("outcome") == "passed" and record["pass"] == 1
        if "outcome" in record and record["pass"] == 2:
            behind.add(int(record["name"].removeprefix("test_")))
    assert passed == len(bodies), report.read_text()
    # Others suffer from nothing that is known to be left.
    assert behind == {number for number, what in enumerate(left) if not what}
    return left


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, str]]]:
    bodies = [*LEAVING, *LEAVING_NOTHING]
    return dict(zip(bodies, left_by(bodies, tmp_path_factory.mktemp("state"))))


@pytest.mark.parametrize("body", LEAVING)
def test_tells_what_is_left(left: dict[str, list[dict[str, str]]], body: str) -> None:
    what, path, by = LEAVING[body]
    changes = [change for change in left[body] if change["what"].startswith(what)]
    assert changes, left[body]
    assert (changes[0].get("path"), changes[0].get("by")) == (path, by)
    assert len(left[body]) == 1


@pytest.mark.parametrize("body", LEAVING_NOTHING)
def test_tells_nothing_of_what_is_as_it_was(
    left: dict[str, list[dict[str, str]]], body: str
) -> None:
    assert left[body] == []


def test_what_does_not_pass_behind_others_runs_alone_again(tmp_path: Path) -> None:
    records = run_plug_in(
        tmp_path,
        ("pytest_report", "pytest_state", "project_state", "process_state"),
        """
import itertools, os, time
count = itertools.count()  # what it counts is in no snapshot
def test_first(): next(count)
def test_fails(): assert next(count) == 0
def test_between(): next(count)
def test_crashes():
    if next(count): os._exit(3)
def test_never(): assert 0
def test_last(): assert next(count) == 0
""",
        SKUA_PASSES="alone,written",
    )
    alone = [(record["name"], record["outcome"]) for record in records if record.get("pass") == 0]
    assert alone == [
        ("test_first", "passed"),
        ("test_fails", "passed"),
        ("test_between", "passed"),
        ("test_crashes", "passed"),
        ("test_never", "failed"),
        ("test_last", "passed"),
    ]
    written = {record["name"]: record["outcome"] for record in records if record.get("pass") == 1}
    assert [name for name, outcome in written.items() if outcome == "passed"] == [
        "test_first",
        "test_between",
        "test_last",  # in a new process, since the one before it ended
    ]
    assert written["test_crashes"] == "crashed"


def test_a_module_that_its_package_hides_cannot_be_named(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "__init__.py").write_text("from p.url import url\n")
    (tmp_path / "p" / "url.py").write_text("seen = []\ndef url(): seen.append(1)\n")
    (tmp_path / "p" / "other.py").write_text("seen = []\ndef other(): seen.append(1)\n")
    subject = "from p import url\nfrom p.other import other\n"
    hidden, shown = left_by(["subject.url()", "subject.other()"], tmp_path, subject)
    assert hidden == [{"what": "1 item in p.url.seen"}]
    assert [change.get("path") for change in shown] == ["seen"]


def library(folder: Path, name: str, text: str, **modules: str) -> str:
    """Writes a package that counts as installed, and returns the lines after which it can be imported."""
    package = folder / "lib" / "site-packages" / name
    package.mkdir(parents=True)
    for module, source in ({"__init__": text} | modules).items():
        (package / f"{module}.py").write_text(source)
    return f"import sys\nsys.path.insert(0, {str(package.parent)!r})\n"


def test_follows_what_the_subject_imports(tmp_path: Path) -> None:
    context = "stack = []\n\ndef push(x):\n    stack.append(x)\n"
    installed = library(
        tmp_path, "framework", "from framework.context import push\n", context=context
    )
    subject = installed + "from framework import push\n"
    (left,) = left_by(["subject.push(1)"], tmp_path, subject)
    assert left == [
        {"what": "1 item in framework.context.stack", "module": "framework.context",
         "path": "stack", "by": "copy"}
    ]


def test_a_library_may_note_in_its_own_objects_that_they_were_used(tmp_path: Path) -> None:
    installed = library(
        tmp_path,
        "framework",
        "import collections, threading\nlocal = threading.local()\n"
        "table = collections.defaultdict(lambda: collections.defaultdict(dict))\n"
        "_shape_cache = {}\n_folder = None\nfolder = None\n"
        "class App:\n    _option = None\n    limit = 3\n    def __init__(self): self.stack = None\n",
    )
    subject = installed + "from framework import App\napp = App()\napp._used = False\n"
    used, changed = left_by(
        [
            "subject.app._used = subject.app._option = True; subject.app.made = subject.App(); "
            "sys.modules['framework'].local.stack = []; "
            "sys.modules['framework'].table[1][2]; subject.app.stack = subject.App(); "
            "sys.modules['framework']._shape_cache[1] = 2; "
            "sys.modules['framework']._folder = '/a'",
            "sys.modules['framework'].folder = '/a'; "
            "subject.app.limit = sys.modules['framework'].table[1][2][3] = 4",
        ],
        tmp_path,
        subject,
    )
    assert used == []
    assert [one["what"] for one in changed] == [
        "the new name subject.app.limit",
        "another framework.folder ('/a')",
        "1 item in framework.table",
    ]


def test_objects_that_fail_when_looked_at_are_passed_over(tmp_path: Path) -> None:
    subject = (
        "def fail(*_): raise RuntimeError('no work outside of a request')\n"
        "class Proxy:\n    __class__ = __dict__ = property(fail)\n    __getattribute__ = fail\n"
        "    __eq__ = __bool__ = __hash__ = fail\n"
        "class Meta(type):\n    __module__ = property(fail)\n    __getattribute__ = fail\n"
        "proxy = Proxy()\nOdd = Meta('Odd', (), {})\nheld = [Proxy(), Odd]\ncount = 0\n"
    )
    quiet, loud = left_by(["subject.proxy", "subject.count = 3"], tmp_path, subject)
    assert quiet == []
    assert [one["what"] for one in loud] == ["another subject.count (3)"]


def test_a_library_that_only_caches_is_not_watched(tmp_path: Path) -> None:
    installed = library(tmp_path, "sqlalchemy", "known = {}\ndef use(x): known[x] = x\n")
    subject = installed + "from sqlalchemy import use\n"
    assert left_by(["subject.use(1)"], tmp_path, subject) == [[]]


def test_a_library_may_find_out_and_register_what_it_needs_when_it_is_first_used(
    tmp_path: Path,
) -> None:
    installed = library(
        tmp_path,
        "framework",
        "import atexit\n_registry = {'a': 1}\nerrors = {}\nplain = {'a': 1}\n"
        "class Query: pass\n"
        "def use():\n"
        "    global errors\n"
        "    _registry['b'] = 2\n    errors = {1: OSError}\n    Query._traversal = ('a',)\n"
        "    atexit.register(use)\n",
    )
    subject = installed + "import atexit\nimport framework\ndef end(): pass\n"
    changed, used = left_by(
        [
            "subject.framework._registry['a'] = 3; subject.framework.plain['b'] = 2; "
            "subject.framework.Query.limit = 3; subject.atexit.register(subject.end)",
            "subject.framework.use()",
        ],
        tmp_path,
        subject,
    )
    assert used == []
    assert sorted(one["what"] for one in changed) == [
        "1 item in framework.plain",
        "a call at exit (subject.end)",
        "other items in framework._registry",
        "the new name framework.Query.limit",
    ]
