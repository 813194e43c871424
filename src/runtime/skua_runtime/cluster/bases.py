"""Finds which classes of the cluster can replace which others."""

from __future__ import annotations

import contextlib

from skua_runtime.cluster import concrete
from skua_runtime.cluster.cluster import Cluster
from skua_runtime.world.names import is_class
from skua_runtime.world.values import SUBJECT_EXCEPTIONS


def link_bases(cluster: Cluster, indices: dict[int, int], replaced: dict[int, int]) -> None:
    """Fill in the bases of each class: classes that it inherits from or replaces, and protocols
    that it fulfils.

    `indices` maps the id of a class to its index, `replaced` the index of a class to the one
    that it replaces.
    """
    for described, cls in zip(cluster.classes, cluster.class_objects):
        if not is_class(cls):
            continue  # not a class, but an object that tests pass by name
        bases = (indices.get(id(base)) for base in cls.__mro__[1:])
        described["bases"] = [base for base in bases if base is not None]
    for index, base in replaced.items():
        if base not in cluster.classes[index]["bases"]:
            cluster.classes[index]["bases"].append(base)
    for index, cls in enumerate(cluster.class_objects):
        if is_class(cls) and concrete.is_protocol(cls):
            _link_protocol(cluster, index, cls)


def _link_protocol(cluster: Cluster, index: int, protocol: type) -> None:
    """Add the protocol to the bases of the classes that have its members."""
    members = concrete.protocol_members(protocol)
    for described, cls in zip(cluster.classes, cluster.class_objects) if members else ():
        if not is_class(cls) or cls is protocol or described["enum_members"]:
            continue
        if {*described["attributes"], *_names_of(cls)}.issuperset(members):
            if index not in described["bases"]:
                described["bases"].append(index)


def _names_of(cls: type) -> list[str]:
    with contextlib.suppress(*SUBJECT_EXCEPTIONS):
        return dir(cls)
    return []
