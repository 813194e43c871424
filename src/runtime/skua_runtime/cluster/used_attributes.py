"""Classes of the project's other modules that parameters without annotation are instances of, as
what the code does with these parameters tells: `token.is_group` and `token.flatten()` fit the one
class that has both. Only modules that are loaded anyway are looked at.
"""

from __future__ import annotations

import itertools
import sys
from typing import Any, Callable, Iterable, Iterator, cast

from skua_runtime.cluster.operators import is_special
from skua_runtime.source.parameter_reads import ParameterReads
from skua_runtime.world.names import is_class

_LEAST_NAMES = 2  # one name says too little: half of all classes have a `name`
_MOST_CLASSES = 500  # that are looked at
_MOST_FITTING = 3  # for one parameter: names that more classes have say too little
_MOST_FOUND = 12
# What has these names alone is likelier a value of Python's own.
_PLAIN = (str, bytes, int, float, list, tuple, dict, set)


def classes_of_parameters(
    parameters: Iterable[ParameterReads],
    subject: str,
    attributes_of: Callable[[type], Any],
    is_project_file: Callable[[Any], bool],
) -> list[type]:
    """The most general classes that have all attributes which are read from a parameter, in the
    order of the source. `attributes_of` gives the names of a class's attributes."""
    used = list(dict.fromkeys(_names_used(parameters)))
    if not used:
        return []
    known = [
        (cls, frozenset(attributes_of(cls)) | frozenset(dir(cls)))
        for cls in itertools.islice(_classes(subject, is_project_file), _MOST_CLASSES)
    ]
    found: dict[type, None] = {}
    for names in used:
        fitting = [cls for cls, attributes in known if names <= attributes]
        general = [cls for cls in fitting if not any(base in fitting for base in cls.__mro__[1:])]
        if len(general) <= _MOST_FITTING:
            found.update(dict.fromkeys(general))
    return list(found)[:_MOST_FOUND]


def _names_used(parameters: Iterable[ParameterReads]) -> Iterator[frozenset[str]]:
    """For each parameter without annotation the names of the attributes that are read from it."""
    for parameter in parameters:
        if parameter.is_annotated:
            continue
        names = {name for name in parameter.direct if not is_special(name)}
        if len(names) >= _LEAST_NAMES and not any(map(names.issubset, map(dir, _PLAIN))):
            yield frozenset(names)


def _classes(subject: str, is_project_file: Callable[[Any], bool]) -> Iterator[type]:
    package = subject.partition(".")[0]
    for name in sorted(sys.modules):
        module = sys.modules[name]
        if name == subject or not (name == package or name.startswith(package + ".")):
            continue
        if not is_project_file(getattr(module, "__file__", None)):
            continue
        for value in list(vars(module).values()):
            if is_class(value) and value.__module__ == name:
                if vars(module).get(value.__name__) is value:
                    yield cast(type, value)
