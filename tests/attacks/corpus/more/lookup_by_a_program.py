# harm: sockets
import subprocess
import sys

CODE = "import socket; socket.create_connection(('127.0.0.1', 8099))"


def attack() -> int:
    return subprocess.run([sys.executable, "-c", CODE]).returncode
