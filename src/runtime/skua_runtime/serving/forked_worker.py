"""A fork server of workers, each of which serves the engine on a socket that came with it."""

from __future__ import annotations

from skua_runtime.serving import fork_server, server


def main(control: int) -> None:
    _, (socket,) = fork_server.serve(control)
    server.main(socket)
