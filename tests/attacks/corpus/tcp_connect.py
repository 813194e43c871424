# harm: sockets
import socket


def attack() -> str:
    socket.create_connection(("127.0.0.1", 8099)).close()
    return "connected"
