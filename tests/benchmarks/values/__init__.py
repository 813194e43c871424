"""Learns from the tests of named projects what people pass for parameters."""

import sys

from common.options import REPOSITORY

RUNTIME = REPOSITORY / "src" / "runtime"
if str(RUNTIME) not in sys.path:
    sys.path.append(str(RUNTIME))
