"""Everything that a test can do to a module, in small: tests/support/shapes_subject.h knows it."""

from __future__ import annotations

import asyncio
import logging
import os
import pathlib
import random
import subprocess
import sys
from abc import ABC, abstractmethod
from contextlib import contextmanager
from subprocess import PIPE, STDOUT, Popen

log = logging.getLogger("shapes")
greeted = 0


class Account:
    def __init__(self, balance=0):
        self._balance = balance

    @property
    def balance(self):
        if self._balance is None:
            raise LookupError("account is closed")
        return self._balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise ValueError("balance cannot be negative")
        self._balance = value

    @balance.deleter
    def balance(self):
        self._balance = None


class Vector:
    def __init__(self, *items):
        self.items = list(items)

    def __getitem__(self, key):
        return self.items[key]

    def __setitem__(self, key, value):
        if value is None:
            raise TypeError("nothing to set")
        self.items[key] = value

    def __delitem__(self, key):
        del self.items[key]

    def __len__(self):
        return len(self.items)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __next__(self):
        if not self.items:
            raise StopIteration
        return self.items.pop(0)

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return len(self.items) + len(other.items)

    def __radd__(self, other):
        return other + sum(self.items)

    def __mul__(self, other):
        return [item * other for item in self.items]

    def __pow__(self, power, modulo=None):
        return [pow(item, power, modulo) for item in self.items]

    def __neg__(self):
        return [-item for item in self.items]

    def __eq__(self, other):
        return isinstance(other, Vector) and self.items == other.items

    def __lt__(self, other):
        return self.items < other.items

    def __hash__(self):
        return 7

    def __bool__(self):
        return any(self.items)

    def __int__(self):
        return int("".join(map(str, self.items)))

    def __str__(self):
        return "-".join(map(str, self.items))

    def __format__(self, spec):
        return spec.join(map(str, self.items))

    def __call__(self, *args, scale=1):
        return [item * scale for item in [*self.items, *args]]


class Pool:
    def __init__(self, size):
        if isinstance(size, str):
            raise LookupError
        self.size = size
        self.left_by = None

    def __enter__(self):
        if self.size < 0:
            raise ValueError("size cannot be negative")
        return self.size

    def __exit__(self, kind, error, traceback):
        self.left_by = kind and kind.__name__
        return kind is KeyError


class Channel:
    def __init__(self, size):
        self.size = size

    async def __aenter__(self):
        return self.size

    async def __aexit__(self, kind, error, traceback):
        return kind is KeyError

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.size == 0:
            raise StopAsyncIteration
        self.size -= 1
        return self.size

    def __await__(self):
        return self._wait().__await__()

    async def _wait(self):
        return self.size


def numbers(stop):
    if stop < 0:
        raise ValueError("stop cannot be negative")
    value = 0
    while stop == 0 or value < stop:
        yield value
        value += 1


async def fetch(number):
    if number < 0:
        raise ValueError("number cannot be negative")
    return number + 1


async def ticks(stop):
    value = 0
    while stop == 0 or value < stop:
        yield value
        value += 1


def adder(amount):
    def add(value):
        return value + amount

    return add


@contextmanager
def opened(name):
    yield name.upper()


class Sorter:
    def __init__(self, reverse=False):
        self.reverse = reverse

    def key(self, value):
        return -value if self.reverse else value


def apply(function, value):
    return function(value)


def apply_awaited(function, value):
    return asyncio.run(function(value))


def tell(store, ids):
    for one in ids:
        store.save(one, shapes=Vector(one))
        store.log(one)
    if not ids:
        raise LookupError("no ids")


def tell_awaited(store, job):
    asyncio.run(store.finish(job, ratio=0.1 + 0.2))


def apply_both(first, second):
    return first(1), second(2)


class Shape(ABC):
    @abstractmethod
    def area(self): ...


def describe(shape):
    return f"area {shape.area()}"


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def size(filename: str):
    if not isinstance(filename, str):
        raise TypeError("a str is needed")
    return os.path.getsize(filename)


def count_files(folder):
    return len(os.listdir(folder))


def setting():
    return os.environ.get("SHAPES_MODE", "none"), os.environ.get("SHAPES_LEVEL")


def arguments():
    return sys.argv[1:]


def answer():
    return input()


def roll():
    return random.randint(1, 6)


def tool_version():
    done = subprocess.run(["tool", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def talk_to_tool(question):
    with Popen(["tool"], stdin=PIPE, stdout=PIPE, stderr=STDOUT) as process:
        process.stdin.write(question)
        process.stdin.flush()
        lines = [line.decode().strip() for line in process.stdout]
    return process.returncode, lines


def first_lines():
    return [subprocess.getoutput("tool --list").partition("\n")[0] for _ in range(3)]


def shell(command):
    return os.system(command) >> 8


def is_here(name):
    return os.path.exists(name)


def greet(name, shout=False):
    global greeted
    if not name:
        print("nobody to greet", file=sys.stderr)
        return None
    greeted += 1
    print(f"Hello {name}")
    if shout:
        print("HELLO " + name.upper(), file=sys.stderr)
    return greeted


def report(*lines):
    for line in lines:
        print(line)


def warn(text):
    log.warning("careful: %s", text)
    log.error("too late")


def save(path, text):
    pathlib.Path(path).write_bytes(text.encode() if isinstance(text, str) else text)


def forget(path):
    os.unlink(path)


def clip(value, low=0, high=10):
    if low > high:
        raise ValueError(f"low must not exceed {high}")
    return max(low, min(value, high))
