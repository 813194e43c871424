"""Compiles the runtime itself, to bytecode that Python imports without checking the sources.

    python -I -S -B compile_runtime.py SOURCES TARGET

writes for each file below SOURCES its ``__pycache__`` file below TARGET, which may be the same
folder. The bytes depend only on the interpreter and the sources, not on their path.
"""

import importlib.util
import os
import py_compile
import sys


def _main(sources: str, target: str) -> None:
    for folder, subfolders, names in os.walk(sources):
        subfolders.sort()
        for name in sorted(names):
            if not name.endswith(".py"):
                continue
            file = os.path.join(folder, name)
            place = os.path.relpath(file, sources)
            py_compile.compile(
                file,
                cfile=importlib.util.cache_from_source(os.path.join(target, place)),
                dfile=place,  # path in the code object; an import replaces it by the real path
                doraise=True,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )


if __name__ == "__main__":
    _main(*sys.argv[1:])
