"""After each test things are as they were before it."""

from __future__ import annotations

import sys
import types

import pytest
import skua_native

import frames
from frames import PASSED, call

SUBJECT = '''
import abc, collections, decimal, enum, functools, os, random, signal, sys, warnings

number = 1
table = {"a": 1, "b": [1, 2]}
items = [1, [2], {3}]
members = {"x", "y"}
queue = collections.deque([1, 2])
ordered = collections.OrderedDict(a=1, b=2)
counts = collections.defaultdict(int, a=1)
frozen = ([1],)

class Colour(enum.Enum):
    RED = 1

class Meta(type):
    def __setattr__(cls, name, value):
        raise TypeError("closed")
    __delattr__ = __setattr__

class Closed(metaclass=Meta):
    value = 1

class Base(abc.ABC):
    registry = []
    limit = 10
    def get(self): return self.limit
    @classmethod
    def register_name(cls, name): cls.registry.append(name)
    @staticmethod
    def store(value, into=[]):
        into.append(value)
        return into

class Box(Base):
    def __init__(self): self.content = []; self.size = 0

shared = Box()

def remember(value, seen=[], *, also={}):
    seen.append(value)
    also[value] = 1
    return len(seen) + len(also)

def counted():
    counted.calls = getattr(counted, "calls", 0) + 1
    return counted.calls

@functools.lru_cache(maxsize=None)
def cached(value):
    computed.append(value)
    return value
computed = []

def memoize(function):
    memo = {}
    total = 0
    def wrapper(value):
        nonlocal total
        total += 1
        memo[value] = function(value)
        return total, len(memo)
    return wrapper

@memoize
def double(value): return value * 2

def warn():
    warnings.warn("mine")
    return __warningregistry__
'''

STORES_OFTEN = """
def often(s):
    for i in range(200):
        {} = i
often(s)
"""
BINDS_OFTEN = """
def often():
    global number
    for i in range(200):
        number = i
often()
del often
"""

# Each changes something that `look` would show in the test after it.
CHANGES = {
    "a global is rebound": "s.number = 2",
    "a global is deleted": "del s.number",
    "a global is added": "s.fresh = 5",
    "a function is replaced": "s.remember = None",
    "a global of each kind": "s.fresh = 5; del s.number; s.items = []",
    "a dict is filled": "s.table['c'] = 1",
    "a dict is emptied": "s.table.clear()",
    "a dict's order changes": "s.table['a'] = s.table.pop('a')",
    "a list in a dict grows": "s.table['b'].append(1)",
    "a list is changed": "s.items[0] = 5; s.items.append(6)",
    "a list is emptied": "del s.items[:]",
    "a set in a list changes": "s.items[2].add(4)",
    "a set grows": "s.members.add('z')",
    "a set changes one element for another": "s.members.remove('x'); s.members.add('z')",
    "a deque changes": "s.queue.rotate()",
    "an OrderedDict changes": "s.ordered.move_to_end('a'); s.ordered['c'] = 3",
    "a defaultdict is asked": "s.counts['b']",
    "a list in a tuple changes": "s.frozen[0].append(2)",
    "a class attribute is rebound": "s.Base.limit = 0",
    "a class attribute is added": "s.Box.limit = 3; s.Box.extra = 1",
    "a class attribute is deleted": "del s.Base.limit",
    "a method is replaced": "s.Base.get = lambda self: 99",
    "a class attribute grows": "s.Box.register_name('n')",
    "a class that forbids it is changed": "type.__setattr__(s.Closed, 'value', 2)",
    "a shared object changes": "s.shared.size = 5; s.shared.content.append(1)",
    "a shared object loses an attribute": "del s.shared.size",
    "mutable defaults": "s.remember(1); s.remember(2)",
    "mutable defaults of a static method": "s.Base.store(1)",
    "a function counts its calls": "s.counted()",
    "a cache is filled": "s.cached(5)",
    "a closure remembers": "s.double(4)",
    "the environment": "s.os.environ['SKUA_X'] = '1'; s.os.environ.pop('PATH')",
    "the environment behind os.environ": "s.os.putenv('SKUA_Y', '1')",
    "os.environ is replaced": "s.os.environ = {}",
    "the current directory": "s.os.chdir('/')",
    "sys.path": "s.sys.path.append('/nowhere')",
    "sys.path is replaced": "s.sys.path = []",
    "sys.argv": "s.sys.argv.append('x')",
    "stdout is replaced": "s.sys.stdout = None",
    "stdout is closed": "s.sys.stdout.close()",
    "all streams are closed": "[f.close() for f in (s.sys.stdin, s.sys.stdout, s.sys.stderr)]",
    "the recursion limit": "s.sys.setrecursionlimit(5000)",
    "the garbage collector": "import gc; gc.disable()",
    "warnings are filtered": "s.warnings.simplefilter('error')",
    "warnings are reset": "s.warnings.filters = []",
    "a warning is given": "s.warn()",
    "random numbers are drawn": "s.random.random(); s.random.gauss(0, 1)",
    "random is seeded": "s.random.seed(5)",
    "a handler of a signal": "s.signal.signal(s.signal.SIGUSR1, lambda *_: None)",
    "an alarm": "s.signal.setitimer(s.signal.ITIMER_REAL, 1000)",
    "the locale": "import locale; locale.setlocale(locale.LC_ALL, 'C.UTF-8')",
    # Interpreters replace instructions that run often by ones with ways of their own to store.
    "a global is bound often": "exec(BINDS_OFTEN, vars(s))",
    "a module's attribute is bound often": STORES_OFTEN.format("s.number"),
    "a class attribute is bound often": STORES_OFTEN.format("s.Base.limit"),
    "a shared object's attribute is bound often": STORES_OFTEN.format("s.shared.size"),
    "a dict is stored to often": STORES_OFTEN.format("s.table['a']"),
    "it raises half-way": "s.number = 7; s.items.append(1); raise ValueError",
}

LOOK = """
import gc, locale, time
def show(v):
    if isinstance(v, dict): return [(show(k), show(w)) for k, w in v.items()]
    if isinstance(v, (list, tuple, s.collections.deque)): return [show(w) for w in v]
    if isinstance(v, set): return sorted(map(show, v))
    if isinstance(v, s.Box): return show(v.__dict__)
    if isinstance(v, type): return (v.__name__, [(k, id(w)) for k, w in v.__dict__.items() if k[0] != '_'])
    return v if isinstance(v, (int, str, float)) or v is None else (type(v).__name__, id(v))
seen.append((
    [(k, show(v)) for k, v in vars(s).items() if k[0] != '_'],
    '__warningregistry__' in vars(s),
    show(s.Base.registry), s.Base.limit, s.shared.get(), show(s.ordered), list(reversed(s.ordered)),
    s.remember(1), s.Base.store(1)[1:], s.counted(), s.cached(1), show(s.computed), s.double(1),
    id(s.os.environ), dict(s.os.environ), run_env(),
    s.os.getcwd(), list(s.sys.path), list(s.sys.argv), s.sys.getrecursionlimit(), gc.isenabled(),
    [f.closed for f in (s.sys.stdin, s.sys.stdout, s.sys.stderr)], s.sys.stdout.write("x"),
    len(s.warnings.filters), id(s.warnings.filters), s.random.random(), s.random.gauss(0, 1),
    s.signal.getsignal(s.signal.SIGUSR1), s.signal.getitimer(s.signal.ITIMER_REAL),
    locale.setlocale(locale.LC_ALL),
))
"""


def run_env():
    """The environment that a program started now would get."""
    import ctypes

    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_char_p
    return [getenv(name) for name in (b"SKUA_X", b"SKUA_Y", b"PATH")]


def load(source=SUBJECT, name="subject_of_isolation"):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(source, module.__dict__)
    return module


def protect(module, root=""):
    classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    skua_native.protect([module], classes, root)


def function(source, **names):
    code = compile(source, "<change>", "exec")
    return lambda: exec(code, names)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_not_seen_by_the_next_test(change):
    seen = []

    def check():
        first, second = seen
        assert first == second

    def prepare():
        import os

        os.environ.pop("SKUA_X", None)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        sys.stdin, sys.stdout, sys.stderr = open(os.devnull), open(os.devnull, "w"), open(os.devnull, "w")
        s = load()
        look = function(LOOK, s=s, seen=seen, run_env=run_env)
        protect(s)
        skua_native.set_subject([(f, None, ()) for f in (look, function(change, s=s, BINDS_OFTEN=BINDS_OFTEN), check)], [], [])

    with frames.Child(prepare) as child:
        look, changed, look_again, same = child.run([[call(0)], [call(1)], [call(0)], [call(2)]])
        assert (look.exception, look_again.exception, same.exception) == ("", "", "")
        assert changed.verdict == (frames.RAISED if "raise" in change else PASSED)


def test_a_test_tells_whether_it_left_state():
    def imports(path):
        name = f"imported_from_{len(path)}"
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__file__ = path

    def prepare():
        s = load(SUBJECT + "@functools.lru_cache\ndef pure(value): return value\n")
        protect(s, "/project")
        leaves = [
            lambda: None,
            lambda: s.pure(1),  # nobody can tell that a cache was emptied
            lambda: s.items.append(2),
            lambda: setattr(s.Base, "limit", 2),
            lambda: imports("/project/module.py"),
            lambda: imports("/projects/module.py"),
            lambda: sys.modules.pop("imported_from_18"),
            lambda: sys.modules.setdefault("no_module", 5),
        ]
        skua_native.set_subject([(f, None, ()) for f in leaves], [], [])

    expected = [False, False, True, True, True, False, True, True]
    with frames.Child(prepare) as child:
        traces = child.run([[call(i)] for i in range(len(expected))])
        assert [trace.exception for trace in traces] == [""] * len(expected)
        assert [trace.left_state for trace in traces] == expected
        assert not child.run([[call(0)]])[0].left_state


def in_order(*functions, module=None):
    """The exceptions of tests that call one function each; "" where there is none."""

    def prepare():
        protect(module or types.ModuleType("empty"))
        skua_native.set_subject([(f, None, ()) for f in functions], [], [])

    with frames.Child(prepare) as child:
        traces = child.run([[call(i)] for i in range(len(functions))])
        assert child.end() == 0
        return [trace.exception for trace in traces]


def test_between_batches_what_is_rarely_changed_is_put_back_too():
    import builtins
    import os
    import signal

    def change():
        os.chdir("/")
        os.umask(0o77)
        builtins.fresh = 1
        builtins.len = None
        signal.signal(signal.SIGUSR2, signal.SIG_IGN)
        signal.alarm(1000)
        sys.setprofile(lambda *_: None)

    def check():
        assert sys.getprofile() is None
        assert os.getcwd() == directory
        assert os.umask(0o22) == mask
        assert not hasattr(builtins, "fresh") and len("a") == 1
        assert signal.getsignal(signal.SIGUSR2) == signal.SIG_DFL
        assert signal.alarm(0) == 0

    directory = os.getcwd()
    mask = os.umask(0o22)
    os.umask(mask)

    def prepare():
        protect(types.ModuleType("empty"))
        skua_native.set_subject([(f, None, ()) for f in (change, check)], [], [])

    with frames.Child(prepare) as child:
        child.run([[call(0)]])
        [trace] = child.run([[call(1)]])
        assert trace.exception == ""


def test_objects_with_hostile_hash_and_equality_are_put_back_by_identity():
    module = load(
        """
class Key:
    angry = False
    def __hash__(self):
        if Key.angry: raise ValueError
        return 1
    def __eq__(self, other):
        if Key.angry: raise ValueError
        return self is other
first, second = Key(), Key()
table = {first: 1, second: 2}
items = [first, second]
""",
        "hostile",
    )

    def change():
        module.items.reverse()
        module.table[Exception] = 3
        module.Key.angry = True
        module.Key.__eq__ = lambda *_: 1 / 0

    def check():
        assert module.items[0] is module.first and module.items[1] is module.second
        assert list(module.table.values()) == [1, 2]
        assert module.Key.angry is False

    assert in_order(change, check, module=module) == ["", ""]


def test_what_a_test_leaves_is_dropped_inside_the_limit():
    module = load("x = 1", "plain")
    tick = skua_native.truth(0)

    class Clings:
        def __del__(self):
            while tick(True):
                pass

    def leave():
        module.left = Clings()
        module.x = 2

    def check():
        assert not hasattr(module, "left") and module.x == 1

    def prepare():
        protect(module)
        skua_native.set_subject([(f, None, ()) for f in (leave, check)], [], [])

    with frames.Child(prepare) as child:
        first, second = child.run([[call(0)], [call(1)]], probes=1000, seconds=60)
        assert first.verdict == frames.TIMED_OUT
        assert second.exception == ""
        assert child.end() == 0


def test_random_that_a_test_is_the_first_to_import_is_the_same_for_all():
    import random  # noqa: F401

    drawn = []

    def draw():
        import random  # noqa: F811

        drawn.append((random.random(), random.gauss(0, 1), random.randrange(10**30)))

    def check():
        assert len(drawn) == 4
        assert drawn[1] == drawn[2] == drawn[3]  # the first is of a seed of its own

    def prepare():
        del sys.modules["random"]
        skua_native.protect([], [])
        skua_native.set_subject([(f, None, ()) for f in (draw, check)], [], [])

    with frames.Child(prepare) as child:
        traces = child.run([[call(0)]] * 4 + [[call(1)]])
        assert [trace.exception for trace in traces] == [""] * 5


def test_random_gives_the_same_in_every_process():
    def prepare():
        import random

        random.seed()
        skua_native.protect([], [])
        skua_native.set_subject([(random.random, None, ()), (same, None, ("x",))], [], [])

    def same(x):
        assert x == __import__("random").Random(0).random()

    with frames.Child(prepare) as child:
        traces = child.run([[call(0), call(1, 0)]] * 3)
        assert [trace.exception for trace in traces] == [""] * 3


def test_modules_that_are_no_modules_and_classes_that_are_no_classes_are_passed_over():
    class Fake:
        pass

    fake = Fake()
    fake.value = 1
    skua_native.protect([fake, 5, None], [5, None, int, Fake])

    def change():
        fake.value = 2
        Fake.extra = 1

    def check():
        assert fake.value == 1 and not hasattr(Fake, "extra")

    def prepare():
        skua_native.set_subject([(f, None, ()) for f in (change, check)], [], [])

    with frames.Child(prepare) as child:
        traces = child.run([[call(0)], [call(1)]])
        assert [t.exception for t in traces] == ["", ""]


def test_containers_too_large_to_look_at_are_left_alone():
    module = load("large = list(range(2000)); small = [1]", "large")

    def change():
        module.large.append(1)
        module.small.append(1)

    def check():
        assert module.small == [1]

    assert in_order(change, check, module=module) == ["", ""]
