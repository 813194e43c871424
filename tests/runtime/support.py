"""What the runtime's tests share: where the runtime is, and which native extension they use.

SKUA_NATIVE_DIR names the folder of the built extension; without it a stand-in in plain Python is
used, which records what was taken but computes no distances.
"""

import importlib
import os
import subprocess
import sys
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[2] / "src" / "runtime"
if str(RUNTIME) not in sys.path:
    sys.path.insert(0, str(RUNTIME))


def native():
    """The module that the runtime knows as skua_native."""
    folder = os.environ.get("SKUA_NATIVE_DIR")
    if folder:
        if folder not in sys.path:
            sys.path.insert(0, folder)
    elif "skua_native" not in sys.modules:
        sys.modules["skua_native"] = importlib.import_module("pure_native")
    return importlib.import_module("skua_native")


def run_python(*arguments, timeout=240, **environment):
    """Runs this interpreter in a process of its own, with the runtime's tests importable."""
    variables = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), **environment}
    return subprocess.run(
        [sys.executable, "-B", *arguments],
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
