"""Records questions about the environment that a test or the import asks, while tests are observed.

Questions of the table (questions.py) are answered differently in other worlds. For three questions
a written test fixes the answer itself: it deletes a variable that the project reads but that is not
set, and it has its own current folder for relative paths. No test can fix the state of other
folders of the machine, so a test that looks there reaches out (side_effects.py).
"""

from __future__ import annotations

import abc
import errno
import os
import sys
import types
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Optional

import skua_native

from skua_runtime.world import questions, surroundings
from skua_runtime.world.project_files import is_project_file

Restores = list[tuple[str, str, str]]  # records.RestoredState

_root = ""  # folder of the project
_is_on = False  # whether the test is asking now, not Skua
_imports = False
_unset: set[str] = set()  # unset variables that the running test has read
_listed: set[bytes] = set()  # variables that the test has found by listing os.environ
_asked_folder = False  # whether the running test has looked for a file in the current folder
_lent: dict[bytes, bytes] = {}  # variables that only the sandbox or this process sets


def _nobody_listens(_what: str) -> None:
    pass


_reached_out: Callable[[str], None] = _nobody_listens

# Modules that pass questions about variables or files on, so their caller asks; and modules whose
# questions have the same answer everywhere, or an answer that no test sees.
_PASSING_VARIABLES = frozenset("os posixpath _collections_abc collections.abc functools".split())
_PASSING_FILES = _PASSING_VARIABLES | frozenset("""
    posix genericpath pathlib pathlib._local pathlib._os io _pyio codecs shutil glob fnmatch platform
    contextlib fileinput configparser tokenize
    """.split())
_READERS = frozenset("""
    linecache traceback inspect importlib mimetypes zoneinfo gettext locale ssl encodings warnings
    pkgutil zipimport runpy sysconfig ctypes
    """.split())
_SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc", "/dev")
_EVERYWHERE = frozenset(_SYSTEM) | frozenset(
    f"/dev/{name}" for name in "null zero full random urandom stdin stdout stderr".split()
)
_duplicate, _close, _lstat = os.dup, os.close, os.lstat
_NOWHERE = b"\0"  # not the name of any variable


def begin_import(root: str) -> None:
    """The import of the project begins."""
    global _root, _imports
    _root, _imports = root, True
    _listed.clear()


def end_import() -> None:
    """The import of the project ends."""
    global _imports
    _imports = False


def imports() -> bool:
    """Whether the project is being imported."""
    return _imports


def begin_test() -> None:
    """A test begins."""
    global _is_on, _asked_folder
    _is_on, _asked_folder = True, False
    _unset.clear()
    _listed.clear()


def notes(whether: bool) -> None:
    """Set whether questions from now on count as the test's."""
    global _is_on
    _is_on = whether


@contextmanager
def unnoted() -> Iterator[None]:
    """In the `with` block, questions do not count: Skua asks them."""
    global _is_on, _imports
    before, _is_on, _imports = (_is_on, _imports), False, False
    try:
        yield
    finally:
        _is_on, _imports = before


def pinned() -> Restores:
    """The answers that a written test must fix."""
    found = [("unset", "os", f"environ.{name}") for name in sorted(_unset)]
    return [*found, *([("apart", "os", "getcwd")] if _asked_folder else [])]


def note(worlds: int) -> None:
    """Record that the test asked a question, which has different answers in `worlds` worlds.

    Questions that libraries ask while they are imported are ignored.
    """
    if not _imports or _is_of_project_while_imported():
        skua_native.note_asked(worlds)


def _is_of_project_while_imported() -> bool:
    frame = sys._getframe(1)
    while frame is not None:
        # importlib asks for the order of frozensets among constants, abc for that of abstract
        # methods.
        if frame.f_code.co_filename.startswith("<frozen importlib") or frame.f_globals is vars(abc):
            return False
        if _is_of_project(frame.f_code):
            return True
        if frame.f_code.co_name == "<module>":
            return False
        frame = frame.f_back  # type: ignore[assignment]
    return False


def lend(variables: Mapping[str, str]) -> None:
    """Hide these variables from the project: only the sandbox or this process sets them."""
    _lent.update((os.fsencode(name), os.fsencode(value)) for name, value in variables.items())


def watch(reached_out: Callable[[str], None]) -> None:
    """Record questions until the process ends."""
    global _reached_out
    _reached_out = reached_out
    _watch_variables()
    _watch_files()
    _watch_threads()


def _watch_variables() -> None:
    get = type(os.environ).__getitem__.__code__
    both: list[Any] = [os.environ, os.environb]
    for variables in both:
        if getattr(variables.encodekey, "__self__", None) is None:
            names = _Names(variables.encodekey, variables.decodekey, get)
            variables.encodekey, variables.decodekey = names.key, names.name


class _Names:
    """Replaces the functions of `os.environ` that encode and decode names of variables, to record
    reads."""

    def __init__(
        self, encode: Callable[[Any], bytes], decode: Callable[[bytes], Any], get: types.CodeType
    ) -> None:
        self._encode, self._decode, self._get = encode, decode, get

    def name(self, key: bytes) -> Any:
        """Decode a name; it is listed."""
        if _is_on or _imports:
            _listed.add(key)
        return self._decode(key)

    def key(self, name: Any) -> bytes:
        """Encode a name; if `os.environ[name]` asks, it is read."""
        key = self._encode(name)
        if sys._getframe(1).f_code is not self._get or surroundings.is_at_work():
            return key
        return _asked_variable(key)


def _asked_variable(key: bytes) -> bytes:
    data: Any = getattr(os.environ, "_data")
    if key in _listed or key in data and data[key] != _lent.get(key):
        return key
    if not (_is_on or _imports) or _asker(3, _PASSING_VARIABLES) != "project":
        return key
    if _imports:
        skua_native.note_asked(questions.FEW)
        if skua_native.world() % 2 == 0:
            return _NOWHERE
        if key not in data:
            _lent[key] = data[key] = b"1"
        return key
    name = os.fsdecode(key)
    if name.isascii() and name.isidentifier():
        _unset.add(name)
    else:
        _reached_out("os.environ")
    return _NOWHERE


def _asker(depth: int, passing: frozenset[str]) -> str:
    """The caller, without modules that pass questions on: "project", "library" or "reader"."""
    frame: Optional[types.FrameType] = sys._getframe(depth)
    while frame is not None:
        name = frame.f_globals.get("__name__")
        name = name if isinstance(name, str) else ""
        if name.partition(".")[0] in _READERS:
            return "reader"
        if name not in passing and not name.startswith("skua_"):
            break
        frame = frame.f_back
    return "project" if frame is not None and _is_of_project(frame.f_code) else "library"


def _is_of_project(code: types.CodeType) -> bool:
    with unnoted():  # reading files here is no question of the test
        return is_project_file(code.co_filename, _root)


def _watch_files() -> None:
    for name in ("stat", "lstat", "access", "readlink"):
        real = getattr(os, name)
        setattr(os, name, _Looking(name, real).look)
        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if real in able:
                able.add(getattr(os, name))
    import pathlib  # pathlib of Python 3.10 keeps references to the real functions

    if accessor := getattr(pathlib, "_NormalAccessor", None):
        for name in ("stat", "lstat", "readlink"):
            if hasattr(accessor, name):
                setattr(accessor, name, staticmethod(getattr(os, name)))


class _Looking:
    def __init__(self, name: str, real: Callable[..., Any]) -> None:
        self._name, self._real = name, real
        self.__name__, self.__doc__ = name, real.__doc__

    def look(self, path: Any, *more: Any, **named: Any) -> Any:
        """Record that a file is looked for, then call the real function."""
        if _is_on:
            mode = more[0] if more else named.get("mode", 0)
            writes = self._name == "access" and type(mode) is int and mode & os.W_OK != 0
            asked_file(path, f"os.{self._name}", writes)
        return self._real(path, *more, **named)


def asked_file(path: object, how: str, writes: bool = False) -> None:
    """Record that the test looks for a file, or asks whether it is writable."""
    if not _is_on or surroundings.is_at_work():
        return
    if isinstance(path, int):
        if how == "open" and path <= 2:  # a standard stream, which the file object will close
            _reached_out(how)
        return
    if how == "open" and _has_no_descriptor_left():
        _reached_out("a limit of open files")
    try:
        text = os.fsdecode(path)  # type: ignore[arg-type]
        here = os.getcwd()
        whole = os.path.normpath(os.path.join(here, text))
    except (TypeError, ValueError, OSError):
        return
    if not text or surroundings.owns(whole) or whole in _EVERYWHERE:
        return
    # two processes have different homes, so they answer differently
    if how != "open" and surroundings.is_in_home(whole):
        return
    known = [_root, sys.prefix, sys.base_prefix, *filter(None, sys.path)]
    if any(_holds(one, whole) for one in known):
        # The sandbox forbids to write there, and another checkout may have the missing file. A
        # relative path may be relative to a folder's descriptor.
        is_lacking = os.path.isabs(text) and _is_missing(whole)
        if writes or is_lacking and _asker(2, _PASSING_FILES) == "project":
            _reached_out(how)
        return
    if any(_holds(whole, one) for one in (*known, here, surroundings.home())):
        return
    asker = _asker(2, _PASSING_FILES)
    if asker == "reader":
        return
    if _holds(here, whole):
        look_in_folder()
    elif asker == "project" or not any(_holds(folder, whole) for folder in _SYSTEM):
        _reached_out(how)


def _is_missing(path: str) -> bool:
    try:
        _lstat(path)
    except (OSError, ValueError):
        return True
    return False


def _has_no_descriptor_left() -> bool:
    try:
        _close(_duplicate(2))
    except OSError as error:
        return error.errno == errno.EMFILE
    return False


def look_in_folder() -> None:
    """Record that the test looks for a file in the current folder."""
    global _asked_folder
    _asked_folder = True


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder if folder.endswith(os.sep) else folder + os.sep)


def _watch_threads() -> None:
    """Record threads that the sandbox refuses to start, since they would start elsewhere."""
    import _thread

    owners: list[Any] = [_thread, sys.modules.get("threading")]
    for owner in filter(None, owners):
        for name in (
            *("start_new_thread", "start_joinable_thread"),
            *("_start_new_thread", "_start_joinable_thread"),
        ):
            if (start := getattr(owner, name, None)) is not None:
                setattr(owner, name, _Starting(start).start)


class _Starting:
    def __init__(self, start: Callable[..., Any]) -> None:
        self._start = start
        self.__name__, self.__doc__ = getattr(start, "__name__", ""), start.__doc__

    def start(self, *arguments: Any, **named: Any) -> Any:
        """Start a thread; record a refusal."""
        try:
            return self._start(*arguments, **named)
        except RuntimeError:
            if _is_on:
                _reached_out("a thread that cannot start")
            raise
