"""Django: sets a project up before the subject is imported, as pytest-django does, and gives tests a
database in memory that is rolled back after each.

Projects with another database than SQLite have none in tests.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from contextlib import suppress
from typing import Any, Optional

import skua_native

from skua_runtime.world.names import SUBJECT_EXCEPTIONS

_owner: Optional[int] = None  # process that has set Django up; tests run in its forks
_has_database = False
_is_used = False  # by the running test, or by the last one
_has_begun = False  # the transaction of the running test


def set_up(settings: str, may_use_database: bool) -> Optional[BaseException]:
    """Set Django up with this module of settings.

    Return its exception, since the subject may not need Django.
    """
    global _owner, _has_database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings)
    try:
        if importlib.util.find_spec("django") is None:
            return None
        importlib.import_module("django").setup()
        importlib.import_module("django.test.utils").setup_test_environment()
        importlib.import_module("django.test.client")
    except SUBJECT_EXCEPTIONS as error:
        return error
    _owner = os.getpid()
    if may_use_database:
        with suppress(*SUBJECT_EXCEPTIONS):  # models that SQLite has no columns for
            _has_database = _make_database()
    _watch_database()
    return None


def is_set_up() -> bool:
    """Whether the project is set up."""
    return _owner is not None


def has_database() -> bool:
    """Whether tests may use the database."""
    return _has_database


def database_is_used() -> bool:
    """Whether the running test, or else the last one, has used the database."""
    return _is_used


def forget_use() -> None:
    """Reset `database_is_used` before a test."""
    global _is_used
    _is_used = False


def _make_database() -> bool:
    connection = sys.modules["django.db"].connection
    if connection.vendor != "sqlite":
        return False
    # Create tables from the models, since migrations take seconds.
    connection.settings_dict["TEST"].update(NAME=None, MIGRATE=False)
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    return True


def _watch_database() -> None:
    """Begin a transaction when a test first uses the database, and let a test use no other."""
    base = importlib.import_module("django.db.backends.base.base").BaseDatabaseWrapper
    atomic = importlib.import_module("django.db.transaction").Atomic
    connect, enter = base.ensure_connection, atomic.__enter__

    def ensure_connection(wrapper: Any) -> None:
        _begin(wrapper.alias)
        connect(wrapper)

    def enter_transaction(transaction: Any) -> None:
        # Otherwise it would join the transaction that the connection begins, and commit that.
        _begin(transaction.using or "default")
        enter(transaction)

    base.ensure_connection = ensure_connection
    atomic.__enter__ = enter_transaction


def _begin(alias: str) -> None:
    global _is_used, _has_begun
    if os.getpid() == _owner:
        return
    if _has_begun and alias == "default":
        _is_used = True
        return
    if not _has_database or alias != "default":
        sys.audit("socket.connect", alias, None)
        raise RuntimeError("tests have no database")
    _is_used = _has_begun = True
    transaction = sys.modules["django.db"].transaction
    around = transaction.atomic()
    around._from_testcase = True  # a durable transaction of the project may be within it
    around.__enter__()

    def undo() -> None:
        global _has_begun
        connection = sys.modules["django.db"].connection
        try:
            transaction.set_rollback(True)
            around.__exit__(None, None, None)
        except SUBJECT_EXCEPTIONS:  # the test left a transaction of its own open
            connection.close()
            connection.rollback()
        finally:
            _has_begun = False

    skua_native.after_test(undo)
