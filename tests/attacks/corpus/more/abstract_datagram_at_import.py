# harm: sockets
import socket

with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
    sock.sendto(b"secret", "\0log")


def attack(a: int = 0) -> int:
    return a
