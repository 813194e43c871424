"""Runs programs that execute other people's code with invented arguments: contained, timed, killed.

Each run has a box, the one folder it may write to. Where the kernel lets us, the process sees nothing
of this machine but the system's programs, what it was said to need, and its box; it has no network, is
not root, and all that it started ends with it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).with_name("contained.sh")
NOBODY = 65534
POLL_SECONDS = 0.02
MEMORY_SECONDS = 0.1
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Run:
    """How a program ended; `exit_code` is negative for a signal."""

    exit_code: int
    seconds: float
    peak_rss_bytes: int
    killed: bool  # by us, at its time limit


class Box:
    """A folder to write to, with the usual places of a user in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in (".root", "home", "tmp", "work"):
            (self.folder / name).mkdir(parents=True)

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def environment(self, **variables: str) -> dict[str, str]:
        """Nothing of ours but the box: no variable of this process can make a difference."""
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        } | variables

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class Containment:
    """Starts programs in boxes, on one core if one is given."""

    def __init__(self, core: int | None = None, wanted: bool = True) -> None:
        self._pin = []
        if core is not None:
            if shutil.which("taskset"):
                self._pin = ["taskset", "-c", str(core)]
            else:
                print("warning: there is no taskset: nothing is pinned to a core", file=sys.stderr)
        self.contained = wanted and self._works()
        if not self.contained:
            print(
                "warning: not contained: code under test can write files of this user and use the network",
                file=sys.stderr,
            )

    def run(
        self,
        command: Sequence[str | Path],
        box: Box,
        needs: Sequence[str | Path],
        environment: dict[str, str],
        limit: float,
        log: Path,
    ) -> Run:
        """Runs `command` in the box's working folder; its output goes to `log`.

        Of the machine it sees `needs` besides the system. After `limit` seconds all of it is killed.
        """
        words = [*self._pin, *map(str, command)]
        if self.contained:
            words = self._contain(words, box, needs)
        with open(log, "wb") as output:
            start = time.monotonic()
            process = subprocess.Popen(
                words,
                cwd=box.work,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            return _watch(process, start, limit)

    def _contain(self, words: list[str], box: Box, needs: Sequence[str | Path]) -> list[str]:
        uid, gid = os.getuid(), os.getgid()
        if uid == 0:
            _give_to_nobody(box.folder)
        namespaces = ["unshare", "--mount", "--net", "--pid", "--ipc", "--fork", "--kill-child"]
        if uid != 0:
            namespaces += ["--user", "--map-root-user"]
        shown = _outermost([Path(need).resolve() for need in needs])
        return [
            *namespaces,
            *("sh", str(SCRIPT), str(box.folder), str(uid), str(gid)),
            *(str(path) for path in shown if not path.is_relative_to("/usr")),
            *("--", *words),
        ]

    def _works(self) -> bool:
        """Tries it: is the box writable, and is nothing else?"""
        self.contained = True
        with tempfile.TemporaryDirectory() as folder:
            outside = Path(folder, "outside")
            outside.mkdir(mode=0o777)
            box = Box(Path(folder, "box"))
            log = Path(folder, "log")
            test = f"echo > {box.work}/inside && ! echo > {outside}/file"
            try:
                run = self.run(
                    ["sh", "-c", test], box, [outside], box.environment(), limit=20, log=log
                )
            except OSError as error:
                print(f"warning: {error}", file=sys.stderr)
                return False
            if run.exit_code != 0:
                print(f"warning: {log.read_text(errors='replace').strip()}", file=sys.stderr)
            return run.exit_code == 0


def _give_to_nobody(folder: Path) -> None:
    for path, names, files in os.walk(folder):
        for name in (path, *(os.path.join(path, name) for name in names + files)):
            os.chown(name, NOBODY, NOBODY, follow_symlinks=False)


def _outermost(paths: list[Path]) -> list[Path]:
    """`paths` without those that lie in another of them."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return kept


def _watch(process: subprocess.Popen, start: float, limit: float) -> Run:
    peak, next_look, killed = 0, start, False
    while process.poll() is None:
        now = time.monotonic()
        if now >= next_look:
            peak = max(peak, tree_rss_bytes(process.pid))
            next_look = now + MEMORY_SECONDS
        if now - start > limit and not killed:
            killed = True
            _kill_tree(process.pid)
        time.sleep(POLL_SECONDS)
    seconds = time.monotonic() - start
    _kill_group(process.pid)  # what outlived its parent, where there is no process namespace
    return Run(process.returncode, seconds, peak, killed)


def _kill_tree(root: int) -> None:
    for pid in [root, *_descendants(root)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    _kill_group(root)


def _kill_group(root: int) -> None:
    try:
        os.killpg(root, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _descendants(root: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue  # it ended meanwhile
            children.setdefault(parent, []).append(int(name))
    found = list(children.get(root, []))
    for pid in found:
        found += children.get(pid, [])
    return found


def tree_rss_bytes(root: int) -> int:
    """Resident memory of a process and all beneath it; pages that they share count for each."""
    total = 0
    for pid in [root, *_descendants(root)]:
        try:
            with open(f"/proc/{pid}/statm", "rb") as file:
                total += int(file.read().split()[1]) * PAGE_BYTES
        except (OSError, IndexError):
            pass
    return total
