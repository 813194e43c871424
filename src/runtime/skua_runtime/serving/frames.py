"""Sends and receives control frames on a socket (protocol/wire.h, protocol/control.h)."""

from __future__ import annotations

import array  # noqa: F401  socket.recv_fds imports it when called, which would be too late
import json
import socket
import struct
from typing import Any, Optional

_HEADER = struct.Struct("<4sHHI")  # FrameHeader of protocol/wire.h
_MAGIC, _VERSION, _CONTROL = b"SKUA", 1, 1


class Connection:
    """A connected stream socket; owns the descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)

    def receive(self) -> Optional[tuple[Any, list[int]]]:
        """A frame's JSON and the descriptors sent with it; None if the other end is closed."""
        header, descriptors = b"", []
        while len(header) < _HEADER.size:
            data, received, _, _ = socket.recv_fds(self._socket, _HEADER.size - len(header), 2)
            descriptors += received
            if not data:
                return None
            header += data
        magic, version, kind, length = _HEADER.unpack(header)
        if (magic, version, kind) != (_MAGIC, _VERSION, _CONTROL):
            raise ConnectionError(f"not a control frame: {header!r}")
        body = b""
        while len(body) < length:
            data = self._socket.recv(length - len(body))
            if not data:
                return None
            body += data
        return json.loads(body), descriptors

    def send(self, answer: Any) -> None:
        """Send an object as a frame of JSON."""
        body = json.dumps(answer).encode()
        self._socket.sendall(_HEADER.pack(_MAGIC, _VERSION, _CONTROL, len(body)) + body)

    def fileno(self) -> int:
        """The descriptor, for select()."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
