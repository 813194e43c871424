"""A run of Skua with a fault, in namespaces of its own for processes and mounts.

    python faults.py kill SECONDS        the engine is killed so long after its start
    python faults.py interrupt SECONDS   the user interrupts it so long after its start, and again
    python faults.py end SECONDS         it is told to end so long after its start
    python faults.py ahead SECONDS       the times of all files are of another year from then on
    python faults.py jump SECONDS        the wall clock jumps so often, in this run and one after it
    python faults.py delete FOLDER       the folder of the project is deleted while it runs
    python faults.py twice               two runs begin at the same time
    python faults.py few NUMBER          there may be so many processes and threads
    python faults.py full FOLDER         the file system of the folder is full
    python faults.py read-only FOLDER    the folder is mounted read-only

Runs in the project's folder. Prints as JSON what each run said, which processes were left, and
how the run after it ended, when nothing is wrong any more.
"""

from __future__ import annotations

import ast
import contextlib
import ctypes
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

COMMAND = [
    os.environ["SKUA_BINARY"], "run", "--seed", "1", "--python", os.environ["SKUA_PYTHON"],
]  # fmt: skip
LESS_THAN_A_JUMP = "300s"
YEAR = 365 * 86400.0
PATIENCE = 20.0  # seconds in which all that an engine has started must end
PATIENCE_WITH_RUNS = 320.0
libc = ctypes.CDLL(None, use_errno=True)


def mount(kind: str, target: Path, flags: int, options: str) -> None:
    target.mkdir(parents=True, exist_ok=True)
    if libc.mount(kind.encode(), bytes(target), kind.encode(), flags, options.encode()) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount on {target}")


def start(iterations: str, *more: str) -> subprocess.Popen[bytes]:
    return start_command([*COMMAND, "--iterations", iterations, *more])


def group_of_processes() -> Path | None:
    """A control group in which the number of processes can be bounded; to be removed."""
    own = dict(line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines())
    if "pids" in own:
        folder = Path("/sys/fs/cgroup/pids" + own["pids"])
    else:
        folder = Path("/sys/fs/cgroup" + own.get("", "/"))
    group = folder / f"skua-few-{time.time_ns()}"
    try:
        group.mkdir()
    except OSError:
        return None
    if (group / "pids.max").exists():
        return group
    group.rmdir()
    return None


def few(most: str) -> list[dict[str, object]]:
    group = group_of_processes()
    if group is None:
        print(json.dumps({"skipped": "no control group that bounds the number of processes"}))
        sys.exit()
    (group / "pids.max").write_text(most)

    def enter() -> None:
        (group / "cgroup.procs").write_text("0")

    run = told(start_command([*COMMAND, "--budget", "12s"], enter))
    Path("walkers.py").unlink()  # the next run takes long for it
    wait_for(lambda: not others())
    with contextlib.suppress(OSError):
        group.rmdir()
    return [run]


def start_command(
    command: list[str], before: Callable[[], None] | None = None
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        preexec_fn=before,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def told(process: subprocess.Popen[bytes]) -> dict[str, object]:
    output, _ = process.communicate(timeout=PATIENCE_WITH_RUNS)
    return {"exit_code": process.returncode, "output": output.decode(errors="replace")}


def others() -> list[str]:
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            state = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[0]
            line = Path(f"/proc/{name}/cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        if int(name) not in (1, os.getpid()) and state != "Z":
            found.append(line or name)
    return found


def broken() -> list[str]:
    """Outputs that nobody could read."""
    wrong = []
    for file in Path("tests/generated").glob("*.py"):
        try:
            ast.parse(file.read_text())
        except SyntaxError:
            wrong.append(str(file))
    for file in Path("build").rglob("*.json"):
        try:
            json.loads(file.read_text())
        except ValueError:
            wrong.append(str(file))
    if Path(".skua/state.db").exists():
        with sqlite3.connect(".skua/state.db") as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                wrong.append("state")
    return wrong


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)


def fault(kind: str, argument: str) -> list[dict[str, object]]:
    if kind == "twice":
        return [told(process) for process in (start("20"), start("20"))]
    if kind == "full":
        mount("tmpfs", Path(argument), 0, "size=8k")
    if kind == "read-only":
        mount("tmpfs", Path(argument), 1, "size=8k")  # MS_RDONLY
    if kind == "jump":
        return [jumped(argument), jumped(argument)]
    if kind == "few":
        return few(argument)
    process = start("20")
    if kind == "kill":
        time.sleep(float(argument))
        process.send_signal(signal.SIGKILL)
    if kind in ("interrupt", "end"):
        time.sleep(float(argument))
        process.send_signal(signal.SIGINT if kind == "interrupt" else signal.SIGTERM)
    if kind == "interrupt":
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
    if kind == "ahead":
        time.sleep(float(argument))
        for file in Path().rglob("*"):
            os.utime(file, (time.time() + YEAR, time.time() + YEAR))
    if kind == "delete":
        time.sleep(2)
        shutil.rmtree(argument, ignore_errors=True)
    return [told(process)]


def jumped(period: str) -> dict[str, object]:
    """A run within a budget of time, under a clock that jumps."""
    shifts = Path(os.environ["HOME"], "shifts")
    tracer = str(Path(__file__).with_name("jumping_clock.py"))
    clock = [sys.executable, "-B", tracer, str(shifts), period]
    result = told(start_command([*clock, *COMMAND, "--budget", LESS_THAN_A_JUMP]))
    report = json.loads(Path("build/skua/report.json").read_text())
    return result | {"shifts": json.loads(shifts.read_text()), "report": report}


def main() -> None:
    kind, argument = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    runs = fault(kind, argument)
    wait_for(lambda: not others())
    result = {"runs": runs, "left": others(), "broken": broken()}
    if kind in ("full", "read-only"):
        libc.umount2(os.fsencode(argument), 2)  # MNT_DETACH
    for folder in Path(os.environ["TMPDIR"]).iterdir():
        os.utime(folder, (0, 0))  # what is younger might be another run's
    result["next"] = told(start("2", "--all"))
    result["broken_next"] = broken()
    result["files"] = sorted(
        str(file) for folder in ("tests", ".skua", "build") for file in Path(folder).rglob("*")
    )
    wait_for(lambda: not os.listdir(os.environ["TMPDIR"]))
    result["scratch"] = os.listdir(os.environ["TMPDIR"])
    print(json.dumps(result))


main()
