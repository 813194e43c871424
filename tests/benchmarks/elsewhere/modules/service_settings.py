"""Settings of a service from environment variables, with defaults and checks."""

import os

TRUE_WORDS = {"1", "true", "yes", "on"}
FALSE_WORDS = {"0", "false", "no", "off", ""}


class SettingError(ValueError):
    pass


def flag(name: str, default: bool = False) -> bool:
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise SettingError(f"{name}: {raw!r} is neither true nor false")


def port(name: str = "PORT", default: int = 8000) -> int:
    number = int(os.getenv(name, default))
    if not 0 < number < 65536:
        raise SettingError(f"{name}: {number} is no port")
    return number


def database_url(environ=os.environ) -> dict:
    """Splits DATABASE_URL; without one a file in the user's folder is meant."""
    url = environ.get("DATABASE_URL") or f"sqlite:///{environ.get('HOME', '/')}/app.db"
    scheme, _, rest = url.partition("://")
    if not rest:
        raise SettingError(f"no address in {url!r}")
    host, _, name = rest.partition("/")
    return {"scheme": scheme, "host": host or None, "name": name}


def redacted() -> dict[str, str]:
    """Variables of the process, with what looks like a secret masked."""
    shown = {}
    for name, value in sorted(os.environ.items()):
        hidden = any(part in name.upper() for part in ("SECRET", "TOKEN", "PASSWORD", "KEY"))
        shown[name] = "***" if hidden else value
    return shown


def search_folders(limit: int = 3) -> list[str]:
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return [folder for folder in folders if folder][:limit]
