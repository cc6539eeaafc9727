"""Nodes, ways and relations of a file, in compact arrays.

A node takes 16 bytes, a reference of a way to a node 8. Only tags whose keys the table of tags has are kept. Both
readers (XML and PBF) fill the same arrays, in the order of the file.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from .tags import KEYS

SCALE = 10_000_000  # units of a coordinate in a degree; OpenStreetMap stores no more digits
MOST_NODES = 50_000_000  # these and the next are limits of a file
MOST_REFERENCES = 100_000_000
MOST_WAYS = 10_000_000
MOST_RELATIONS = 1_000_000
MOST_MEMBERS = 20_000_000
MOST_WAY_NODES = 100_000  # limit of one way; OpenStreetMap allows 2000
MOST_TAGS = 1_000  # limit of one element
LONGEST_VALUE = 1_000  # characters of a tag's value; OpenStreetMap allows 255
LARGEST_ID = 2**63 - 1
_MOST_SHARED = 200_000  # different sets of tags that are stored once

Tags = Mapping[str, str]


class Relation(NamedTuple):
    """Relation with tags of interest."""

    number: int
    tags: Tags
    ways: tuple[int, ...]  # numbers of its member ways; none unless it is a multipolygon
    roles: tuple[str, ...]  # of these


@dataclass(eq=False)
class Elements:
    """Content of a file; the index of a node or a way is its place in the arrays."""

    label: str  # of the file, for messages
    node_numbers: "array[int]" = field(default_factory=lambda: array("q"))
    longitudes: "array[int]" = field(default_factory=lambda: array("i"))  # [1e-7 deg]
    latitudes: "array[int]" = field(default_factory=lambda: array("i"))  # [1e-7 deg]
    node_tags: dict[int, Tags] = field(default_factory=dict[int, Tags])  # by the node's index
    way_numbers: "array[int]" = field(default_factory=lambda: array("q"))
    first_references: "array[int]" = field(default_factory=lambda: array("q", [0]))  # (ways + 1,) ranges in references
    references: "array[int]" = field(default_factory=lambda: array("q"))  # numbers of nodes
    way_tags: dict[int, Tags] = field(default_factory=dict[int, Tags])  # by the way's index
    relations: list[Relation] = field(default_factory=list[Relation])
    driving_sides: Counter[str] = field(default_factory=Counter[str])
    left_out: Counter[str] = field(default_factory=Counter[str])
    _shared: dict[Any, Tags] = field(default_factory=dict[Any, Tags])
    _members: int = 0

    def add_node(self, number: int, longitude: int, latitude: int, tags: Iterable[tuple[str, str]] = ()) -> None:
        """Add a node at a position [1e-7 deg]; one beyond the Earth is counted."""
        if not (-180 * SCALE <= longitude <= 180 * SCALE and -90 * SCALE <= latitude <= 90 * SCALE):
            self.left_out["nodes with a position out of range"] += 1
            return
        if tags and (kept := self._kept(tags)):
            self.node_tags[len(self.node_numbers)] = kept
        self.node_numbers.append(number)
        self.longitudes.append(longitude)
        self.latitudes.append(latitude)
        if len(self.node_numbers) > MOST_NODES:
            raise self.too_many(MOST_NODES, "nodes")

    def add_nodes(
        self,
        numbers: NDArray[np.int64],
        longitudes: NDArray[np.int64],
        latitudes: NDArray[np.int64],
        tags: Mapping[int, Iterable[tuple[str, str]]],
    ) -> None:
        """Add nodes at positions (nodes,) [1e-7 deg], as ``add_node`` does.

        Args:
            tags: tags of those nodes that have some, by the index of the node.
        """
        is_there = (abs(longitudes) <= 180 * SCALE) & (abs(latitudes) <= 90 * SCALE)
        places = len(self.node_numbers) + np.cumsum(is_there) - 1
        for node, given in tags.items():
            if is_there[node] and (kept := self._kept(given)):
                self.node_tags[int(places[node])] = kept
        if gone := int(np.count_nonzero(~is_there)):
            self.left_out["nodes with a position out of range"] += gone
        self.node_numbers.frombytes(numbers[is_there].tobytes())
        self.longitudes.frombytes(longitudes[is_there].astype(np.int32).tobytes())
        self.latitudes.frombytes(latitudes[is_there].astype(np.int32).tobytes())
        if len(self.node_numbers) > MOST_NODES:
            raise self.too_many(MOST_NODES, "nodes")

    def add_way(self, number: int, references: list[int], tags: Iterable[tuple[str, str]]) -> None:
        """Add a way; one with fewer than two or far too many nodes is counted."""
        if len(references) < 2 or len(references) > MOST_WAY_NODES:
            few = len(references) < 2
            words = "ways with fewer than two nodes" if few else f"ways with more than {MOST_WAY_NODES} nodes"
            self.left_out[words] += 1
            return
        if kept := self._kept(tags):
            self.way_tags[len(self.way_numbers)] = kept
        self.way_numbers.append(number)
        self.references.extend(references)
        self.first_references.append(len(self.references))
        if len(self.way_numbers) > MOST_WAYS:
            raise self.too_many(MOST_WAYS, "ways")
        if len(self.references) > MOST_REFERENCES:
            raise self.too_many(MOST_REFERENCES, "nodes of ways")

    def add_relation(self, number: int, ways: list[int], roles: list[str], tags: Iterable[tuple[str, str]]) -> None:
        """Add a relation with its member ways; one without tags of interest is counted."""
        kept = self._kept(tags)
        if kept:
            is_polygon = kept.get("type") == "multipolygon"
            members = (tuple(ways), tuple(roles)) if is_polygon else ((), ())
            self.relations.append(Relation(number, kept, *members))
            self._members += len(members[0])
        else:
            self.left_out["relations without a known tag"] += 1
        if len(self.relations) > MOST_RELATIONS:
            raise self.too_many(MOST_RELATIONS, "relations")
        if self._members > MOST_MEMBERS:
            raise self.too_many(MOST_MEMBERS, "members of relations")

    def too_many(self, limit: int, words: str) -> TerrainError:
        """Return the error of a file beyond a limit."""
        return TerrainError(
            f"{self.label} has more than {limit} {words}; cut a smaller extract, for example with osmium extract"
        )

    def _kept(self, tags: Iterable[tuple[str, str]]) -> Tags | None:
        """Return the tags of known keys, shared between elements with the same ones; None if there are none."""
        kept: list[tuple[str, str]] = []
        other = 0
        for place, (key, value) in enumerate(tags):
            if key not in KEYS or place >= MOST_TAGS:
                other += 1
            elif len(value) > LONGEST_VALUE:
                self.left_out[f"tags with more than {LONGEST_VALUE} characters"] += 1
            else:
                kept.append((key, value))
        if other:
            self.left_out["tags with other keys"] += other
        if not kept:
            return None
        made = dict(kept)
        if side := made.pop("driving_side", ""):
            self.driving_sides["left" if side == "left" else "right"] += 1
        if "highway" not in made and "place" not in made:
            made.pop("name", None)
        key = tuple(made.items())
        if len(self._shared) < _MOST_SHARED:
            return self._shared.setdefault(key, made) or None
        return self._shared.get(key, made) or None
