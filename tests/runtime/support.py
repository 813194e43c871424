"""What the runtime's tests share: where the runtime is, and the built extension, whose folder is $SKUA_NATIVE_DIR."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[2] / "src" / "runtime"
if str(RUNTIME) not in sys.path:
    sys.path.insert(0, str(RUNTIME))


def native():
    """The module that the runtime knows as skua_native."""
    if "SKUA_NATIVE_DIR" not in os.environ:
        sys.exit("set SKUA_NATIVE_DIR to the folder of skua_native.abi3.so")
    if os.environ["SKUA_NATIVE_DIR"] not in sys.path:
        sys.path.insert(0, os.environ["SKUA_NATIVE_DIR"])
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


def run_plug_in(folder, parts, tests, **environment):
    """What the pytest plug-in, of these files of `skua_runtime/alone`, reports of a file of tests."""
    for name in parts:
        shutil.copy(RUNTIME / "skua_runtime" / "alone" / f"{name}.py", folder / f"skua_{name}.py")
    (folder / "test_it.py").write_text(tests)
    report = folder / "report.jsonl"
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "skua_pytest_report", "-p", "no:cacheprovider",
         "test_it.py"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "SKUA_REPORT": str(report), "PYTHONDONTWRITEBYTECODE": "1"}
        | environment,
        capture_output=True,
        check=False,
    )  # fmt: skip
    return [json.loads(line) for line in report.read_text().splitlines()]
