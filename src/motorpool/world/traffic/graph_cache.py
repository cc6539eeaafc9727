"""Road graphs through the cache of arrays: the graph of a large network takes a second to make."""

from collections.abc import Iterator

import numpy as np

from ...compile.array_cache import Arrays, Input, cached, version_of
from ...ground.roads.graph import RoadGraph, graph_of
from ...ground.roads.network import RoadNetwork
from ...ground.roads.network_files import PROPERTIES

CODE = ("ground/roads", "ground/terrain", "models/mathematics.py")
LEAST_SECTIONS = 200  # smaller networks are not worth an entry


def cached_graph(network: RoadNetwork) -> RoadGraph:
    """Return the graph that ``graph_of`` makes of a road network.

    Raises:
        WorldError: as ``graph_of``.
    """
    if len(network.sections) < LEAST_SECTIONS:
        return graph_of(network)

    def make() -> Arrays:
        return {name: np.asarray(column) for name, column in graph_of(network)._asdict().items()}

    found = cached("road-graph", _inputs(network), code=version_of(*CODE), make=make)
    return RoadGraph(
        **{name: found[name] for name in RoadGraph._fields if name != "keeps_left"}, keeps_left=int(found["keeps_left"])
    )


def _inputs(network: RoadNetwork) -> Iterator[Input]:
    yield network.drives_on_left
    for section in network.sections:
        yield np.asarray(section.points, np.float64)
        yield repr([getattr(section, name) for name in PROPERTIES])
