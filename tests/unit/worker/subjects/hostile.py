"""What a test may do to the process it runs in. Only ever called in contained processes."""

import itertools
import math
import os
import shutil
import signal
import socket
import stat
import struct
import sys
import time


def add(left: int, right: int) -> int:
    if left > right:
        return left - right
    return left + right


def remember(value: int, seen: list = []) -> int:
    seen.append(value)
    return len(seen)


def raise_key_error() -> None:
    raise KeyError("missing")


def loop() -> None:
    while True:
        pass


def count(limit: int = 1 << 60) -> int:
    number = 0
    while number < limit:
        number += 1
    return number


def loop_and_swallow() -> None:
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def hang_in_c() -> None:
    sum(itertools.repeat(0))  # never returns to where Python looks for signals


def block_signals_and_sleep() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass


def end_process(status: int) -> None:
    os._exit(status)


def leave() -> None:
    sys.exit(3)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def recurse(depth: int = 0) -> int:
    return recurse(depth + 1) + 1


def eat_memory() -> int:
    return len([bytes(1 << 26) for _ in range(1 << 16)])


def fork_and_return() -> int:
    return os.fork() and 1


def leave_a_process_behind(own_session: bool) -> int:
    process = os.fork()
    while process == 0:
        if own_session:
            os.setsid()
            own_session = False
        signal.pause()
    return process


def write_file(path: str) -> bool:
    with open(path, "w") as file:
        file.write("written")
    return True


def remove_tree(path: str) -> bool:
    shutil.rmtree(path, ignore_errors=True)
    return os.path.exists(path)


def write_much(path: str) -> None:
    with open(path, "wb") as file:
        while True:
            file.write(bytes(1 << 20))


def environment() -> list[str]:
    return sorted(os.environ)


def environment_of_parent() -> bytes:
    with open(f"/proc/{os.getppid()}/environ", "rb") as file:
        return file.read()


def environment_of(pid: int) -> bytes:
    with open(f"/proc/{pid}/environ", "rb") as file:
        return file.read()


def kill(pid: int) -> bool:
    os.kill(pid, signal.SIGTERM)
    return True


def kill_parent() -> bool:
    os.kill(os.getppid(), signal.SIGKILL)
    return True


def connect(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=5):
        return True


def print_much() -> int:
    for _ in range(2000):
        print("x" * 1000)
        print("y" * 1000, file=sys.stderr)
    return 1


def read_stdin() -> str:
    return sys.stdin.read()


def close_everything() -> None:
    os.closerange(3, 256)


def write_to_every_descriptor() -> None:
    for descriptor in range(3, 256):
        try:
            os.write(descriptor, b"SKUA is what this is not")
        except OSError:
            pass


# Answers in the worker's place: a trace of a test of two statements that passed, but for one lie.
LIES = {
    "executed": {"executed": 1},
    "code_object": {"code_objects": [999_999]},
    "order": {"code_objects": [1, 0]},
    "predicate": {"predicates": [(999_999, 0.0, 1.0)]},
    "distance": {"predicates": [(0, math.nan, 1.0)]},
    "negative": {"predicates": [(0, 0.0, -1.0)]},
    "class": {"classes": [0, 999_999]},
    "verdict": {"verdict": 5},
    "rest": {"rest": b"?"},
}


_unseen = itertools.count()  # no snapshot sees how far it is
_calls = []


def count_unseen() -> int:
    return next(_unseen)


def count_calls() -> int:
    _calls.append(None)
    return len(_calls)


def end_process_if_counted() -> int:
    if next(_unseen) > 0:
        os._exit(3)
    return 7


def forge_trace(lie: str) -> None:
    told = {"verdict": 0, "executed": 2, "code_objects": [], "predicates": [], "rest": b""}
    told |= {"classes": [0xFFFFFFFF] * 2, **LIES.get(lie, {})}
    body = struct.pack("<IIBHQ", 0, 1, told["verdict"], told["executed"], 1)
    body += struct.pack("<4I", 0, 9, 0, 0)  # loops, calls, objects, statements
    body += struct.pack(
        f"<I{len(told['code_objects'])}I", len(told["code_objects"]), *told["code_objects"]
    )
    body += struct.pack("<I", len(told["predicates"]))
    body += b"".join(struct.pack("<Idd", *one) for one in told["predicates"])
    body += struct.pack("<II2II2BI", 0, 2, *told["classes"], 2, 0, 0, 0)
    body += struct.pack("<II", 0, 0)  # where it raised
    body += struct.pack("<BBI", 0, 0, 0) + told["rest"]
    frame = struct.pack("<4sHHI", b"SKUA", 1, 3, len(body)) + body
    for descriptor in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                os.write(descriptor, frame)
        except OSError:
            pass


def working_folder_backwards() -> str:
    return os.getcwd()[::-1]  # observations leave out texts that name it


def parent() -> int:
    return os.getppid()


def user() -> int:
    return os.getuid()
