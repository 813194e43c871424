# harm: sockets
import socket


def attack() -> str:
    s = socket.socket(socket.AF_UNIX)
    s.connect("/run/docker.sock")
    return "connected"
