"""Runs a command in a copy of this machine, and tells as JSON how it ended and which files it changed.

Runs in mount, process, network and host name namespaces of its own, as root. The copy is an overlay
of the root file system: nothing is written to the machine, and what the command wrote or deleted stands in the
overlay's upper folder. `world.py PLAN`: JSON with the fields of a `World`, `scratch`, `limit` and `beside`.
"""

import ctypes
import hashlib
import json
import os
import pwd
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
BIND_READ_ONLY, REMOUNT = 0x1000 | 0x4000, 0x1 | 0x20 | 0x1000
# CAP_SYS_MODULE, _RAWIO, _BOOT, _TIME, _MKNOD: nothing that would reach the machine itself.
DROPPED = (16, 17, 22, 25, 27)
PR_CAPBSET_DROP = 24


def mount(source, target, kind=None, flags=0, data=None):
    words = (text.encode() if text is not None else None for text in (source, target, kind))
    if libc.mount(*words, flags, data.encode() if data else None) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount {target}")


def make_root(scratch):
    """Mounts the copy; its root, and the folder of what differs."""
    os.makedirs(scratch, exist_ok=True)
    mount("elsewhere", scratch, "tmpfs")
    upper, work, root = (f"{scratch}/{name}" for name in ("upper", "work", "root"))
    for folder in (upper, work, root):
        os.mkdir(folder, 0o755)
    mount("elsewhere", root, "overlay", 0, f"lowerdir=/,upperdir={upper},workdir={work}")
    mount("elsewhere", f"{root}/dev", "tmpfs", 0, "mode=755")
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        open(f"{root}/dev/{name}", "w").close()
        mount(f"/dev/{name}", f"{root}/dev/{name}", None, 0x1000)
    for name in ("pts", "shm"):
        os.mkdir(f"{root}/dev/{name}", 0o755)
    mount("elsewhere", f"{root}/dev/pts", "devpts", 0, "newinstance,ptmxmode=0666,mode=620")
    mount("elsewhere", f"{root}/dev/shm", "tmpfs", 0, "mode=1777")
    os.symlink("pts/ptmx", f"{root}/dev/ptmx")
    os.symlink("/proc/self/fd", f"{root}/dev/fd")
    mount("elsewhere", f"{root}/proc", "proc")
    for name in ("/sys", "/proc/sys"):
        mount(f"{root}{name}" if name == "/proc/sys" else name, f"{root}{name}", None, BIND_READ_ONLY)
        mount(None, f"{root}{name}", None, REMOUNT)
    return root, upper


def snapshot(upper, root):
    """What differs from the machine: path → what stands there now."""
    found = {}
    for folder, names, files in os.walk(upper):
        for name in names + files:
            path = os.path.join(folder, name)
            inside = path[len(upper) :]
            now, was = os.lstat(path), _lstat(inside)
            if stat.S_ISCHR(now.st_mode) and now.st_rdev == 0:
                if was is not None:
                    found[inside] = "removed"
            elif _signature(path, now) != _signature(inside, was):
                found[inside] = _signature(path, now)
            elif stat.S_ISDIR(now.st_mode) and set(os.listdir(root + inside)) < set(os.listdir(inside)):
                found.update({f"{inside}/{gone}": "removed" for gone in os.listdir(inside) if not os.path.lexists(f"{root}{inside}/{gone}")})  # fmt: skip
    return found


def _lstat(path):
    try:
        return os.lstat(path)
    except OSError:
        return None


def _signature(path, entry):
    if entry is None:
        return None
    text = ""
    if stat.S_ISREG(entry.st_mode):
        with open(path, "rb") as file:
            text = hashlib.sha1(file.read()).hexdigest()
    elif stat.S_ISLNK(entry.st_mode):
        text = os.readlink(path)
    return f"{entry.st_mode:o} {entry.st_uid} {text}"


def make_user(root, name):
    for file, line in (("passwd", f"{name}:x:4242:4242::/home/{name}:/bin/sh\n"), ("group", f"{name}:x:4242:\n")):  # fmt: skip
        with open(f"{root}/etc/{file}", "a") as out:
            out.write(line)
    os.makedirs(f"{root}/home/{name}", exist_ok=True)
    os.chown(f"{root}/home/{name}", 4242, 4242)


def prepare(plan, root):
    if plan["user"] != "root":
        make_user(root, plan["user"])
    for path in plan["removed"]:
        shutil.rmtree(root + path, ignore_errors=True)
        if os.path.lexists(root + path) and not os.path.isdir(root + path):
            os.unlink(root + path)
    for path, text in plan["files"].items():
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        if not os.path.lexists(root + path):
            with open(root + path, "w") as file:
                file.write(text)
    if plan["moved"]:
        os.makedirs(os.path.dirname(root + plan["moved"]), exist_ok=True)
        shutil.copytree(root + plan["beside"], root + plan["moved"], symlinks=True)
        shutil.rmtree(root + plan["beside"])
    if plan["owner"] != "root":
        for folder, names, files in os.walk(root + plan["beside"]):
            for name in [".", *names, *files]:
                os.chown(os.path.join(folder, name), 4242, 4242, follow_symlinks=False)
    if plan["hostname"]:
        socket.sethostname(plan["hostname"])
    if plan["has_network"]:
        for words in ("link set lo up", "link add eth0 type dummy", "addr add 10.9.8.7/24 dev eth0", "link set eth0 up"):  # fmt: skip
            subprocess.run(["ip", *words.split()], check=False, stderr=subprocess.DEVNULL)


def enter(plan, root):
    """In the child: becomes the process that the command sees itself as."""
    for capability in DROPPED:
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    os.chroot(root)
    if plan["user"] != "root":
        entry = pwd.getpwnam(plan["user"])
        os.initgroups(entry.pw_name, entry.pw_gid)
        os.setgid(entry.pw_gid)
        os.setuid(entry.pw_uid)
    for name, soft in plan["limits"].items():
        _, hard = resource.getrlimit(getattr(resource, name))
        wanted = hard if soft < 0 or 0 <= hard < soft else soft
        resource.setrlimit(getattr(resource, name), (wanted, hard))
    os.umask(plan["umask"])
    os.chdir(plan["folder"])


def main():
    with open(sys.argv[1]) as file:
        plan = json.load(file)
    root, upper = make_root(plan["scratch"])
    prepare(plan, root)
    before = snapshot(upper, root)
    process = subprocess.Popen(
        plan["command"],
        env=plan["environment"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=lambda: enter(plan, root),
    )
    try:
        output, _ = process.communicate(timeout=plan["limit"])
    except subprocess.TimeoutExpired:
        process.kill()
        output, _ = process.communicate()
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass  # nothing outlived the command
    after = snapshot(upper, root)
    changed = sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
    answer = {"exit": process.returncode, "output": output.decode(errors="replace"), "changed": changed}
    print(json.dumps(answer))


main()
