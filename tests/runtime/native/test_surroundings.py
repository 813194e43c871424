"""What a test does to its surroundings is done, and undone when it is over; time goes by as it is
told to; and only what reaches further is a side effect."""

from __future__ import annotations

import ast
import io
import os
import pathlib
import subprocess
import sys

import pytest

import frames
from frames import call, collection, value


@pytest.fixture
def subject(project, tmp_path):
    """Writes and loads a subject, and serves it in a child that observes."""
    import skua_native

    from skua_runtime.world import surroundings
    from skua_runtime.world.virtual_clock import ShortSleep, VirtualClock

    children = []

    class Subject:
        def __init__(self, text, searching=False):
            project.write("subject.py", text)
            answer, self.observer = project.load("subject", instrument=searching)
            assert answer["ok"], answer
            self.callables = answer["subject"]["callables"]
            side_effects = self.observer._side_effects

            def prepare():
                surroundings._scratch = str(tmp_path)
                sys.stdin = open(os.devnull)
                clock = VirtualClock() if searching else ShortSleep(side_effects.note)
                clock.install()
                clock.start()
                if not searching:
                    side_effects.install()
                    skua_native.install_watch()

            self.child = frames.Child(prepare, self.observer)
            children.append(self.child)

        def observe(self, *steps):
            """`steps`: a literal, [variable…] for a tuple, or (name, variable…) for a call."""
            names = [one["name"] for one in self.callables]
            test = []
            for step in steps:
                if isinstance(step, list):
                    test.append(collection(tuple, *step))
                    continue
                if not isinstance(step, tuple):
                    test.append(value(step))
                    continue
                index = names.index(step[0])
                kind = self.callables[index]["kind"]
                if kind == "operator":
                    test.append(call(index, receiver=step[1]))
                else:
                    test.append(call(index, *step[1:]))
            return self.child.observe(test)

        def gives(self, *steps):
            seen = self.observe(*steps)
            assert seen["verdict"] == "passed", seen
            assert "side_effect" not in seen, seen
            return seen["statements"][-1]["result"].get("t", seen["statements"][-1]["result"].get("v"))

    yield Subject
    for child in children:
        child.socket.close()
    assert [folder for folder in tmp_path.glob("skua-files/*/*") if os.listdir(folder)] == []


READS = """
import os, random, sys
def variable(): return os.environ.get("SKUA_TRIAL", "unset")
def arguments(): return repr(sys.argv)
def line():
    try:
        return input()
    except EOFError:
        return "the end"
def number(): return random.random()
def content(path):
    with open(path) as file: return file.read()
def relative(): return open("data.txt").read()
def here(): return os.path.basename(os.getcwd())
"""


@pytest.mark.parametrize(
    "steps, result, after",
    [
        (["SKUA_TRIAL", "on", ("setenv", 0, 1), ("variable",)], "on", "unset"),
        (["SKUA_TRIAL", "on", ("setenv", 0, 1), ("delenv", 0), ("variable",)], "unset", "unset"),
        (["a\nb\n", ("stdin", 0), ("line",), ("line",)], "b", "the end"),
        (["a", ("stdin", 0), ("line",), ("line",)], "the end", "the end"),
        (["data.txt", "hi", ("write_file", 0, 1), ("__str__", 2), ("content", 3)], "hi", None),
        (["data.txt", b"hi", ("write_file", 0, 1), ("chdir",), ("relative",)], "hi", None),
    ],
)
def test_surroundings_are_set_up_and_put_back(subject, steps, result, after):
    loaded = subject(READS)
    for _ in range(2):
        assert loaded.gives(*steps) == result
        if after is not None:
            assert loaded.gives(steps[-1]) == after


STARTS = """
import os, subprocess, sys
from subprocess import PIPE, Popen
def code(command): return subprocess.call(command)
def output(command): return subprocess.check_output(command, text=True)
def errors(command): return subprocess.run(command, stderr=PIPE).stderr.decode()
def lines(command):
    with Popen(command, stdout=PIPE, encoding="utf-8") as process:
        return "|".join(line.strip() for line in process.stdout)
def talk(command):
    process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=subprocess.STDOUT)
    process.stdin.write(b"x" * 200_000)
    return process.communicate(timeout=9)[0].decode() + str(process.wait())
def both(command): return subprocess.getoutput(command) + os.popen(command).read()
def shell(command): return os.system(command)
def kept(command):
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as file: subprocess.run(command, stdout=file, stderr=file)
    with os.fdopen(reading, "rb") as file: return file.read().decode()
def silent(command): return subprocess.run(command, stdout=subprocess.DEVNULL).returncode
def is_real(): return Popen._execute_child.__module__ == "subprocess" and os.system.__module__ == "posix"
"""


@pytest.mark.parametrize(
    "function, result",
    [
        ("code", 3), ("errors", "bad"), ("lines", "a|b"), ("talk", "a\nbbad3"),
        ("both", "a\nbbada\nb"), ("silent", 3),
    ],
)
def test_processes_answer_and_do_not_start(subject, function, result):
    loaded = subject(STARTS)
    answer = ["no-such-program", 3, "a\nb", "bad", [1, 2, 3], ("processes", 4)]
    for _ in range(2):
        assert loaded.gives(*answer, (function, 0)) == result
        assert loaded.gives(("is_real",)) is True


@pytest.mark.parametrize("function", ["code", "errors", "lines", "talk", "both", "silent", "kept"])
def test_what_files_of_tests_define_does_the_same(subject, function, monkeypatch):
    loaded = subject(STARTS)
    steps = ["tool", 3, "a\r\nb", "bad", [1, 2, 3], ("processes", 4)]
    before = loaded.gives(*steps, (function, 0))
    namespace = {"os": os, "io": io, "subprocess": subprocess}
    exec(_written_answering(), namespace)
    monkeypatch.setattr("subprocess.Popen", namespace["answering"]((3, "a\r\nb", "bad")))
    exec(STARTS, namespace)
    assert namespace[function]("tool") == before


def _written_answering():
    golden = pathlib.Path(__file__).parents[2] / "golden" / "render" / "shapes_processes.py.txt"
    tree = ast.parse(golden.read_text())
    return next(ast.unparse(node) for node in tree.body if getattr(node, "name", "") == "answering")


def test_processes_answer_in_turn_and_then_as_the_last_did(subject):
    loaded = subject(STARTS)
    answers = ["tool", 0, "one", "two", "", [1, 2, 4], [1, 3, 4], ("processes", 5, 6)]
    for calls, result in enumerate(["one", "two", "two"], 1):
        assert loaded.gives(*answers, *[("output", 0)] * calls) == result
    assert loaded.gives("tool", ("processes",), ("output", 0)) == ""


def test_a_process_that_fails_raises_where_that_is_checked(subject):
    seen = subject(STARTS).observe("tool", 1, "", [1, 2, 2], ("processes", 3), ("output", 0))
    assert seen["exception"]["type"] == "subprocess:CalledProcessError"
    assert "side_effect" not in seen


def test_the_status_of_the_shell_is_given(subject):
    loaded = subject(STARTS)
    assert loaded.gives("rm -rf x", 512, ("system", 1), ("shell", 0)) == 512
    assert loaded.gives(("is_real",)) is True


@pytest.mark.parametrize("command", ["", 5, None, b"a\0b"])
def test_what_no_process_can_be_started_of_is_still_a_side_effect(subject, command):
    seen = subject(STARTS).observe(command, ("processes",), ("code", 0))
    assert seen["side_effect"] == "subprocess.Popen"


@pytest.mark.parametrize("code, output", [(1000, ""), ("0", ""), (0, 5), (0, "\ud800")])
def test_an_answer_that_no_process_gives_is_refused(subject, code, output):
    seen = subject(STARTS).observe(code, output, "", [0, 1, 2], ("processes", 3))
    assert seen["verdict"] == "raised"


def test_the_current_folder_is_that_for_files_and_put_back(subject):
    loaded = subject(READS)
    before = loaded.gives(("here",))
    assert loaded.gives(("chdir",), ("here",)).startswith("test_case")
    assert loaded.gives(("here",)) == before


def test_a_seed_decides_random_numbers(subject):
    loaded = subject(READS)
    first, second = (loaded.gives(seed, ("seed", 0), ("number",)) for seed in (1, 2))
    assert first != second
    assert loaded.gives(1, ("seed", 0), ("number",)) == first


@pytest.mark.parametrize(
    "statements, unused",
    [
        ([1, ("seed", 0)], True),
        ([1, ("seed", 0), ("variable",)], True),
        ([1, ("seed", 0), ("number",)], False),
        ([1, ("seed", 0), ("variable",), ("number",), ("variable",)], False),
        ([("variable",)], False),
    ],
)
def test_a_seed_that_nothing_draws_from_is_told(subject, statements, unused):
    assert subject(READS).observe(*statements).get("seed_unused", False) is unused


def test_folders_are_new_for_each_test(subject):
    loaded = subject(READS)
    assert loaded.gives("data.txt", "x", ("write_file", 0, 1), ("__str__", 2)) is None  # volatile
    assert loaded.observe("data.txt", ("make_folder", 0))["verdict"] == "passed"
    seen = loaded.observe("data.txt", ("missing_file", 0), ("__str__", 1), ("content", 2))
    assert seen["exception"]["type"] == "builtins:FileNotFoundError"
    assert seen["exception"]["message"] == ""  # it would hold the folder's name


@pytest.mark.parametrize(
    "body, side_effect",
    [
        ("open(path, 'a').close()", None),
        ("os.remove(path)", None),
        ("os.rename(path, path + '.old')", None),
        ("os.makedirs(path + '.d/e'); shutil.rmtree(path + '.d')", None),
        ("shutil.copy(path, path + '.copy')", None),
        ("os.truncate(path, 0)", None),
        ("open(path).read()", None),
        ("open(OUTSIDE, 'w').close()", "open"),
        ("os.rename(path, OUTSIDE)", "os.rename"),
        ("os.mkdir(OUTSIDE)", "os.mkdir"),
        ("os.mkdir(path + '/../../../outside')", "os.mkdir"),
        ("os.environ['X'] = '1'", "os.putenv"),
        ("os.chdir(os.path.dirname(path))", "os.chdir"),
        ("import multiprocessing; multiprocessing.Lock()", "multiprocessing.SemLock"),
        (
            "from multiprocessing.shared_memory import SharedMemory as S; "
            "s = S(create=True, size=9); s.close(); s.unlink()",
            "multiprocessing.shm_open",
        ),
    ],
)
def test_only_what_reaches_further_is_a_side_effect(subject, tmp_path, body, side_effect):
    outside = str(tmp_path / "outside")
    loaded = subject(f"import os, shutil\nOUTSIDE = {outside!r}\ndef f(path):\n    {body}\n")
    seen = loaded.observe("a.txt", "x", ("write_file", 0, 1), ("__str__", 2), ("f", 3))
    assert seen.get("side_effect") == side_effect


READS_CLOCKS = """
import time
def f(seconds):
    before, before_ns, wall = time.monotonic(), time.perf_counter_ns(), time.time()
    time.sleep(seconds)
    waited = time.monotonic() - before, time.time() - wall
    return [round(one) for one in (*waited, (time.perf_counter_ns() - before_ns) / 1e9)]
class Timer:
    now = time.time
    def runs(self): return self.now() > 0
"""
# Its source does not say that clocks are read.
SLEEPS = READS_CLOCKS.replace("import time\n", "import time\nclocks = globals()['time']\n")
for _clock in ("monotonic", "perf_counter_ns", "time"):
    SLEEPS = SLEEPS.replace(f"time.{_clock}", f"clocks.{_clock}")


def numbers(seen):
    return [one["v"] for one in seen["statements"][-1]["result"]["i"]]


def test_nobody_waits_while_searching(subject):
    loaded = subject(SLEEPS, searching=True)
    for _ in range(2):  # the clocks are put back
        assert numbers(loaded.observe(3600, ("f", 0))) == [3600, 3600, 3600]
    assert numbers(loaded.observe(3600, ("f", 0), ("f", 0))) == [3600, 3600, 3600]


def test_clocks_stand_while_a_subject_sleeps_that_reads_them(subject):
    loaded = subject(READS_CLOCKS, searching=True)
    assert numbers(loaded.observe(3600, ("f", 0))) == [0, 0, 0]


@pytest.mark.parametrize(
    "seconds, exception", [(-1, "builtins:ValueError"), ("x", "builtins:TypeError")]
)
@pytest.mark.parametrize("searching", [True, False])
def test_sleep_refuses_what_it_always_does(subject, seconds, exception, searching):
    seen = subject(SLEEPS, searching).observe(seconds, ("f", 0))
    assert seen["exception"]["type"] == exception


def test_an_import_that_waits_does_wait(monkeypatch):
    from skua_runtime.world import virtual_clock

    slept = []
    monkeypatch.setitem(virtual_clock._real, "sleep", slept.append)
    clocks = virtual_clock.VirtualClock(), virtual_clock.ShortSleep(slept.append)
    for clock in clocks:
        clock.sleep(1000)
    assert slept == [1000, 1000]


def test_a_clock_among_a_classs_attributes_is_no_method(project):
    import time

    from skua_runtime.world import virtual_clock

    virtual_clock.VirtualClock().install()
    try:
        _, observer = project.load("subject", name=project.write("subject.py", SLEEPS).name)
        import subject as module

        assert module.Timer().runs()
    finally:
        for name, function in virtual_clock._real.items():
            setattr(time, name, function)


@pytest.mark.parametrize(
    "times, seconds, side_effect", [(2, 0.01, None), (1, 5, "time.sleep"), (4, 0.02, "time.sleep")]
)
def test_while_observing_only_short_sleep_is_no_side_effect(subject, times, seconds, side_effect):
    loaded = subject(SLEEPS)
    for _ in range(2):
        seen = loaded.observe(seconds, *[("f", 0)] * times)
        assert (seen["verdict"], seen.get("side_effect")) == ("passed", side_effect)


def test_while_observing_a_subject_that_reads_clocks_no_sleep_is_short(subject):
    loaded = subject(READS_CLOCKS)
    for _ in range(2):
        assert loaded.observe(0.001, ("f", 0)).get("side_effect") == "time.sleep"
    assert loaded.observe(("skip_sleep",), 0.001, ("f", 1)).get("side_effect") is None


def test_processes_differ_in_what_is_not_seeded(project, subject, monkeypatch):
    results = []
    for hash_seed in ("1", "2", "1"):
        monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
        results.append(subject(READS).gives(("number",)))
        project.clean()
    assert results[0] == results[2] != results[1]


def test_the_folders_name_is_no_operand(subject):
    loaded = subject("def f(path): return open(path) if path == 'b' else 1 if path[-5:] == 'x' else 2\n", searching=True)
    names = [one["name"] for one in loaded.callables]
    test = [
        value("a.txt"),
        call(names.index("missing_file"), 0),
        call(names.index("__str__"), receiver=1),
        call(names.index("f"), 2),
    ]
    (trace,) = loaded.child.run([test])
    assert [operand[1] for operand in trace.operands] == ["a.txt"]


def test_a_test_that_is_about_to_reach_out_is_stopped_while_searching(project, tmp_path):
    from skua_runtime.world.side_effects import stop_what_reaches_out

    project.write(
        "subject.py",
        """
        import os, subprocess
        def make_folder(path):
            try:
                os.mkdir(path)
            except OSError:
                return "not made"
            return "made"
        def remove(path): os.remove(path)
        def start(name): subprocess.run([name])
        """,
    )
    answer, observer = project.load("subject")
    names = [one["name"] for one in answer["subject"]["callables"]]
    child = frames.Child(stop_what_reaches_out, observer)

    def reaches_out(name, argument):
        [trace] = child.run([[value(argument), call(names.index(name), 0)]])
        return trace.reached_out

    there = tmp_path / "there"
    assert reaches_out("make_folder", str(there))
    assert not there.exists()
    there.mkdir()
    assert not reaches_out("make_folder", str(there))  # which only raises
    assert reaches_out("remove", str(tmp_path / "absent"))  # which may be there elsewhere
    assert not reaches_out("remove", "absent")  # in a folder of the written test's own
    assert reaches_out("remove", str(there))
    assert reaches_out("start", "true")
    assert not reaches_out("start", "no-such-program-anywhere")
    assert child.end() == 0


CALLS = """
import ctypes, os, pathlib, socket, subprocess
libc = ctypes.CDLL(None, use_errno=True)
def fifo(path): return os.mkfifo(path)
def fifo_in_c(path): return libc.mkfifo(os.fsencode(path), 0o600)
def write_in_c(path):
    descriptor = libc.open(os.fsencode(path), os.O_WRONLY | os.O_CREAT, 0o600)
    return descriptor >= 0 and libc.close(descriptor)
def read_in_c(path):
    descriptor = libc.open(os.fsencode(path), os.O_RDONLY)
    return descriptor >= 0 and libc.close(descriptor)
def remove_in_c(path): return libc.unlink(os.fsencode(path))
def refused_mode(): return libc.chmod(b"/proc/self/stat", 0o600)
def nice(by): return os.nice(by)
def limit_in_c(): return libc.setrlimit(4, (ctypes.c_uint64 * 2)(0, 0))
def signal_in_c(): return libc.kill(2 ** 22 + 1, 0)
def queue_in_c(): return libc.msgget(0x5EA2, 0)
def connect_in_c(): return libc.connect(libc.socket(1, 1, 0), bytes([1, 0]) + b"/no/socket", 12)
def shell_in_c(): return libc.system(b"true")
def session(): return libc.setsid()
def pair():
    one, other = socket.socketpair()
    one.sendall(b"x")
    return other.recv(1).decode()
def absent(): return subprocess.run(["no such program"])
def looks(): return os.getpid() > 0 and os.path.exists("/etc") and os.getpriority(os.PRIO_PROCESS, 0) < 20
class Queue:
    def __init__(self, depth): self.depth = depth
    @property
    def size(self): return libc.msgget(0x5EA2, 0)
"""


@pytest.mark.parametrize(
    "step, call",
    [
        (("fifo", 0), "mknod"),
        (("fifo_in_c", 0), "mknod"),
        (("write_in_c", 0), "open"),
        (("refused_mode",), "chmod"),
        (("nice", 1), "setpriority"),
        (("limit_in_c",), "prlimit64"),
        (("signal_in_c",), "kill"),
        (("queue_in_c",), "msgget"),
        (("connect_in_c",), "connect"),
        (("shell_in_c",), "wait4"),
        (("session",), "setsid"),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else "",
)
def test_a_call_that_no_event_tells_of_is_a_side_effect(subject, monkeypatch, tmp_path, step, call):
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")
    loaded = subject(CALLS)
    argument = 1 if step == ("nice", 1) else "notes.txt"
    steps = (argument, (step[0], 0)) if len(step) > 1 else (step,)
    for _ in range(2):
        # aarch64 has only those that take a folder, such as fchmodat for chmod.
        assert loaded.observe(*steps)["side_effect"] in (call, f"{call}at", f"f{call}at")
        pathlib.Path("notes.txt").unlink(missing_ok=True)
        assert "side_effect" not in loaded.observe(("looks",))


def test_a_file_that_may_be_hidden_here_is_not_removed(subject):
    assert "unlink" in subject(CALLS).observe("/no/such/file", ("remove_in_c", 0))["side_effect"]


def test_what_stays_inside_is_no_side_effect(subject):
    loaded = subject(CALLS)
    for name in ("fifo", "fifo_in_c", "write_in_c", "remove_in_c"):
        loaded.gives("a.txt", ("missing_file", 0), (name, 1))
    loaded.gives("/etc/passwd", ("read_in_c", 0))
    loaded.gives("notes.txt", ("remove_in_c", 0))
    assert loaded.gives(("pair",)) == "x"
    seen = loaded.observe(("absent",))
    assert seen["exception"]["type"] == "builtins:FileNotFoundError" and "side_effect" not in seen


def test_looking_at_an_object_is_not_the_tests_doing(subject):
    seen = subject(CALLS).observe(3, ("Queue", 0))
    assert "side_effect" not in seen
    assert dict(seen["statements"][-1]["result"]["f"]) == {"depth": {"k": "int", "v": 3}}
