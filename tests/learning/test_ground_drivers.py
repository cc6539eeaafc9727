"""Scripted drivers of the tasks on the ground: they arrive more often than one that heads straight for the goal."""

from collections.abc import Callable

import numpy as np
import pytest

from motorpool.learning import Batch, load
from motorpool.learning.scripted import forest, off_road

COUNT = 150
SPEEDS = {"OffRoad-v0": (5, 15.0), "Forest-v0": (4, 10.0)}  # entry of the speed, and its scale [m/s]


def straight(name: str) -> Callable:
    entry, scale = SPEEDS[name]

    def drive(seen):
        turn = 1.6 * np.arctan2(seen[:, 2], seen[:, 3])
        return np.clip(np.stack([0.6 * (7.0 - scale * seen[:, entry]), turn], axis=1), -1.0, 1.0)

    return drive


def causes(batch: Batch, drive: Callable) -> list[str]:
    """Return the names of the ends of the first episodes; "" of those that were cut off."""
    names, seen = ["?"] * batch.count, batch.reset(seed=0)
    while "?" in names:
        result = batch.step(drive(seen))
        seen = result.observation
        for row in np.flatnonzero(result.is_over | result.is_cut):
            if names[row] == "?":
                condition = batch.cause_of(row)
                names[row] = condition.name if condition else ""
    return names


@pytest.mark.parametrize(("name", "script", "share"), [("OffRoad-v0", off_road, 0.7), ("Forest-v0", forest, 0.93)])
def test_a_script_arrives_more_often_than_heading_for_the_goal(name, script, share):
    batch = Batch(name, COUNT)
    scripted, direct = causes(batch, script.drive), causes(batch, straight(name))
    assert scripted.count("arrived") >= share * COUNT
    assert scripted.count("arrived") > direct.count("arrived")


@pytest.mark.parametrize(("name", "script"), [("OffRoad-v0", off_road), ("Forest-v0", forest)])
def test_a_script_depends_on_the_observations_alone(name, script):
    batch = Batch(name, 20)
    seen = batch.reset(seed=1).copy()
    actions = script.drive(seen)
    assert actions.shape == (20, len(batch.task.content.actions))
    assert (np.abs(actions) <= 1.0).all()
    assert (script.drive(seen[::-1])[::-1] == actions).all()


def test_the_scripts_know_where_the_entries_are():
    off, wood = load("OffRoad-v0").entries, load("Forest-v0").entries
    assert {entry.kind for entry in off[off_road.SLOPES]} == {"slope-around"}
    assert {entry.kind for entry in off[off_road.RESISTANCES]} == {"resistance-around"}
    assert [entry.arguments[0] for entry in off[off_road.SLOPES]][::4] == pytest.approx(off_road.BEARINGS)
    assert [entry.arguments[0] for entry in wood[forest.CONES]] == pytest.approx(forest.BEARINGS)
    assert off[5].kind == wood[4].kind == "speed"
