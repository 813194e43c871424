"""What supports a finding, judged by the mark that its test carries and by nothing else."""

from __future__ import annotations

import re

from .reading import Test

# The classes, those that a maintainer would look at first.
CLASSES = (
    "crash",  # the interpreter ends
    "endless",  # it does not end
    "internal",  # UnboundLocalError, NameError, RecursionError
    "none",  # stumbles on a None that the test did not pass
    "other",
    "refusal",  # ValueError, UnicodeError, OverflowError, LookupError: an argument was refused
    "contract",  # KeyError, IndexError, StopIteration, ZeroDivisionError: what the operation promises
    "wrong type",  # TypeError, AttributeError of anything else
)
WITH_EVIDENCE = CLASSES[:4]


def class_of(test: Test) -> str:
    if "skip" in test.mark:
        return "crash" if "interpreter" in test.mark else "endless"
    found = re.search(r"raises=([\w.]+)", test.mark)
    name = found[1].rpartition(".")[2] if found else ""
    if name in ("UnboundLocalError", "NameError", "RecursionError"):
        return "internal"
    if name in ("KeyError", "IndexError", "StopIteration", "ZeroDivisionError", "StopAsyncIteration"):
        return "contract"
    if name.startswith("Unicode") or name in ("ValueError", "OverflowError", "LookupError"):
        return "refusal"
    if name in ("TypeError", "AttributeError"):
        passes_none = any(value is None for value in test.values)
        return "none" if "NoneType" in test.mark and not passes_none else "wrong type"
    return "other"
