"""A fork server of workers. Each worker serves the engine on the socket in its request."""

from __future__ import annotations

from skua_runtime.serving import fork_server, server


def main(control: int) -> None:
    """Serve; each forked process becomes a worker."""
    _, (socket,) = fork_server.serve(control)
    server.main(socket)
