"""Programs that the code runs: what they answer decides."""

import json
import os
import subprocess
from subprocess import PIPE, Popen


def version(program: str) -> tuple:
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    words = done.stdout.split()
    if len(words) == 2:
        return tuple(words)
    return (program,)


def is_clean() -> bool:
    try:
        output = subprocess.check_output(["git", "status", "--porcelain"])
    except FileNotFoundError:
        return True
    return not output.decode()


def changes() -> dict:
    counts = {"modified": 0, "new": 0}
    with Popen(["git", "status", "--short"], stdout=PIPE, encoding="utf-8") as process:
        for line in process.stdout:
            if line.startswith("??"):
                counts["new"] += 1
            elif line.strip():
                counts["modified"] += 1
    return counts


def theme() -> str:
    process = Popen("settings --json", shell=True, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    output, errors = process.communicate(b"theme")
    if errors:
        return errors.decode()
    return json.loads(output)["theme"]


def branch_of(commit: str) -> str:
    if subprocess.call(["git", "fetch"]) == 1:
        return "offline"
    name = subprocess.getoutput("git name-rev " + commit)
    if name == "undefined":
        return ""
    return name


def ring() -> bool:
    if os.system("beep"):
        return False
    return True
