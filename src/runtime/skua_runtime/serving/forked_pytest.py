"""A fork server of pytest: each process is as ``python -B -m pytest`` would be at its beginning,
with no module of ours.
"""

from __future__ import annotations

import importlib
import runpy
import sys


def _import_pytest() -> set[str]:
    """The modules that are loaded in any case once pytest begins."""
    import pytest  # noqa: F401

    for name in getattr(sys.modules["_pytest.config"], "default_plugins", ()):
        importlib.import_module(f"_pytest.{name}")
    return {name for name in sys.modules if not name.startswith("skua_")}


_MODULES_OF_PYTEST = _import_pytest()  # before anything below is imported

import os  # noqa: E402

from skua_runtime.serving import fork_server  # noqa: E402
from skua_runtime.alone.bytecode import use_bytecode  # noqa: E402


def main(control: int) -> None:
    """Serve. The SystemExit of pytest passes through here."""
    request, _ = fork_server.serve(control)
    if request["bytecode"]:
        use_bytecode(request["bytecode"], request["root"])
    output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)
    python_path = os.environ.get("PYTHONPATH", "")
    sys.path[:0] = [os.getcwd(), *filter(None, python_path.split(os.pathsep))]
    sys.argv[1:] = request["arguments"]
    for name in sys.modules.keys() - _MODULES_OF_PYTEST:
        del sys.modules[name]
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)
