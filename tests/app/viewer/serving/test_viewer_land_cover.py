"""Land cover in browsers: soils on squares, roads as lines, and the surface under a driver."""

from types import SimpleNamespace

import httpx
import numpy as np
import pytest

import motorpool as mp
from motorpool.app.viewer import Viewer
from motorpool.app.viewer.land_cover import MOST_SQUARES, coarse_classes, describe_surface, pack_roads, pack_surface
from motorpool.app.viewer.topics.instruments import instruments
from motorpool.ground.terrain.decks import Deck
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface

MUD_NORTH = [[0, 0, 1], [2, 2, 2]]  # rows from south to north
LEGEND = ("dry-earth", "gravel", "mud")


def a_road(points, kind="gravel", width=5.0, **more):
    return SimpleNamespace(points=np.array(points, float), kind=kind, width=width, **more)


@pytest.fixture
def world():
    terrain = Terrain.flat(size=600.0, spacing=50.0)
    world = mp.World(fleets=[mp.Fleet("friction-circle/wheeled", 1)], terrain=terrain)
    world.surface = Surface.from_classes(MUD_NORTH, spacing=200.0, legend=LEGEND)
    world.roads = [
        a_road([[-250.5, 10.0], [0.0, 12.0], [250.0, -40.0]]),
        a_road([[0, 0], [9, 9]], "mud", 3.0, lanes=(2, 1)),
    ]
    return world


def test_a_browser_gets_the_class_of_every_square_with_its_name_colour_and_friction(world):
    with Viewer(world, port=0) as viewer:
        described = httpx.get(f"{viewer.url}world.json").json()["surface"]
        answer = httpx.get(f"{viewer.url}surface.bin")
    classes = np.frombuffer(answer.content, np.uint8).reshape(described["rows"], described["columns"])
    names = np.array([soil["name"] for soil in described["classes"]])
    assert names[classes].tolist() == [["dry-earth", "dry-earth", "gravel"], ["mud"] * 3]
    assert (described["spacing"], described["x_west"], described["y_south"]) == (200.0, -300.0, -200.0)
    mud = described["classes"][names.tolist().index("mud")]
    assert mud == {"name": "mud", "colour": "#4f3f2e", "friction": 0.35}
    assert answer.headers["etag"]


def test_a_browser_gets_the_roads_one_after_the_other(world):
    with Viewer(world, port=0) as viewer:
        described = httpx.get(f"{viewer.url}world.json").json()["roads"]
        points = np.frombuffer(httpx.get(f"{viewer.url}roads.bin").content, "<f4").reshape(-1, 2)
    assert described == [
        {"kind": "gravel", "width": 5.0, "lanes": [], "count": 3},
        {"kind": "mud", "width": 3.0, "lanes": [2, 1], "count": 2},
    ]
    assert points.tolist() == [[-250.5, 10], [0, 12], [250, -40], [0, 0], [9, 9]]


def test_a_browser_gets_the_decks_one_after_the_other():
    rows = np.arange(18.0).reshape(3, 2, 3)
    decks = (Deck(rows, "high street"), Deck(np.concatenate([rows, rows[:, :1]], axis=1)[:2] + 0.25))
    flat = Terrain.flat(size=600.0, spacing=50.0)
    terrain = Terrain(flat.heights, 50.0, flat.x_west, flat.y_south, decks=decks)
    with Viewer(mp.World(fleets=[mp.Fleet("friction-circle/wheeled", 1)], terrain=terrain), port=0) as viewer:
        described = httpx.get(f"{viewer.url}world.json").json()["decks"]
        points = np.frombuffer(httpx.get(f"{viewer.url}decks.bin").content, "<f4")
    assert described == [
        {"name": "high street", "rows": 3, "columns": 2},
        {"name": "", "rows": 2, "columns": 3},
    ]
    assert points.tolist() == np.concatenate([deck.points.ravel() for deck in decks]).tolist()


@pytest.mark.parametrize("shape", [(1, 1), (MOST_SQUARES, 3), (3000, 4097), (5001, 2)])
def test_a_large_surface_is_made_coarser_and_lies_where_it_lay(shape):
    classes = np.zeros(shape, np.uint8)
    classes[shape[0] // 2 :] = 2
    surface = Surface.from_classes(classes, spacing=5.0, legend=LEGEND)
    described = describe_surface(surface)
    rows, columns = described["rows"], described["columns"]
    sent = np.frombuffer(pack_surface(surface), np.uint8).reshape(rows, columns)
    assert max(rows, columns) <= MOST_SQUARES
    spacing = described["spacing"]
    y = described["y_south"] + spacing * (np.arange(rows) + 0.5)
    middle = surface.y_south + 5.0 * (shape[0] // 2)
    is_mud = np.array(surface.names)[sent[:, 0]] == "mud"
    clear = abs(y - middle) > spacing
    assert (is_mud[clear] == (y > middle)[clear]).all()
    assert 0 <= rows * spacing - shape[0] * 5.0 < spacing


def test_a_coarser_square_is_what_most_of_it_was():
    classes = np.zeros((2 * MOST_SQUARES, 4), np.uint8)
    classes[:2, :2] = [[1, 2], [2, 2]]
    classes[:2, 2:] = [[1, 0], [1, 1]]
    surface = Surface.from_classes(classes, spacing=5.0, legend=LEGEND)
    assert [surface.names[number] for number in coarse_classes(surface)[0]] == ["mud", "gravel"]


def test_a_world_that_says_nothing_of_its_ground_serves_nothing_of_it(world):
    world.surface, world.roads = None, []
    with Viewer(world, port=0) as viewer:
        described = httpx.get(f"{viewer.url}world.json").json()
        assert httpx.get(f"{viewer.url}surface.bin").content == b""
        assert httpx.get(f"{viewer.url}roads.bin").content == b""
    assert (described["surface"], described["roads"]) == (None, [])
    assert instruments(world, 0)["soil"] is None


def test_roads_of_too_many_points_are_thinned_and_keep_their_ends(monkeypatch):
    monkeypatch.setattr("motorpool.app.viewer.land_cover.MOST_POINTS", 100)
    line = np.stack([np.arange(301.0), np.zeros(301)], axis=1)
    points = np.frombuffer(pack_roads([a_road(line)]), "<f4").reshape(-1, 2)
    assert 50 < len(points) <= 100
    assert (points[0, 0], points[-1, 0]) == (0.0, 300.0)
    assert (np.diff(points[:, 0]) > 0).all()


@pytest.mark.parametrize(
    ("x", "y", "name"), [(-100.0, -100.0, "dry-earth"), (250.0, -1.0, "gravel"), (0.0, 900.0, "mud")]
)
def test_instruments_name_the_soil_under_the_vehicle(world, x, y, name):
    world.place_vehicles(slice(0, 1), [x], [y], [0.0])
    friction = {"dry-earth": 0.68, "gravel": 0.6, "mud": 0.35}[name]
    assert instruments(world, 0)["soil"] == {"name": name, "friction": friction}
