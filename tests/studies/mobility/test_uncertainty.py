"""Monte Carlo over soil strength against closed forms, and against summaries of the maps that it stands for."""

import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from made_maps import made_map

from motorpool.errors import WorldError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.studies.mobility import conditions_of, mobility_map
from motorpool.studies.mobility.maps import SOIL_STRENGTH
from motorpool.studies.mobility.summary import summarise
from motorpool.studies.mobility.uncertainty import (
    VARIATION,
    SoilStrength,
    factors,
    patches,
    simulate,
    soil_strength,
)

CLASSES = np.array([[0, 0, 1, 1], [2, 2, 2, 1], [0, 2, 2, 1]])
CONE_INDEX = np.array([30.0, 80.0, 25.0])[CLASSES]
SPEEDS = np.arange(1.0, 13.0).reshape(3, 4)
SOIL = SoilStrength(made_map(SPEEDS), CONE_INDEX, CLASSES, 25.0)


def test_the_probability_of_each_class_is_that_of_the_closed_form():
    draws = 4000
    found = simulate(SOIL, draws=draws, variation=0.4, seed=7)
    deviation = math.sqrt(math.log(1.0 + 0.4**2))
    for index in np.unique(CONE_INDEX):
        expected = 1.0 - NormalDist(-0.5 * deviation**2, deviation).cdf(math.log(25.0 / index))
        share = found.bearing[index == CONE_INDEX]
        assert np.ptp(share) == 0.0  # one class is of one strength in each draw
        assert share[0] == pytest.approx(expected, abs=4.0 * math.sqrt(expected * (1.0 - expected) / draws))


def test_factors_have_mean_one_and_the_coefficient_of_variation():
    drawn = factors(400_000, 0.3, np.random.SeedSequence(1))
    assert drawn.mean() == pytest.approx(1.0, abs=0.003)
    assert drawn.std() / drawn.mean() == pytest.approx(0.3, abs=0.005)


def test_each_draw_is_the_summary_of_the_map_with_its_soils():
    found = simulate(SOIL, draws=40, variation=0.5, seed=3)
    streams = np.random.SeedSequence(3).spawn(40)
    for number, stream in enumerate(streams):
        drawn = CONE_INDEX * factors(3, 0.5, stream)[CLASSES]
        speeds = np.where(drawn >= 25.0, SPEEDS, 0.0)
        reasons = np.where(drawn >= 25.0, 0, SOIL_STRENGTH)
        summary = summarise(made_map(speeds, reason=reasons))
        assert (found.no_go[number], found.v50[number], found.v90[number]) == pytest.approx(
            (summary.no_go, summary.v50, summary.v90)
        )


def test_more_draws_begin_with_the_same_ones_and_another_seed_gives_others():
    few, many = simulate(SOIL, draws=10, seed=5), simulate(SOIL, draws=30, seed=5)
    assert few.no_go.tolist() == many.no_go[:10].tolist()
    assert simulate(SOIL, draws=30, seed=6).no_go.tolist() != many.no_go.tolist()


def test_soil_known_well_gives_the_plain_map():
    found = simulate(SOIL, draws=20, variation=1e-6)
    plain = summarise(made_map(np.where(CONE_INDEX > 25.0, SPEEDS, 0.0)))
    undecided = CONE_INDEX == 25.0
    assert (found.bearing[~undecided] == 1.0).all()
    assert (found.bearing[undecided] > 0.0).all()
    assert (found.bearing[undecided] < 1.0).all()
    assert found.no_go.max() == pytest.approx(plain.no_go)
    assert found.no_go.min() == 0.0


def test_patches_vary_less_over_a_map_than_whole_classes():
    rows = columns = 24
    cone_index, classes = np.full((rows, columns), 25.0), np.zeros((rows, columns), int)
    firm = made_map(np.full((rows, columns), 5.0))
    spread = {}
    for side in (1, 4, 24):
        groups = patches(classes, side=side)
        assert len(np.unique(groups)) == (24 // side) ** 2
        spread[side] = simulate(SoilStrength(firm, cone_index, groups, 25.0), draws=200, seed=2).no_go.std()
    chance = NormalDist().cdf(-0.5 * math.sqrt(math.log(1.0 + VARIATION**2)))  # the cone index is that of the vehicle
    single = math.sqrt(chance * (1.0 - chance))
    for side, deviation in spread.items():
        assert deviation == pytest.approx(single * side / 24, rel=0.2)


def test_patches_do_not_mix_classes():
    classes = np.array([[0, 1], [1, 0]])
    assert patches(classes, side=2).tolist() == [[0, 1], [1, 0]]
    with pytest.raises(WorldError, match="0 cells; it must be 1 or more"):
        patches(classes, side=0)


def test_what_no_soil_can_change_stays_no_go():
    speeds = SPEEDS.copy()
    speeds[0] = 0.0
    firm = made_map(speeds)
    found = simulate(SoilStrength(firm, CONE_INDEX, CLASSES, 25.0), draws=50)
    assert found.no_go.min() == pytest.approx(1 / 3)


def test_a_map_of_firm_ground_cut_by_soil_strength_is_the_plain_map():
    """On a hill of three soils, of which mud does not bear the vehicle."""
    rows, columns = np.indices((12, 15))
    terrain = Terrain.from_heights(30.0 * np.exp(-((rows - 6.0) ** 2 + (columns - 7.0) ** 2) / 12.0), spacing=20.0)
    classes = [[0, 1, 2, 0, 1] * 3] * 12
    surface = Surface.from_classes(
        classes,
        spacing=20.0,
        legend=["dry-earth", "mud", "gravel"],
        x_west=terrain.x_west - 10.0,
        y_south=terrain.y_south - 10.0,
    )
    known = replace(conditions_of(surface, "M1A1"), vehicle_cone_index=50.0)
    soil = soil_strength(terrain, surface, "M1A1", known)
    plain = mobility_map(terrain, surface, "M1A1", conditions=known)
    bears = soil.cone_index >= 50.0
    assert 0 < bears.sum() < bears.size
    assert np.array_equal(np.where(bears, soil.firm.speed, 0.0), plain.speed)
    found, expected = simulate(soil, draws=3, variation=1e-6), summarise(plain)
    assert found.no_go.tolist() == pytest.approx([expected.no_go] * 3)
    assert found.v50.tolist() == pytest.approx([expected.v50] * 3)
    patched = soil_strength(terrain, surface, "M1A1", known, patch=100.0)
    assert len(np.unique(patched.groups)) > len(np.unique(soil.groups)) == 3


def test_the_table_has_percentiles_and_says_what_was_drawn():
    text = str(simulate(SOIL, draws=25))
    assert text.startswith("M1A1, dry season: percentiles of 25 draws of the soil's strength, coefficient")
    assert [line.split()[0] for line in text.splitlines()[2:]] == ["no-go", "V50", "V90"]


@pytest.mark.parametrize(
    ("soil", "options", "words"),
    [
        (SOIL, {"draws": 0}, "0 draws of the soil's strength; give 1 to"),
        (SOIL, {"variation": 0.0}, "a coefficient of variation of 0.0; it must be positive"),
        (SOIL._replace(vehicle_cone_index=math.nan), {}, "a vehicle cone index of nan"),
        (SOIL._replace(cone_index=CONE_INDEX[:2]), {}, r"the cone indices of a map have the shape \(2, 4\)"),
        (SOIL._replace(groups=CLASSES.T), {}, r"the groups of a map have the shape \(4, 3\)"),
        (SOIL._replace(cone_index=-CONE_INDEX), {}, "a cone index is negative or not a number"),
        (SOIL._replace(firm=made_map(np.full((3, 4), np.nan))), {}, "no data anywhere"),
    ],
)
def test_what_cannot_be_drawn_is_refused(soil, options, words):
    with pytest.raises(WorldError, match=words):
        simulate(soil, **options)
