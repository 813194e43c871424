"""The fork server, over a socket pair, as the engine talks to it."""

import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys

import pytest
from support import RUNTIME

BOOTSTRAP = (
    "import sys; sys.path.insert(0, sys.argv[1]); import support; support.native(); "
    "from skua_runtime.serving.server import main; sys.path.remove(sys.argv[1]); main(int(sys.argv[2]))"
)
HEADER = struct.Struct("<4sHHI")


class Client:
    def __init__(self):
        self.socket, theirs = socket.socketpair()
        self.socket.settimeout(60)
        self.process = subprocess.Popen(
            [
                sys.executable, "-B", "-c", BOOTSTRAP, os.path.dirname(__file__),
                str(theirs.fileno()),
            ],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()

    def tell(self, request, descriptors=()):
        body = json.dumps(request).encode()
        frame = HEADER.pack(b"SKUA", 1, 1, len(body)) + body
        if descriptors:
            socket.send_fds(self.socket, [frame], descriptors)
        else:
            self.socket.sendall(frame)

    def ask(self, request, descriptors=()):
        self.tell(request, descriptors)
        return self.hear()

    def hear(self):
        magic, version, kind, length = HEADER.unpack(self.read(HEADER.size))
        assert (magic, version, kind) == (b"SKUA", 1, 1)
        return json.loads(self.read(length))

    def read(self, size):
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            assert more, "the server hung up"
            data += more
        return data

    def fork(self):
        ours, theirs = socket.socketpair()
        answer = self.ask({"do": "fork"}, [theirs.fileno()])
        theirs.close()
        return ours, answer["pid"]


@pytest.fixture
def client():
    client = Client()
    yield client
    client.socket.close()
    client.process.wait(timeout=60)


@pytest.fixture
def load(client, tmp_path):
    def load(text):
        file = tmp_path / "subject.py"
        file.write_text(text)
        answer = client.ask(
            {
                "do": "load",
                "module": "subject",
                "file": str(file),
                "root": str(tmp_path),
                "path": [str(tmp_path)],
                "instrument": True,
            }
        )
        # Between the import and the description, which may take far longer.
        return client.hear() if answer == {"imported": True} else answer

    return load


def test_loads_forks_and_reaps(client, load):
    answer = load("def f(x): return 1 if x else 2\n")
    assert answer["ok"] and answer["notes"] == []
    assert [one["name"] for one in answer["subject"]["callables"]] == ["f"]
    first, first_pid = client.fork()
    second, second_pid = client.fork()
    assert first_pid != second_pid
    first.close()
    assert client.ask({"do": "reap", "pid": first_pid}) == {"ok": True, "exit": 0}
    os.kill(second_pid, signal.SIGKILL)
    assert client.ask({"do": "reap", "pid": second_pid}) == {"ok": True, "signal": 9}
    second.close()


def test_reaps_a_child_that_is_left_when_it_has_ended(client, load):
    assert load("def f(): pass\n")["ok"]
    first, first_pid = client.fork()
    ended = os.pidfd_open(first_pid)
    client.tell({"do": "leave", "pid": first_pid})  # which does not wait
    second, second_pid = client.fork()  # the answer shows that the server has come so far
    first.close()
    assert select.select([ended], [], [], 60)[0]
    assert os.path.exists(f"/proc/{first_pid}")
    client.tell({"do": "leave", "pid": second_pid})
    second.close()
    third, third_pid = client.fork()
    assert not os.path.exists(f"/proc/{first_pid}")
    third.close()
    assert client.ask({"do": "reap", "pid": third_pid}) == {"ok": True, "exit": 0}
    os.close(ended)


def test_a_child_holds_no_end_of_the_servers_socket(client, load):
    assert load("def f(): pass\n")["ok"]
    child, pid = client.fork()
    client.process.kill()
    assert client.socket.recv(1) == b""  # nobody else has the other end
    child.close()


def test_greets_before_it_loads(client, load):
    assert client.ask({"do": "greet"}) == {"ok": True}
    assert load("def f(x): return x\n")["ok"]


def test_says_that_a_module_is_imported_before_it_describes_it(client, tmp_path):
    for name, text, first in (
        ("fails", "raise ValueError\n", "code"),
        ("works", "def f(x): return x\n", "imported"),
    ):
        (tmp_path / f"{name}.py").write_text(text)
        request = {"do": "load", "module": name, "file": str(tmp_path / f"{name}.py")}
        answer = client.ask(
            {**request, "root": str(tmp_path), "path": [str(tmp_path)], "instrument": True}
        )
        assert first in answer, answer
    assert client.hear()["ok"]


def test_a_failed_load_leaves_the_server_alive(client, load):
    assert load("def f(:\n")["code"] == "SKUA-N101"
    answer = client.ask({"do": "reap", "pid": 1})
    assert not answer["ok"] and "ChildProcessError" in answer["error"]
    assert "ValueError" in client.ask({"do": "sing"})["error"]


def test_a_module_that_ends_the_process_ends_the_server(client, tmp_path):
    (tmp_path / "subject.py").write_text("import os\nos._exit(3)\n")
    with pytest.raises(AssertionError, match="hung up"):
        client.ask(
            {
                "do": "load",
                "module": "subject",
                "file": str(tmp_path / "subject.py"),
                "root": str(tmp_path),
                "path": [str(tmp_path)],
                "instrument": True,
            }
        )
    assert client.process.wait(timeout=60) == 3


def test_the_subject_meets_what_it_would_under_pytest_and_no_main_of_ours(load, tmp_path):
    answer = load(
        "import sys, __main__\n"
        "assert sys.argv == ['pytest'], sys.argv\n"
        "assert [n for n in vars(__main__) if not n.startswith('__')] == [], vars(__main__)\n"
        "assert not hasattr(__main__, '__file__')\n"
        f"assert {str(RUNTIME)!r} not in sys.path, sys.path\n"
        f"assert sys.path[0] == {str(tmp_path)!r}\n"
        "def f(): pass\n"
    )
    assert answer["ok"], answer


def test_the_server_ends_without_running_more_of_the_subject(client, load, tmp_path):
    load(
        "import atexit, threading\n"
        f"atexit.register(lambda: open({str(tmp_path / 'ran')!r}, 'w').close())\n"
        "threading.Thread(target=threading.Event().wait).start()\n"
        "def f(): pass\n"
    )
    client.socket.close()
    assert client.process.wait(timeout=60) == 0
    assert not (tmp_path / "ran").exists()


def observe(child, number, *statements):
    """Sends one test to a child, its `number`th, to be described; statements as bytes."""
    no_mutant = 0xFFFFFFFF
    body = struct.pack("<IIIBBI", 1_000_000, 1_000_000, no_mutant, 0, 0, 1)
    body += struct.pack("<H", len(statements))
    body += b"".join(statements)
    child.settimeout(60)
    child.sendall(HEADER.pack(b"SKUA", 1, 4, len(body)) + body)
    data = b""
    while len(data) < HEADER.size or len(data) < HEADER.size + HEADER.unpack(data[:12])[3]:
        more = child.recv(65536)
        assert more, "the child hung up"
        data += more
    assert HEADER.unpack(data[:12])[2] == 5
    answered, _, _, _, reached = struct.unpack_from("<IQBBI", data, HEADER.size)
    assert answered == number
    return json.loads(data[HEADER.size + 18 + 4 * reached :])


def integer(value):
    return struct.pack("<Bq", 2, value)


def call(callable, *arguments, receiver=None):
    operands = [*([] if receiver is None else [receiver]), *arguments]
    packed = struct.pack("<BIBH", 14, callable, receiver is not None, len(operands))
    packed += struct.pack(f"<{len(operands)}H", *operands)
    return packed + b"".join(struct.pack("<HB", index, 0) for index in range(len(arguments)))


def test_children_observe_tests_apart_from_each_other(client, load):
    answer = load(
        "import collections\n"
        "TOTAL = []\n"
        "class Box:\n"
        "    def __init__(self, size): self.size = size\n"
        "    def grow(self, by):\n"
        "        TOTAL.append(by)\n"
        "        self.size += by\n"
        "        return len(TOTAL)\n"
        "def check(x):\n"
        "    if x > 3: raise ValueError('large')\n"
        "    return x < 2\n"
    )
    names = [one["qualified_name"] for one in answer["subject"]["callables"]]
    box, grow, check = (names.index(name) for name in ("Box", "Box.grow", "check"))
    child, _ = client.fork()
    for number in range(2):
        seen = observe(child, number, integer(5), call(box, 0), call(grow, 0, receiver=1))
        assert seen["verdict"] == "passed"
        assert seen["statements"][2] == {
            "result": {"k": "int", "v": 1},
            "changes": [[1, {"k": "object", "c": "subject:Box", "n": -1, "f": [["size", {"k": "int", "v": 10}]]}]],
            "globals": [["TOTAL", {"k": "list", "i": [{"k": "int", "v": 5}]}]],
        }  # fmt: skip
    seen = observe(child, 2, integer(7), call(check, 0))
    assert (seen["verdict"], len(seen["statements"])) == ("raised", 1)
    assert seen["exception"]["message"] == "large" and seen["exception"]["explicit"]
    assert (seen["exception"]["path"], seen["exception"]["line"]) == ("subject.py", 10)
    seen = observe(child, 3, call(check))
    assert seen["exception"]["type"] == "builtins:TypeError" and seen["exception"]["at_boundary"]
    child.close()
