"""Describes objects that stand in a module under a name, as model/named_objects.h tells."""

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
    """Add an entry for the objects of one class in one module. `class_indices` is by id of a class.

    Its bases are the class and those that it derives from, as far as the cluster has them.
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
