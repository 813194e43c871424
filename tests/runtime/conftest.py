import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import pytest
import support


@pytest.fixture(scope="session")
def native():
    return support.native()


@pytest.fixture
def project(tmp_path, native):
    """Writes modules into a project folder and loads one as the fork server would."""
    from project import Project

    project = Project(tmp_path)
    yield project
    project.clean()
