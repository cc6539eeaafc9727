"""Kernels that are compiled before a world runs are those that its first step needs."""

import pytest

from motorpool.app.cli import precompilation
from motorpool.compile import ahead
from motorpool.world.scenario import load

SCENARIOS = ("training-area", "jacksboro", "convoy", "forest", "motor-pool", "slalom", "1992-steered")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_plain_landscape_lists_the_kernels_of_the_scenarios_own(scenario: str):
    with ahead.listed() as own:
        load(scenario).build().step()
    assert {job.name for job in precompilation.jobs_of(scenario, {})} == {job.name for job in own}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["training-area", "jacksboro"])
def test_a_world_whose_kernels_were_listed_steps_as_one_that_was_left_alone(scenario: str):
    listed, alone = (load(scenario).changed(vehicles=60).build() for _ in range(2))
    assert precompilation.kernels_of(listed)
    assert listed.tick == 0
    for _ in range(100):
        listed.step()
        alone.step()
    for ours, theirs in zip(listed.vehicles.all_columns(), alone.vehicles.all_columns(), strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_a_scenario_of_shipped_vehicles_is_built_without_compiling_a_model():
    with ahead.listed() as jobs:
        load("training-area").build()
    assert "step" not in {job.name for job in jobs}
