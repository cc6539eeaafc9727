"""Generated hills: as steep as they should be, smooth, and the same for a seed."""

from pathlib import Path

import numpy as np
import pytest

from motorpool.errors import ScenarioError, TerrainError
from motorpool.ground.terrain.hills import make_hills
from motorpool.world.scenario.loader import scenario_of

SCENARIO = "vehicles: [{model: bicycle, count: 1}]\nterrain: "


def slopes(terrain):
    north, east = np.gradient(terrain.heights.astype(float), terrain.spacing)
    return np.hypot(east, north)


def built(text: str):
    return scenario_of(SCENARIO + text, name="own", folder=Path(), where="own.yaml").build()


def test_their_slope_is_the_steepness_in_the_root_mean_square():
    found = [np.mean(slopes(make_hills(seed, size=4000.0, steepness=0.3)) ** 2) for seed in range(8)]
    assert np.mean(found) ** 0.5 == pytest.approx(0.3, rel=0.05)


def test_the_steepness_scales_the_heights():
    assert make_hills(1, steepness=0.4).heights == pytest.approx(2.0 * make_hills(1, steepness=0.2).heights, rel=1e-6)
    assert (make_hills(1, steepness=0.0).heights == 0.0).all()


def test_the_seed_chooses_the_hills():
    assert (make_hills(3).heights == make_hills(3).heights).all()
    assert (make_hills(3).heights != make_hills(4).heights).mean() > 0.99


def test_a_finer_spacing_gives_the_same_ground():
    coarse, fine = make_hills(5, spacing=20.0), make_hills(5, spacing=10.0)
    assert fine.heights[::2, ::2] == pytest.approx(coarse.heights, abs=1e-4)


def test_the_ground_has_no_edges():
    turns = np.abs(np.diff(make_hills(2, size=500.0, spacing=1.0, steepness=0.3).heights.astype(float), n=2, axis=0))
    assert turns.max() < 0.05  # change of slope from one metre to the next


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": -1.0}, "both must be positive"),
        ({"size": 1e6}, "at most 4000 intervals make a side"),
        ({"steepness": 3.0}, "the steepness of hills is 3.0; it must be 0 to 2"),
    ],
)
def test_values_out_of_range_are_refused(given, sentence):
    with pytest.raises(TerrainError, match=sentence):
        make_hills(0, **given)


def test_a_scenario_has_the_hills_of_its_seed():
    world = built("{source: hills, size: 600, steepness: 0.3}\nseed: 4")
    assert (world.terrain.heights == make_hills(4, size=600.0, steepness=0.3).heights).all()
    world = built("{source: hills, size: 600, seed: 9}\nseed: 4")
    assert (world.terrain.heights == make_hills(9, size=600.0).heights).all()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{source: flat, steepness: 0.3}", "terrain.steepness is for .source: hills. only"),
        ("{source: flat, seed: 1}", "terrain.seed is for .source: hills. only"),
        ("{source: hills, crop: [0, 0, 1, 1]}", "terrain.crop is for files; hills have a size"),
        ("{source: hills, steepness: 5}", "terrain: the steepness of hills is 5.0; it must be 0 to 2"),
    ],
)
def test_keys_that_do_not_fit_are_refused(text, sentence):
    with pytest.raises((ScenarioError, TerrainError), match=sentence):
        built(text)
