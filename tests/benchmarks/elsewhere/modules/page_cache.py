"""A cache of rendered pages in files beside the module, named by hashes of what made them."""

import hashlib
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".page-cache")


def key(url: str, language: str = "en") -> str:
    if "://" not in url:
        raise ValueError(f"not an address: {url}")
    return hashlib.sha1(f"{language} {url}".encode()).hexdigest()[:12]


def path_of(url: str) -> str:
    name = key(url)
    return os.path.join(FOLDER, name[:2], name + ".html")


def get(url: str):
    try:
        with open(path_of(url), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def put(url: str, page: str) -> int:
    path = path_of(url)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        return file.write(page)


def size() -> int:
    total = 0
    for folder, _, names in os.walk(FOLDER):
        total += sum(os.path.getsize(os.path.join(folder, name)) for name in names)
    return total


def clear() -> int:
    removed = 0
    for folder, _, names in os.walk(FOLDER, topdown=False):
        for name in names:
            os.unlink(os.path.join(folder, name))
            removed += 1
        os.rmdir(folder)
    return removed


def template(name: str = "page") -> str:
    return os.path.join(os.path.dirname(__file__), "templates", name + ".html")


def title(page: str) -> str:
    start = page.lower().find("<title>")
    if start < 0:
        return "untitled"
    return page[start + 7 : page.lower().find("</title>", start)].strip()


def module_folder() -> str:
    return os.path.basename(os.path.dirname(os.path.abspath(__file__)))
