"""What a test asks of the world is noted: as a number of worlds in which it is observed, as something
that the written test says, or as something that lies outside, so that it is not written."""

from __future__ import annotations

import json

import support

SUBJECT = '''
import datetime, os, pathlib, random, resource, shutil, socket, sys, threading, time
import logging

HERE = pathlib.Path(__file__).resolve().parent
DRAWN = random.randint(1, 20)

def display(): return os.environ.get("WAYLAND_DISPLAY", "none")
def in_venv(): return "VIRTUAL_ENV" in os.environ
def token(): return os.getenv("SHOP_TOKEN")
def all_variables(): return len(os.environ) > 0
def expanded(): return os.path.expandvars("$SHOP_REGION")
def sets_it_first():
    os.environ["SHOP_REGION"] = "north"
    try:
        return os.environ["SHOP_REGION"]
    finally:
        del os.environ["SHOP_REGION"]

def relative(): return os.path.exists("prices.txt")
def reads_relative():
    try:
        return len(open("prices.txt").read())
    except OSError:
        return -1
def removes_relative():
    try:
        os.remove("prices.txt")
    except FileNotFoundError:
        return False
    return True

def beside(): return (HERE.parents[1] / "deployed").is_dir()
def sweep():
    try:
        shutil.rmtree(HERE.parents[1] / "deployed")
    except OSError:
        return False
    return True
def container(): return os.path.exists("/.dockerenv")
def first_process(): return pathlib.Path("/proc/1/comm").read_text() != ""
def program(): return shutil.which("no-such-program") is None
def may_write(): return os.access(HERE, os.W_OK)
def own_source(): return pathlib.Path(__file__).exists() and HERE.resolve().is_dir()
def logs():
    try:
        raise ValueError("logged")
    except ValueError:
        logging.getLogger("shop").debug("failed", exc_info=True)
def null(): return open("/dev/null").read()

def too_much():
    try:
        return len(bytearray(1 << 62))
    except MemoryError:
        return 0

def hour(): return datetime.datetime.now(datetime.timezone.utc).hour
def month(): return time.gmtime().tm_mon
def day(): return datetime.date.today().day
def processors(): return os.cpu_count()
def affinity(): return len(os.sched_getaffinity(0))
def user(): return os.geteuid() == 0
def traced(): return sys.gettrace() is not None
def files(): return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
def networks(): return len(socket.if_nameindex())
def drawn(): return DRAWN
'''

ASKING = """
import json, os, pathlib, sys
import support; support.native()
from skua_runtime.world import circumstances, surroundings
surroundings.take_scratch_folder()
circumstances.vary(int(os.environ["PYTHONHASHSEED"]))
sys.path.insert(0, str(pathlib.Path(support.__file__).parent / "native"))
import frames
from described import Subject
from frames import call
from project import Project
from skua_runtime.world.side_effects import SideEffects

side_effects = SideEffects()
side_effects.install()
project = Project(pathlib.Path({root!r}), side_effects)
subject = Subject(project, {module!r}, instrument=False, world=int(os.environ.get("WORLD", "0")))
import skua_native
skua_native.install_watch()

with frames.Child(lambda: None, subject.observer) as child:
    def seen(name, world):
        shown = child.observe([call(subject.index("function " + name))], world=world)
        assert shown["verdict"] == "passed", (name, shown)
        return [shown["statements"][-1]["result"], child.asked_worlds, shown.get("restores", []),
                shown.get("side_effect")]
    names = [one["qualified_name"] for one in subject.described["callables"]]
    told = {{name: [seen(name, world) for world in range({worlds})] for name in names
            if "function " + name in [f"{{one['kind']}} {{one['qualified_name']}}"
                                     for one in subject.described["callables"]]}}
print(json.dumps([told, subject.answer.get("asked_worlds", 0)]))
"""


def asked(project, process, worlds=1, **variables):
    script = ASKING.format(root=str(project.root), module=SUBJECT, worlds=worlds)
    scratch = project.root.parent / "scratch"
    scratch.mkdir(exist_ok=True)
    ran = support.run_python(
        "-c", script, PYTHONHASHSEED=str(process), TMPDIR=str(scratch), **variables
    )
    errors = scratch / "errors-of-this-process"
    assert ran.returncode == 0, ran.stderr + (errors.read_text() if errors.exists() else "")
    return json.loads(ran.stdout)


def test_what_a_test_asks_is_noted(project):
    for process in (0, 2):
        told, _ = asked(project, process)
        said = {name: [row[1:] for row in rows][0][1] for name, rows in told.items()}
        outside = {name for name, rows in told.items() if rows[0][3] is not None}
        unset = {name: [one[2] for one in pins if one[0] == "unset"] for name, pins in said.items()}
        assert {name: names for name, names in unset.items() if names} == {
            "display": ["environ.WAYLAND_DISPLAY"],
            "in_venv": ["environ.VIRTUAL_ENV"],
            "token": ["environ.SHOP_TOKEN"],
            "expanded": ["environ.SHOP_REGION"],
        }
        apart = {name for name, pins in said.items() if ["apart", "os", "getcwd"] in pins}
        assert apart == {"relative", "reads_relative", "removes_relative"}
        assert outside == {
            *("beside", "sweep", "container", "first_process", "program", "may_write", "too_much"),
        }
        assert told["display"][0][0]["t"] == "none", "the project's code finds no lent variable"
        assert told["sets_it_first"][0][0]["t"] == "north"


def test_questions_with_many_answers_are_answered_by_world(project):
    told, _ = asked(project, 2, worlds=32)
    for name, fewest in (
        *(("hour", 24), ("month", 12), ("day", 20), ("processors", 8), ("affinity", 8)),
        *(("user", 2), ("traced", 2), ("files", 4), ("networks", 3)),
    ):
        assert all(row[1] >= 8 for row in told[name]), name
        assert len({json.dumps(row[0]) for row in told[name]}) >= fewest, name
    assert not any(row[1] for row in told["logs"]), "hardly anything shows the time of a record"
    assert not any(row[1] for row in told["own_source"])
    told, _ = asked(project, 0)
    assert not any(row[1] for rows in told.values() for row in rows)


def test_an_import_that_draws_is_repeated_and_draws_evenly(project):
    drawn = set()
    for world in (1, 2, 3):
        told, asked_worlds = asked(project, 2, WORLD=str(world))
        assert asked_worlds == 32
        drawn.add(told["drawn"][0][0]["v"])
    assert len(drawn) == 3
