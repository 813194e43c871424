"""A fork server for pytest: each process starts as ``python -B -m pytest`` would, without modules
of Skua.

If pytest itself imports the project (such as pluggy), each process imports pytest anew, with the
project's folders first in the path. Otherwise tests would use an installed copy. ``SKUA_PATH`` has
these folders, joined by ``os.pathsep``.
"""

from __future__ import annotations

import importlib
import os
import runpy
import sys


def _import_pytest() -> None:
    """Import pytest and its default plug-ins."""
    import pytest  # noqa: F401

    for name in getattr(sys.modules["_pytest.config"], "default_plugins", ()):
        importlib.import_module(f"_pytest.{name}")


# Whether each process imports pytest itself, with the project's folders first.
_PROJECT_FIRST = "SKUA_PROJECT_FIRST" in os.environ
if not _PROJECT_FIRST:
    _import_pytest()
_MODULES_AT_START = {name for name in sys.modules if not name.startswith("skua_")}

import subprocess  # noqa: E402
from importlib.machinery import PathFinder  # noqa: E402

from skua_runtime.serving import fork_server  # noqa: E402
from skua_runtime.alone.bytecode import use_bytecode  # noqa: E402


def main(control: int) -> None:
    """Serve; pytest's SystemExit ends each process."""
    if not _PROJECT_FIRST and _imports_the_project():
        _begin_anew()
    request, _ = fork_server.serve(control)
    if request["bytecode"]:
        use_bytecode(request["bytecode"], request["root"])
    output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(output, stream)
    os.close(output)
    python_path = os.environ.get("PYTHONPATH", "")
    sys.path[:0] = [os.getcwd(), *filter(None, python_path.split(os.pathsep))]
    for name in sys.modules.keys() - _MODULES_AT_START:
        del sys.modules[name]
    if _PROJECT_FIRST:
        # Import the plug-in first, since it may observe the import of pytest.
        importlib.import_module("skua_pytest_report")
    sys.argv[1:] = request["arguments"]  # the plug-in replaces them once pytest has read them
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)


def _imports_the_project() -> bool:
    """Whether pytest imports a module that the project contains, and works with it."""
    path = os.environ.get("SKUA_PATH", "")
    folders = list(filter(None, path.split(os.pathsep)))
    names = {name.partition(".")[0] for name in _MODULES_AT_START} - sys.stdlib_module_names
    specs = (PathFinder.find_spec(name, folders) for name in names)
    if not any(spec is not None and spec.origin is not None for spec in specs):
        return False
    trial = [sys.executable, "-B", "-c", "import pytest"]
    return subprocess.run(trial, env={**os.environ, "PYTHONPATH": path}).returncode == 0


def _begin_anew() -> None:
    """Replace this process by a server whose path begins with the project's folders."""
    os.environ |= {"PYTHONPATH": os.environ["SKUA_PATH"], "SKUA_PROJECT_FIRST": "1"}
    os.execv(sys.executable, sys.orig_argv)
