"""What supports a finding, judged by its test alone: the mark, and whether arguments are as annotated."""

from __future__ import annotations

import re

from .contradictions import Signatures
from .reading import Test

# The classes, those that a maintainer would look at first.
CLASSES = (
    "crash",  # the interpreter ends
    "endless",  # it does not end
    "internal",  # UnboundLocalError, NameError, RecursionError
    "none",  # stumbles on a None that the test did not pass
    "as annotated",  # TypeError, AttributeError although all arguments are annotated, and none contradicts that
    "other",
    "refusal",  # ValueError, UnicodeError, OverflowError, LookupError: an argument was refused
    "contract",  # KeyError, IndexError, StopIteration, ZeroDivisionError: what the operation promises
    "wrong type",  # TypeError, AttributeError of anything else
)
WITH_EVIDENCE = CLASSES[:5]


def class_of(test: Test, signatures: Signatures) -> str:
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
        if "NoneType" in test.mark and not passes_none:
            return "none"
        as_annotated = all(signatures.annotates(*call) for call in test.calls)
        return "as annotated" if as_annotated else "wrong type"
    return "other"
