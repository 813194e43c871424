"""A git host that asks for a token, as a private repository on GitHub does: git's own http-backend behind a check."""

from __future__ import annotations

import base64
import contextlib
import http.server
import os
import subprocess
import threading
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

TOKEN = "token-of-the-job"
READ_ONLY_TOKEN = "token-of-a-fork"


class GitHost(http.server.ThreadingHTTPServer):
    """Serves the bare repositories below a folder to those who have a token; one of two may push."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.folder = folder
        self.served = 0
        self.refused = 0
        self.pushes_refused = 0

    @property
    def address(self) -> str:
        # The actions of GitHub do their work for servers that are called so, and refuse others.
        return f"http://github.localhost:{self.server_port}"


class _Request(http.server.BaseHTTPRequestHandler):
    server: GitHost
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(self._chunks())
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self._answer(body)

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline(), 16):
            yield self.rfile.read(size)
            self.rfile.readline()

    def _token(self) -> str:
        kind, _, word = self.headers.get("Authorization", "").partition(" ")
        return base64.b64decode(word).decode().partition(":")[2] if kind.lower() == "basic" else ""

    def _answer(self, body: bytes) -> None:
        token = self._token()
        if token == READ_ONLY_TOKEN and "git-receive-pack" in self.path:
            self.server.pushes_refused += 1
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        if token not in (TOKEN, READ_ONLY_TOKEN):
            self.server.refused += 1
            self.send_response(HTTPStatus.UNAUTHORIZED)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.end_headers()
            return
        self.server.served += 1
        path, _, query = self.path.partition("?")
        done = subprocess.run(
            ["git", "http-backend"],
            env={
                "PATH": os.environ["PATH"],
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_PROJECT_ROOT": str(self.server.folder),
                "GIT_HTTP_EXPORT_ALL": "1",
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                "REQUEST_METHOD": self.command,
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "REMOTE_USER": "job",
            },
            input=body,
            stdout=subprocess.PIPE,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        fields = [line.split(": ", 1) for line in head.decode().split("\r\n")]
        status = dict(fields).get("Status", "200 OK").split()[0]
        self.send_response(int(status))
        for name, value in fields:
            if name != "Status":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[GitHost]:
    """The repositories below the folder, for as long as the block lasts."""
    with GitHost(folder) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield host
        host.shutdown()
