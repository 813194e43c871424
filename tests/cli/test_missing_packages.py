"""What tests say of packages that are not installed holds where somebody installs them."""

from __future__ import annotations


import pytest
from conftest import Project

_PACKAGES = ("skua_absent_tables", "skua_absent_codec", "skua_absent_yaml")

_OPTIONAL = '''
"""What the project knows of packages that it can do without."""

try:
    import skua_absent_yaml
except ImportError:
    skua_absent_yaml = None

try:
    import skua_absent_codec

    has_codec = True
except ImportError:
    has_codec = False

can_dump = skua_absent_yaml is not None
'''
_EXPORT = '''
"""Exports rows, in more formats where there are packages for them."""

from optional import can_dump, has_codec, skua_absent_yaml


class ExportError(Exception):
    pass


def count_rows(text: str) -> int:
    """How many rows the text has."""
    if not text:
        return 0
    return text.count(";") + 1


def to_table(rows: list[int]):
    """A table of the rows."""
    try:
        from skua_absent_tables.frames import Table
    except ImportError as error:
        raise ExportError("tables need skua_absent_tables") from error
    return Table(rows)


def to_bare_table(rows: list[int]):
    """A table of the rows."""
    import skua_absent_tables

    return skua_absent_tables.Table(rows)


def encode(text: str) -> bytes:
    """The text in the codec's form."""
    if has_codec:
        return b"encoded"
    raise ExportError("encoding needs skua_absent_codec, please install it")


if has_codec:

    def decode(data: bytes) -> str:
        """The text of the codec's form."""
        return "decoded"

else:

    def decode(data: bytes) -> str:
        """The text of the codec's form."""
        raise ExportError("decoding needs skua_absent_codec, please install it")


def dump(rows: list[int]) -> str:
    """The rows in YAML."""
    if len(rows) > 3:
        return "too many"
    if not can_dump:
        raise ExportError("dumping needs skua_absent_yaml, please install it")
    return skua_absent_yaml.dump(rows)


def load(text: str) -> list[int]:
    """The rows of YAML."""
    if skua_absent_yaml is None:
        raise ExportError("loading needs skua_absent_yaml, please install it")
    return skua_absent_yaml.load(text)
'''


@pytest.mark.parametrize("style", ["pytest", "unittest"])
def test_tests_without_packages_hold_where_these_are_installed(
    project: Project, style: str
) -> None:
    project.write(
        "skua.yml", f"version: 1\nproject:\n  source: [export.py]\noutput:\n  style: {style}\n"
    )
    project.write("optional.py", _OPTIONAL)
    project.write("export.py", _EXPORT)
    for package in _PACKAGES:
        project.write(f"installed/{package}/__init__.py", "dump = load = Table = list\n")
    project.write("installed/skua_absent_tables/frames.py", "Table = list\n")

    assert project.skua("run", "--budget", "30s", "--seed", "1").exit_code == 0

    text = project.generated()["test_export.py"]
    assert "decode(" not in text, "which of them is defined was decided by the import"
    for name in ("to_table", "to_bare_table", "encode", "dump", "load"):
        assert f"{name}(" in text, text
    for folder in ("", str(project.root / "installed")):
        done = project.pytest("tests/generated", PYTHONPATH=folder)
        assert done.returncode == 0, text + done.stdout
