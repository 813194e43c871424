"""The user who runs the program, as shown in file headers and permission checks."""

import getpass
import os
import pwd


def is_root() -> bool:
    return os.geteuid() == 0


def user_name(uid: int | None = None) -> str:
    uid = os.getuid() if uid is None else uid
    if uid < 0:
        raise ValueError(f"no user has the number {uid}")
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"#{uid}"


def full_name(uid: int | None = None) -> str:
    entry = pwd.getpwuid(os.getuid() if uid is None else uid)
    return entry.pw_gecos.split(",")[0] or entry.pw_name


def login_shell(name: str) -> str:
    try:
        return pwd.getpwnam(name).pw_shell
    except KeyError:
        return "/usr/sbin/nologin"


def signature(project: str) -> str:
    if not project.strip():
        raise ValueError("sign for a project")
    return f"{getpass.getuser()} for {project.strip()}"


def needs_sudo(path: str) -> bool:
    if is_root():
        return False
    while path and not os.path.exists(path):
        path = os.path.dirname(path)
    return not os.access(path or "/", os.W_OK)


def command(words: list[str], path: str = "/usr/local") -> list[str]:
    return ["sudo", *words] if needs_sudo(path) else list(words)


def default_port() -> int:
    return 80 if is_root() else 8080


def is_set_uid() -> bool:
    return os.getuid() != os.geteuid()
