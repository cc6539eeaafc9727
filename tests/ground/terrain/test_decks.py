"""Decks: surfaces over and under the ground, which of them carries a vehicle, and where straight paths meet them."""

import math
from dataclasses import replace

import numpy as np
import pytest
from deck_stages import Places, stand_at

from motorpool.compile.rows import Stages
from motorpool.errors import TerrainError
from motorpool.ground.terrain.decks import Deck, Path, meet_decks, surface_heights, surface_slopes
from motorpool.ground.terrain.heightfield import Heightfield, Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain, save_terrain
from motorpool.ground.terrain.levels import CLIMB, PREFERRED, slopes_at, stand


def strip(x: np.ndarray, z, *, half_width: float = 4.0, yaw: float = 0.0, name: str = "") -> Deck:
    """Return a straight deck along x, turned about the origin."""
    left = np.column_stack([x, np.full_like(x, half_width), np.broadcast_to(z, x.shape)])
    points = np.stack([left, left * (1.0, -1.0, 1.0)], axis=1)
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    points[:, :, :2] = points[:, :, :2] @ turn.T
    return Deck(points, name)


def terrain(*decks: Deck, height: float = 0.0) -> Terrain:
    return replace(Terrain.flat(size=400.0, spacing=10.0, height=height), decks=decks)


def surface(made: Terrain, x: float, y: float, z: float):
    ground = Heightfield(made.heights, made.x_west, made.y_south, made.spacing)
    return stand(ground, made.compiled_decks(), x, y, z)


@pytest.mark.parametrize("seed", range(4))
def test_a_deck_has_the_height_and_the_slopes_of_its_plane(seed: int):
    chance = np.random.default_rng(seed)
    yaw, slope = chance.uniform(-math.pi, math.pi), chance.uniform(-0.2, 0.2)
    x = np.sort(chance.uniform(-90.0, 90.0, 12))
    made = terrain(strip(x, 20.0 + slope * x, yaw=yaw))
    for _ in range(50):
        along, aside = chance.uniform(x[0], x[-1]), chance.uniform(-3.99, 3.99)
        at = along * math.cos(yaw) - aside * math.sin(yaw), along * math.sin(yaw) + aside * math.cos(yaw)
        z, east, north, level = surface(made, *at, 20.0 + slope * along + chance.uniform(-2.0, 2.0))
        assert level == 1
        assert (z, east, north) == pytest.approx(
            (20.0 + slope * along, slope * math.cos(yaw), slope * math.sin(yaw)), abs=1e-9
        )


def test_a_vehicle_stands_on_the_surface_nearest_to_its_height():
    ends = np.array([-100.0, 100.0])
    made = terrain(strip(ends, 5.0), strip(ends, 10.0, yaw=0.5 * math.pi), strip(ends, -6.0, yaw=0.25 * math.pi))
    assert [surface(made, 0.0, 0.0, z)[3] for z in (0.0, 4.0, 9.0, 14.0, -6.0)] == [0, 1, 2, 0, 3]
    assert surface(made, 0.0, 0.0, 5.0 + CLIMB + 0.1)[3] == 2
    assert surface(made, 50.0, 4.1, 5.0)[3] == 0  # beside it
    assert surface(made, 100.1, 0.0, 5.0)[3] == 0  # behind its end
    assert surface(made, math.nan, 0.0, 5.0)[3] == 0


def test_where_deck_and_ground_are_about_as_high_the_deck_is_preferred():
    made = terrain(strip(np.array([-50.0, 50.0]), 0.2))
    assert surface(made, 0.0, 0.0, 0.0)[3] == int(PREFERRED > 0.2)
    assert surface(terrain(strip(np.array([-50.0, 50.0]), 0.4)), 0.0, 0.0, 0.0)[3] == 0


def test_no_gap_stays_between_the_triangles_of_a_curved_deck():
    turn = np.linspace(0.0, 5.0, 60)
    points = np.stack([radius * np.array([np.cos(turn), np.sin(turn), 0.0 * turn]) for radius in (60.0, 68.0)]).T
    deck = Deck(points.transpose(0, 2, 1) + np.array([0.0, 0.0, 7.0]))
    made = terrain(deck)
    for angle in np.linspace(0.0, 5.0, 500)[1:-1]:
        assert surface(made, 64.0 * math.cos(angle), 64.0 * math.sin(angle), 7.0)[0] == pytest.approx(7.0)


def test_compiled_code_finds_the_same_surfaces():
    chance = np.random.default_rng(5)
    x = np.linspace(-90.0, 90.0, 30)
    made = terrain(*(strip(x, chance.uniform(-9.0, 9.0), yaw=chance.uniform(0.0, 3.0)) for _ in range(6)))
    ground = Heightfield(made.heights, made.x_west, made.y_south, made.spacing)
    x, y, z = chance.uniform(-100.0, 100.0, (3, 500)) * np.array([[1.0], [1.0], [0.1]])
    found = surface_heights(made, x, y, z)
    stages, height = Stages(), np.zeros(500)
    stages.run(stand_at, Places(x, y, z, height), ground, made.compiled_decks())
    assert height == pytest.approx(found, abs=1e-12)
    assert len(np.unique(found.round(6))) == 7


def test_a_path_meets_the_nearest_deck_on_its_way():
    made = terrain(strip(np.linspace(-100.0, 100.0, 9), 5.0), strip(np.array([-100.0, 100.0]), 9.0))
    decks = made.compiled_decks()
    down = Path(3.0, 1.0, 20.0, 0.0, 0.0, -1.0)
    assert meet_decks(decks, down, 0.0, 100.0) == pytest.approx(11.0)
    assert meet_decks(decks, down, 12.0, 100.0) == pytest.approx(15.0)
    assert meet_decks(decks, down, 0.0, 10.0) == math.inf
    assert meet_decks(decks, Path(3.0, 8.0, 20.0, 0.0, 0.0, -1.0), 0.0, 100.0) == math.inf
    assert meet_decks(decks, Path(0.0, -30.0, 3.0, 0.0, 1.0, 0.1), 0.0, 100.0) == math.inf  # under it
    assert meet_decks(decks, Path(0.0, -30.0, 2.6, 0.0, 1.0, 0.08), 0.0, 100.0) == pytest.approx(30.0)
    assert meet_decks(terrain().compiled_decks(), down, 0.0, 100.0) == math.inf


@pytest.mark.parametrize("seed", range(4))
def test_a_path_meets_a_deck_where_a_fine_walk_along_it_goes_through(seed: int):
    chance = np.random.default_rng(seed)
    x = np.linspace(-90.0, 90.0, 40)
    made = terrain(strip(x, 6.0 + 2.0 * np.sin(0.05 * x), yaw=chance.uniform(0.0, 3.0), half_width=15.0))
    decks, met = made.compiled_decks(), 0
    for _ in range(15):
        start, end = chance.uniform(-60.0, 60.0, (2, 3))
        start[2], end[2] = chance.permutation([2.0, 11.0])
        found = meet_decks(decks, Path(*start, *(end - start)), 0.0, 1.0)
        share = np.linspace(0.0, 1.0, 401)[:, None]
        way = start + share * (end - start)
        below = np.array([surface(made, *each)[0] - each[2] for each in way])
        on = np.array([surface(made, *each)[3] for each in way]) == 1
        crossed = np.flatnonzero((np.diff(np.sign(below)) != 0) & on[1:] & on[:-1])
        if len(crossed):
            met += 1
            assert found == pytest.approx(float(share[crossed[0], 0]), abs=4e-3)
        else:
            assert found == math.inf or not on.all()
    assert met > 0


def test_decks_are_saved_moved_and_cropped_with_their_terrain(tmp_path):
    made = replace(
        terrain(strip(np.array([-50.0, 0.0, 50.0]), 6.0, name="Müller bridge"), strip(np.array([-9.0, 9.0]), -4.0)),
        crs="EPSG:25832",
        origin_easting=500_000.0,
        origin_northing=5_400_000.0,
    )
    save_terrain(made, tmp_path / "t.npz")
    again = load_terrain(tmp_path / "t.npz")
    assert [deck.name for deck in again.decks] == ["Müller bridge", ""]
    for one, other in zip(made.decks, again.decks, strict=True):
        assert one.points == pytest.approx(other.points, abs=1e-6)
    part = again.cropped(-100.0, -100.0, 60.0, 60.0)
    assert surface_heights(part, *np.array([[20.0], [20.0], [6.0]])) == pytest.approx([6.0])
    assert "2 decks" in repr(part)


@pytest.mark.parametrize(
    "points", [np.zeros((1, 2, 3)), np.zeros((2, 2, 2)), np.full((2, 2, 3), math.nan), np.full((2, 2, 3), 1e300)]
)
def test_a_wrong_deck_is_refused_in_a_sentence(points: np.ndarray):
    with pytest.raises(TerrainError, match="deck"):
        Deck(points)


@pytest.mark.parametrize(
    "arrays",
    [
        {"deck_shapes": np.array([[2, 3]])},
        {"deck_shapes": np.array([[1, 4]])},
        {"deck_shapes": np.array([[-2, -2]])},
        {"deck_shapes": np.array([2, 2])},
        {"deck_points": np.full((4, 3), math.nan)},
        {"deck_names": np.array(["a", "b"])},
        {"deck_points": np.zeros(0)},
    ],
)
def test_damaged_decks_are_refused_in_a_sentence(arrays, tmp_path):
    save_terrain(terrain(strip(np.array([-50.0, 50.0]), 6.0)), tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as saved:
        np.savez(tmp_path / "bad.npz", **(dict(saved) | arrays))
    with pytest.raises(TerrainError, match="deck"):
        load_terrain(tmp_path / "bad.npz")


def test_a_deck_knows_its_middle_and_its_width():
    deck = strip(np.array([0.0, 30.0, 50.0]), 3.0, half_width=4.0, yaw=0.5 * math.pi)
    assert deck.middle() == pytest.approx(np.array([[0.0, 0.0], [0.0, 30.0], [0.0, 50.0]]), abs=1e-12)
    assert deck.width == pytest.approx(8.0)


def test_drivers_expect_the_slope_of_a_deck_wherever_one_is():
    x = np.array([-50.0, 50.0])
    made = terrain(strip(x, 9.0 + 0.1 * x), height=3.0)
    places = np.array([[0.0, 20.0, 60.0, 0.0], [0.0, 3.0, 0.0, 5.0]])
    assert surface_slopes(made, *places)[0] == pytest.approx([0.1, 0.1, 0.0, 0.0])
    ground = Heightfield(made.heights, made.x_west, made.y_south, made.spacing)
    found = [slopes_at(ground, made.compiled_decks(), *place) for place in places.T.tolist()]
    assert pytest.approx(np.array(found)) == np.array(surface_slopes(made, *places)).T


def test_many_triangles_over_the_whole_map_are_refused_before_they_fill_the_memory():
    long = strip(np.array([-4e5, 4e5]), 5.0, half_width=4e5)
    with pytest.raises(TerrainError, match="more points along"):
        terrain(*[long] * 40).compiled_decks()
