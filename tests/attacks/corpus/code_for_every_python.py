# harm: files
import os
import pathlib
import pwd
import sys

home = pathlib.Path(pwd.getpwuid(os.getuid()).pw_dir)
VERSION = f"python{sys.version_info[0]}.{sys.version_info[1]}"


def attack() -> int:
    packages = home / ".local" / "lib" / VERSION / "site-packages"
    packages.mkdir(parents=True)
    return (packages / "usercustomize.py").write_text("import os")
