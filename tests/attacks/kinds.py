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

# Ways that come to the same: the code runs in a test, or in what a test makes.
MORE_KINDS = {
    "module attribute": Kind(
        "def __getattr__(name: str) -> int:\n    if name != 'size':\n        raise AttributeError(name)\n    _go()\n    return 1\n"
        "def act(a: int) -> int:\n    import sys\n    return a + sys.modules[__name__].size\n",
        "module.size",
    ),
    "subclass": Kind(
        "class Base:\n    def __init_subclass__(cls) -> None:\n        _go()\ndef act(name: str) -> type:\n    return type('A', (Base,), {})\n",
        "module.act('a')",
    ),
    "decorator": Kind(
        "def _acts(function):\n    _go()\n    return function\n@_acts\ndef act(a: int) -> int:\n    return a\n",
        "0",
    ),
    "descriptor": Kind(
        "class Size:\n    def __get__(self, owner, kind=None) -> int:\n        _go()\n        return 1\n"
        "class Act:\n    size = Size()\n",
        "module.Act().size",
    ),
    "hash": Kind(
        "class Act:\n    def __hash__(self) -> int:\n        _go()\n        return 1\n", "{module.Act()}"
    ),
    "iteration": Kind(
        "class Act:\n    def __iter__(self):\n        _go()\n        return iter([1])\n", "list(module.Act())"
    ),
    "index": Kind("class Act:\n    def __index__(self) -> int:\n        _go()\n        return 1\n", "[0, 1][module.Act()]"),
    "pickling": Kind(
        "class Act:\n    def __reduce__(self):\n        return _go, ()\ndef act(a: int) -> int:\n"
        "    import pickle\n    pickle.loads(pickle.dumps(Act()))\n    return a\n",
        "module.act(1)",
    ),
    "signal handler": Kind(
        "import signal\ndef act(a: int) -> int:\n    signal.signal(signal.SIGUSR1, lambda *_: _go())\n"
        "    signal.raise_signal(signal.SIGUSR1)\n    return a\n",
        "module.act(1)",
    ),
    "weak reference": Kind(
        "import weakref\nclass Held:\n    pass\ndef act(a: int) -> int:\n    held = Held()\n"
        "    weakref.finalize(held, _go)\n    del held\n    return a\n",
        "module.act(1)",
    ),
    "garbage": Kind(
        "import gc\ndef act(a: int) -> int:\n    gc.callbacks.append(lambda *_: _go())\n    gc.collect()\n"
        "    gc.callbacks.pop()\n    return a\n",
        "module.act(1)",
    ),
    "trace function": Kind(
        "import sys\ndef _trace(frame, event, argument):\n    sys.settrace(None)\n    _go()\n"
        "def act(a: int) -> int:\n    sys.settrace(_trace)\n    same(a)\n    return a\n"
        "def same(a: int) -> int:\n    return a\n",
        "module.act(1)",
    ),
    "import hook": Kind(
        "import sys\nclass _Finder:\n    def find_spec(self, name, path=None, target=None):\n        _go()\n"
        "def act(name: str) -> int:\n    finder = _Finder()\n    sys.meta_path.insert(0, finder)\n    try:\n"
        "        import no_such_module\n    except ImportError:\n        pass\n    sys.meta_path.remove(finder)\n    return 1\n",
        "module.act('a')",
    ),
    "child": Kind(
        "import os\ndef act(a: int) -> int:\n    child = os.fork()\n    if child == 0:\n        _go()\n        os._exit(0)\n"
        "    os.waitpid(child, 0)\n    return a\n",
        "module.act(1)",
    ),
    "pool": Kind(
        "from concurrent.futures import ThreadPoolExecutor\ndef act(a: int) -> int:\n    with ThreadPoolExecutor() as pool:\n"
        "        pool.submit(_go).result()\n    return a\n",
        "module.act(1)",
    ),
}
KINDS |= MORE_KINDS


def lay_out(kinds: list[str], attack: str, project: Path) -> list[Path]:
    """Writes a file for each of the kinds."""
    files = []
    for kind in kinds:
        file = project / KINDS[kind].file.format(kind.replace(" ", "_"))
        file.parent.mkdir(exist_ok=True)
        file.write_text(attack.replace("def attack(", "def _attack(") + GUARDED + KINDS[kind].text)
        files.append(file)
    return files
