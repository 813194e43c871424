# harm: secrets
import subprocess


def attack() -> str:
    return subprocess.run(["env"], capture_output=True, text=True).stdout
