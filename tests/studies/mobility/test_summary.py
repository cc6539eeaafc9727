"""Percent no-go, V50, V90 and speed profiles against sums by hand."""

import math

import numpy as np
import pytest
from made_maps import made_map

from motorpool.errors import WorldError
from motorpool.studies.mobility.maps import NO_DATA, OWN_SPEED, RIDE, SLOPE, SOIL_STRENGTH
from motorpool.studies.mobility.summary import draw_profiles, rating_speeds, speeds_at, summarise

TEN = np.array([[20.0, 10.0, 10.0, 5.0, 5.0], [5.0, 2.0, 2.0, 1.0, 0.0]])  # ten cells, one of them no-go


def test_the_speed_over_the_best_half_is_its_length_over_its_time():
    found = summarise(made_map(TEN))
    assert found.v50 == pytest.approx(5.0 / (1 / 20 + 2 / 10 + 2 / 5))
    assert found.v90 == pytest.approx(9.0 / (1 / 20 + 2 / 10 + 3 / 5 + 2 / 2 + 1 / 1))


def test_with_more_than_a_tenth_no_go_v90_is_zero_and_v50_is_not():
    speeds = np.where(np.arange(100) < 11, 0.0, 8.0).reshape(10, 10)
    found = summarise(made_map(speeds))
    assert found.v90 == 0.0
    assert found.v50 == pytest.approx(8.0)
    assert "V90                         no-go" in str(found)


def test_with_exactly_a_tenth_no_go_v90_is_the_speed_of_the_rest():
    speeds = np.where(np.arange(100) < 10, 0.0, 8.0).reshape(10, 10)
    assert summarise(made_map(speeds)).v90 == pytest.approx(8.0)


def test_a_share_between_two_pieces_takes_a_part_of_the_next_one():
    speeds = np.array([4.0, 2.0])
    assert rating_speeds(speeds, [0.75]) == pytest.approx(1.5 / (1 / 4 + 0.5 / 2))
    assert speeds_at(speeds, [0.5, 0.75]).tolist() == [4.0, 2.0]


def test_the_speed_over_a_share_falls_with_the_share_and_is_never_below_its_slowest():
    speeds = np.sort(np.random.default_rng(3).uniform(0.5, 20.0, 1000))[::-1]
    shares = np.linspace(0.0, 1.0, 101)
    mean, slowest = rating_speeds(speeds, shares), speeds_at(speeds, shares)
    assert (np.diff(mean) <= 1e-12).all()
    assert (mean >= slowest - 1e-12).all()
    assert mean[-1] == pytest.approx(speeds.size / (1.0 / speeds).sum())


def test_uniform_terrain_has_one_speed_at_every_share():
    found = summarise(made_map(np.full((7, 9), 6.0), spacing=30.0))
    assert found.profile[:, 1:] == pytest.approx(6.0)
    assert found.area == 7 * 9 * 900.0
    assert found.no_go == 0.0
    assert found.no_go_by_reason == {}


def test_no_go_is_counted_by_reason_over_cells_and_headings():
    speed = np.full((4, 2, 5), 3.0)
    reason = np.full(speed.shape, OWN_SPEED)
    speed[:, 0, 0], reason[:, 0, 0] = 0.0, SOIL_STRENGTH  # one cell in all headings
    speed[1, 1], reason[1, 1] = 0.0, SLOPE  # five cells in one heading
    reason[0, 1, 1] = RIDE
    found = summarise(made_map(speed, reason=reason))
    assert found.no_go == pytest.approx(9 / 40)
    assert found.no_go_by_reason == pytest.approx({"slope": 5 / 40, "soil strength": 4 / 40})
    assert list(found.no_go_by_reason) == ["slope", "soil strength"]
    assert found.limits_by_reason == pytest.approx({"own speed": 30 / 40, "ride": 1 / 40})


def test_cells_without_data_count_for_nothing():
    speeds = np.full((4, 5), 5.0)
    speeds[0] = np.nan
    speeds[1] = 0.0
    found = summarise(made_map(speeds))
    assert found.area == 15 * 100.0
    assert found.no_go == pytest.approx(1 / 3)
    assert "no data" not in found.no_go_by_reason


def test_a_map_without_data_and_shares_out_of_range_are_refused():
    with pytest.raises(WorldError, match="no data anywhere"):
        summarise(made_map(np.full((2, 2), np.nan), reason=np.full((2, 2), NO_DATA)))
    for share in (-0.1, 1.5, math.nan):
        with pytest.raises(WorldError, match="each must be 0 to 1"):
            rating_speeds(np.array([1.0]), [share])


def test_profiles_are_drawn(tmp_path):
    path = draw_profiles([made_map(TEN), made_map(TEN / 2.0, season="wet")], tmp_path / "profile.png")
    assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(WorldError, match="needs a mobility map"):
        draw_profiles([], tmp_path / "none.png")
    assert not (tmp_path / "none.png").exists()
