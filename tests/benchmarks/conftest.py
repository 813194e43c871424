"""What tests of the benchmarks share: the binary, and command lines."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parent


def _of_the_environment(name: str) -> str:
    if name not in os.environ:
        pytest.skip(f"needs what ${name} names")
    return os.environ[name]


@pytest.fixture
def skua() -> str:
    """The binary."""
    return _of_the_environment("SKUA_BINARY")


@pytest.fixture
def native() -> Path:
    """The folder of the extension."""
    return Path(_of_the_environment("SKUA_NATIVE_DIR")).resolve()


@pytest.fixture
def benchmark():
    """Runs a benchmark by its command line."""

    def run(name: str, *words: object, timeout: float = 900) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", name, *map(str, words)]
        return subprocess.run(
            command, cwd=BENCHMARKS, capture_output=True, text=True, timeout=timeout, check=False
        )

    return run
