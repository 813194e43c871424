# harm: machine
import socket


def attack() -> None:
    socket.sethostname("mine")
