"""Ways in which code of a project comes to run: each makes a file of a module of the corpus, whose
`attack` is private then, and says how a program that uses the file makes it act."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

GUARDED = """

def _go() -> None:
    try:
        _attack()
    except BaseException:
        pass

"""


class Kind(NamedTuple):
    text: str  # behind the attack
    use: str  # `module` is the file; empty: pytest runs it
    file: str = "hostile_{}.py"


KINDS = {
    "import": Kind("_go()\ndef same(a: int) -> int:\n    return a\n", "0"),
    "call": Kind("def act(a: int) -> int:\n    _go()\n    return a\n", "module.act(1)"),
    "constructor": Kind("class Act:\n    def __init__(self) -> None:\n        _go()\n", "module.Act()"),
    "new": Kind("class Act:\n    def __new__(cls):\n        _go()\n        return 1\n", "module.Act()"),
    "del": Kind("class Act:\n    def __del__(self) -> None:\n        _go()\n", "module.Act()"),
    "metaclass": Kind(
        "class Meta(type):\n    def __init__(cls, *a):\n        _go()\nclass Act(metaclass=Meta):\n    pass\n",
        "0",
    ),
    "property": Kind(
        "class Act:\n    @property\n    def size(self) -> int:\n        _go()\n        return 1\n",
        "module.Act().size",
    ),
    "repr": Kind(
        "class Act:\n    def __repr__(self) -> str:\n        _go()\n        return 'a'\ndef make() -> Act:\n    return Act()\n",
        "repr(module.make())",
    ),
    "equality": Kind(
        "class Act:\n    def __eq__(self, other: object) -> bool:\n        _go()\n        return True\n",
        "module.Act() == 1",
    ),
    "generator": Kind("def act(a: int):\n    _go()\n    yield a\n", "list(module.act(1))"),
    "coroutine": Kind(
        "async def act(a: int) -> int:\n    _go()\n    return a\n",
        "__import__('asyncio').run(module.act(1))",
    ),
    "context manager": Kind(
        "class Act:\n    def __enter__(self):\n        _go()\n        return 1\n    def __exit__(self, *a) -> None:\n        _go()\n",
        "module.Act().__enter__()",
    ),
    "atexit": Kind("import atexit\natexit.register(_go)\ndef same(a: int) -> int:\n    return a\n", "0"),
    "thread": Kind(
        "import threading\ndef act(a: int) -> int:\n    threading.Thread(target=_go).start()\n    return a\n",
        "module.act(1)",
    ),
    "audit hook": Kind(
        "import sys\n_done = []\ndef _hook(event, arguments):\n    if event == 'open' and not _done:\n"
        "        _done.append(1)\n        _go()\nsys.addaudithook(_hook)\n"
        "def act(a: int) -> int:\n    open('/dev/null').close()\n    return a\n",
        "module.act(1)",
    ),
    "conftest": Kind("_go()\n", "", "conftest.py"),
    "existing test": Kind(
        "import good\ndef test_fee() -> None:\n    _go()\n    assert good.fee(1) == 'light'\n",
        "",
        "tests/test_existing.py",
    ),
}


def lay_out(kinds: list[str], attack: str, project: Path) -> list[Path]:
    """Writes a file for each of the kinds."""
    files = []
    for kind in kinds:
        file = project / KINDS[kind].file.format(kind.replace(" ", "_"))
        file.parent.mkdir(exist_ok=True)
        file.write_text(attack.replace("def attack(", "def _attack(") + GUARDED + KINDS[kind].text)
        files.append(file)
    return files
