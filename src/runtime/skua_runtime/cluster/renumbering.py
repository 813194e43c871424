"""Gives callables and classes the numbers of another load of the module.

A module may define other things in another process: with a mutant in code that runs at import, or
if it asks for the time. Tests use the numbers of the first load. A missing callable gets no object,
so using it fails.
"""

from __future__ import annotations

import sys
from typing import Any, Hashable, Iterable, Mapping, Sequence

from skua_runtime.cluster.cluster import Cluster

_OF_CALLABLE = ("kind", "use", "name", "qualified_name", "module", "in_subject")
_OF_CLASS = ("name", "qualified_name", "module", "enum_members")


def numbering(cluster: Cluster) -> dict[str, Any]:
    """The part of a cluster that `renumbered` needs, as JSON."""
    callables = []
    for described in cluster.callables:
        names = [{"name": parameter["name"]} for parameter in described["parameters"]]
        callables.append({**_part(described, _OF_CALLABLE), "parameters": names})
    classes = [_part(described, _OF_CLASS) for described in cluster.classes]
    return {"callables": callables, "classes": classes}


def _part(described: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: described[name] for name in names if name in described}


def renumbered(cluster: Cluster, numbering: dict[str, Any]) -> Cluster:
    """Return this load's cluster with the numbers of another load."""
    found = Cluster(callables=numbering["callables"], classes=numbering["classes"])
    objects = dict(zip(_keys(cluster.callables), cluster.callable_objects))
    for described, key in zip(found.callables, _keys(found.callables)):
        known = key in objects
        found.callable_objects.append(objects[key] if known else _resolved(described))
    classes: dict[Hashable, Any] = dict(zip(_keys(cluster.classes), cluster.class_objects))
    for one, key in zip(found.classes, _keys(found.classes)):
        cls: Any = classes.get(key)
        members = getattr(cls, "__members__", {})
        names = one.get("enum_members", [])
        found.class_objects.append(cls)
        if one["qualified_name"].startswith("<"):  # an entry for named objects of a module
            module = one["module"]
            named = tuple(_resolved({"module": module, "qualified_name": name}) for name in names)
            found.enum_members.append(named)
        else:
            found.enum_members.append(tuple(members.get(name) for name in names))
    return found


def _keys(all_described: Iterable[Mapping[str, Any]]) -> list[Hashable]:
    """Keys that are equal in every load: names, and rank among entries with the same names."""
    seen: dict[Hashable, int] = {}
    keys: list[Hashable] = []
    for described in all_described:
        names = tuple(described.get(name) for name in ("kind", "module", "qualified_name", "name"))
        seen[names] = seen.get(names, 0) + 1
        keys.append((*names, seen[names]))
    return keys


def _resolved(described: Mapping[str, Any]) -> Any:
    """The object with this name now, perhaps of another kind."""
    found: Any = sys.modules.get(described["module"])
    for name in described["qualified_name"].split("."):
        found = getattr(found, name, None)
    return found
