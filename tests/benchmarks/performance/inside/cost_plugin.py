"""A plug-in for pytest that measures the bodies of tests: $COST_OF is "seconds" or "bytes", and the
sum over all tests is written to the file $COST_FILE.

The seconds of a test are the processor time of its body, on which a busy machine has little influence,
and the bytes its peak of allocations above what there was before (tracemalloc), both without what
pytest does around it.
"""

import gc
import json
import os
import time
import tracemalloc

import pytest

_costs = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    if os.environ["COST_OF"] == "bytes":
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        yield
        _costs[pyfuncitem.nodeid] = tracemalloc.get_traced_memory()[1] - before
        tracemalloc.stop()
    else:
        before = time.process_time_ns()
        yield
        _costs[pyfuncitem.nodeid] = (time.process_time_ns() - before) / 1e9


def pytest_sessionfinish(exitstatus):
    with open(os.environ["COST_FILE"], "w", encoding="utf-8") as file:
        json.dump({"exit": int(exitstatus), "costs": _costs}, file)
