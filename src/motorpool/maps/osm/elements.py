"""Nodes, ways and relations of a file, in compact arrays.

A node takes 20 bytes, a reference of a way to a node 8. Only tags whose keys the table of tags has are kept. All
readers (XML, PBF and JSON) fill the same arrays, in the order of the file.

A file may have several elements of one kind with one number: versions in an extract of the history, or repetitions in
an answer of the Overpass API. Of these the newest version stays; of one version that with tags, or else the last node,
the first way or relation. A deletion is a version without content. ``finish`` removes the others after reading; where
they follow each other, as they do in an extract of the history, they take no memory until then.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.errors import TerrainError
from .tags import KEYS, count

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
LARGEST_VERSION = 2**31 - 1
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
    node_versions: "array[int]" = field(default_factory=lambda: array("i"))
    way_versions: "array[int]" = field(default_factory=lambda: array("i"))
    driving_sides: Counter[str] = field(default_factory=Counter[str])
    left_out: Counter[str] = field(default_factory=Counter[str])
    _shared: dict[Any, Tags] = field(default_factory=dict[Any, Tags])
    _members: int = 0
    _relations: dict[int, tuple[int, Relation | None]] = field(default_factory=dict[int, tuple[int, Relation | None]])
    _gone_nodes: set[int] = field(default_factory=set[int])  # indices of deletions
    _gone_ways: set[int] = field(default_factory=set[int])

    @property
    def relations(self) -> list[Relation]:
        """Return the relations with tags of interest."""
        return [relation for _, relation in self._relations.values() if relation is not None]

    def add_node(
        self, number: int, longitude: int, latitude: int, tags: Iterable[tuple[str, str]] = (), version: int = 0
    ) -> None:
        """Add a node at a position [1e-7 deg]; one beyond the Earth is counted."""
        if not (-180 * SCALE <= longitude <= 180 * SCALE and -90 * SCALE <= latitude <= 90 * SCALE):
            self.left_out["nodes with a position out of range"] += 1
            return
        kept = self._kept(tags) if tags else None
        if self.node_numbers and self.node_numbers[-1] == number and not self._replace_node(version, bool(kept)):
            return
        if kept:
            self.node_tags[len(self.node_numbers)] = kept
        self.node_numbers.append(number)
        self.longitudes.append(longitude)
        self.latitudes.append(latitude)
        self.node_versions.append(version)
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
        self.node_versions.frombytes(bytes(4 * int(np.count_nonzero(is_there))))
        if len(self.node_numbers) > MOST_NODES:
            raise self.too_many(MOST_NODES, "nodes")

    def add_way(self, number: int, references: list[int], tags: Iterable[tuple[str, str]], version: int = 0) -> None:
        """Add a way; one with fewer than two or far too many nodes is counted, and replaces its older versions."""
        if len(references) < 2 or len(references) > MOST_WAY_NODES:
            few = len(references) < 2
            words = "ways with fewer than two nodes" if few else f"ways with more than {MOST_WAY_NODES} nodes"
            self.left_out[words] += 1
            if version > 1:
                self._add_way(number, [], None, version)
            return
        self._add_way(number, references, self._kept(tags), version)

    def _add_way(self, number: int, references: list[int], kept: Tags | None, version: int) -> None:
        """Add a way; one without references is a deletion."""
        if self.way_numbers and self.way_numbers[-1] == number and not self._replace_way(version, bool(kept)):
            return
        if not references:
            self._gone_ways.add(len(self.way_numbers))
        if kept:
            self.way_tags[len(self.way_numbers)] = kept
        self.way_versions.append(version)
        self.way_numbers.append(number)
        self.references.extend(references)
        self.first_references.append(len(self.references))
        if len(self.way_numbers) > MOST_WAYS:
            raise self.too_many(MOST_WAYS, "ways")
        if len(self.references) > MOST_REFERENCES:
            raise self.too_many(MOST_REFERENCES, "nodes of ways")

    def add_relation(
        self, number: int, ways: list[int], roles: list[str], tags: Iterable[tuple[str, str]], version: int = 0
    ) -> None:
        """Add a relation with its member ways; one without tags of interest is counted."""
        kept = self._kept(tags)
        relation: Relation | None = None
        if kept:
            is_polygon = kept.get("type") == "multipolygon"
            relation = Relation(number, kept, *((tuple(ways), tuple(roles)) if is_polygon else ((), ())))
        else:
            self.left_out["relations without a known tag"] += 1
        self._add_relation(number, relation, version)

    def _add_relation(self, number: int, relation: Relation | None, version: int) -> None:
        """Add a relation; None is a deletion, or one without tags of interest."""
        if known := self._relations.get(number):
            self._count_version("relation", known[0] != version)
            if (version, relation is not None) <= (known[0], known[1] is not None):
                return
            self._members -= len(known[1].ways) if known[1] else 0
        self._relations[number] = version, relation
        self._members += len(relation.ways) if relation else 0
        if len(self._relations) > MOST_RELATIONS:
            raise self.too_many(MOST_RELATIONS, "relations")
        if self._members > MOST_MEMBERS:
            raise self.too_many(MOST_MEMBERS, "members of relations")

    def add_deleted(self, kind: str, number: int, version: int = 0) -> None:
        """Count a deleted element, which replaces its older versions."""
        self.left_out[f"deleted {kind}s"] += 1
        if kind == "relation":
            self._add_relation(number, None, version)
        elif kind == "way":
            self._add_way(number, [], None, version)
        else:
            self.add_node(number, 0, 0, (), version)
            if self.node_versions[-1] == version and self.node_numbers[-1] == number:
                self._gone_nodes.add(len(self.node_numbers) - 1)

    def finish(self) -> None:
        """Remove all but the newest version of each node and way, and those that are deleted."""
        kept = _newest(self.node_numbers, self.node_versions, self.node_tags)
        count(self.left_out, "nodes with the number of another", int(np.count_nonzero(~kept)))
        kept[[*self._gone_nodes]] = False
        self._gone_nodes.clear()
        if not kept.all():
            for name in ("node_numbers", "longitudes", "latitudes", "node_versions"):
                setattr(self, name, _chosen(getattr(self, name), kept))
            self.node_tags = _renumbered(self.node_tags, kept)
        kept = _newest(self.way_numbers, self.way_versions, self.way_tags, is_first=True)
        count(self.left_out, "ways with the number of another", int(np.count_nonzero(~kept)))
        kept[[*self._gone_ways]] = False
        self._gone_ways.clear()
        if not kept.all():
            counts = np.diff(np.frombuffer(self.first_references, np.int64))
            self.references = _chosen(self.references, np.repeat(kept, counts))
            self.first_references = array("q", [0])
            self.first_references.frombytes(np.cumsum(counts[kept]).tobytes())
            self.way_numbers, self.way_versions = (
                _chosen(each, kept) for each in (self.way_numbers, self.way_versions)
            )
            self.way_tags = _renumbered(self.way_tags, kept)

    def _replace_node(self, version: int, has_tags: bool) -> bool:
        """Remove the last node for another version of it; return False if that version is older."""
        last = len(self.node_numbers) - 1
        known = self.node_versions[last]
        self._count_version("node", known != version)
        if (version, has_tags) < (known, last in self.node_tags):
            return False
        for column in (self.node_numbers, self.longitudes, self.latitudes, self.node_versions):
            column.pop()
        self.node_tags.pop(last, None)
        self._gone_nodes.discard(last)
        return True

    def _replace_way(self, version: int, has_tags: bool) -> bool:
        """Remove the last way for another version of it; return False if that version is not newer."""
        last = len(self.way_numbers) - 1
        known = self.way_versions[last]
        self._count_version("way", known != version)
        if (version, has_tags) <= (known, last in self.way_tags):
            return False
        for column in (self.way_numbers, self.way_versions, self.first_references):
            column.pop()
        del self.references[self.first_references[-1] :]
        self.way_tags.pop(last, None)
        self._gone_ways.discard(last)
        return True

    def _count_version(self, kind: str, is_other: bool) -> None:
        self.left_out[f"older versions of {kind}s" if is_other else f"{kind}s with the number of another"] += 1

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


def _newest(
    numbers: "array[int]", versions: "array[int]", tags: Mapping[int, Tags], *, is_first: bool = False
) -> NDArray[np.bool_]:
    """Return whether each element is the newest of those with its number; of equal ones the last, or the first."""
    number = np.frombuffer(numbers, np.int64)
    if not (number[1:] <= number[:-1]).any():
        return np.ones(len(number), np.bool_)
    has_tags = np.zeros(len(number), np.bool_)
    has_tags[[*tags]] = True
    place = np.arange(len(number)) * (-1 if is_first else 1)
    order = np.lexsort((place, has_tags, np.frombuffer(versions, np.int32), number))
    is_last = np.ones(len(number), np.bool_)
    is_last[:-1] = number[order[1:]] != number[order[:-1]]
    kept = np.zeros(len(number), np.bool_)
    kept[order[is_last]] = True
    return kept


def _chosen(column: "array[int]", kept: NDArray[np.bool_]) -> "array[int]":
    """Return the chosen numbers of a column."""
    found = column[:0]
    found.frombytes(np.frombuffer(column, np.dtype(column.typecode))[kept].tobytes())
    return found


def _renumbered(tags: dict[int, Tags], kept: NDArray[np.bool_]) -> dict[int, Tags]:
    """Return the tags of the elements that stay, by their new indices."""
    places = np.cumsum(kept) - 1
    return {int(places[index]): values for index, values in tags.items() if kept[index]}
