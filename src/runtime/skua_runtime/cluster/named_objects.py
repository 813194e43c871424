"""Describes objects that tests import by name (model/named_objects.h)."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Mapping

from skua_runtime.cluster.cluster import Cluster, described_class
from skua_runtime.cluster.references import NamedObject


def add_named_objects(
    objects: Iterable[NamedObject],
    cluster: Cluster,
    class_indices: Mapping[int, int],
    attributes_of: Callable[[type], list[str]],
) -> None:
    """Add a class entry for the objects of one class in one module; its bases are the class and its
    bases.

    `class_indices` maps the id of a class to its index.
    """
    groups: dict[tuple[str, type], dict[str, Any]] = {}
    for one in objects:
        groups.setdefault((one.module, type(one.value)), {})[one.name] = one.value
    for (module, cls), members in groups.items():
        bases = [class_indices[id(base)] for base in cls.__mro__ if id(base) in class_indices]
        cluster.class_objects.append(None)  # type: ignore[arg-type]
        cluster.enum_members.append(tuple(members.values()))
        cluster.classes.append(
            described_class(
                f"<{cls.__qualname__}>",
                module,
                name=cls.__name__,
                bases=bases,
                methods=list(cluster.classes[bases[0]]["methods"]) if bases else [],
                enum_members=list(members),
                attributes=attributes_of(cls),
            )
        )
