"""Worlds that are built to be checked have what others have, compile nothing, and cannot be stepped."""

from pathlib import Path

import numpy as np
import pytest

from motorpool import load
from motorpool.errors import MotorpoolError, ScenarioError, WorldError

CONVOY = """
terrain: {source: flat, size: 1000}
objects: {count: 40}
vehicles:
  - {name: scout, model: bicycle, start: {grid: {x: -300, y: -300}}, route: {waypoints: [[300, 300]], plan: true}}
  - name: trucks
    model: bicycle
    count: 3
    start: {formation: {x: -310, y: -300, heading_deg: 90}}
    follow: {fleet: scout}
  - {name: others, vehicle: M1A1, count: 5}
"""
WRONG = {
    "a place off the terrain": ("{x: -300, y: -300}", "{x: -900, y: -300}", "it must be on the terrain"),
    "a goal off the terrain": ("[[300, 300]]", "[[300, 900]]", "it must be on the terrain"),
    "too many vehicles": ("count: 5", "count: 5, start: {area: [0, 0, 30, 30]}", "has space for"),
    "too many objects": ("count: 40", "count: 40000", "do not fit"),
}


@pytest.fixture
def convoy(tmp_path: Path) -> Path:
    path = tmp_path / "convoy.yaml"
    path.write_text(CONVOY, encoding="utf-8")
    return path


def test_a_world_that_is_checked_has_what_another_has(convoy: Path):
    checked, world = load(convoy).build(can_step=False), load(convoy).build()
    assert (checked.present, checked.objects.count, checked.terrain.name) == (9, 40, "flat")
    for name in ("driver", "goal", "leader", "desired_speed", "mass"):
        assert np.array_equal(getattr(checked.vehicles, name), getattr(world.vehicles, name))
    scattered = checked.vehicles.rows[2]
    assert np.allclose(checked.vehicles.x[scattered], world.vehicles.x[scattered], atol=5.0)


def test_a_world_that_is_checked_cannot_be_stepped(convoy: Path):
    with pytest.raises(WorldError, match="can_step"):
        load(convoy).build(can_step=False).step()


@pytest.mark.parametrize("mistake", WRONG)
def test_a_world_that_is_checked_finds_what_another_finds(convoy: Path, mistake: str):
    right, wrong, told = WRONG[mistake]
    text = CONVOY.replace(right, wrong)
    assert text != CONVOY
    convoy.write_text(text, encoding="utf-8")
    sentences: list[str] = []
    for can_step in (True, False):
        with pytest.raises(MotorpoolError) as caught:
            load(convoy).build(can_step=can_step)
        sentences.append(str(caught.value))
    assert told in sentences[0]
    assert sentences[0] == sentences[1]


def test_a_circle_of_followers_is_found(convoy: Path):
    text = CONVOY.replace("route: {waypoints: [[300, 300]], plan: true}", "follow: {fleet: trucks}")
    convoy.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match="would follow itself"):
        load(convoy).build(can_step=False)
