# harm: sockets
import socket


def attack() -> int:
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", "/run/log.sock")
