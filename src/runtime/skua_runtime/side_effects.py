"""Notices, by Python's audit events, what a test does to the world outside its process.

Inside the sandbox such a test harms nobody, and often sees a refusal that it would not see outside;
written into a file it would run unprotected. So it is not written.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Optional

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EVENTS = frozenset(
    """
    os.chdir os.chflags os.chmod os.chown os.exec os.fork os.forkpty os.kill os.killpg os.link
    os.lockf os.mkdir os.posix_spawn os.putenv os.remove os.removexattr os.rename os.rmdir
    os.setxattr os.spawn os.symlink os.system os.truncate os.unsetenv os.utime
    fcntl.flock fcntl.lockf ftplib.connect imaplib.open pty.spawn resource.prlimit
    resource.setrlimit shutil.chown shutil.copyfile shutil.copymode shutil.copystat
    shutil.copytree shutil.make_archive shutil.move shutil.rmtree shutil.unpack_archive
    signal.pthread_kill smtplib.connect socket.bind socket.connect socket.sendmsg socket.sendto
    socket.getaddrinfo socket.gethostbyname socket.gethostbyaddr socket.sethostname
    sqlite3.connect subprocess.Popen syslog.syslog tempfile.mkdtemp tempfile.mkstemp
    urllib.Request webbrowser.open
    """.split()
)


class SideEffects:
    """Remembers the first event since it was told to watch."""

    def __init__(self) -> None:
        self._watching = False
        self._first: Optional[str] = None

    def install(self) -> None:
        """For the rest of the process's life, and of its forks': hooks cannot be removed."""
        sys.addaudithook(self._hook)

    def watch(self) -> None:
        self._watching, self._first = True, None

    def stop(self) -> Optional[str]:
        """The name of the first event, if there was one."""
        self._watching = False
        return self._first

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._watching or self._first is not None:
            return
        if event in _EVENTS or (event == "open" and _writes(*arguments)):
            self._first = event


def _writes(path: object, mode: Optional[str], flags: int) -> bool:
    if isinstance(path, int) or path in (os.devnull, os.fsencode(os.devnull)):
        return False
    if mode is not None and any(letter in mode for letter in "wax+"):
        return True
    return bool(flags & _WRITING)
