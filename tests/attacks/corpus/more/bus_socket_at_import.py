# harm: sockets
import socket

s = socket.socket(socket.AF_UNIX)
s.connect("/home/bus.sock")


def attack(a: int = 1) -> int:
    return a
