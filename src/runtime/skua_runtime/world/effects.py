"""Observes effects of a statement: output, log records, changed globals of the module, written
files.

Effects are observed as a pytest test would: output as by `capsys`, which replaces `sys.stdout` and
`sys.stderr` but not references saved before; log records as by `caplog`, with a handler of the root
logger.
"""

from __future__ import annotations

import collections
import io
import marshal
import sys
from typing import Any, Iterator, Optional

import skua_native

from skua_runtime.world import surroundings
from skua_runtime.world.values import LONGEST_TEXT, MOST_ITEMS, Value, is_volatile, to_value

_MOST_RECORDS = 20
# Frameworks whose log records repeat the answer's content.
_TELL_OF_ANSWERS = {"django"}
_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes})
# Maps containers to the plain type as which they are compared, ignoring order and subclass.
_CONTAINERS: dict[type, type] = {
    list: list, tuple: tuple, set: set, frozenset: frozenset, dict: dict,
    collections.OrderedDict: dict, collections.defaultdict: dict, collections.Counter: dict,
}  # fmt: skip

_log: Any = None  # the handler of log records, once installed


def install() -> None:
    """Install the log handler. Call before the import of the subject, since under pytest the root
    logger has handlers, too."""
    global _log
    if _log is None:
        _log = _Log()
        _keep_warnings_off_stderr()


class Effects:
    """Collects effects. Call in this order: begin; take or discard after each statement;
    needs_real_streams."""

    def __init__(self, names: dict[str, Any]) -> None:
        """`names` is the subject's namespace."""
        self._globals = _Globals(names)
        self._streams: dict[str, _Stream] = {}
        self._files: dict[str, bytes] = {}
        # real stdout and stderr while they are replaced
        self._before: Optional[tuple[Any, Any]] = None

    def begin(self) -> None:
        """Replace the streams; a test begins."""
        self.end()
        install()
        _log.begin()
        self._before = (sys.stdout, sys.stderr)
        self._streams = {"printed": _Stream(1), "printed_errors": _Stream(2)}
        sys.stdout, sys.stderr = self._streams.values()
        skua_native.after_test(self.end)
        self._globals.note()
        self._files = {}

    def end(self) -> None:
        """Restore the streams."""
        if self._before is not None:
            sys.stdout, sys.stderr = self._before
            self._before = None

    def take(self) -> dict[str, Any]:
        """The effects since the last call, as fields of a statement in OBSERVATION."""
        happened: dict[str, Any] = {}
        unstable = []
        for name, taken in self._taken():
            if taken is None:
                unstable.append(name)
            elif taken:
                happened[name] = taken
        if unstable:
            happened["unstable"] = unstable
        if changed := self._globals.take():
            happened["globals"] = changed
        if written := self._take_files():
            happened["files"] = written
        return happened

    def discard(self) -> bool:
        """Whether anything was printed or logged since the last call; forgets it."""
        return any([taken != empty for (_, taken), empty in zip(self._taken(), ("", "", []))])

    def prepared(self) -> None:
        """Ignore changes of files since the last call: the test prepared them."""
        self._files = surroundings.files()

    @property
    def needs_real_streams(self) -> bool:
        """Whether the test called fileno() of a stream, which capsys does not support."""
        return any(stream.number_was_asked for stream in self._streams.values())

    def _taken(self) -> list[tuple[str, Any]]:
        taken: list[tuple[str, Any]] = [(name, s.take()) for name, s in self._streams.items()]
        return [*taken, ("logged", _log.take())]

    def _take_files(self) -> list[tuple[str, Value]]:
        before, self._files = self._files, surroundings.files()
        changed: list[tuple[str, Value]] = []
        for path in sorted({*before, *self._files}):
            content = self._files.get(path)
            if content != before.get(path):
                changed.append((path, to_value(None if content is None else _text(content))))
        return [(path, value) for path, value in changed if value["k"] != "opaque"]


def _text(content: bytes) -> Any:
    """The content as a string, or as bytes if it does not survive reading as text."""
    try:
        return content if b"\r" in content else content.decode()
    except UnicodeDecodeError:
        return content


class _Sink(io.BytesIO):
    overflowed = False

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        if self.tell() + size > 4 * LONGEST_TEXT:
            self.overflowed = True
            return size
        return super().write(data)


class _Stream(surroundings.OutputStream):
    """A stream like that of capsys, but with a descriptor and a limit."""

    def __init__(self, number: int) -> None:
        self._sink = _Sink()
        super().__init__(number, self._sink, errors="surrogatepass", newline="", write_through=True)
        self.number_was_asked = False

    @property
    def name(self) -> str:
        return ("<stdout>", "<stderr>")[self._number - 1]

    def fileno(self) -> int:
        self.number_was_asked = True
        return self._number

    def take(self) -> Optional[str]:
        """The output since the last call; None if no assertion can state it."""
        try:
            data, overflowed = self._sink.getvalue(), self._sink.overflowed
            if data or overflowed:
                self._sink.seek(0)
                self._sink.truncate()
                self._sink.overflowed = False
            text = data.decode()
        except ValueError:  # the subject closed the stream, or wrote no UTF-8
            return None
        if overflowed or len(text) > LONGEST_TEXT or is_volatile(text):
            return None
        return text


def _keep_warnings_off_stderr() -> None:
    """Drop warnings, since pytest collects them instead of printing them."""
    import warnings

    warnings._showwarnmsg_impl = lambda message: None  # type: ignore[attr-defined]


class _Log:
    """Collects records at the root logger."""

    def __init__(self) -> None:
        import logging  # imported only in observing processes

        taken: list[tuple[str, int, str]] = []

        class Handler(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                # Not caught: under pytest, a record that cannot be formatted is an error.
                message = record.getMessage()
                if len(taken) <= _MOST_RECORDS:
                    taken.append((record.name, record.levelno, message))

        self._taken = taken
        self._root = logging.getLogger()
        self._handler = Handler()
        self._root.addHandler(self._handler)
        self._state: Optional[tuple[list[Any], int]] = None

    def begin(self) -> None:
        """Restore the root logger as the import left it."""
        self._taken.clear()
        if self._state is None:
            self._state = (self._root.handlers[:], self._root.level)
            if self._handler not in self._state[0]:
                self._state[0].append(self._handler)
        handlers, level = self._state
        self._root.handlers[:] = handlers
        if self._root.level != level:
            self._root.setLevel(level)

    def take(self) -> Optional[list[tuple[str, int, str]]]:
        taken = self._taken[:]
        self._taken.clear()
        if len(taken) > _MOST_RECORDS:
            return None
        for name, _, message in taken:
            for text in (name, message):
                if to_value(text).get("t") is None:
                    return None
        if all(name.partition(".")[0] in _TELL_OF_ANSWERS for name, _, _ in taken):
            return []
        return taken


class _Globals:
    """The subject's public names with plain and small values."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._known: dict[str, Any] = {}

    def note(self) -> None:
        """Forget changes until now."""
        for _ in self._changed():
            pass

    def take(self) -> list[tuple[str, Value]]:
        """The names with values that changed since the last call, with the values."""
        described = [(name, to_value(value)) for name, value in self._changed()]
        return [(name, value) for name, value in described if value["k"] != "opaque"]

    def _changed(self) -> Iterator[tuple[str, Any]]:
        for name, value in list(self._names.items()):
            if type(name) is not str or name[:1] == "_":
                continue
            state, before = self._state_of(value), self._known.get(name, self)
            if state is before or (type(state) is type(before) and state == before):
                continue
            self._known[name] = state
            if state is not self:
                yield name, value

    def _state_of(self, value: Any) -> Any:
        """A state that changes with the value. For a value that is not plain: self, which never
        changes."""
        kind = type(value)
        if kind in _SCALARS:
            return value
        if kind in _CONTAINERS and len(value) <= MOST_ITEMS:
            try:  # format 2 ignores reference counts, so equal values give equal bytes
                plain = _CONTAINERS[kind]
                return marshal.dumps(value if plain is kind else plain(value), 2)
            except ValueError:  # an item of the container is not plain
                pass
        return self
