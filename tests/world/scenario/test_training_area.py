"""The default scenario: vehicles of the motor pool with dynamic models, whom nothing keeps from driving."""

import numpy as np
import pytest

from motorpool.world import World
from motorpool.world.scenario import load

PARKED = 8  # vehicles in the row, the first ones
SECONDS = 30.0


@pytest.fixture(scope="module")
def driven() -> World:
    """The world after half a minute."""
    world = load("training-area").build()
    world.run(seconds=SECONDS)
    return world


def test_all_five_hundred_have_dynamic_models_and_kinematic_ones_a_switch_away(driven: World):
    assert driven.count == 500
    assert all(fleet.model.is_dynamic for fleet in driven.fleets)
    assert all(driven.model_switching.has(vehicle) for vehicle in range(driven.count))


def test_nearly_everybody_has_driven_as_far_as_a_walker_would_have(driven: World):
    way = driven.vehicles.odometer[PARKED:]
    assert (way > 1.5 * SECONDS).mean() > 0.97
    assert driven.problems() == []


def test_no_vehicle_lies_on_its_side(driven: World):
    vehicles = driven.vehicles
    assert np.hypot(vehicles.pitch, vehicles.roll).max() < 1.0


def test_every_convoy_keeps_together_on_its_road(driven: World):
    names = ("supply trucks", "lorries", "patrol", "column of trucks", "column of carriers")
    for fleet, rows in zip(driven.fleets, driven.vehicles.rows, strict=True):
        if fleet.name in names:
            x, y = driven.vehicles.x[rows], driven.vehicles.y[rows]
            under = [driven.surface.name_at(*place) for place in zip(x, y, strict=True)]
            assert np.hypot(np.diff(x), np.diff(y)).max() < 100.0, fleet.name
            assert under.count("gravel") > 0.7 * len(under), fleet.name  # a bend is cut here and there


def test_the_row_of_parked_vehicles_stands_on_its_apron(driven: World):
    vehicles = driven.vehicles
    assert (vehicles.odometer[:PARKED] == 0.0).all()
    places = zip(vehicles.x[:PARKED], vehicles.y[:PARKED], strict=True)
    assert {driven.surface.name_at(*place) for place in places} == {"concrete"}
