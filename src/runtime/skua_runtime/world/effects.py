"""What a statement of a test did to the world around it: what it printed and logged, the module's
names that it changed, the files that it wrote.

As a test under pytest sees it: output as `capsys` has it, which replaces `sys.stdout` and `sys.stderr`
and takes nothing of what goes to streams that were saved before; records as `caplog` has them, by a
handler of the root logger.
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
# Frameworks whose loggers say of an answer what the answer says.
_TELL_OF_ANSWERS = {"django"}
_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes})
# Containers whose order or subclass does not matter, and the plain type as which they are compared.
_CONTAINERS: dict[type, type] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
    dict: dict,
    collections.OrderedDict: dict,
    collections.defaultdict: dict,
    collections.Counter: dict,
}

_log: Any = None  # the handler of records, once it is installed


def install() -> None:
    """Install before the subject is imported: under pytest the root logger has handlers then, too.
    """
    global _log
    if _log is None:
        _log = _Log()
        _keep_warnings_off_stderr()


class Effects:
    """Collects effects. Called in this order: begin; take or discard after each statement;
    needs_real_streams."""

    def __init__(self, names: dict[str, Any]) -> None:
        """`names` are those of the subject."""
        self._globals = _Globals(names)
        self._streams: dict[str, _Stream] = {}
        self._files: dict[str, bytes] = {}
        self._before: Optional[tuple[Any, Any]] = None  # the real streams, while they are replaced

    def begin(self) -> None:
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
        """Puts the streams back."""
        if self._before is not None:
            sys.stdout, sys.stderr = self._before
            self._before = None

    def take(self) -> dict[str, Any]:
        """What happened since the last call, as fields of a statement in OBSERVATION."""
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
        """Whether anything was printed or logged since the last call; it is then forgotten."""
        return any([taken != empty for (_, taken), empty in zip(self._taken(), ("", "", []))])

    def prepared(self) -> None:
        """Count changes of files since the last call as the test's own preparation."""
        self._files = surroundings.files()

    @property
    def needs_real_streams(self) -> bool:
        """Whether the test asked for something that capsys lacks: a stream's file descriptor."""
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
    """A file's content as reading text gives it, or as bytes where that would change it."""
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
    """A stream like that of capsys, but with a descriptor and a bounded amount."""

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
        """The text since the last call; None when no assertion can state it."""
        try:
            data, overflowed = self._sink.getvalue(), self._sink.overflowed
            if data or overflowed:
                self._sink.seek(0)
                self._sink.truncate()
                self._sink.overflowed = False
            text = data.decode()
        except ValueError:  # closed by the subject, or no UTF-8
            return None
        if overflowed or len(text) > LONGEST_TEXT or is_volatile(text):
            return None
        return text


def _keep_warnings_off_stderr() -> None:
    """Keep warnings away from stderr, as pytest does, which collects them."""
    import warnings

    warnings._showwarnmsg_impl = lambda message: None  # type: ignore[attr-defined]


class _Log:
    """Collects the records that reach the root logger."""

    def __init__(self) -> None:
        import logging  # imported only where somebody observes

        taken: list[tuple[str, int, str]] = []

        class Handler(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                # Not caught: under pytest, a message that cannot be formatted is an error.
                message = record.getMessage()
                if len(taken) <= _MOST_RECORDS:
                    taken.append((record.name, record.levelno, message))

        self._taken = taken
        self._root = logging.getLogger()
        self._handler = Handler()
        self._root.addHandler(self._handler)
        self._state: Optional[tuple[list[Any], int]] = None

    def begin(self) -> None:
        """Put the root logger back as the import left it."""
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
    """The subject's public names whose values are plain and small."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._known: dict[str, Any] = {}

    def note(self) -> None:
        """Count changes from now on."""
        for _ in self._changed():
            pass

    def take(self) -> list[tuple[str, Value]]:
        """The names whose values have changed since the last call, with their values."""
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
        """A state that differs if the value does; for other objects this module, so that it never
        differs."""
        kind = type(value)
        if kind in _SCALARS:
            return value
        if kind in _CONTAINERS and len(value) <= MOST_ITEMS:
            try:  # version 2 is equal for equal values, whoever else refers to them
                plain = _CONTAINERS[kind]
                return marshal.dumps(value if plain is kind else plain(value), 2)
            except ValueError:  # it holds something that is not plain
                pass
        return self
