"""Sessions in worlds of their own, on tests that are written here."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from common.runs import GENERATED
from common.subjects import write_files
from elsewhere import sessions
from elsewhere.subjects import BESIDE, SETTINGS
from elsewhere.worlds import WORLDS

BY_NAME = {world.name: world for world in WORLDS}
FAKETIME = Path(f"/usr/lib/{os.uname().machine}-linux-gnu/faketime/libfaketime.so.1")


def can_make_worlds() -> bool:
    made = "mount -t tmpfs x /mnt && cd /mnt && mkdir u w r && mount -t overlay -o lowerdir=/,upperdir=u,workdir=w x r"
    command = [*sessions.NAMESPACES, "sh", "-c", made]
    return os.getuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not can_make_worlds(), reason="no root, or no overlays")


@pytest.fixture
def run():
    # What changes below a folder of pytest's own is not told.
    with tempfile.TemporaryDirectory(prefix="elsewhere-") as folder:
        yield runner_in(Path(folder))


def runner_in(folder: Path):
    folder.chmod(0o755)

    def run(world: str, test: str) -> sessions.Session:
        root = folder / "subjects" / "made" / "checkout"
        write_files(root.parent, BESIDE)
        write_files(root, {"pyproject.toml": SETTINGS, f"{GENERATED}/test_made.py": test})
        session = sessions.run(BY_NAME[world], "made", root, Path(sys.executable))
        assert {path: (root.parent / path).read_text() for path in BESIDE} == BESIDE
        return session

    return run


ASSERTIONS = {
    "root": "os.geteuid() == 0 and os.getcwd().endswith('/made/checkout')",
    "empty environment": "'HOME' not in os.environ",
    "full environment": "os.environ['COLUMNS'] == '47'",
    "another folder": "os.listdir() and os.getcwd() == '/srv/elsewhere'",
    "moved": "__file__.startswith('/srv/some where/')",
    "nothing beside": "os.listdir(__file__.split('/checkout/')[0]) == ['checkout']",
    "/.dockerenv": "os.path.exists('/.dockerenv')",
    "no /.dockerenv": "not os.path.exists('/.dockerenv')",
    "tight limits": "__import__('resource').getrlimit(7)[0] == 200",
    "another host": "os.uname().nodename == 'prod-7.example.org'",
    "a terminal -s": "os.isatty(1) and os.get_terminal_size() == (133, 47)",
    "umask 077": "os.umask(0o77) == 0o77",
}


@pytest.mark.parametrize("world", ASSERTIONS)
def test_a_world_differs_as_its_row_says(run, world):
    session = run(world, f"import os\n\ndef test_it():\n    assert {ASSERTIONS[world]}\n")
    assert (session.failed, session.passed, session.changed) == (0, 1, ()), session.failures


def is_for_everybody(program: Path) -> bool:
    program = program.resolve()
    return all(path.stat().st_mode & 0o001 for path in [program, *program.parents])


@pytest.mark.skipif(
    not is_for_everybody(Path(sys.executable)), reason="the interpreter is out of other users' reach"
)
def test_another_user_may_read_the_project_and_not_write_it(run):
    test = (
        "import os\n\ndef test_it():\n    assert os.getuid() == 4242\n"
        "    assert not os.access(__file__, os.W_OK)\n"
    )
    assert run("user of a foreign project", test).failed == 0


@pytest.mark.skipif(not FAKETIME.exists(), reason="no libfaketime")
def test_the_clock_is_another(run):
    test = "import datetime\n\ndef test_it():\n    assert str(datetime.datetime.now())[:16] == '2028-02-29 12:00'\n"
    assert run("at 2028-02-29 12:00", test).failed == 0


def test_changed_and_deleted_files_are_told_and_nothing_real_is_touched(run):
    test = (
        "import shutil\nfrom pathlib import Path\n\nBESIDE = Path(__file__).parents[3]\n\n"
        "def test_it(tmp_path):\n    (tmp_path / 'fine').write_text('')\n"
        "    shutil.rmtree(BESIDE / 'deployed')\n    (BESIDE / 'shared/prices.json').write_text('')\n"
        "    Path('/etc/made-by-a-test').write_text('')\n"
    )
    session = run("root", test)
    assert session.failed == 0
    assert [path.rpartition("/made/")[2] for path in session.changed] == [
        "/etc/made-by-a-test",
        "deployed",
        "shared/prices.json",
    ]
    assert not Path("/etc/made-by-a-test").exists()
