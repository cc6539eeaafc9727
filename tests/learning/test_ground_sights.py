"""Observations of the ground: what the terrain and the soil map say at the points that they look at."""

import numpy as np
import pytest

from motorpool.ground.terrain.surface import FIELDS
from motorpool.learning import Batch, load


@pytest.fixture(scope="module")
def batch():
    batch = Batch("OffRoad-v0", 40)
    batch.reset(seed=0)
    return batch


def entries(batch: Batch, kind: str):
    """Yield the arguments of each entry of a kind, with its values in its unit."""
    for number, entry in enumerate(batch.task.entries):
        if entry.kind == kind:
            yield entry.arguments, batch.entries[:, number] * entry.scale


def points(batch: Batch, bearing: float, distance: float):
    vehicles = batch.world.vehicles
    angle = vehicles.yaw + bearing
    return vehicles.x + distance * np.cos(angle), vehicles.y + distance * np.sin(angle)


def test_slopes_are_heights_over_distances(batch):
    terrain, vehicles = batch.world.terrain, batch.world.vehicles
    here = terrain.sample(vehicles.x, vehicles.y)[0]
    found = list(entries(batch, "slope-around"))
    assert len(found) == 36
    for (bearing, distance), values in found:
        there = terrain.sample(*points(batch, bearing, distance))[0]
        assert values == pytest.approx((there - here) / distance, abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "field"), [("friction-around", "friction"), ("resistance-around", "wheel_resistance")]
)
def test_soils_are_those_of_the_map(batch, kind, field):
    surface = batch.world.surface
    for (bearing, distance), values in entries(batch, kind):
        expected = surface.table[surface.sample(*points(batch, bearing, distance)), FIELDS.index(field)]
        assert values == pytest.approx(np.minimum(expected, 1.0), abs=1e-6)


def test_a_tracked_vehicle_sees_the_resistance_of_tracks():
    batch = Batch("Forest-v0", 40)
    batch.reset(seed=0)
    surface = batch.world.surface
    for (bearing, distance), values in entries(batch, "resistance-around"):
        expected = surface.table[surface.sample(*points(batch, bearing, distance)), FIELDS.index("track_resistance")]
        assert values == pytest.approx(expected, abs=1e-6)


def test_distance_direction_and_height_lead_to_the_goal(batch):
    goal, vehicles = batch.episode, batch.world.vehicles
    (_, sine), (_, cosine) = (next(entries(batch, f"goal-direction-{part}")) for part in ("sine", "cosine"))
    distance, height = next(entries(batch, "goal-distance"))[1], next(entries(batch, "goal-height"))[1]
    angle = vehicles.yaw + np.arctan2(sine, cosine)
    assert vehicles.x + distance * np.cos(angle) == pytest.approx(goal.goal_x, abs=1e-3)
    assert vehicles.y + distance * np.sin(angle) == pytest.approx(goal.goal_y, abs=1e-3)
    sample = batch.world.terrain.sample
    expected = sample(goal.goal_x, goal.goal_y)[0] - sample(vehicles.x, vehicles.y)[0]
    assert height == pytest.approx(np.clip(expected, -60.0, 60.0), abs=1e-4)


def test_the_tasks_look_at_the_ground():
    assert {entry.kind for entry in load("OffRoad-v0").entries} >= {
        "slope-around",
        "resistance-around",
        "pitch",
        "roll",
    }
