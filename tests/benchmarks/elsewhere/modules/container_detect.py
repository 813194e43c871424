"""Guesses whether the program runs in a container, and in which kind."""

import os

MARKS = {"docker": "docker", "kubepods": "kubernetes", "lxc": "lxc", "libpod": "podman"}


def by_files(root: str = "/") -> str | None:
    if os.path.exists(os.path.join(root, ".dockerenv")):
        return "docker"
    if os.path.exists(os.path.join(root, "run", ".containerenv")):
        return "podman"
    return None


def by_cgroup(text: str) -> str | None:
    """From the content of a cgroup file, lines such as 12:cpu:/docker/0af."""
    for line in text.splitlines():
        path = line.split(":", 2)[-1]
        for mark, kind in MARKS.items():
            if mark in path:
                return kind
    return None


def init_name() -> str:
    try:
        with open("/proc/1/comm") as file:
            return file.read().strip()
    except OSError:
        return "unknown"


def runtime() -> str:
    found = by_files()
    if found:
        return found
    if os.environ.get("KUBERNETES_SERVICE_HOST"):
        return "kubernetes"
    try:
        with open("/proc/1/cgroup") as file:
            return by_cgroup(file.read()) or "host"
    except OSError:
        return "host"


def is_contained() -> bool:
    return runtime() != "host" or init_name() not in ("systemd", "init")


def advice(kind: str) -> str:
    texts = {"host": "use systemd", "docker": "use --init", "kubernetes": "use a probe"}
    return texts.get(kind, f"read the manual of {kind}")
