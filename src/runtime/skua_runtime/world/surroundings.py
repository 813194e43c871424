"""Functions by which tests change the subject's environment: the kEnvironment callables of
model/subject.h.

A written test does the same with pytest's `monkeypatch` and `tmp_path`. The native extension
restores variables, arguments, streams and random numbers after each test. This file restores
replaced attributes and empties the folder for files, but keeps it, since making and removing a
folder takes longer than most tests.
"""

from __future__ import annotations

import io
import itertools
import os
import pathlib
import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

import skua_native

from skua_runtime.world.virtual_clock import skip_sleep

_scratch = "/tmp"  # folder for all files of tests; see take_scratch_folder
_folder: Optional[str] = None  # folder of the running test, if it has one
_at_work = False
# Part of the folder's name, with a length that depends on the hash seed, so that strings that
# depend on the path's length differ between processes.
_filler = "case"
_seed: Optional[int] = None  # argument of the last call of `seed`
_places: list[str] = []  # folders of this machine that strings must not contain
_replaced: dict[tuple[Any, str], Any] = {}  # (owner, name): the object before the test

MOST_FILES = 20  # files that are observed at most
LARGEST_FILE = 2000


class OutputStream(io.TextIOWrapper):
    """A text stream for standard output or error. Whether it is a terminal is a question of the
    table."""

    def __init__(self, number: int, buffer: Any, **named: Any) -> None:
        super().__init__(buffer, encoding="utf-8", **named)
        self._number = number  # number of the descriptor

    def isatty(self) -> bool:
        """Ask the table of questions."""
        return os.isatty(self._number)

    @property
    def line_buffering(self) -> bool:
        """As for a terminal."""
        return self.isatty()


class NoInput(io.TextIOBase):
    """Standard input of a test without input: reading raises OSError, as under pytest."""

    name = "<stdin>"
    encoding = "utf-8"

    def __init__(self) -> None:
        self.noted: Callable[[str], None] = lambda _event: None  # called when it is read

    def read(self, _size: Any = -1) -> str:
        """Raise OSError."""
        self.noted("reading from stdin")
        raise OSError("pytest: reading from stdin while output is captured! Consider using `-s`.")

    readline = read  # type: ignore[assignment]
    __next__ = read  # type: ignore[assignment]
    readlines = read  # type: ignore[assignment]

    def readable(self) -> bool:
        """As pytest's stream."""
        return True

    def isatty(self) -> bool:
        """Ask the table of questions."""
        return os.isatty(0)  # answered by the table in questions.py

    @property
    def buffer(self) -> NoInput:
        """As pytest's stream."""
        return self


def take_scratch_folder() -> None:
    """Read TMPDIR when the process starts, since a test may change it."""
    global _scratch, _filler
    _scratch = os.path.realpath(os.environ.get("TMPDIR") or "/tmp")
    _filler = "case" * (1 + int(os.environ.get("PYTHONHASHSEED") or 0) % 8)


def is_at_work() -> bool:
    """Whether this module, not the subject, is acting now."""
    return _at_work


def owns(path: str) -> bool:
    """Whether the path is, or is inside, the running test's folder for files."""
    return _folder is not None and (path == _folder or path.startswith(_folder + os.sep))


def home() -> str:
    """The home folder of the sandbox, whatever HOME is."""
    return os.path.join(_scratch, "home")


def is_in_home(path: str) -> bool:
    """Whether the path is below the sandbox's home."""
    return path.startswith(home() + os.sep)


def know_folders(root: str) -> None:
    """Note the folders of this machine that strings in tests must not contain, since their paths
    differ on other machines."""
    places = {root, _scratch, os.path.expanduser("~"), os.path.dirname(os.__file__), os.getcwd()}
    places |= {os.path.realpath(place) for place in places}
    # leave out folders that exist everywhere
    _places[:] = sorted(places - {os.sep, "/tmp", "/usr"})


def mentions_folder(text: str) -> bool:
    """Whether the string contains the path of the test's folder, or of another folder of this
    machine."""
    if _folder is not None and _folder in text:
        return True
    return os.sep in text and any(_names(text, place) for place in _places)


def _names(text: str, place: str) -> bool:
    start = text.find(place)
    while start >= 0:
        end = start + len(place)
        if end == len(text) or not (text[end].isalnum() or text[end] in "_-."):
            return True
        start = text.find(place, end)
    return False


def files() -> dict[str, bytes]:
    """The small regular files in the test's folder: content by relative path."""
    found: dict[str, bytes] = {}
    if _folder is not None:
        with _work():
            _read_files(_folder, "", found)
    return found


def _read_files(folder: str, path: str, found: dict[str, bytes]) -> None:
    try:
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if len(found) == MOST_FILES:
                    return
                if entry.is_dir(follow_symlinks=False):
                    _read_files(entry.path, f"{path}{entry.name}/", found)
                elif entry.is_file(follow_symlinks=False):
                    with open(entry.path, "rb") as stream:
                        content = stream.read(LARGEST_FILE + 1)
                    if len(content) <= LARGEST_FILE:
                        found[path + entry.name] = content
    except OSError:  # the file is unreadable, or gone
        pass


@contextmanager
def _work() -> Iterator[None]:
    global _at_work
    _at_work = True
    try:
        yield
    finally:
        _at_work = False


def _own_folder() -> str:
    """The test's folder for files, made when first needed."""
    global _folder
    if _folder is None:
        # operand.cc of the extension knows the name "skua-files". The PID separates processes.
        process = f"{os.getpid():08}"
        folder = os.path.join(_scratch, "skua-files", process, f"test_{_filler}0")
        _empty(folder)  # remove files of a killed process
        os.makedirs(folder, exist_ok=True)
        _folder = folder
        skua_native.own_folder(folder)
        skua_native.after_test(_give_back_folder)
    return _folder


def _give_back_folder() -> None:
    global _folder
    if _folder is not None:
        with _work():
            _empty(_folder)
        _folder = None


def _empty(folder: str) -> None:
    """Delete the content of a folder as far as possible, without following links."""
    try:
        with os.scandir(folder) as entries:
            for entry in list(entries):
                if entry.is_dir(follow_symlinks=False):
                    _empty(entry.path)
                    os.rmdir(entry.path)
                else:
                    os.unlink(entry.path)
    except OSError:
        pass


def _path(name: str) -> pathlib.Path:
    if not name or name in (".", "..") or "/" in name:
        raise ValueError(f"{name!r} is not a file name")
    return pathlib.Path(_own_folder(), name)


# The callables, named as in model/subject.h.


def setenv(name: str, value: str) -> None:
    """Set an environment variable."""
    with _work():
        os.environ[name] = value


def delenv(name: str) -> None:
    """Delete an environment variable, if it is set."""
    with _work():
        os.environ.pop(name, None)


def argv(*arguments: str) -> None:
    """Set the arguments of the program."""
    sys.argv = ["program", *arguments]


def stdin(text: str) -> None:
    """Set the text of standard input."""
    sys.stdin = io.StringIO(text)


def chdir() -> None:
    """Go to the test's folder for files."""
    with _work():
        os.chdir(_own_folder())
        skua_native.after_test(_nothing)  # makes the extension restore the current folder


def _nothing() -> None:
    pass


def processes(*answers: tuple[int, str, str]) -> None:
    """Let processes end without starting them: each with the next answer (return code, output,
    errors), then with the last one again."""
    import subprocess  # imported late, after the subject

    for returncode, *texts in answers:
        if type(returncode) is not int or not -64 <= returncode <= 255 or len(texts) != 2:
            raise ValueError(f"{returncode!r} and {texts!r} are not an answer of a process")
        for text in texts:
            text.encode()
    replace(subprocess.Popen, "_execute_child", _answering(*answers))


def _answering(*answers: tuple[int, str, str]) -> Callable[..., None]:
    """A replacement for the method of Popen that starts a process.

    Popen has made its pipes before it calls the method, so all functions of `subprocess` work as
    usual. Written tests replace Popen itself (render/body/definitions.cc of the engine).
    """
    left = list(answers) or [(0, "", "")]

    def execute_child(process: Any, *details: Any) -> None:
        # Reject arguments with which a real process would not start.
        if not _could_start(process.args):
            sys.audit("subprocess.Popen", os.sep)
        _, stdin, _, stdout, _, stderr = pipes = details[10:16]
        process.returncode, *texts = left.pop(0) if len(left) > 1 else left[0]
        for stream, text in zip((stdout, stderr), texts):
            if stream >= 0:
                os.write(stream, text.encode())
        if stdin >= 0:
            with open(os.devnull, "wb") as nobody:
                os.dup2(nobody.fileno(), stdin)
        process._close_pipe_fds(*pipes)

    return execute_child


def _could_start(command: Any) -> bool:
    is_text = isinstance(command, (str, bytes, os.PathLike))
    try:
        words = [os.fsencode(word) for word in ([command] if is_text else command)]
    except (TypeError, ValueError):
        return False
    return any(words[:1]) and not any(b"\0" in word for word in words)


def system(status: int) -> None:
    """Let os.system return this status."""
    replace(os, "system", lambda command: status)


def replace(owner: Any, name: str, stand_in: Any) -> None:
    """Replace an attribute until the test ends."""
    if not _replaced:
        skua_native.after_test(_put_back)
    _replaced.setdefault((owner, name), getattr(owner, name))
    setattr(owner, name, stand_in)


def is_replaced(module: str, name: str) -> bool:
    """Whether the test has replaced this name of a module; it is restored after the test."""
    return (sys.modules.get(module), name) in _replaced


def _put_back() -> None:
    for (owner, name), value in _replaced.items():
        setattr(owner, name, value)
    _replaced.clear()


def seed(number: int) -> None:
    """Seed the random module."""
    import random  # imported late, since the subject may have its own module `random`

    global _seed
    _seed = number
    random.seed(number)


def seed_is_unused() -> bool:
    """Whether no random number was drawn since the last `seed`. Call before the state is restored.
    """
    random: Any = sys.modules.get("random")
    try:
        return _seed is not None and random.getstate() == random.Random(_seed).getstate()
    except Exception:  # the subject may have replaced the functions
        return False


def write_file(name: str, content: Union[str, bytes]) -> pathlib.Path:
    """Write a file in the test's folder; returns its path."""
    with _work():
        path = _path(name)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path


def missing_file(name: str) -> pathlib.Path:
    """The path of a file in the test's folder, not created."""
    with _work():
        return _path(name)


def make_folder(name: str) -> pathlib.Path:
    """Make a folder in the test's folder; returns its path."""
    with _work():
        path = _path(name)
        path.mkdir()
        return path


def giving(target: str) -> Callable[[Any], None]:
    """A function that makes calls of `target`, a dotted name, return its argument, or raise it if
    it is an exception."""

    def give(thing: Any) -> None:
        def given(*args: Any, **kwargs: Any) -> Any:
            if isinstance(thing, Exception):
                raise thing
            return thing

        module, _, name = target.rpartition(".")
        replace(sys.modules[module], name, given)

    return give


def telling(how: str, target: str) -> Callable[[Any], None]:
    """A function that makes `target`, a dotted name, tell the time of its argument: as class
    datetime ("clock") or date ("calendar"), or as a function of `time` ("tick")."""

    def tell(moment: Any) -> None:
        module, _, name = target.rpartition(".")
        replace(sys.modules[module], name, _TELLING[how](moment))

    return tell


class _Moment(type):
    """Metaclass of classes in place of `datetime` and `date`, whose instances are those of the base."""

    def __instancecheck__(cls, thing: Any) -> bool:
        return isinstance(thing, cls.__mro__[1])


def _clock(moment: str) -> type:
    import datetime  # imported late, after the subject

    class Clock(datetime.datetime, metaclass=_Moment):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.datetime.fromisoformat(moment).replace(tzinfo=tz)

        today = utcnow = now

    return Clock


def _calendar(moment: str) -> type:
    import datetime

    class Calendar(datetime.date, metaclass=_Moment):
        @classmethod
        def today(cls) -> Any:
            return datetime.date.fromisoformat(moment[:10])

    return Calendar


def _tick(start: int) -> Callable[[], int]:
    return itertools.count(start).__next__


# render/body/definitions.cc of the engine writes the same classes.
_TELLING: dict[str, Callable[[Any], Any]] = {"clock": _clock, "calendar": _calendar, "tick": _tick}


def overriding(application: Any, dependency: Any) -> Callable[[Any], None]:
    """A function that overrides a FastAPI dependency: it then returns the argument."""

    def override(thing: Any) -> None:
        replace(
            application, "dependency_overrides", {**application.dependency_overrides, dependency: lambda: thing}
        )

    return override


FUNCTIONS: dict[str, Any] = {
    function.__name__: function
    for function in (
        setenv, delenv, argv, stdin, chdir, processes, system, seed, write_file, missing_file,
        make_folder, skip_sleep,
    )
}  # fmt: skip
