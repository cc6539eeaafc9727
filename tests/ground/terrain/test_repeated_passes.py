"""Repeated passes: depths, resistances and strengths by formulas that are computed here again, with NumPy."""

import numpy as np
import pytest

from motorpool.ground.terrain.repeated_passes import (
    FIFTY_OVER_ONE,
    MOST_REBOUND,
    PASSES,
    REFERENCE,
    compaction_factor,
    compaction_of,
    depth_after,
    passes_in,
    sinkage_of_track,
    sinkage_of_wheel,
    stiffness_of,
)
from motorpool.ground.terrain.soils import Soil as BekkerSoil
from motorpool.ground.terrain.soils import (
    Tracks,
    Wheels,
    mobility_index_of_tracks,
    mobility_index_of_wheels,
    mobility_on_tracks,
    mobility_on_wheels,
    vehicle_cone_index_of_tracks,
    vehicle_cone_index_of_wheels,
)
from motorpool.ground.terrain.surface import rows_of

COMPACTING = [name for name, soil in PASSES.items() if soil.remoulding == 0.0]
WHEEL = {"load": 8566.0, "width": 0.3175, "diameter": 0.94}


def first_pass(name: str) -> tuple[float, float]:
    """Depth and pressure of a first pass of the reference wheel."""
    soil = PASSES[name]
    stiffness = stiffness_of(soil, compaction=compaction_of(rows_of([name])[0][2], "wheels"))
    first = sinkage_of_wheel(stiffness, soil.exponent, **WHEEL)
    return first, stiffness * first**soil.exponent


@pytest.mark.parametrize("name", PASSES)
def test_a_hundred_passes_of_one_vehicle_are_as_deep_as_the_formula_says(name: str):
    first, a = first_pass(name)[0], PASSES[name].multipass
    depths, depth = [], 0.0
    for _ in range(100):
        depth = depth_after(depth, first, a)
        depths.append(depth)
    np.testing.assert_allclose(depths, first * np.arange(1, 101) ** (1.0 / a), rtol=1e-12)


def test_a_rut_counts_as_the_passes_that_would_have_made_it():
    assert passes_in(0.1 * 8.0 ** (1 / 2.5), 0.1, 2.5) == pytest.approx(8.0)
    heavy, light = 0.2, 0.1
    after = depth_after(heavy, light, 2.5)
    assert after == pytest.approx(light * (2.0**2.5 + 1.0) ** (1 / 2.5))
    assert heavy < after < depth_after(heavy, heavy, 2.5)


@pytest.mark.parametrize("name", PASSES)
def test_a_class_has_its_resistance_under_the_reference_wheel(name: str):
    """Bekker's formulas of ``soils``, with the stiffness that was found, give the table's resistance again."""
    compaction = compaction_of(rows_of([name])[0][2], "wheels")
    soil = PASSES[name]
    stiffness = stiffness_of(soil, compaction=compaction)
    bekker = BekkerSoil(0.0, stiffness, soil.exponent, 0.0, 0.3, 0.0)
    mobility = mobility_on_wheels(bekker, REFERENCE)
    assert mobility.resistance / REFERENCE.weight == pytest.approx(compaction)
    assert sinkage_of_wheel(stiffness, soil.exponent, **WHEEL) == pytest.approx(mobility.sinkage)
    tank = Tracks(weight=560_000.0, width=0.635, length=4.575)
    pressure = tank.weight / (2 * tank.width * tank.length)
    track = sinkage_of_track(stiffness, soil.exponent, pressure=pressure)
    assert track == pytest.approx(mobility_on_tracks(bekker, tank).sinkage)


@pytest.mark.parametrize("name", COMPACTING)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.8, 1.0, 1.7, 4.0])
def test_compaction_resistance_is_the_work_of_the_pressures(name: str, share: float):
    """The work is integrated here: along the line of reloading, along p = k z^n, then at the pressure of the load."""
    soil, (first, pressure) = PASSES[name], first_pass(name)
    depth, n = share * first, PASSES[name].exponent
    deepest = depth_after(depth, first, soil.multipass)
    stiffness = pressure / first**n
    met = stiffness * min(depth, first) ** n
    work = 0.0
    if depth > 0.0:
        k_u = soil.reload_stiffness + soil.reload_growth * depth
        rebound = min(met / k_u, MOST_REBOUND * min(depth, first))
        z = np.linspace(depth - rebound, depth, 1001)
        work += np.trapezoid(met * (z - z[0]) / max(rebound, 1e-12), z)
    z = np.linspace(min(depth, first), first, 20_001)
    work += np.trapezoid(stiffness * z**n, z)
    work += pressure * (deepest - max(depth, first))
    found = compaction_factor(depth, first, pressure, soil)
    assert found == pytest.approx(work / (pressure * first / (n + 1.0)), rel=2e-3, abs=1e-4)


@pytest.mark.parametrize("name", COMPACTING)
def test_untouched_ground_has_the_whole_resistance_and_a_beaten_track_has_little(name: str):
    soil, (first, pressure) = PASSES[name], first_pass(name)
    factors, depth = [], 0.0
    for _ in range(100):
        factors.append(compaction_factor(depth, first, pressure, soil))
        depth = depth_after(depth, first, soil.multipass)
    assert factors[0] == 1.0
    assert (np.diff(factors) < 0.0).all()
    assert factors[-1] < 0.25


def test_fifty_passes_need_about_2_3_times_the_cone_index_of_one():
    """VCI_50 of NRMM for the vehicles of docs/ground.md: weights of their files, dimensions of the table there."""
    ratios = []
    for weight, width, length, road_wheels, shoe, clearance in (
        (57154, 0.635, 4.575, 14, 0.1227, 0.48), (12338, 0.381, 2.667, 10, 0.0579, 0.41),
        (41500, 0.58, 4.27, 12, 0.0794, 0.46),
    ):  # fmt: skip
        tracks = Tracks(9.81 * weight, width, length)
        index = mobility_index_of_tracks(tracks, road_wheels=road_wheels, shoe_area=shoe, clearance=clearance)
        ratios.append((19.27 + 0.43 * index - 125.79 / (index + 7.08)) / vehicle_cone_index_of_tracks(index))
    for weight, width, diameter, number, axles in ((3493, 0.3175, 0.94, 4, 2), (8178, 0.23, 1.0, 10, 3)):
        index = mobility_index_of_wheels(Wheels(9.81 * weight, width, diameter, number), axles=axles)
        ratios.append((28.23 + 0.43 * index - 92.67 / (index + 3.67)) / vehicle_cone_index_of_wheels(index))
    np.testing.assert_allclose(ratios, FIFTY_OVER_ONE, atol=0.1)
