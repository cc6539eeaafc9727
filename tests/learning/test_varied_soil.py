"""Variation of the soil: factors on what a world samples, and nothing else."""

import numpy as np
import pytest

from motorpool.errors import ScenarioError
from motorpool.learning import Batch, load
from motorpool.learning.functional import functional
from motorpool.learning.task import FOLDER, task_of

NONE = {"friction": [1.0, 1.0], "resistance": [1.0, 1.0]}
DRIVE = [[0.8, 0.1]] * 30


def with_soil(name: str, factors) -> Batch:
    task = load(name)
    return Batch(task._replace(content=task.content.model_copy(update={"vary_soil": factors})), 30)


def driven(batch: Batch):
    batch.reset(seed=0)
    for _ in range(25):
        result = batch.step(DRIVE)
    return result.observation.copy()


@pytest.mark.parametrize("name", ["OffRoad-v0", "Forest-v0"])
def test_factors_of_one_are_the_soil_that_the_world_samples(name):
    assert (driven(with_soil(name, NONE)) == driven(with_soil(name, {}))).all()


def test_the_factors_scale_what_the_model_reads():
    varied, plain = (
        with_soil("OffRoad-v0", {"friction": [0.5, 0.9], "cone_index": [2.0, 2.0]}),
        with_soil("OffRoad-v0", NONE),
    )
    for batch in (varied, plain):
        batch.reset(seed=0)
        batch.step(DRIVE)
    ground, usual = varied.world.fleets[0].ground, plain.world.fleets[0].ground
    share = ground.friction / usual.friction
    assert 0.5 <= share.min() < 0.6 < 0.8 < share.max() < 0.9
    assert ground.sliding_friction / usual.sliding_friction == pytest.approx(share)
    assert (ground.cone_index == 2.0 * usual.cone_index).all()
    assert (ground.wheel_resistance == usual.wheel_resistance).all()


def test_a_factor_that_is_no_longer_drawn_leaves_the_others_as_they_are():
    found = []
    for factors in ({"friction": [0.5, 0.9], "resistance": [0.5, 2.0]}, {"friction": [0.5, 0.9]}):
        batch = with_soil("OffRoad-v0", factors)
        batch.reset(seed=0)
        batch.step(np.zeros((30, 2)))
        found.append(batch.world.fleets[0].ground.friction.copy())
    assert (found[0] == found[1]).all()


def test_slippery_ground_slows_a_climb():
    slow, fast = with_soil("OffRoad-v0", {"friction": [0.3, 0.3]}), with_soil("OffRoad-v0", {"friction": [1.2, 1.2]})
    for batch in (slow, fast):
        driven(batch)
    assert slow.world.vehicles.odometer.mean() < 0.9 * fast.world.vehicles.odometer.mean()


def test_a_model_that_reads_no_soil_cannot_have_it_varied():
    text = (FOLDER / "BackTrailer-v0.yaml").read_text(encoding="utf-8")
    task = task_of(text + "\nvary_soil: {friction: [0.5, 1]}\n", name="own", folder=FOLDER, where="own.yaml")
    with pytest.raises(ScenarioError, match=r"vary_soil.friction: the model .* does not read the soil's friction"):
        Batch(task)


def test_functions_without_a_world_have_no_soil_or_places():
    pytest.importorskip("jax")
    with pytest.raises(ScenarioError, match="which need a world"):
        functional("OffRoad-v0")
