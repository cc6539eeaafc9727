"""The picture of a map: a deck is drawn over the road that it crosses."""

import matplotlib.image
import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.roads.network import RoadSection
from motorpool.ground.terrain.decks import Deck
from motorpool.ground.terrain.surface import Surface
from motorpool.maps.map_objects import Table
from motorpool.maps.map_picture import draw_map


@pytest.mark.slow
def test_a_deck_has_dark_edges_and_hides_the_road_below(tmp_path):
    flat = mp.Terrain.flat(size=200.0, spacing=5.0)
    left = np.array([[-40.0, 4.0, 6.0], [40.0, 4.0, 6.0]])
    deck = Deck(np.stack([left, left * (1, -1, 1)], axis=1), "high street")
    bridged = mp.Terrain(flat.heights, 5.0, flat.x_west, flat.y_south, decks=(deck,))
    lines = {"motorway": ((0.0, -90.0), (0.0, 90.0)), "tertiary": ((-90.0, 0.0), (90.0, 0.0))}
    sections = [
        RoadSection(
            points=np.array([[*a, 0.0], [*b, 0.0]]),
            start=0,
            end=1,
            category=category,
            name="high street" * (a[0] < 0.0),
        )
        for category, (a, b) in lines.items()
    ]
    no_objects = Table(*(np.zeros(0) for _ in range(5)), np.zeros(0, np.int64))
    pictures = []
    for terrain in (flat, bridged):
        draw_map(tmp_path / "map.png", terrain, Surface.uniform("dry-earth", terrain), no_objects, sections, [])
        pictures.append(matplotlib.image.imread(tmp_path / "map.png")[..., :3])
    changed = np.argwhere(np.abs(pictures[1] - pictures[0]).max(axis=2) > 0.1)
    assert np.ptp(changed[:, 1]) > 10 * np.ptp(changed[:, 0])  # along the deck, not across it
    row, column = changed.mean(axis=0).round().astype(int)
    red, _, blue = pictures[0][row, column]
    assert red > blue + 0.3  # the motorway, over the smaller road
    assert pictures[1][row, column].min() > 0.55  # the bridge, pale as its road
    assert pictures[1][changed[:, 0], changed[:, 1]].max(axis=1).min() < 0.2  # its edges
