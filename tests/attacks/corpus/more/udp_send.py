# harm: sockets
import socket


def attack() -> int:
    with socket.socket(type=socket.SOCK_DGRAM) as sock:
        return sock.sendto(b"secret", ("127.0.0.1", 8099))
