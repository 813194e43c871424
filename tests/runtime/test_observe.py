"""What an observer says of a test beyond values: effects on the world, views of objects, frames."""

import json
import sys

import pytest
import support

native = support.native()

from skua_runtime.world import surroundings

SUBJECT = """
import argparse
import collections
import collections.abc
import json
import logging
import sys

SAVED = sys.stdout
TOTAL = 0
NAMES = []
TABLE = collections.OrderedDict()
LARGE = list(range(100))
THINGS = [object()]
_hidden = 0
log = logging.getLogger("bank.audit")

def speak(text):
    print(text)
    print("to saved", file=SAVED)
    print("error", file=sys.stderr)
    sys.stdout.buffer.write(b"raw\\n")
def shout(times): print("x" * times)
def number(): return sys.stdout.fileno()
def close(): sys.stdout.close()
def place(): print(object())
def note(level, text):
    log.log(level, "%s!", text)
def mute():
    quiet = logging.getLogger("bank.quiet")
    quiet.propagate = False
    quiet.error("unheard")
def loud():
    logging.basicConfig(level=logging.DEBUG)
    loud = logging.getLogger("bank.loud")
    loud.setLevel(logging.DEBUG)
    loud.debug("heard")
def count(n):
    global TOTAL, _hidden, NEW
    TOTAL += n
    _hidden += n
    NAMES.append(n)
    TABLE["n"] = n
    LARGE.append(n)
    THINGS.append(n)
    if n > 1: NEW = {"n": n}
def save(path, text):
    (path.parent / "out").mkdir(exist_ok=True)
    (path.parent / "out" / "a.txt").write_text(text)
    (path.parent / "crlf").write_bytes(b"a\\r\\n")
    (path.parent / "gone").write_text("x" * 5000)
    if path.exists(): path.unlink()
def version(): return "bank/" + ".".join(map(str, sys.version_info[:3]))
def no_version(): return "bank/1" + ".".join(map(str, sys.version_info[:3])) + "1"
def refuse(text): raise TypeError(f"reader:{object()!r} is not callable")
def fail(text):
    print("usage", file=sys.stderr)
    raise SystemExit(text)
def parse(text): return json.loads(text)
def wrap(text):
    try:
        return int(text)
    except ValueError as error:
        raise ValueError(f"bad: {error}") from error
def own(text):
    try:
        return int(text)
    except ValueError:
        raise ValueError("no number") from None
class Refused(Exception):
    def __init__(self, text, line):
        super().__init__(text)
        self.line = line
def locate(text): raise Refused(text, len(text))
def two(text): raise ValueError(text, 2)
def bare_key(text): raise KeyError(text)
def leave(text): sys.exit(len(text))
def usage(text): argparse.ArgumentParser().error(text)

class Shape:
    def __init__(self, side):
        self.side = side
        self._reads = 0
        self._log = []
    @property
    def area(self): return self.side ** 2
    @property
    def parts(self): return [self.side, {"x": 0.5}]
    @property
    def counted(self):
        self._reads += 1
        return self._reads
    @property
    def logged(self):
        self._log.append(1)
        return 1
    @property
    def spoken(self):
        print("spoken")
        return 1
    @property
    def broken(self): raise KeyError(self.side)
    @property
    def opened(self): return open("/nowhere/at/all", "w")
    @property
    def _private(self): raise AssertionError("not asked")
    @property
    def other(self): return Shape(1)
    def __str__(self): return f"Shape of {self.side}"
class Anonymous:
    def __repr__(self): return object.__repr__(self)
def shape(side): return Shape(side)
def anonymous(): return Anonymous()
class Broken:
    def __init__(self, text): self.text = json.loads(text); self.self = self
    def __del__(self): self.text.close()
def broken(text): Broken(text)
class Waiting:
    def __init__(self, text):
        self.self, self.pending = self, self.later(text)
    async def later(self, text): return text
def wait(text): Waiting(text)
class Holding:
    def __init__(self): self.self, self.file = self, open(__file__)
def hold(text): Holding().file.close() if text == "closed" else Holding()
def bare(): return json.JSONDecoder()
class Bag:
    def __init__(self, *items): self._items = list(items)
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
class Recent:
    def __init__(self, **items): self._items = collections.OrderedDict(items)
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def keys(self): return list(self._items)
    def __getitem__(self, key): return self._items[key]
class Counted(Recent):
    def __getitem__(self, key):
        self._hits = getattr(self, "_hits", 0) + 1
        return self._items[key]
class Tags(collections.abc.Set):
    def __init__(self, *items): self._items = items
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def __contains__(self, item): return item in self._items
class Endless(Bag):
    def __iter__(self):
        while True: yield 1
def bag(): return Bag(3, "a")
def recent(): return Recent(a=1, b=2)
def counted(): return Counted(a=1, b=2)
def tags(): return Tags("x")
def endless(): return Endless(1)
def raises(): raise NotImplemented
"""


@pytest.fixture
def observe(project):
    """Runs statements as the native loop does, and gives what the observer said."""
    project.write("src/bank.py", SUBJECT)
    answer, observer = project.load("bank", name="src/bank.py", path="src", instrument=False)
    module = sys.modules["bank"]
    names = [one["qualified_name"] for one in answer["subject"]["callables"]]

    def run(*statements):
        observer.begin()
        variables, verdict = [], "passed"
        for index, (name, *operands) in enumerate(statements):
            number = names.index(name) if name in names else -1
            function = getattr(module, name, None) or surroundings.FUNCTIONS.get(name)
            try:
                if number < 0:
                    result = operands.pop()
                else:
                    result = function(*(variables[one] for one in operands))
            except (Exception, SystemExit) as exception:
                observer.raised(index, exception, number)
                verdict = "raised"
                break
            variables.append(result)
            observer.after(index, result, tuple(operands), list(variables), number)
        observer._effects.end()
        answer = json.loads(observer.finish(verdict))
        surroundings._give_back_folder()
        return answer

    yield run
    observer._effects.end()


def effects(statement):
    return {name: value for name, value in statement.items() if name not in ("result", "changes")}


STATE = """
count, names, kinds = 0, [], {"a": []}
class Registry:
    last = None
    def __init__(self): Registry.last = self
def add(name, inner):
    global count, latest
    count += 1
    names.append(name)
    if inner: kinds["a"].append(name)
    if name > 1: latest = Registry()
def remember(name, into=[]): into.append(name)
def look(name): return name in names
def measure():
    global größe
    größe += 1
größe = 0
"""


def test_the_observer_tells_how_a_test_can_put_back_what_it_changed(project):
    project.write("state.py", STATE)
    _, observer = project.load("state", instrument=False)
    module = sys.modules["state"]
    observer.know_state()

    def restored_after(function, *arguments):
        observer.begin()
        function(*arguments)
        observer.changed()
        return json.loads(observer.finish("passed")).get("restores")

    # What a test left is not put back here, so that it is told of all tests before it, too.
    assert restored_after(module.look, 1) is None
    both = [["copy", "state", "names"], ["name", "state", "count"]]
    assert restored_after(module.add, 1, False) == both
    below = ["deepcopy", "state", "kinds"]
    assert restored_after(module.add, 1, True) == [both[0], below, both[1]]
    assert restored_after(module.add, 2, True) == [
        both[0], below, ["name", "state", "Registry.last"], both[1], ["new", "state", "latest"]
    ]
    assert restored_after(module.remember, 1) is None  # a test cannot put that back


def test_the_observer_tells_no_names_that_no_test_has(project):
    project.write("state.py", STATE)
    _, observer = project.load("state", instrument=False)
    observer.know_state()
    observer.begin()
    sys.modules["state"].measure()
    observer.changed()
    assert "restores" not in json.loads(observer.finish("passed"))


MARKS = '''
import enum, functools, math, threading
class Mark: pass
class Full:
    def __init__(self): self.size = 1
class Loud:
    def __repr__(self): return "<loud>"
class Counted:
    count = property(lambda self: 3)
missing, _hidden, BARE, full, loud, counted = Mark(), Mark(), object(), Full(), Loud(), Counted()
also_missing, number, part = missing, 10 ** 30, functools.partial(int)
def give(name): return globals()[name]
def wrap(name): return [globals()[name]]
'''


@pytest.mark.parametrize(
    "name, told",
    [
        ("missing", {"k": "enum", "c": "marks:<Mark>", "t": "missing"}),
        ("also_missing", {"k": "enum", "c": "marks:<Mark>", "t": "missing"}),
        ("BARE", {"k": "enum", "c": "marks:<object>", "t": "BARE"}),
        ("loud", {"k": "enum", "c": "marks:<Loud>", "t": "loud"}),
        ("counted", {"k": "object", "c": "marks:Counted", "n": -1, "f": [["count", {"k": "int", "v": 3}]]}),
        ("_hidden", {"k": "opaque", "c": "marks:Mark"}),
        ("math", {"k": "opaque", "c": "builtins:module"}),
        ("Mark", {"k": "type", "c": "marks:Mark"}),
        ("part", {"k": "opaque", "c": "functools:partial"}),
    ],
)
def test_an_object_of_which_nothing_else_is_seen_is_told_by_its_name(project, name, told):
    project.write("src/marks.py", MARKS)
    answer, observer = project.load("marks", name="src/marks.py", path="src", instrument=False)
    names = [one["qualified_name"] for one in answer["subject"]["callables"]]
    observer.begin()
    observer.after(0, name, (), [name], -1)
    result = sys.modules["marks"].give(name)
    observer.after(1, result, (0,), [name, result], names.index("give"))
    observer._effects.end()
    seen = json.loads(observer.finish("passed"))
    assert seen["statements"][1]["result"] == told


def test_an_object_of_another_module_of_the_project_is_told_by_its_name_there(project):
    project.write("src/marks.py", MARKS)
    project.write("src/uses.py", "import marks\ndef give(): return marks.missing\ndef size(): return marks.full\n")
    answer, observer = project.load("uses", name="src/uses.py", path="src", instrument=False)
    observer.begin()
    for index, name in enumerate(("give", "size")):
        observer.after(index, getattr(sys.modules["uses"], name)(), (), [], 0)
    observer._effects.end()
    seen = [one["result"] for one in json.loads(observer.finish("passed"))["statements"]]
    assert seen[0] == {"k": "enum", "c": "marks:<Mark>", "t": "missing"}
    assert seen[1]["f"] == [["size", {"k": "int", "v": 1}]], "its attributes tell more"


def test_output_is_what_the_streams_of_the_moment_are_given(observe, capfd):
    before = sys.stdout
    seen = observe(("str", "a"), ("speak", 0), ("str", "b"), ("speak", 2))["statements"]
    assert effects(seen[0]) == {}
    assert effects(seen[1]) == {"printed": "a\nraw\n", "printed_errors": "error\n"}
    assert effects(seen[3]) == {"printed": "b\nraw\n", "printed_errors": "error\n"}
    assert sys.stdout is before


@pytest.mark.parametrize("name, operands", [("shout", [("int", 2001)]), ("place", [])])
def test_output_that_cannot_be_told_is_unstable(observe, name, operands):
    seen = observe(*operands, (name, *range(len(operands))))
    assert effects(seen["statements"][-1]) == {"unstable": ["printed"]}


def test_output_beyond_a_bound_is_not_kept(observe):
    seen = observe(("int", 10**7), ("shout", 0), ("int", 1), ("shout", 2))["statements"]
    assert effects(seen[1]) == {"unstable": ["printed"]}
    assert effects(seen[3]) == {"printed": "x\n"}


def test_output_of_a_closed_stream_is_unstable(observe):
    assert effects(observe(("close",))["statements"][0]) == {"unstable": ["printed"]}


def test_a_test_that_asks_for_the_number_of_a_stream_has_no_output_to_assert(observe):
    seen = observe(("int", 1), ("shout", 0), ("number",))["statements"]
    assert seen[2]["result"] == {"k": "int", "v": 1}
    assert all(set(one["unstable"]) == {"printed", "printed_errors"} for one in seen)


def test_records_are_those_that_caplog_has(observe):
    seen = observe(
        ("int", 30), ("str", "slow"), ("note", 0, 1), ("int", 20), ("note", 3, 1), ("mute",), ("loud",)
    )["statements"]  # fmt: skip
    assert effects(seen[2]) == {"logged": [["bank.audit", 30, "slow!"]]}
    assert effects(seen[4]) == {}  # below WARNING
    assert effects(seen[5]) == {"printed_errors": "unheard\n"}  # does not propagate
    assert effects(seen[6]) == {"logged": [["bank.loud", 10, "heard"]]}
    # The root logger had handlers, so that basicConfig has set no level.
    again = observe(("int", 10), ("str", "x"), ("note", 0, 1))["statements"]
    assert effects(again[2]) == {}


def test_a_record_with_an_address_is_unstable(observe):
    seen = observe(("int", 30), ("object", object()), ("note", 0, 1))["statements"]
    assert effects(seen[2]) == {"unstable": ["logged"]}


def test_warnings_are_no_output():
    script = (
        "import support; support.native(); from skua_runtime.world import effects; effects.install()\n"
        "import warnings; warnings.warn('old')"
    )
    ran = support.run_python("-c", script)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_globals_are_plain_public_names_that_changed(observe):
    seen = observe(("int", 1), ("count", 0), ("int", 0), ("shout", 2), ("int", 2), ("count", 4))
    first, _, second = (effects(seen["statements"][i]) for i in (1, 3, 5))
    described = {name: value for name, value in first["globals"]}
    assert list(described) == ["TOTAL", "NAMES", "TABLE"]
    assert described["NAMES"] == {"k": "list", "i": [{"k": "int", "v": 1}]}
    assert described["TABLE"]["i"][0]["k"] == "dict"
    assert effects(seen["statements"][3]) == {"printed": "\n"}
    assert [name for name, _ in second["globals"]] == ["TOTAL", "NAMES", "TABLE", "NEW"]


def test_files_are_those_below_the_folder_that_changed(observe):
    seen = observe(
        ("str", "in.txt"), ("str", "text"), ("write_file", 0, 1),
        ("str", "äb"), ("save", 2, 3), ("str", "c"), ("save", 2, 5), ("save", 2, 5),
    )["statements"]  # fmt: skip
    assert effects(seen[2]) == {}  # the test's own doing
    assert effects(seen[4])["files"] == [
        ["crlf", {"k": "bytes", "h": b"a\r\n".hex()}],
        ["in.txt", {"k": "none"}],
        ["out/a.txt", {"k": "str", "t": "äb"}],
    ]
    assert effects(seen[6])["files"] == [["out/a.txt", {"k": "str", "t": "c"}]]
    assert effects(seen[7]) == {}


def test_the_raising_statement_has_effects(observe):
    seen = observe(("int", 1), ("shout", 0), ("int", 2), ("fail", 2))
    assert effects(seen["raising"]) == {"printed_errors": "usage\n"}
    assert seen["exception"]["type"] == "builtins:SystemExit"
    assert "raising" not in observe(("int", 1))


def test_objects_show_properties_and_text_that_do_no_harm(observe):
    seen = observe(("int", 3), ("shape", 0), ("shape", 0))
    fields = dict(seen["statements"][1]["result"]["f"])
    assert sorted(fields) == ["__str__()", "area", "parts", "side"]
    assert fields["area"] == {"k": "int", "v": 9}
    assert fields["__str__()"] == {"k": "str", "t": "Shape of 3"}
    assert effects(seen["statements"][1]) == {}
    assert "side_effect" not in seen


def test_looking_at_properties_changes_no_object(observe):
    import skua_runtime.serving.views as views

    seen = observe(("int", 3), ("shape", 0))
    assert seen["verdict"] == "passed"
    state = views._state_of(sys.modules["bank"].Shape(1))
    assert state["_reads"].value == 0


@pytest.mark.parametrize(
    ("name", "items"),
    [
        ("bag", {"k": "list", "i": [{"k": "int", "v": 3}, {"k": "str", "t": "a"}]}),
        (
            "recent",
            {
                "k": "dict",
                "i": [
                    {"k": "str", "t": "a"},
                    {"k": "int", "v": 1},
                    {"k": "str", "t": "b"},
                    {"k": "int", "v": 2},
                ],
            },
        ),
        ("tags", {"k": "set", "i": [{"k": "str", "t": "x"}]}),
        ("counted", None),  # looking at it would change it
        ("endless", None),
    ],
)
def test_collections_show_their_items(observe, name, items):
    result = observe((name,))["statements"][0]["result"]
    assert dict(result["f"]).get("__iter__()") == items
    assert result["n"] >= 0


def test_a_failing_raise_statement_raises_nothing_on_purpose(observe):
    assert not observe(("raises",))["exception"]["explicit"]
    assert observe(("str", "a"), ("own", 0))["exception"]["explicit"]


def test_text_with_an_address_and_library_classes_are_not_shown(observe):
    seen = observe(("anonymous",), ("bare",))["statements"]
    assert seen[0]["result"] == {"k": "opaque", "c": "bank:Anonymous"}
    assert "__str__()" not in dict(seen[1]["result"].get("f", []))


def test_frames_name_no_place_of_this_machine(observe):
    frames = observe(("str", "{"), ("parse", 0))["exception"]["frames"]
    assert frames[0][0] == "test_observe.py" or frames[0][0] == "src/bank.py"
    ours = next(frame for frame in frames if frame[0] == "src/bank.py")
    assert ours[2:] == ["parse", "def parse(text): return json.loads(text)"]
    assert frames[-1][0] == "json/decoder.py" and len(frames) <= 5


TERMINALS = """
import support; support.native()
from skua_runtime.world.side_effects import SideEffects
effects = SideEffects()
effects.install()
import termios
for use in (lambda: open("/dev/tty"), lambda: termios.tcgetattr(0), lambda: open("/dev/null")):
    effects.watch()
    try:
        use()
    except (OSError, termios.error):
        pass
    print(effects.stop())
"""


ENVIRONMENT = """
import os, support; support.native()
from skua_runtime.world import surroundings
from skua_runtime.world.side_effects import SideEffects
effects = SideEffects()
effects.install()
def use(*changes):
    before = dict(os.environ)
    effects.watch()
    for change in changes: change()
    print(effects.stop())
    os.environ.clear(); os.environ.update(before)
set_it = lambda: os.environ.update(SKUA_A="x")
use(set_it, lambda: os.environ.pop("SKUA_A"))
use(set_it)
use(lambda: os.environ.pop("PATH"))
use(lambda: os.putenv("SKUA_B", "x"), lambda: os.unsetenv("SKUA_B"))
use(lambda: surroundings.setenv("SKUA_A", "x"))
use(set_it, lambda: surroundings.delenv("SKUA_A"))
"""


FOLDERS = """
import glob, os, sys, support; support.native()
from pathlib import Path
from skua_runtime.world import side_effects
side_effects.tests_will_run_in(sys.argv[1] + "/project")
effects = side_effects.SideEffects()
effects.install()
os.makedirs("project/below"); os.makedirs("other"); os.chdir("other")
for use in (
    lambda: os.listdir("/"), lambda: list(os.walk("/etc")), lambda: list(Path("../").iterdir()),
    lambda: os.listdir(), lambda: glob.glob("*"), lambda: os.listdir("../project/below"),
    lambda: os.listdir(os.path.dirname(os.__file__)), lambda: os.listdir("/nowhere"),
):
    effects.watch()
    try:
        use()
    except OSError:
        pass
    print(effects.stop() is not None)
"""


def test_listing_folders_of_the_machine_is_a_side_effect(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = support.run_python("-c", FOLDERS, str(tmp_path))
    assert ran.stdout.split() == [*["True"] * 5, *["False"] * 3], ran.stderr


def test_what_a_test_leaves_in_the_environment_is_a_side_effect():
    told = support.run_python("-c", ENVIRONMENT).stdout.split()
    assert told == ["None", "os.putenv", "os.putenv", "os.putenv", "None", "None"]


def test_asking_a_terminal_is_a_side_effect():
    ran = support.run_python("-c", TERMINALS)
    assert ran.stdout.split() == ["open", "termios.tcgetattr", "None"], ran.stderr


def test_versions_are_not_said(observe):
    assert observe(("version",))["statements"][-1]["result"]["k"] != "str"
    assert observe(("no_version",))["statements"][-1]["result"]["k"] == "str"


@pytest.mark.parametrize("text", ["[]", "x"], ids=["collected", "raised"])
def test_a_finalizer_that_fails_is_a_side_effect(observe, text):
    assert observe(("str", text), ("broken", 0))["side_effect"] == "a failing finalizer"


@pytest.mark.parametrize("name, text", [("wait", "x"), ("hold", "open")])
def test_what_only_the_collector_warns_of_is_a_side_effect(observe, name, text):
    assert observe(("str", text), (name, 0))["side_effect"] == "a failing finalizer"


def test_what_is_closed_in_time_is_none(observe):
    assert "side_effect" not in observe(("str", "closed"), ("hold", 0))


@pytest.mark.parametrize(
    "name, foreign", [("parse", True), ("wrap", True), ("own", False), ("fail", False)]
)
def test_messages_are_of_who_has_worded_them(observe, name, foreign):
    assert observe(("str", "x"), (name, 0))["exception"]["foreign_message"] is foreign


NUMBER_3, NUMBER_2 = {"k": "int", "v": 3}, {"k": "int", "v": 2}
TEXT = {"k": "str", "t": "abc"}


@pytest.mark.parametrize(
    "name, fields",
    [
        ("locate", [["line", NUMBER_3], ["__str__()", TEXT]]),
        ("two", [["args", {"k": "tuple", "i": [TEXT, NUMBER_2]}]]),
        ("bare_key", [["__str__()", {"k": "str", "t": "'abc'"}]]),
        ("fail", [["code", TEXT]]),
        ("leave", [["code", NUMBER_3]]),
        ("usage", [["code", NUMBER_2]]),
        ("parse", None),
    ],
)
def test_an_exception_shows_what_it_carries_unless_a_library_worded_it(observe, name, fields):
    result = observe(("str", "abc"), (name, 0))["raising"].get("result")
    assert (result and result["f"]) == fields


def test_a_message_has_no_address(observe):
    told = observe(("str", "x"), ("refuse", 0))["exception"]
    assert told["message"] == "reader:… is not callable"


CIRCUMSTANCES = """
import json, os, shutil, sys
import support; support.native()
from skua_runtime.world import circumstances
circumstances.vary(int(os.environ["PYTHONHASHSEED"]))
import datetime, getpass, glob, importlib.metadata, locale, pathlib, platform, socket, time, warnings
OTHER = os.environ["OTHER"]
warnings.simplefilter("ignore")
class Moment(datetime.datetime): pass
day = lambda d: (d - datetime.date(1970, 1, 1)).days
moment = Moment.now()
look = lambda: [
    time.time(), time.time_ns() / 1e9, time.monotonic(), time.monotonic_ns() / 1e9, time.perf_counter(),
    time.perf_counter_ns() / 1e9, datetime.datetime.now().timestamp(),
]
before = look()
circumstances.stall()
print(json.dumps({
    "days": [
        int(time.time() // 86400), time.time_ns() // 86400 // 10**9, day(datetime.date.today()),
        day(datetime.datetime.now(datetime.timezone.utc).date()), day(datetime.datetime.utcnow().date()),
        day(moment.date()), day(datetime.date(*time.gmtime()[:3])), day(datetime.date(*time.localtime()[:3])),
        day(datetime.datetime.strptime(time.ctime(), "%a %b %d %H:%M:%S %Y").date()),
        day(datetime.datetime.strptime(time.asctime(), "%a %b %d %H:%M:%S %Y").date()),
        day(datetime.datetime.strptime(time.strftime("%Y-%m-%d"), "%Y-%m-%d").date()),
    ],
    "kinds": [type(moment).__name__, type(datetime.datetime.now()).__name__],
    "epoch": str(datetime.datetime.fromtimestamp(0)) + time.ctime(0) + time.strftime("%H", time.gmtime(0)),
    "settings": os.path.isdir(os.path.expanduser("~/.config/x")), "there": os.path.exists("/x/y"),
    "folder": len(os.getcwd()), "listed": os.listdir("."), "argv": sys.argv[0],
    "files": [os.listdir(OTHER), [e.name for e in os.scandir(OTHER)], [p.name for p in pathlib.Path(OTHER).iterdir()],
              next(os.walk(OTHER))[2], glob.glob("*", root_dir=OTHER)],
    "library": "json" in os.listdir(os.path.dirname(os.__file__)),
    "width": shutil.get_terminal_size().columns, "limited": min(shutil.get_terminal_size().columns, 80),
    "machine": [
        platform.node(), socket.gethostname(), platform.release(), platform.platform(),
        platform.python_version(), getpass.getuser(), os.cpu_count(), platform.libc_ver()[1],
        os.confstr("CS_GNU_LIBC_VERSION"), os.confstr(os.confstr_names["CS_GNU_LIBC_VERSION"]),
    ],
    "preferred": [os.environ.get(name) for name in "EDITOR VISUAL PAGER BROWSER".split()],
    "umask": os.umask(0), "locale": locale.setlocale(locale.LC_CTYPE), "terminal": os.isatty(0),
    "lines": shutil.get_terminal_size().lines, "errors": os.readlink("/proc/self/fd/2"),
    "open": len(os.listdir("/proc/self/fd")), "installed": importlib.metadata.version("pytest"),
    "collected": circumstances.collects_garbage, "waited": [b - a for a, b in zip(before, look())],
    "kind": [platform.system(), platform.machine(), platform.python_implementation()],
}))
"""


def test_the_two_processes_that_observe_differ(tmp_path):
    def run(process):
        folder = tmp_path / "same"
        folder.mkdir(exist_ok=True)
        ran = support.run_python(
            *("-c", CIRCUMSTANCES),
            **{"PYTHONHASHSEED": str(process), "TMPDIR": str(folder), "TZ": "UTC"},
            OTHER=str(other),
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    other = tmp_path / "other"
    other.mkdir()
    for name in "abc":
        (other / name).touch()
    first, second = run(1), run(2)
    for here, there in zip(first["files"], second["files"]):
        assert len(here) == 3 and len(there) == 2 and set(there) < set(here)
    assert first["library"] and second["library"]
    for now, later in zip(first["days"], second["days"]):
        assert 402 <= later - now <= 405
    assert first["kinds"] == second["kinds"] == ["Moment", "datetime"]
    for name in (
        *("epoch", "settings", "folder", "listed", "argv", "width", "lines", "umask", "locale"),
        *("terminal", "errors", "open", "installed", "collected", "limited"),
    ):
        assert first[name] != second[name], name
    assert not set(first["preferred"]) & set(second["preferred"])
    assert not first["there"] and not second["there"]
    for here, there in zip(first["machine"], second["machine"]):
        assert here != there
    assert first["kind"] == second["kind"]
    for here, there in zip(first["waited"], second["waited"]):
        assert there - here > 1


SETS = """
import itertools
import support; support.native()
import skua_native
from skua_runtime.world import circumstances
sets = [{1, "a", "b", "c"}, frozenset({b"a", b"b"}), {("a", 1), ("b", 2)}, {int, str}]
numbers = [{3, 1.5, 2, True}, {1}, {"a"}, set()]
look = lambda some: [[one for one in each] for each in some]
before_of_numbers = look(numbers)
circumstances.vary(2)
seen = [set() for _ in sets]
for number in range(256):
    skua_native.enter_world(number)
    found = look(sets)
    assert found == look(sets)
    assert look(numbers) == before_of_numbers
    for each, orders in zip(found, seen):
        orders.add(tuple(each))
assert seen == [{*itertools.permutations(each)} for each in sets], seen
assert [*map(len, sets)] == [4, 2, 2, 2]
first, *rest = sets[0]
assert [first, *rest] == look(sets)[0]
changing = {"a", "b"}
try:
    for one in changing:
        changing.add(one * 2)
except RuntimeError as error:
    assert str(error) == "Set changed size during iteration"
else:
    raise AssertionError("a set may not change while it is iterated")
"""


def test_the_other_process_iterates_sets_in_all_orders_that_they_might_have():
    ran = support.run_python("-c", SETS, PYTHONHASHSEED="2")
    assert ran.returncode == 0, ran.stderr


ANOTHER_PYTHON = """
import json, os, platform, sys, sysconfig
import support; support.native()
from skua_runtime.world import circumstances
circumstances.be_another_python(int(os.environ["PYTHONHASHSEED"]))
print(json.dumps([
    list(sys.version_info[:2]), sys.version_info.minor, [sys.hexversion >> 24, sys.hexversion >> 16 & 255],
    platform.python_version().split(".")[:2], sys.version_info >= (3, 10), type(sys.version_info) is tuple,
    sysconfig.get_config_var("py_version_nodot"), sysconfig.get_config_var("EXT_SUFFIX").split("-")[1],
]))
"""


def test_one_of_the_two_is_told_of_the_next_python():
    def run(process):
        ran = support.run_python("-c", ANOTHER_PYTHON, PYTHONHASHSEED=str(process))
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    major, minor = sys.version_info[:2]
    for process, there in ((0, minor), (1, minor), (2, minor + 1)):
        assert run(process) == [
            *([major, there], there, [major, there], [str(major), str(there)]),
            *(True, False, f"{major}{there}", f"{major}{there}"),
        ]
