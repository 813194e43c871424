"""What tests do to the surroundings of the subject: the kEnvironment callables of model/subject.h.

A written test does the same with pytest's `monkeypatch` and `tmp_path`. There is one state, as
there is one process. Variables, arguments, streams and random numbers the native extension puts
back after each test, as it does for any test; what stands in for processes is put back here, and
the folder for files is emptied. It stays, since file systems take longer to make and remove a
folder than most tests run.
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

_scratch = "/tmp"  # see take_scratch_folder
_folder: Optional[str] = None  # folder of the running test, once it has one
_at_work = False
# As long as the process's hash seed says: a text that depends on its length is then no more the same
# in two processes than one that holds the path.
_filler = "case"
_seed: Optional[int] = None  # seed that the last test gave to `random`
_places: list[str] = []  # folders of this machine
_replaced: dict[tuple[Any, str], Any] = {}  # (owner, name) → the object from before the test

MOST_FILES = 20  # files that are looked at
LARGEST_FILE = 2000


class OutputStream(io.TextIOWrapper):
    """A stream in the place of standard output or error. A terminal, as under `pytest -s`, is a question
    of the table."""

    def __init__(self, number: int, buffer: Any, **named: Any) -> None:
        super().__init__(buffer, encoding="utf-8", **named)
        self._number = number  # its descriptor

    def isatty(self) -> bool:
        return os.isatty(self._number)

    @property
    def line_buffering(self) -> bool:
        return self.isatty()


class NoInput(io.TextIOBase):
    """The standard input of a test that was given none: it refuses to be read, as pytest's does."""

    name = "<stdin>"
    encoding = "utf-8"

    def __init__(self) -> None:
        self.noted: Callable[[str], None] = lambda _event: None  # called when it is read

    def read(self, _size: Any = -1) -> str:
        self.noted("reading from stdin")
        raise OSError("pytest: reading from stdin while output is captured! Consider using `-s`.")

    readline = read  # type: ignore[assignment]
    __next__ = read  # type: ignore[assignment]
    readlines = read  # type: ignore[assignment]

    def readable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return os.isatty(0)  # a question of the table

    @property
    def buffer(self) -> NoInput:
        return self


def take_scratch_folder() -> None:
    """Called when the process starts, since a test may change the variable."""
    global _scratch, _filler
    _scratch = os.path.realpath(os.environ.get("TMPDIR") or "/tmp")
    _filler = "case" * (1 + int(os.environ.get("PYTHONHASHSEED") or 0) % 8)


def is_at_work() -> bool:
    """Whether this module, and not the subject, is acting now."""
    return _at_work


def owns(path: str) -> bool:
    """Whether the path is the running test's folder for files, or lies in it."""
    return _folder is not None and (path == _folder or path.startswith(_folder + os.sep))


def home() -> str:
    """The sandbox's own, whatever a test makes of the variable."""
    return os.path.join(_scratch, "home")


def is_in_home(path: str) -> bool:
    return path.startswith(home() + os.sep)


def know_folders(root: str) -> None:
    """What texts of tests must not name beside the folder for files: they are elsewhere elsewhere."""
    places = {root, _scratch, os.path.expanduser("~"), os.path.dirname(os.__file__), os.getcwd()}
    places |= {os.path.realpath(place) for place in places}
    _places[:] = sorted(places - {os.sep, "/tmp", "/usr"})  # folders that are the same everywhere


def mentions_folder(text: str) -> bool:
    """Whether the text names the folder for files, or another folder of this machine."""
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
    """What is in the folder for files: the small regular ones, by their path from there."""
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
    except OSError:  # unreadable, or gone
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
    """Made when the first statement of a test needs it."""
    global _folder
    if _folder is None:
        # "skua-files" is known to operand.cc of the extension. Other processes run tests beside
        # this one.
        process = f"{os.getpid():08}"
        folder = os.path.join(_scratch, "skua-files", process, f"test_{_filler}0")
        _empty(folder)  # files of a process that was killed
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
    """Empty a folder as far as possible; links are not followed."""
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
        raise ValueError(f"{name!r} is no name of a file")
    return pathlib.Path(_own_folder(), name)


# The callables, by their names in model/subject.h.


def setenv(name: str, value: str) -> None:
    with _work():
        os.environ[name] = value


def delenv(name: str) -> None:
    with _work():
        os.environ.pop(name, None)


def argv(*arguments: str) -> None:
    sys.argv = ["program", *arguments]


def stdin(text: str) -> None:
    sys.stdin = io.StringIO(text)


def chdir() -> None:
    with _work():
        os.chdir(_own_folder())
        skua_native.after_test(_nothing)  # so that the current folder is restored


def _nothing() -> None:
    pass


def processes(*answers: tuple[int, str, str]) -> None:
    """Let processes end with these (return code, output, errors) in turn, the last one from then
    on, without starting them."""
    import subprocess  # not imported before the subject does it

    for returncode, *texts in answers:
        if type(returncode) is not int or not -64 <= returncode <= 255 or len(texts) != 2:
            raise ValueError(f"{returncode!r} and {texts!r} are no answer of a process")
        for text in texts:
            text.encode()
    replace(subprocess.Popen, "_execute_child", _answering(*answers))


def _answering(*answers: tuple[int, str, str]) -> Callable[..., None]:
    """Stand in for the method that starts a process.

    When this is called Popen has made its pipes, and knows where output goes. Thus all functions of
    `subprocess` work as they always do, by whatever names the subject has them. Files of tests
    replace Popen itself, by what does the same (render/body/definitions.cc of the engine).
    """
    left = list(answers) or [(0, "", "")]

    def execute_child(process: Any, *details: Any) -> None:
        # a test must not pass that would fail with real processes
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
    replace(os, "system", lambda command: status)


def replace(owner: Any, name: str, stand_in: Any) -> None:
    """Replace an attribute until the test is over."""
    if not _replaced:
        skua_native.after_test(_put_back)
    _replaced.setdefault((owner, name), getattr(owner, name))
    setattr(owner, name, stand_in)


def is_replaced(module: str, name: str) -> bool:
    """Whether a test has replaced that name of a module, which is put back behind it."""
    return (sys.modules.get(module), name) in _replaced


def _put_back() -> None:
    for (owner, name), value in _replaced.items():
        setattr(owner, name, value)
    _replaced.clear()


def seed(number: int) -> None:
    import random  # not imported before the subject does it, which may have a `random` of its own

    global _seed
    _seed = number
    random.seed(number)


def seed_is_unused() -> bool:
    """Whether `random` is still as the last `seed` left it. Asked before the state is restored."""
    random: Any = sys.modules.get("random")
    try:
        return _seed is not None and random.getstate() == random.Random(_seed).getstate()
    except Exception:  # the subject may have replaced anything there
        return False


def write_file(name: str, content: Union[str, bytes]) -> pathlib.Path:
    with _work():
        path = _path(name)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path


def missing_file(name: str) -> pathlib.Path:
    with _work():
        return _path(name)


def make_folder(name: str) -> pathlib.Path:
    with _work():
        path = _path(name)
        path.mkdir()
        return path


def giving(target: str) -> Callable[[Any], None]:
    """A callable after which calls of what has this dotted name return its argument."""

    def give(thing: Any) -> None:
        def given(*args: Any, **kwargs: Any) -> Any:
            if isinstance(thing, Exception):
                raise thing
            return thing

        module, _, name = target.rpartition(".")
        replace(sys.modules[module], name, given)

    return give


def telling(how: str, target: str) -> Callable[[Any], None]:
    """A callable after which `target`, a dotted name, tells the time of its argument: as a class
    datetime ("clock") or date ("calendar"), or a function of `time` ("tick")."""

    def tell(moment: Any) -> None:
        module, _, name = target.rpartition(".")
        replace(sys.modules[module], name, _TELLING[how](moment))

    return tell


def _clock(moment: str) -> type:
    import datetime  # as `subprocess`

    class Moment(type):
        def __instancecheck__(cls, thing: Any) -> bool:
            return isinstance(thing, cls.__mro__[1])

    class Clock(datetime.datetime, metaclass=Moment):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.datetime.fromisoformat(moment).replace(tzinfo=tz)

        today = utcnow = now

    return Clock


def _calendar(moment: str) -> type:
    import datetime

    class Day(type):
        def __instancecheck__(cls, thing: Any) -> bool:
            return isinstance(thing, cls.__mro__[1])

    class Calendar(datetime.date, metaclass=Day):
        @classmethod
        def today(cls) -> Any:
            return datetime.date.fromisoformat(moment[:10])

    return Calendar


def _tick(start: int) -> Callable[[], int]:
    return itertools.count(start).__next__


# render/body/definitions.cc of the engine writes the same classes.
_TELLING: dict[str, Callable[[Any], Any]] = {"clock": _clock, "calendar": _calendar, "tick": _tick}


def overriding(application: Any, dependency: Any) -> Callable[[Any], None]:
    """A callable after which its argument stands in the place of what a dependency of FastAPI returns.
    """

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
