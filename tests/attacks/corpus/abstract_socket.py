# harm: sockets
import socket


def attack() -> str:
    with socket.socket(socket.AF_UNIX) as sock:
        sock.connect("\0users")
    return "connected"
