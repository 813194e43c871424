"""A net for one attack: a home with secrets, sockets, processes, a terminal, shared memory, all in
namespaces of its own, so that an attack that succeeds harms nobody.

    python net.py plain ATTACK FOLDER KIND…     calls the module's function with nothing to hold it
    python net.py sealed ATTACK FOLDER KIND…    has `skua run` generate tests for it and a good module

With kinds of kinds.py there are such files in its place. Several attacks, with a colon between them, are
modules of one run.

SKUA_ATTACK_LEVEL says what the kernel grants to the run: "root", all of it; "user", all that an
unprivileged user gets; "landlock", no namespaces; "landlock-4" or "landlock-1", these neither, and
Landlock of that ABI.

Prints what came of it as JSON. Runs in the namespaces that test_attacks.py makes.
"""

from __future__ import annotations

import ctypes
import fcntl
import glob
import json
import os
import resource
import select
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

from kinds import KINDS
from kinds import lay_out as lay_out_kinds

HERE = Path(__file__).resolve().parent
HOME = Path("/root")
PROJECT = HOME / "work" / "project"
OUTPUTS = ("tests/generated", "build", ".skua")
SECRET = "s3cr3t"  # in everything that must not get out
TOKEN_OF_PROJECT = f"{SECRET}-env-Zk93vQ1xTg7LwB2nHs8Yp4Rd"
SHM_KEY = 0x5EA1
# Each of the sandboxes, of which four may be there at once (the search and two observers of a module,
# and pytest of another), has numbers for some 360 processes. On a busy machine two more may still be
# ending.
MOST_PROCESSES = 2200
# What the files in /tmp may take: sixteen of the largest that code under test may write.
MOST_ON_DISK = 1100 << 20
MOST_OF_NOBODY = 200 << 20  # memory that is a file and has no name
# What a worker may have, with all that it starts, and so the addresses of one process.
WORKER_MEMORY = 1 << 30
MOST_MEMORY = WORKER_MEMORY + (200 << 20)
# Three workers are there at once, and are looked at now and then.
MOST_TOGETHER = 3 * WORKER_MEMORY + (1 << 30)
PORT = 8099
MOST_LATE = 60  # seconds behind its budget, after which a run is ended
PATIENCE = 5.0  # seconds in which all that a run has started must end
USER = 65534  # who runs Skua at the level "user"
# What is run without Skua is granted all at every level, since it has to show its harm.
LEVEL = "root" if sys.argv[1:2] == ["plain"] else os.environ.get("SKUA_ATTACK_LEVEL", "root")
GOOD = '''"""A module that is worth testing."""


def fee(weight: int) -> str:
    if weight > 10:
        return "heavy"
    return "light"
'''
VICTIM = """
import os, signal, sys, time
os.nice(0)
print(flush=True)
while True:
    time.sleep(100)
"""

# This checkout, the interpreter, its environment and the binary: shown where they lie in a folder that the net hides.
NEEDED = [
    HERE.parents[1],
    Path(sys.base_prefix),
    Path(sys.prefix),
    Path(os.environ.get("SKUA_BINARY", sys.executable)).resolve(),
]

libc = ctypes.CDLL(None, use_errno=True)


def mount(kind: str, target: str, options: str = "") -> None:
    Path(target).mkdir(parents=True, exist_ok=True)
    done = libc.mount(kind.encode(), target.encode(), kind.encode(), 0, options.encode())
    if done != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount {kind} on {target}")


def show(path: Path, opened: int) -> bool:
    """Mounts what was opened before its place was hidden, read-only. Whether that was needed."""
    if path.exists():
        return False
    if stat.S_ISDIR(os.fstat(opened).st_mode):
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    bind, change, read_only = 0x1000, 0x20, 1
    source = f"/proc/self/fd/{opened}".encode()
    kept = os.fstatvfs(opened).f_flag & 0xE  # MS_NOSUID | MS_NODEV | MS_NOEXEC may not be taken away
    for flags in (bind, bind | change | read_only | kept):
        if libc.mount(source, bytes(path), None, flags, None) != 0:
            raise OSError(ctypes.get_errno(), f"cannot show {path}")
    return True


class Net:
    """Everything that an attack could harm. `harm()` says by name what was."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        libc.mount(None, b"/", None, 0x44000, None)  # MS_REC | MS_PRIVATE
        needed = [(path, os.open(path, os.O_PATH)) for path in NEEDED]
        for place in ("/home", "/root", "/run"):
            mount("tmpfs", place, "mode=755")
        for place in ("/dev/shm", "/tmp"):
            mount("tmpfs", place, "mode=1777")
        self.shown = [path for path, opened in needed if show(path, opened)]
        mount("devpts", "/dev/pts", "newinstance,ptmxmode=0666,mode=620")
        mount("mqueue", "/dev/mqueue")
        if Path("/dev/ptmx").is_symlink() is False:
            libc.mount(b"/dev/pts/ptmx", b"/dev/ptmx", None, 0x1000, None)  # MS_BIND
        self.connections: list[str] = []
        self._home()
        self._ipc()
        self._sockets()
        self._network()
        self.names = self._names()
        self.victim = self._victim()
        self.master, self.slave = os.openpty()
        assert os.ttyname(self.slave) == "/dev/pts/0"
        self.typed_by_user = b""
        self.files = self._state_of_files()
        self.victim_state = self._state_of_victim()

    def _home(self) -> None:
        for name, text in {
            ".ssh/id_ed25519": f"{SECRET}-key",
            ".netrc": f"machine a login b password {SECRET}-netrc",
            ".aws/credentials": f"{SECRET}-aws",
            "notes.txt": "the user's",
            "work/.env": f"TOKEN={SECRET}-parent",
            "work/project/.env": f"TOKEN={TOKEN_OF_PROJECT}",
            "work/project/.env.local": f"TOKEN={SECRET}-local",
            # Visible, since nothing about the file tells what it is.
            "work/project/deploy/settings.cfg": f"TOKEN={TOKEN_OF_PROJECT}",
            "work/project/.git/config": f"[remote] url = https://u:{SECRET}-git@example.org",
        }.items():
            file = HOME / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        try:
            os.setxattr(HOME / "notes.txt", "user.mine", b"1")
        except OSError:  # tmpfs knows no attributes of users before Linux 6.6
            pass
        os.utime(HOME / "notes.txt", (1, 1))
        (HOME / "notes.txt").chmod(0o600)
        os.environ["HOME"] = str(HOME)

    def _ipc(self) -> None:
        self.shm = libc.shmget(SHM_KEY, 4096, 0o1600)
        self.sem = libc.semget(SHM_KEY, 1, 0o1600)
        self.msg = libc.msgget(SHM_KEY, 0o1600)
        Path("/dev/mqueue/users").write_text("")
        # A keyring of this net's alone, with a key of the user's in it.
        libc.syscall(250, 1, b"net", 0, 0, 0)
        self.key = libc.syscall(248, b"user", b"users", SECRET.encode(), len(SECRET), -3)

    def _sockets(self) -> None:
        for path in ("/run/docker.sock", str(HOME / ".ssh/agent.sock"), "/home/bus.sock"):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen()
            threading.Thread(target=self._accept, args=(listener, path), daemon=True).start()
        receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        receiver.bind("/run/log.sock")
        threading.Thread(target=self._receive, args=(receiver,), daemon=True).start()

    def _network(self) -> None:
        lo = struct.pack("16sH14x", b"lo", 1)  # IFF_UP
        with socket.socket() as any_socket:
            fcntl.ioctl(any_socket, 0x8914, lo)  # SIOCSIFFLAGS
        for family, address in ((socket.AF_INET, ("127.0.0.1", PORT)), (socket.AF_UNIX, "\0users")):
            listener = socket.socket(family)
            listener.bind(address)
            listener.listen()
            threading.Thread(target=self._accept, args=(listener, str(address)), daemon=True).start()
        for family, address in ((socket.AF_INET, ("127.0.0.1", PORT)), (socket.AF_UNIX, "\0log")):
            receiver = socket.socket(family, socket.SOCK_DGRAM)
            receiver.bind(address)
            threading.Thread(target=self._receive, args=(receiver,), daemon=True).start()

    @staticmethod
    def _names() -> tuple[str, ...]:
        return tuple(Path(f"/proc/sys/kernel/{name}").read_text() for name in ("hostname", "domainname"))

    def _accept(self, listener: socket.socket, path: str) -> None:
        while True:
            listener.accept()
            self.connections.append(path)

    def _receive(self, receiver: socket.socket) -> None:
        while receiver.recv(100):
            self.connections.append("/run/log.sock")

    def _victim(self) -> subprocess.Popen[bytes]:
        victim = subprocess.Popen(
            [*as_user(), sys.executable, "-c", VICTIM, f"--token={SECRET}-argument"],
            stdout=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "TOKEN": f"{SECRET}-environment"},
            start_new_session=True,  # so that its group is nobody else's
        )
        assert victim.stdout is not None
        victim.stdout.readline()
        return victim

    def _state_of_victim(self) -> dict[str, object]:
        pid = self.victim.pid
        if self.victim.poll() is not None:
            return {"killed": self.victim.returncode}
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return {
            "stopped": state in "Tt",
            "limits": Path(f"/proc/{pid}/limits").read_text(),
            "nice": os.getpriority(os.PRIO_PROCESS, pid),
            "scheduler": os.sched_getscheduler(pid),
            "affinity": os.sched_getaffinity(pid),
            "io": libc.syscall(252, 1, pid),
            "oom": Path(f"/proc/{pid}/oom_score_adj").read_text(),
        }

    def _state_of_files(self) -> dict[str, object]:
        found: dict[str, object] = {}
        for top in ("/root", "/home", "/tmp", "/run", "/dev/shm"):
            for folder, folders, files in os.walk(top):
                folders[:] = [name for name in folders if Path(folder, name) not in self.shown]
                for name in [*folders, *files]:
                    path = Path(folder, name)
                    if self._is_output(path):
                        continue
                    about = path.lstat()
                    known: list[object] = [stat.filemode(about.st_mode), about.st_uid]
                    if path.is_file() and not path.is_symlink():
                        known += [path.read_bytes(), about.st_mtime_ns]
                        known += [(x, os.getxattr(path, x)) for x in os.listxattr(path)]
                    found[str(path)] = known
        return found

    @staticmethod
    def _is_output(path: Path) -> bool:
        outputs = [PROJECT / output for output in OUTPUTS] + [PROJECT / "tests"]
        below = any(path == output or output in path.parents for output in outputs)
        return below or path == HOME / ".cache" or HOME / ".cache" in path.parents

    def harm(self) -> list[str]:
        """The names of what was harmed."""
        harmed = []
        if self.connections:
            harmed.append("sockets")
        state = self._state_of_victim()
        if state.get("killed") is not None or state.get("stopped"):
            harmed.append("signals")
        elif state != self.victim_state:
            print("a process was changed:", self.victim_state, state, file=sys.stderr)
            harmed.append("processes")
        files = self._state_of_files()
        if files != self.files:
            names = {
                n for n in files.keys() | self.files.keys() if files.get(n) != self.files.get(n)
            }
            print("files changed:", sorted(names), file=sys.stderr)
            harmed.append("files")
        if self._names() != self.names:
            harmed.append("machine")
        if not self._ipc_is_whole():
            harmed.append("ipc")
        if libc.syscall(250, 11, self.key, 0, 0, 0) < 0:
            harmed.append("keyring")
        if select.select([self.master], [], [], 0)[0]:
            harmed.append("terminal")
        return harmed

    def _ipc_is_whole(self) -> bool:
        for kind, own in (("shm", self.shm), ("sem", self.sem), ("msg", self.msg)):
            rows = Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]
            if [int(row.split()[1]) for row in rows] != [own]:
                return False
        return os.listdir("/dev/mqueue") == ["users"]

    def type_for(self, seconds: float) -> None:
        """The user types a password now and then, which an attack might read."""

        def type_on() -> None:
            for _ in range(int(seconds * 10)):
                os.write(self.master, f"{SECRET}-typed\n".encode())
                time.sleep(0.1)

        attributes = termios.tcgetattr(self.slave)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(self.slave, termios.TCSANOW, attributes)
        threading.Thread(target=type_on, daemon=True).start()

    def others(self) -> list[str]:
        """Command lines of processes that are not this net's."""
        known = {os.getpid(), self.victim.pid, 1}
        found = []
        for name in filter(str.isdecimal, os.listdir("/proc")):
            try:
                status = Path(f"/proc/{name}/status").read_text()
                line = Path(f"/proc/{name}/cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            if int(name) not in known and "\nState:\tZ" not in status:
                found.append(line or name)
        return found


    def left(self) -> list[str]:
        """What is still there when a busy machine had time to end it."""
        end = time.monotonic() + PATIENCE
        while self.others() and time.monotonic() < end:
            time.sleep(0.1)
        return self.others()


class Use:
    """The most that was there at once of what a machine has not without end."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.processes = self.disk = self.of_nobody = self.together = 0

    def look(self) -> None:
        self.processes = max(self.processes, len(self.net.others()))
        self.together = max(self.together, self._resident())
        disk = os.statvfs("/tmp")
        self.disk = max(self.disk, (disk.f_blocks - disk.f_bfree) * disk.f_frsize)
        if self.processes < 200:  # else the look would take longer than they live
            self.of_nobody = max(self.of_nobody, sum(self._files_without_names().values()))

    @staticmethod
    def _resident() -> int:
        """The bytes that all processes have together. What they share with those that forked them
        counts as often as it is shared; by parts, which takes long, only where the sum is too much."""
        pages = 0
        for file in glob.iglob("/proc/[0-9]*/statm"):
            try:
                _, resident, shared, *_ = map(int, Path(file).read_text().split())
                pages += resident - shared
            except (OSError, ValueError):
                pass
        together = pages * resource.getpagesize()
        if together <= MOST_TOGETHER:
            return together
        kibibytes = 0
        for file in glob.iglob("/proc/[0-9]*/smaps_rollup"):
            try:
                lines = Path(file).read_text().splitlines()
                kibibytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
            except (OSError, ValueError):
                pass
        return kibibytes << 10

    @staticmethod
    def _files_without_names() -> dict[int, int]:
        sizes = {}
        for descriptor in glob.iglob("/proc/[0-9]*/fd/*"):
            try:
                if os.readlink(descriptor).startswith("/memfd:"):
                    about = os.stat(descriptor)
                    sizes[about.st_ino] = about.st_blocks * 512
            except OSError:
                pass
        return sizes

    def harm(self) -> list[str]:
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
        found = {
            "many processes": self.processes > MOST_PROCESSES,
            "disk": self.disk > MOST_ON_DISK,
            "memory": self.of_nobody > MOST_OF_NOBODY
            or memory > MOST_MEMORY
            or self.together > MOST_TOGETHER,
        }
        return [name for name, is_so in found.items() if is_so]


def lower(net: Net) -> None:
    """Gives the user at this level what is hers."""
    if LEVEL == "user":
        for folder, folders, files in os.walk(HOME):
            folders[:] = [name for name in folders if Path(folder, name) not in net.shown]
            for name in [".", *folders, *files]:
                os.chown(os.path.join(folder, name), USER, USER, follow_symlinks=False)
        os.chown(net.slave, USER, USER)
    net.files = net._state_of_files()


def at_level() -> list[str]:
    withhold = str(HERE.parent / "support" / "withhold.py")
    kept = LEVEL.replace("landlock", "namespaces,landlock", 1) if "-" in LEVEL else "namespaces"
    granted = [sys.executable, withhold, kept] if LEVEL.startswith("landlock") else []
    return granted + as_user()


def as_user() -> list[str]:
    identity = [f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    return ["setpriv", *identity] if LEVEL == "user" else []


def lay_out(attacks: list[Path], kinds: list[str], net: Net) -> None:
    (PROJECT / "good.py").write_text(GOOD)
    (PROJECT / "pyproject.toml").write_text("[project]\nname = 'p'\nversion = '1'\n")
    (PROJECT / "skua.yml").write_text(f"sandbox:\n  memory: {WORKER_MEMORY >> 20}MiB\n")
    for attack in attacks:
        text = attack.read_text().replace("VICTIM = 0", f"VICTIM = {net.victim.pid}")
        name = "hostile" if len(attacks) == 1 else f"hostile_{attack.stem}"
        if kinds:
            lay_out_kinds(kinds, text, PROJECT)
        else:
            (PROJECT / f"{name}.py").write_text(text)
    net.files = net._state_of_files()


def plain_command(kinds: list[str]) -> list[str]:
    """What uses the attack, or the file of its one kind."""
    use, module = "print(repr(module.attack()))", "hostile"
    if kinds:
        kind = KINDS[kinds[0]]
        if not kind.use:
            return [os.environ["SKUA_PYTHON"], "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        use, module = kind.use, kind.file.format(kinds[0].replace(" ", "_"))[:-3]
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        f"try:\n import {module} as module\n {use}\n"
        "except BaseException as e: print(repr(e))"
    )
    return [sys.executable, "-c", code, str(PROJECT)]


def run_plain(net: Net, attack: Path, kinds: list[str]) -> dict[str, object]:
    hangs = "hangs" in attack.read_text().splitlines()[0]
    environment = {"PATH": os.environ["PATH"], "HOME": str(HOME), "PYTHONDONTWRITEBYTECODE": "1"}
    os.environ["GITHUB_TOKEN"] = f"{SECRET}-token"
    process = subprocess.Popen(
        plain_command(kinds),
        env=environment | {"GITHUB_TOKEN": f"{SECRET}-token"},
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    use = Use(net)
    end = time.monotonic() + (3 if hangs else 20)
    while process.poll() is None and time.monotonic() < end:
        use.look()
        time.sleep(0.05)
    has_ended = process.poll() is not None
    process.kill()
    output = process.stdout.read(100_000) if process.stdout else b""
    process.wait()
    harmed = net.harm() + use.harm()
    if not harmed:  # what listens may not have run yet
        time.sleep(0.5)
        harmed = net.harm() + use.harm()
    if SECRET.encode() in output:
        harmed.append("secrets")
    if not has_ended:
        harmed.append("hangs")
    return {"harmed": harmed, "output": output.decode(errors="replace")[-2000:]}


def run_sealed(net: Net, outside: dict[str, str]) -> dict[str, object]:
    mounts = Path("/proc/self/mounts").read_text()
    lower(net)
    budget = int(outside["SKUA_ATTACK_SECONDS"])
    command = [
        *at_level(), outside["SKUA_BINARY"], "run", "--budget", f"{budget}s", "--seed", "1",
        "--jobs", "2",
    ]
    command += ["--python", outside["SKUA_PYTHON"]]
    environment = {"PATH": os.environ["PATH"], "HOME": str(HOME), "NO_COLOR": "1"}
    began = time.monotonic()
    log = open("/dev/shm/log", "w+b")
    os.unlink("/dev/shm/log")
    process = subprocess.Popen(
        command,
        cwd=PROJECT,
        env=environment | {"GITHUB_TOKEN": f"{SECRET}-token"},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    use = Use(net)
    while process.poll() is None and time.monotonic() - began < budget + MOST_LATE:
        use.look()
        time.sleep(0.1)
    seconds = time.monotonic() - began
    process.kill()
    left = net.left()
    harmed = net.harm() + use.harm()
    leaks = [
        str(file)
        for output in OUTPUTS
        for file in (PROJECT / output).rglob("*")
        if file.is_file() and not file.is_symlink() and SECRET.encode() in file.read_bytes()
    ]
    log.seek(0)
    output_text = log.read().decode(errors="replace")
    if leaks or SECRET in output_text:
        harmed.append("secrets")
    return {
        "harmed": harmed,
        "leaks": leaks,
        "left": left,
        "mounts_same": mounts == Path("/proc/self/mounts").read_text(),
        "exit_code": process.returncode,
        "seconds": seconds,
        "most": [use.processes, use.disk, use.of_nobody, use.together],
        "good_is_tested": (PROJECT / "tests/generated/test_good.py").exists(),
        "tests": {
            file.name: file.read_text() for file in (PROJECT / "tests/generated").glob("*.py")
        },
        "output": output_text[-4000:],
        **run_written(net),
    }


def run_written(net: Net) -> dict[str, object]:
    """What the written tests harm under plain pytest, where to import the module harms nobody."""
    suites = sorted((PROJECT / "tests/generated").glob("test_hostile*.py"))
    if net.harm() or not suites:
        return {"harmed_outside": [], "written": ""}
    python = [os.environ["SKUA_PYTHON"], "-B"]
    harmed: list[str] = []
    modules = ", ".join(sorted(file.stem for file in PROJECT.glob("hostile*.py")))
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, suites)]
    # The folders that pytest makes for tests lie where they are not taken for the attack's.
    (PROJECT / "build").mkdir(exist_ok=True)
    pytest += ["--basetemp", str(PROJECT / "build" / "tmp")]
    for command in (["-c", f"import {modules}"], pytest):
        ended = True
        try:
            subprocess.run(
                [*python, *command],
                cwd=PROJECT,
                env={"PATH": os.environ["PATH"], "HOME": str(HOME), "PYTHONPATH": str(PROJECT)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=60,
            )
        except subprocess.TimeoutExpired:
            ended = False
        harmed = net.harm() + ([] if ended else ["hangs"])
        if harmed:
            break
    is_import = "-c" in command
    return {"harmed_outside": [] if is_import else harmed, "written": "\n".join(suite.read_text() for suite in suites)}


def main() -> None:
    how, attack, folder, *kinds = sys.argv[1:]
    outside = dict(os.environ)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    net = Net(Path(folder))
    lay_out([Path(one) for one in attack.split(":")], kinds, net)
    if "typed" in attack:
        net.type_for(20)
    result = run_plain(net, Path(attack), kinds) if how == "plain" else run_sealed(net, outside)
    print(json.dumps(result), flush=True)
    net.victim.kill()
    shutil.rmtree(PROJECT, ignore_errors=True)
    os._exit(0)


main()
