"""Conditions are computed once for each vehicle, soil and season, and read from the cache after that."""

import numpy as np
import pytest

from motorpool import Terrain
from motorpool.compile.cache import cache_folder
from motorpool.mobility import conditions, conditions_of
from motorpool.models.registry import find
from motorpool.terrain.surface import Surface

FLAT = Terrain.from_heights(np.zeros((3, 3)), 10.0)
USUAL = ("dry-earth", "M998", "dry")


@pytest.fixture
def computed(tmp_path, monkeypatch):
    """Names of the vehicles whose lattice was computed, beginning with an empty cache; each lattice is another one."""
    monkeypatch.setenv("MOTORPOOL_CACHE", str(tmp_path))
    cache_folder.cache_clear()
    found = []

    def compute(model, rows, *, told):
        found.append(model.title)
        shape, number = (len(rows), conditions.DIRECTIONS), float(len(found))
        reasons = np.full(shape, len(found), np.uint8)
        return {
            "limits": np.full(shape, number), "reasons": reasons, "speeds": np.full((*shape, 65), number),
            "top_speed": np.array([number]),
        }  # fmt: skip

    monkeypatch.setattr(conditions, "_computed", compute)
    yield found
    cache_folder.cache_clear()


def on(soil, vehicle, season):
    return conditions_of(Surface.uniform(soil, FLAT), vehicle, season=season)


def test_the_second_time_they_are_read(computed):
    first, second = on(*USUAL), on(*USUAL)
    assert len(computed) == 1
    assert first.top_speed == second.top_speed == 1.0
    for name in ("limits", "limit_reasons", "speeds"):
        ours, theirs = getattr(first, name), getattr(second, name)
        assert ours.dtype == theirs.dtype, name
        assert np.array_equal(ours, theirs), name


@pytest.mark.parametrize(
    "other",
    [
        ("dry-sand", "M998", "dry"),
        ("dry-earth", "M998:mass=3000", "dry"),
        ("dry-earth", "M998", "wet"),
        ("dry-earth", "M1A1", "dry"),
    ],
    ids=lambda other: " ".join(other),
)
def test_others_are_computed(computed, other):
    on(*USUAL)
    assert on(*other).top_speed == 2.0
    assert on(*USUAL).top_speed == 1.0


def test_those_of_another_processor_are_computed(computed, monkeypatch):
    on(*USUAL)
    monkeypatch.setenv("MOTORPOOL_CPU", "nehalem")
    assert on(*USUAL).top_speed == 2.0


def test_those_of_an_own_model_are_not_kept(computed, monkeypatch):
    monkeypatch.setattr(find("M998").module, "__name__", "own")
    on(*USUAL)
    on(*USUAL)
    assert len(computed) == 2
