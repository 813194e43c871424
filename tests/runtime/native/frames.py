"""The frames of src/protocol as the engine writes and reads them, for tests of the extension alone."""

from __future__ import annotations

import dataclasses
import json
import os
import select
import signal
import socket
import struct
from typing import Any, Callable, Iterable, Iterator, Sequence

MAGIC, VERSION = 0x41554B53, 1
BATCH, TRACES, OBSERVE, OBSERVATION, RETIRE = 2, 3, 4, 5, 6
PASSED, RAISED, TIMED_OUT, CRASHED, OUT_OF_MEMORY = 0, 1, 2, 3, 4
NO_INDEX = 0xFFFFFFFF
POSITION, KEYWORD, UNPACK_SEQUENCE, UNPACK_MAPPING = 0, 1, 2, 3

COLLECTIONS = {list: 7, tuple: 8, set: 9, frozenset: 10, dict: 11}


def frame(kind: int, body: bytes) -> bytes:
    return struct.pack("<IHHI", MAGIC, VERSION, kind, len(body)) + body


def text(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def value(constant: Any) -> bytes:
    """A statement that assigns a primitive."""
    if constant is None:
        return b"\x00"
    if isinstance(constant, bool):
        return struct.pack("<BB", 1, constant)
    if isinstance(constant, int):
        if -(2**63) <= constant < 2**63:
            return struct.pack("<Bq", 2, constant)
        return b"\x82" + text(str(constant).encode())
    if isinstance(constant, float):
        return struct.pack("<Bd", 3, constant)
    if isinstance(constant, complex):
        return struct.pack("<Bdd", 4, constant.real, constant.imag)
    if isinstance(constant, str):
        return b"\x05" + text(constant.encode("utf-8", "surrogatepass"))
    if isinstance(constant, bytes):
        return b"\x06" + text(constant)
    raise TypeError(constant)


def operands(variables: Sequence[int]) -> bytes:
    return struct.pack(f"<H{len(variables)}H", len(variables), *variables)


def collection(kind: type, *variables: int) -> bytes:
    return bytes([COLLECTIONS[kind]]) + operands(variables)


def enum_member(class_index: int, member: int) -> bytes:
    return struct.pack("<BII", 12, class_index, member)


def class_value(class_index: int) -> bytes:
    return struct.pack("<BI", 13, class_index)


def function(callable_index: int, *receiver: int) -> bytes:
    """A callable, or the receiver's bound method, as a value."""
    return struct.pack("<BI", 15, callable_index) + operands(receiver)


def constant_lambda(*result: int, answering: int = 0) -> bytes:
    return bytes([16, answering]) + operands(result)


def call(
    callable_index: int, *arguments: int | tuple[int, int, int], receiver: int | None = None
) -> bytes:
    """A call; an argument is a variable by position, or (variable, parameter, how it is passed)."""
    full = [a if isinstance(a, tuple) else (a, i, POSITION) for i, a in enumerate(arguments)]
    variables = ([] if receiver is None else [receiver]) + [a[0] for a in full]
    head = struct.pack("<BIB", 14, callable_index, receiver is not None)
    return head + operands(variables) + b"".join(struct.pack("<HB", a[1], a[2]) for a in full)


def lazy(decisions: int) -> bytes:
    return struct.pack("<Bq", 17, decisions)


def batch(
    tests: Iterable[Sequence[bytes]],
    *,
    kind: int = BATCH,
    seconds: float = 5.0,
    probes: int = 1_000_000,
    mutant: int = NO_INDEX,
    flush_each: bool = False,
    collect_operands: bool = True,
    world: int = 0,
) -> bytes:
    encoded = [struct.pack("<H", len(test)) + b"".join(test) for test in tests]
    flags = flush_each | collect_operands << 1
    limits = struct.pack("<II", int(seconds * 1e6), probes)
    head = limits + struct.pack("<IBBI", mutant, flags, world, len(encoded))
    return frame(kind, head + b"".join(encoded))


def retire(*predicates: int) -> bytes:
    return frame(RETIRE, struct.pack(f"<I{len(predicates)}I", len(predicates), *predicates))


# model::ValueClass, in the order of its enumerators.
VALUE_CLASSES = "other none false true negative zero positive nan empty filled".split()


@dataclasses.dataclass
class Trace:
    verdict: int
    executed: int
    nanoseconds: int
    cost: tuple[int, int, int, int]
    code_objects: list[int]
    predicates: dict[int, tuple[float, float]]
    operands: list[tuple[int, Any, Any]]
    result_classes: list[int]
    result_values: list[str]
    exception: str
    raised_in: str = ""
    raised_at: int = 0
    reached_out: bool = False
    left_state: bool = False
    lazy_uses: list[LazyUse] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class LazyUse:
    parent: int
    part: int  # argument, attribute, item, element, result
    variable: int
    name: str
    key: Any
    operations: int
    operands: list[Any]
    classes: list[int]
    builtins: int
    given: Any


class Reader:
    def __init__(self, body: bytes) -> None:
        self.body, self.place = body, 0

    def get(self, code: str) -> Any:
        found = struct.unpack_from("<" + code, self.body, self.place)
        self.place += struct.calcsize("<" + code)
        return found[0] if len(found) == 1 else found

    def text(self) -> bytes:
        size = self.get("I")
        self.place += size
        return self.body[self.place - size : self.place]

    def list(self, item: Callable[[], Any]) -> list[Any]:
        return [item() for _ in range(self.get("I"))]

    def value(self) -> Any:
        kind = self.get("B")
        if kind == 0x82:
            return int(self.text())
        return {
            0: lambda: None,
            1: lambda: bool(self.get("q")),
            2: lambda: self.get("q"),
            3: lambda: self.get("d"),
            5: lambda: self.text().decode("utf-8", "surrogatepass"),
            6: self.text,
        }[kind]()

    def trace(self) -> Trace:
        return Trace(
            *self.get("BHQ"),
            cost=self.get("IIII"),
            code_objects=self.list(lambda: self.get("I")),
            predicates={p: (t, f) for p, t, f in self.list(lambda: self.get("Idd"))},
            operands=self.list(lambda: (self.get("I"), self.value(), self.value())),
            result_classes=self.list(lambda: self.get("I")),
            result_values=self.list(lambda: VALUE_CLASSES[self.get("B")]),
            exception=self.text().decode(),
            raised_in=self.text().decode(),
            raised_at=self.get("I"),
            reached_out=bool(self.get("B")),
            left_state=bool(self.get("B")),
            lazy_uses=self.list(self.lazy_use),
        )

    def lazy_use(self) -> LazyUse:
        return LazyUse(
            *self.get("IBH"),
            name=self.text().decode(),
            key=self.value(),
            operations=self.get("I"),
            operands=self.list(self.value),
            classes=self.list(lambda: self.get("I")),
            builtins=self.get("I"),
            given=self.value(),
        )


class Child:
    """A forked process inside skua_native.serve, and the engine's end of its socket."""

    def __init__(self, prepare: Callable[[], Any], observer: Any = None) -> None:
        """`prepare` runs in the child, before it serves."""
        import skua_native

        ours, theirs = socket.socketpair()
        self.process = os.fork()
        if self.process == 0:
            status = 99
            try:
                ours.close()
                devnull = os.open(os.devnull, os.O_WRONLY)
                os.dup2(devnull, 2)
                prepare()
                skua_native.serve(theirs.fileno(), observer)
                status = 0
            except BaseException as error:  # reported by its type: the parent asserts on the status
                status = 98 if isinstance(error, RuntimeError) else 99
            finally:
                os._exit(status)
        theirs.close()
        self.socket = ours
        self.tests = 0  # that it has answered
        self.frames = 0  # how many frames the last batch was answered by
        # Of the last observation: probes executed, whether state was left, whether chance decided
        # something, mutants reached.
        self.probes, self.left_state, self.asked_worlds, self.reached = 0, False, 0, []

    def receive(self) -> tuple[int, bytes] | None:
        def exactly(size: int) -> bytes | None:
            got = b""
            while len(got) < size:
                ready, _, _ = select.select([self.socket], [], [], 60)
                try:
                    part = self.socket.recv(size - len(got)) if ready else b""
                except ConnectionResetError:  # the child has ended with something of ours unread
                    part = b""
                if not part:
                    return None
                got += part
            return got

        header = exactly(12)
        if header is None:
            return None
        magic, version, kind, length = struct.unpack("<IHHI", header)
        assert (magic, version) == (MAGIC, VERSION)
        body = exactly(length)
        return None if body is None else (kind, body)

    def run(self, tests: Sequence[Sequence[bytes]], **options: Any) -> list[Trace]:
        """The traces of a batch; fewer than tests when the child has ended."""
        return [t for reader in self._answers(tests, **options) for t in reader.list(reader.trace)]

    def run_unread(self, tests: Sequence[Sequence[bytes]]) -> None:
        """Runs a batch whose traces nobody looks at, which would take longer than the tests."""
        before = self.tests
        for _ in self._answers(tests):
            pass
        assert self.tests == before + len(tests)

    def _answers(self, tests: Sequence[Sequence[bytes]], **options: Any) -> Iterator[Reader]:
        """The frames that answer a batch, each read up to the number of its traces."""
        self.socket.sendall(batch(tests, **options))
        self.frames = 0
        last = self.tests + len(tests)
        while self.tests < last and (received := self.receive()) is not None:
            kind, body = received
            assert kind == TRACES
            reader = Reader(body)
            assert reader.get("I") == self.tests
            (count,) = struct.unpack_from("<I", body, reader.place)
            self.tests += count
            self.frames += 1
            yield reader

    def observe(self, test: Sequence[bytes], **options: Any) -> Any:
        self.socket.sendall(batch([test], kind=OBSERVE, **options))
        received = self.receive()
        if received is None:
            return None
        assert received[0] == OBSERVATION
        reader = Reader(received[1])
        assert reader.get("I") == self.tests
        self.tests += 1
        self.probes, self.left_state = reader.get("Q"), bool(reader.get("B"))
        self.asked_worlds = reader.get("B")
        self.reached = reader.list(lambda: reader.get("I"))
        return json.loads(reader.body[reader.place :])

    def retire(self, *predicates: int) -> None:
        self.socket.sendall(retire(*predicates))

    def end(self) -> int:
        """Closes the socket; the child's wait status as a number (negative: a signal)."""
        self.socket.close()
        if self.process:
            _, status = os.waitpid(self.process, 0)
            self.process = 0
            self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
        self.end()
