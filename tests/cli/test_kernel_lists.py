"""Kernels that are compiled before a world runs are those that its first step needs."""

import pytest

from motorpool.cli import precompilation
from motorpool.compile import ahead
from motorpool.scenario import load

SCENARIOS = ("training-area", "jacksboro", "convoy", "forest", "motor-pool", "slalom", "1992-steered")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_plain_landscape_lists_the_kernels_of_the_scenarios_own(scenario: str):
    with ahead.listed() as own:
        load(scenario).build().step()
    assert {job.name for job in precompilation.jobs_of(scenario, {})} == {job.name for job in own}
