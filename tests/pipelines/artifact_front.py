"""A front for the artifact server of act 0.2.89, which does not understand what actions/upload-artifact 7 says: it
refuses requests with a field that it does not know and addresses in which the client has written a character in
another way, and hangs up on who asks for the artifacts of a run that has none yet. Everything else is left to it.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

UNKNOWN = "mime_type"


class _Front(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: str) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.behind = f"http://127.0.0.1:{port}"
        self.address = f"http://127.0.0.1:{self.server_port}/"
        self.signed: list[str] = []  # addresses of artifacts; clients get the number instead

    def renamed(self, content: bytes) -> bytes:
        """An answer of the server, with addresses of this front."""
        fields = json.loads(content)
        for name, value in fields.items():
            if isinstance(value, str) and value.startswith("http://"):
                self.signed.append(value)
                fields[name] = f"{self.address}signed/{len(self.signed) - 1}"
        return json.dumps(fields).encode()


class _Request(http.server.BaseHTTPRequestHandler):
    server: _Front

    def do_POST(self) -> None:
        body = json.loads(self._body())
        body.pop(UNKNOWN, None)
        headers = {name: self.headers[name] for name in ("Content-Type", "Authorization")}
        address = self.server.behind + self.path
        status, content = _ask(urllib.request.Request(address, json.dumps(body).encode(), headers))
        if status == HTTPStatus.BAD_GATEWAY and self.path.endswith("/ListArtifacts"):
            status, content = HTTPStatus.OK, b'{"artifacts": []}'
        self._answer(status, self.server.renamed(content) if status == HTTPStatus.OK else content)

    def do_PUT(self) -> None:
        path, _, query = self.path.partition("?")
        address = f"{self._signed(path)}&{query}"
        self._answer(*_ask(urllib.request.Request(address, self._body(), method="PUT")))

    def do_GET(self) -> None:
        self._answer(*_ask(urllib.request.Request(self._signed(self.path))), "application/zip")

    def _signed(self, path: str) -> str:
        return self.server.signed[int(path.rpartition("/")[2])]

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def _answer(self, status: int, content: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def _ask(request: urllib.request.Request) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError as error:
        return HTTPStatus.BAD_GATEWAY, str(error).encode()


@contextlib.contextmanager
def before(port: str) -> Iterator[str]:
    """The address of the front, for as long as the block lasts."""
    with _Front(port) as front:
        threading.Thread(target=front.serve_forever, daemon=True).start()
        yield front.address
        front.shutdown()
