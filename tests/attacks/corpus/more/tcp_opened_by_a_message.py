# harm: sockets
import socket

MSG_FASTOPEN = 0x20000000


def attack() -> int:
    with socket.socket() as sock:
        return sock.sendto(b"secret", MSG_FASTOPEN, ("127.0.0.1", 8099))
