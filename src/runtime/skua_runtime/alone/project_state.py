"""Finds changes that a test leaves behind in the project and its libraries: names of modules,
attributes of classes, and everything reachable from them: items of containers, attributes of
objects, ``threading.local`` objects and context variables.

Imports nothing of the package. Import it before the project: modules that exist already belong to
the test runner.

A change is a dict: ``what`` describes it. If a test can restore it by setting a name, ``module``,
``path`` (such as ``Registry.items``) and ``by`` tell how: ``name`` (set the name to the old value),
``copy``, ``deepcopy`` (of the object), ``local`` (a new ``threading.local``), ``cache`` (the cached
function with an empty cache) or ``new`` (delete the new name).
"""

from __future__ import annotations

import collections
import contextvars
import dis
import functools
import os
import re
import sys
import sysconfig
import threading
import types
from operator import is_
from typing import Any, Iterable, Iterator

# Top-level names of modules imported before the project: pytest, its plug-ins, and this file.
_FOREIGN = {name.partition(".")[0] for name in sys.modules}
_LIBRARIES = tuple(
    find(sysconfig.get_path(name)) + os.sep
    for name in ("stdlib", "platstdlib")
    for find in (os.path.realpath, os.path.abspath)
)
_root = os.getcwd() + os.sep  # folder of the project
_PACKAGES = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)

# Libraries whose state only caches facts about classes, dialects, statements, templates and URLs
# after first use. Tests do not depend on it.
_ONLY_CACHES = {"asgiref", "django", "sqlalchemy"}

# Limits, so that a snapshot takes a few milliseconds at most. The project's modules come first.
_MOST_MODULES = 400
_MOST_PLACES = 10_000
_MOST_ITEMS = 2_000  # items of one container
_DEEPEST = 4

_PLAIN = (int, float, complex, str, bytes, bool, type(None))
_CONTAINERS = (list, dict, set, collections.deque, bytearray)
_CACHED = type(functools.lru_cache(int))
_ABSENT = object()
# Values of a library's attribute before its first use.
_UNUSED = (_ABSENT, None, False, True)
# Names in methods that set attributes dynamically.
_SETTING = ("setattr", "__setattr__", "__dict__")
# Caches of Enum for combined members.
_CACHES = {"_value2member_map_", "_member_map_", "_unhashable_values_", "_hashable_values_"}


def know_root(folder: str) -> None:
    """Set the folder of the project; the default is the current folder."""
    global _root
    _root = os.path.join(folder, "")


class ProjectState:
    """A snapshot of the project's state, compared later."""

    def __init__(self) -> None:
        self._left = _MOST_PLACES
        self._known: set[int] = set()  # ids of objects that a place covers
        self._places: list[_Place] = []
        modules = _watched_modules()
        for module in modules:
            self._add(_Names(module))
        self.packages = {module.__name__.partition(".")[0] for module in modules}

    def changes(self) -> list[dict[str, str]]:
        """The differences from the snapshot."""
        return [change for place in self._places for change in place.changes()]

    def _add(self, place: _Place, depth: int = 0) -> None:
        """Add a place and everything reachable from it that is not yet covered."""
        self._left -= 1
        self._places.append(place)
        if depth == _DEEPEST:
            return
        for name, value, is_attribute in place.below():
            if self._left <= 0:
                return
            if _is_a(value, _PLAIN) or id(value) in self._known:
                continue
            where = place.where.to(name) if is_attribute else place.where.within()
            following = _place_of(value, where)
            if following is not None:
                self._known.add(id(value))
                self._add(following, depth + 1)


class _Where:
    """The name of a place, and how a test reaches it."""

    def __init__(
        self, module: str, path: tuple[str, ...] = (), around: tuple[str, ...] | None = None
    ) -> None:
        self.module = module
        self.path = path
        # The attribute path of the outermost container around this value; None outside of containers.
        self.around = around

    @property
    def is_within(self) -> bool:
        """Whether the place is inside a container."""
        return self.around is not None

    @property
    def is_of_project(self) -> bool:
        """Whether the module belongs to the project, not to a library."""
        return _is_own(str(getattr(sys.modules.get(self.module), "__file__", None)))

    def to(self, name: str) -> _Where:
        """The place of an attribute."""
        around = self.within().around if self.is_within or not name.isidentifier() else None
        return _Where(self.module, (*self.path, name), around)

    def within(self) -> _Where:
        """The place of an item of this container."""
        return _Where(self.module, self.path, self.path if self.around is None else self.around)

    def __str__(self) -> str:
        return ".".join((self.module, *self.path))

    def change(self, what: str, by: str) -> dict[str, str]:
        """The record of a change here, restorable as `by` says."""
        change = {"what": what}
        path = self.path
        if self.around is not None:  # a deep copy of the container restores its items
            by, path = "deepcopy" if by else "", self.around
        if by and path and _is_imported_by_name(self.module):
            change |= {"module": self.module, "path": ".".join(path), "by": by}
        return change


def _is_imported_by_name(module: str) -> bool:
    """Whether ``from a import b`` gives the module a.b, not another object of this name in the
    package."""
    package, _, name = module.rpartition(".")
    shown = _names_of(sys.modules[package]).get(name) if package in sys.modules else None
    return not package or shown is sys.modules.get(module)


class _OutOfReach(_Where):
    """A place that a test cannot restore."""

    def to(self, name: str) -> _Where:
        return _OutOfReach(self.module, (*self.path, name), ())

    def within(self) -> _Where:
        return self

    def change(self, what: str, by: str) -> dict[str, str]:
        return {"what": what}


class _Place:
    """A part of the state."""

    where: _Where

    def below(self) -> Iterable[tuple[str, Any, bool]]:
        """The parts of this place: (name, value, whether it is an attribute)."""
        return ()

    def changes(self) -> Iterator[dict[str, str]]:
        """The differences from the snapshot."""
        raise NotImplementedError


class _Names(_Place):
    """The names in a module, a class or an object."""

    def __init__(
        self, owner: Any, where: _Where | None = None, is_of_library: bool = False
    ) -> None:
        self.where = where or _Where(owner.__name__)
        self._owner = owner
        self._is_module = where is None
        self._is_of_library = is_of_library
        self._before = dict(_names_of(owner))

    def below(self) -> Iterable[tuple[str, Any, bool]]:
        for name, value in self._before.items():
            if not _is_dunder(name) and name not in _CACHES and not self._is_cache(name):
                yield name, value, True

    def changes(self) -> Iterator[dict[str, str]]:
        before, now = self._before, _names_of(self._owner)
        if len(before) == len(now) and all(map(is_, before.values(), now.values())):
            return
        now = dict(now)
        for name in {**before, **now}:
            old, new = before.get(name, _ABSENT), now.get(name, _ABSENT)
            is_operator = _is_a(self._owner, type) and types.FunctionType in (type(old), type(new))
            if (_is_dunder(name) and not is_operator) or name in _CACHES:
                continue
            if _is_same(old, new) or self._is_import(old, new) or self._is_resolved(old, new):
                continue
            if self._is_first_use(name, old, new) or self._is_memo(name, old, new):
                continue
            if old is not _ABSENT or not self._is_made_on_demand(name):
                yield self._change(name, old, new)

    def _is_cache(self, name: Any) -> bool:
        """Whether the name is a cache of a library's module, such as `_cache`."""
        if not self._is_module or not isinstance(name, str) or "cache" not in name.lower():
            return False
        return name.startswith("_") and not _is_own(str(self._owner.__file__))

    def _is_first_use(self, name: Any, old: Any, new: Any) -> bool:
        """Whether the change only shows the first use of a library.

        Such changes are: a new attribute with an object of a library or an empty container; a
        private name that is new or, in a module, was None; another container instead of an empty
        one in a module.
        """
        if not self.where.is_of_project:
            was_nothing = old is _ABSENT or (self._is_module and old is None)
            if was_nothing and isinstance(name, str) and name.startswith("_"):
                return True
            if self._is_module and _is_hollow(old) and type(new) is type(old):
                return True
        if not self._is_of_library:
            return False
        if (old is _ABSENT or old is None) and (_is_hollow(new) or _is_of_library(new)):
            return True
        is_private = isinstance(name, str) and name.startswith("_")
        return is_private and any(old is one for one in _UNUSED)

    def _is_memo(self, name: Any, old: Any, new: Any) -> bool:
        """Whether an object only keeps a computed value, which tests do not notice.

        Such values are: `_area` for a property `area` without setter; the value of a
        ``cached_property``; an object that ``__getattr__`` made for its name, as in
        `Token.Text.Whitespace`; a value that only private methods set instead of None; the only
        instance, without attributes, that a class keeps.
        """
        if self._is_module or not isinstance(name, str) or not (old is _ABSENT or old is None):
            return False
        if _is_a(self._owner, type):
            return old is _ABSENT and type(new) is self._owner and _is_bare(new)
        keeps = _mentions(_class_attribute(self._owner, "__getattr__"), _SETTING)
        if old is _ABSENT and keeps and _is_a(new, type(self._owner)):
            return True
        found = _class_attribute(self._owner, name.lstrip("_"))
        if _is_a(found, property):
            return name.startswith("_") and found.fset is None
        if old is _ABSENT:
            return _is_a(found, functools.cached_property)
        setting = _methods_setting(type(self._owner), name) - {"__init__"}
        is_private = all(one.startswith("_") and not _is_dunder(one) for one in (name, *setting))
        return bool(setting) and is_private

    def _is_made_on_demand(self, name: str) -> bool:
        """Whether a function of the module makes this global name when it is missing: it looks in
        ``globals()``, or handles ``NameError``."""
        return self._is_module and any(
            (
                "NameError" in code.co_names
                or ("globals" in code.co_names and name in code.co_consts)
            )
            and any(
                instruction.opname == "STORE_GLOBAL" and instruction.argval == name
                for instruction in dis.get_instructions(code)
            )
            for code in _codes_of(self._owner)
            if name in code.co_names
        )

    def _is_import(self, old: Any, new: Any) -> bool:
        """Whether the new name comes from an import of a submodule or from a module's
        ``__getattr__``."""
        if old is not _ABSENT or not self._is_module:
            return False
        return _is_a(new, types.ModuleType) or "__getattr__" in self._before

    def _is_resolved(self, old: Any, new: Any) -> bool:
        """Whether a descriptor deleted itself from its class after storing its value in the
        instance, as `six.moves` does for each name."""
        is_gone = new is _ABSENT and _is_a(self._owner, type)
        return is_gone and _mentions(_class_attribute(old, "__get__"), ("delattr",))

    def _change(self, name: str, old: Any, new: Any) -> dict[str, str]:
        where = self.where.to(name)
        if old is _ABSENT:
            # A test restores an object with a name by setting the name to a copy.
            is_object = not self._is_module and not _is_a(self._owner, type)
            if is_object:
                return self.where.change(f"the new name {where}", "copy")
            return where.change(f"the new name {where}", "" if where.is_within else "new")
        if new is _ABSENT:
            return where.change(f"no {where}", "name")
        told = f" ({new!r:.40})" if _is_a(new, _PLAIN) else ""
        return where.change(f"another {where}{told}", "name")


class _Local(_Names):
    """The attributes of a threading.local in this thread."""

    def changes(self) -> Iterator[dict[str, str]]:
        for change in super().changes():
            by = "local" if type(self._owner) is threading.local else ""
            yield self.where.change(change["what"], by)


class _Items(_Place):
    """The items of a container."""

    def __init__(self, container: Any, where: _Where) -> None:
        self.where = where
        self._container = container
        self._before = _items_of(container)

    def below(self) -> Iterable[tuple[str, Any, bool]]:
        for item in self._before:
            yield "", item, False

    def changes(self) -> Iterator[dict[str, str]]:
        before, now = self._before, _items_of(self._container)
        if len(before) == len(now) and all(map(is_, before, now)):
            return
        if len(before) == len(now) and all(map(_is_same, before, now)):
            return
        if _only_looked_up(self._container, before) or self._is_memo() or self._is_registry():
            return
        per_item = 2 if isinstance(self._container, dict) else 1
        more = (len(now) - len(before)) // per_item
        how_many = f"{abs(more)} item{'' if abs(more) == 1 else 's'}"
        if more > 0:
            what = f"{how_many} in {self.where}"
        elif more < 0:
            what = f"{how_many} less in {self.where}"
        else:
            what = f"other items in {self.where}"
        yield self.where.change(what, "copy")

    def _is_memo(self) -> bool:
        """Whether a function has added computed values to a dict of its own: a default value or an
        attribute."""
        if not isinstance(self.where, _OutOfReach) or not isinstance(self._container, dict):
            return False
        return _has_still(self._container, self._before)

    def _is_registry(self) -> bool:
        """Whether a library has added entries to a private dict, as at its first use."""
        names = (*self.where.module.split("."), *self.where.path)
        is_private = any(one.startswith("_") and not _is_dunder(one) for one in names)
        if not is_private or self.where.is_of_project or not isinstance(self._container, dict):
            return False
        return _has_still(self._container, self._before)


class _Function(_Place):
    """The defaults and attributes of a function, which no test can easily restore."""

    def __init__(self, function: types.FunctionType, where: _Where) -> None:
        self.where = _OutOfReach(where.module, where.path, ())
        self._function = function
        self._before = dict(function.__dict__)

    def below(self) -> Iterable[tuple[str, Any, bool]]:
        defaults = (*(self._function.__defaults__ or ()), *self._before.values())
        for value in (*defaults, *(self._function.__kwdefaults__ or {}).values()):
            yield "", value, False

    def changes(self) -> Iterator[dict[str, str]]:
        before, now = self._before, self._function.__dict__
        if len(before) != len(now) or not all(map(_is_same, before.values(), now.values())):
            yield {"what": f"other attributes of {self.where}"}


class _Cache(_Place):
    """The cached result of a function without parameters, which all later callers get. Caches by
    argument, and compiled patterns, are not state."""

    def __init__(self, function: Any, where: _Where) -> None:
        self.where = where
        self._function = function
        self._before = function.cache_info().currsize

    def changes(self) -> Iterator[dict[str, str]]:
        is_new = self._function.cache_info().currsize != self._before
        if is_new and not _is_a(self._function(), re.Pattern):
            yield self.where.change(f"what {self.where}() keeps", "cache")


class _Variable(_Place):
    """The value of a context variable."""

    def __init__(self, variable: contextvars.ContextVar[Any], where: _Where) -> None:
        self.where = where
        self._variable = variable
        self._before = variable.get(_ABSENT)

    def below(self) -> Iterable[tuple[str, Any, bool]]:
        if self._before is not _ABSENT:
            yield "", self._before, False

    def changes(self) -> Iterator[dict[str, str]]:
        if not _is_same(self._before, self._variable.get(_ABSENT)):
            yield {"what": f"another value of {self.where}"}


def _names_of(owner: Any) -> Any:
    if _is_a(owner, threading.local):
        return owner.__dict__
    of = type if _is_a(owner, type) else object
    return of.__getattribute__(owner, "__dict__")


def _class_attribute(owner: Any, name: str) -> Any:
    """The attribute of the owner's class; None if it is missing."""
    for cls in type.__getattribute__(type(owner), "__mro__"):
        if name in type.__getattribute__(cls, "__dict__"):
            return type.__getattribute__(cls, "__dict__")[name]
    return None


def _codes_of(module: types.ModuleType) -> Iterator[types.CodeType]:
    """The code objects of all functions in a module and its classes, with nested ones."""
    owners = [vars(module)]
    owners += [_names_of(it) for it in owners[0].values() if _is_a(it, type)]
    kinds = (types.FunctionType, staticmethod, classmethod)
    functions = (
        getattr(it, "__func__", it)
        for owner in owners
        for it in list(owner.values())
        if type(it) in kinds
    )
    codes = [
        it.__code__
        for it in functions
        if type(it) is types.FunctionType and it.__module__ == module.__name__
    ]
    while codes:
        code = codes.pop()
        yield code
        codes += [const for const in code.co_consts if type(const) is types.CodeType]


def _methods_setting(cls: type, attribute: str) -> set[str]:
    """The names of the class's methods that set an attribute of this name, of any object."""
    return {
        name
        for owner in type.__getattribute__(cls, "__mro__")
        for name, value in list(_names_of(owner).items())
        if _mentions(value, (attribute,))
        and any(
            instruction.opname == "STORE_ATTR" and instruction.argval == attribute
            for instruction in dis.get_instructions(value)
        )
    }


def _mentions(function: Any, names: tuple[str, ...]) -> bool:
    """Whether the object is a Python function whose code contains one of the names."""
    return type(function) is types.FunctionType and any(
        name in function.__code__.co_names for name in names
    )


def _items_of(container: Any) -> tuple[Any, ...]:
    """The keys and values of a dict, else the items; calls no methods of a subclass."""
    if isinstance(container, dict):
        if len(container) > _MOST_ITEMS:
            return (len(container),)
        return (*dict.keys(container), *dict.values(container))
    if isinstance(container, bytearray):
        return (bytes(container),)
    if len(container) > _MOST_ITEMS:
        return (len(container),)
    if isinstance(container, set):
        return tuple(sorted(set.__iter__(container), key=id))
    base: Any = type(container).__mro__[-2]
    return tuple(base.__iter__(container))


def _is_same(old: Any, new: Any) -> bool:
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if type(old) in (tuple, frozenset):
        return len(old) == len(new) and all(map(_is_same, old, new))
    if type(old) is types.MethodType:
        return old.__func__ is new.__func__ and old.__self__ is new.__self__
    return type(old) in _PLAIN and bool(old == new)


def _only_looked_up(container: Any, before: tuple[Any, ...]) -> bool:
    """Whether all new entries of a defaultdict are empty, as lookups make them."""
    if type(container) is not collections.defaultdict:
        return False
    known = dict(zip(before[: len(before) // 2], before[len(before) // 2 :]))
    return _has_still(container, before) and all(
        key in known or _is_hollow(value) for key, value in container.items()
    )


def _has_still(container: Any, before: tuple[Any, ...]) -> bool:
    """Whether a dict has all earlier items with the same values."""
    half = len(before) // 2
    now = dict(dict.items(container))
    return all(now.get(key, _ABSENT) is value for key, value in zip(before[:half], before[half:]))


def _is_hollow(value: Any) -> bool:
    if type(value) is collections.defaultdict:
        return all(map(_is_hollow, value.values()))
    return type(value) in _CONTAINERS and len(value) == 0


def _is_bare(value: Any) -> bool:
    """Whether the object has an empty `__dict__`."""
    try:
        return bool(object.__getattribute__(value, "__dict__") == {})
    except Exception:  # no `__dict__`, or a property of this name that raises
        return False


def _is_dunder(name: Any) -> bool:
    return isinstance(name, str) and name.startswith("__") and name.endswith("__")


def _place_of(value: Any, where: _Where) -> _Place | None:
    """The place of a value with a state of its own, or None."""
    if _is_a(value, threading.local):
        defining = sys.modules.get(where.module)
        return _Local(value, where, not _is_own(str(getattr(defining, "__file__", ""))))
    if _is_a(value, contextvars.ContextVar):
        return _Variable(value, where)
    if _is_a(value, _CONTAINERS):
        return _Items(value, where)
    if _is_a(value, type):
        # Watch a class only in the module that defines it.
        is_here = _module_of(value) == where.module and not where.is_within
        return _Names(value, where) if is_here else None
    if _is_a(value, types.FunctionType):
        return _Function(value, where) if value.__module__ == where.module else None
    if type(value) is _CACHED:
        return _Cache(value, where) if _is_constant(value, where) else None
    if _is_a(value, types.ModuleType):
        return None
    module = sys.modules.get(str(_module_of(type(value))))
    if module is None or not _is_watched(module):
        return None
    try:
        names = object.__getattribute__(value, "__dict__")
    except Exception:  # no `__dict__`, or a property of this name that raises
        return None
    is_of_library = not _is_own(str(module.__file__))
    return _Names(value, where, is_of_library) if type(names) is dict else None


def _is_constant(cached: Any, where: _Where) -> bool:
    """Whether it is a cached function of this module without parameters, not a method."""
    code = getattr(cached.__wrapped__, "__code__", None)
    if code is None or cached.__module__ != where.module or len(where.path) != 1 or where.is_within:
        return False
    has_variadic = code.co_flags & (0x04 | 0x08)
    return not (code.co_argcount or code.co_kwonlyargcount or has_variadic)


def _is_a(value: Any, kinds: Any) -> bool:
    """Whether the value is an instance, without using `__class__`, which may be wrong or run code."""
    return issubclass(type(value), kinds)


def _module_of(cls: type) -> Any:
    # read without the metaclass, which may compute another answer
    return type.__dict__["__module__"].__get__(cls)


def _is_watched(module: types.ModuleType) -> bool:
    """Whether changes of a module count: not in pytest or the standard library."""
    name, path = getattr(module, "__name__", None), getattr(module, "__file__", None)
    if not isinstance(name, str) or not isinstance(path, str) or name.startswith("skua_"):
        return False
    if name == os.environ.get("DJANGO_SETTINGS_MODULE"):
        return False  # Django notes in its settings which database is the tests'
    if _is_own(path):
        return True
    if name.partition(".")[0] in _FOREIGN | _ONLY_CACHES:
        return False
    return not path.startswith(_LIBRARIES) or any(part in path for part in _PACKAGES)


def _is_of_library(value: Any) -> bool:
    """Whether the object's class belongs to a library."""
    module = sys.modules.get(str(_module_of(type(value))))
    return module is not None and _is_watched(module) and not _is_own(str(module.__file__))


def _is_own(path: str) -> bool:
    """Whether the file belongs to the project."""
    return path.startswith(_root) and not any(part in path for part in _PACKAGES)


def _watched_modules() -> list[types.ModuleType]:
    """The project's modules without its tests, then the modules of packages that they import."""
    watched = {
        name: module
        for name, module in list(sys.modules.items())
        if isinstance(module, types.ModuleType)
        and name == getattr(module, "__name__", None)
        and name.rpartition(".")[2] != "conftest"
        and not name.rpartition(".")[2].startswith("test_")
        and _is_watched(module)
    }
    own = {name for name, module in watched.items() if _is_own(str(module.__file__))}
    tops = _imported_packages(own, watched)
    # Packages after modules, since packages often re-export names.
    ordered = sorted(
        (name for name in watched if name.partition(".")[0] in tops),
        key=lambda name: (name not in own, hasattr(watched[name], "__path__"), name),
    )
    return [watched[name] for name in ordered[:_MOST_MODULES]]


def _imported_packages(own: set[str], watched: dict[str, types.ModuleType]) -> set[str]:
    """The top-level names of the modules `own` and of everything that they import."""
    by_top: dict[str, list[str]] = {}
    for name in watched:
        by_top.setdefault(name.partition(".")[0], []).append(name)
    found: set[str] = set()
    open_ones = [name.partition(".")[0] for name in own]
    while open_ones:
        top = open_ones.pop()
        if top in found or top not in by_top:
            continue
        found.add(top)
        for name in by_top[top]:
            for value in list(vars(watched[name]).values()):
                named = _names_of(value).get("__name__") if _is_a(value, types.ModuleType) else None
                if _is_a(value, type):
                    named = _module_of(value)
                elif named is None and _is_a(value, types.FunctionType):
                    named = value.__module__
                if isinstance(named, str):
                    open_ones.append(named.partition(".")[0])
    return found
