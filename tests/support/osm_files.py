"""Small files of OpenStreetMap: nodes in metres, ways and relations, as XML or PBF."""

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

METRES_PER_DEGREE = 1e5  # of the projection below, so that a centimetre is the smallest unit of the format

Tags = Mapping[str, str]


class Way(NamedTuple):
    number: int
    nodes: Sequence[int]
    tags: Tags = MappingProxyType({})


class Relation(NamedTuple):
    number: int
    members: Sequence[tuple[int, str]]  # number and role of ways
    tags: Tags = MappingProxyType({})


class Map(NamedTuple):
    nodes: Mapping[int, tuple[float, float]]  # number: x, y [m]
    ways: Sequence[Way] = ()
    relations: Sequence[Relation] = ()
    node_tags: Mapping[int, Tags] = MappingProxyType({})

    @property
    def xml(self) -> str:
        return document("\n".join([*self._nodes(), *map(_way, self.ways), *map(_relation, self.relations)]))

    def _nodes(self):
        for number, (x, y) in self.nodes.items():
            place = f'lat="{y / METRES_PER_DEGREE:.7f}" lon="{x / METRES_PER_DEGREE:.7f}"'
            yield f'<node id="{number}" {place}>{_tags(self.node_tags.get(number, {}))}</node>'

    def write(self, path: Path) -> Path:
        path.write_text(self.xml, encoding="utf-8")
        return path

    def write_pbf(self, path: Path) -> Path:
        import osmium

        with osmium.SimpleWriter(str(path), overwrite=True) as writer:
            for number, (x, y) in self.nodes.items():
                at = x / METRES_PER_DEGREE, y / METRES_PER_DEGREE
                tags = self.node_tags.get(number, {})
                writer.add_node(osmium.osm.mutable.Node(id=number, location=at, tags=dict(tags)))
            for way in self.ways:
                writer.add_way(osmium.osm.mutable.Way(id=way.number, nodes=list(way.nodes), tags=dict(way.tags)))
            for relation in self.relations:
                members = [("w", number, role) for number, role in relation.members]
                writer.add_relation(
                    osmium.osm.mutable.Relation(id=relation.number, members=members, tags=dict(relation.tags))
                )
        return path


def project(longitude: Any, latitude: Any) -> tuple[Any, Any]:
    """Return the metres of the maps above."""
    return np.asarray(longitude) * METRES_PER_DEGREE, np.asarray(latitude) * METRES_PER_DEGREE


def document(content: str) -> str:
    """Return a file with elements."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n{content}\n</osm>\n'


def square(first: int, x: float, y: float, side: float) -> dict[int, tuple[float, float]]:
    """Return the four nodes of a square, the south-western first, counter-clockwise."""
    corners = (x, y), (x + side, y), (x + side, y + side), (x, y + side)
    return {first + number: corner for number, corner in enumerate(corners)}


def ring(first: int, count: int = 4) -> list[int]:
    """Return the nodes of a closed way."""
    return [*range(first, first + count), first]


def _tags(tags: Tags) -> str:
    return "".join(f'<tag k="{html.escape(key)}" v="{html.escape(value)}"/>' for key, value in tags.items())


def _way(way: Way) -> str:
    nodes = "".join(f'<nd ref="{number}"/>' for number in way.nodes)
    return f'<way id="{way.number}">{nodes}{_tags(way.tags)}</way>'


def _relation(relation: Relation) -> str:
    members = "".join(f'<member type="way" ref="{number}" role="{role}"/>' for number, role in relation.members)
    return f'<relation id="{relation.number}">{members}{_tags(relation.tags)}</relation>'
