"""What the interpreter was started with, for messages about odd behaviour."""

import os
import sys
import sysconfig


def flags() -> list[str]:
    shown = []
    if sys.flags.optimize:
        shown.append("-O" * 1 + ("O" if sys.flags.optimize > 1 else ""))
    if sys.flags.dont_write_bytecode or sys.dont_write_bytecode:
        shown.append("-B")
    if sys.flags.isolated:
        shown.append("-I")
    if sys.flags.utf8_mode:
        shown.append("-X utf8")
    return shown


def writes_bytecode() -> bool:
    return not sys.dont_write_bytecode


def in_virtual_environment() -> bool:
    return sys.prefix != sys.base_prefix


def environment_name(default: str = "system") -> str:
    active = os.environ.get("VIRTUAL_ENV")
    return os.path.basename(active) if active else default


def at_least(major: int, minor: int = 0) -> bool:
    if major < 2:
        raise ValueError("Python is older than that")
    return sys.version_info >= (major, minor)


def hashes_are_random() -> bool:
    return bool(sys.flags.hash_randomization)


def module_known(name: str) -> bool:
    return name in sys.modules


def on_path(folder: str) -> bool:
    return os.path.abspath(folder) in [os.path.abspath(entry or ".") for entry in sys.path]


def warnings_shown() -> str:
    return sys.warnoptions[-1] if sys.warnoptions else "default"


def deep_enough(levels: int) -> bool:
    if levels < 0:
        raise ValueError("levels are not negative")
    return levels < sys.getrecursionlimit()


def cached_name(module: str) -> str:
    tag = sys.implementation.cache_tag
    return f"{module}.{tag}.pyc" if tag else f"{module}.py"


def extension_suffix() -> str:
    return sysconfig.get_config_var("EXT_SUFFIX") or ".so"


def is_interactive() -> bool:
    return hasattr(sys, "ps1") or bool(sys.flags.interactive)
