"""The graph of a large road network is read again, equal; another network has its own."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_networks import grid

from motorpool.compile import cache
from motorpool.errors import WorldError
from motorpool.ground.roads.graph import RoadGraph, graph_of
from motorpool.ground.roads.network import RoadNetwork
from motorpool.world.traffic import graph_cache
from motorpool.world.traffic.graph_cache import cached_graph


@pytest.fixture(autouse=True)
def entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path))
    monkeypatch.setattr(graph_cache, "LEAST_SECTIONS", 20)
    cache.cache_folder.cache_clear()
    yield tmp_path / "kernels" / "arrays"
    cache.cache_folder.cache_clear()


def assert_equal(found: RoadGraph, expected: RoadGraph) -> None:
    for name, column, other in zip(RoadGraph._fields, found, expected, strict=True):
        assert np.asarray(column).dtype == np.asarray(other).dtype, name
        assert np.array_equal(column, other), name
    assert type(found.keeps_left) is int


def test_a_graph_is_read_as_it_was_made(monkeypatch: pytest.MonkeyPatch):
    network = grid(4)
    expected = graph_of(network)
    assert_equal(cached_graph(network), expected)
    monkeypatch.delattr(graph_cache, "graph_of")  # not called again
    assert_equal(cached_graph(network), expected)


@pytest.mark.parametrize("change", [{"width": 9.0}, {"lanes_backward": 0}, {"speed_limit": 20.0}, {"points": None}])
def test_another_network_has_another_graph(change: dict):
    network = grid(4)
    cached_graph(network)
    first = network.sections[0]
    if "points" in change:
        change = {"points": np.insert(first.points, 1, first.points.mean(axis=0) + 1.0, axis=0)}
    other = replace(network, sections=[replace(first, **change), *network.sections[1:]])
    assert_equal(cached_graph(other), graph_of(other))
    turned = replace(network, drives_on_left=True)
    assert_equal(cached_graph(turned), graph_of(turned))


def test_a_wrong_network_is_refused_and_not_stored(entries: Path):
    network = grid(4)
    wrong = RoadNetwork(sections=[replace(network.sections[0], width=-1.0), *network.sections[1:]])
    for _ in range(2):
        with pytest.raises(WorldError, match="width"):
            cached_graph(wrong)
    assert not list(entries.glob("*"))


def test_small_networks_have_no_entry(entries: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(graph_cache, "LEAST_SECTIONS", 1000)
    assert_equal(cached_graph(grid(4)), graph_of(grid(4)))
    assert not entries.exists()
