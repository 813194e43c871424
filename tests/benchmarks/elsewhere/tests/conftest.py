"""Makes the package under test importable: it is run from the folder that it is in."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
