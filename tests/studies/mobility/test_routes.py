"""Routes over mobility maps against closed forms: straight lines, detours, one-way slopes, no way at all."""

import math

import numpy as np
import pytest
from made_maps import made_map

from motorpool.errors import WorldError
from motorpool.studies.mobility.maps import OWN_SPEED, RIDE, SLOPE, SOIL_STRENGTH
from motorpool.studies.mobility.routes import find_route
from motorpool.studies.mobility.travel import travel_along


def uniform(rows=30, columns=40, speed=5.0, **changes):
    return made_map(np.full((rows, columns), speed), **changes)


def test_over_uniform_ground_it_is_the_straight_line():
    for goal in [(333.0, 77.0), (395.0, 295.0), (12.0, 280.0), (13.0, 18.0)]:
        route = find_route(uniform(), start=(12.0, 17.0), goal=goal)
        distance = math.dist((12.0, 17.0), goal)
        assert route.waypoints.tolist() == [[12.0, 17.0], list(goal)]
        assert route.travel.length == pytest.approx(distance)
        assert route.travel.time == pytest.approx(distance / 5.0)


def test_each_half_of_a_way_takes_the_time_of_its_cell():
    speeds = np.full((1, 2), 4.0)
    speeds[0, 1] = 1.0
    route = find_route(made_map(speeds), start=(5.0, 5.0), goal=(15.0, 5.0))
    assert route.travel.time == pytest.approx(5.0 / 4.0 + 5.0 / 1.0)


def test_it_goes_round_a_wall_by_the_shortest_way_round_its_end():
    speeds = np.full((21, 21), 5.0)
    speeds[:15, 10] = 0.0  # a wall from the south; it ends at y = 150
    route = find_route(made_map(speeds), start=(55.0, 105.0), goal=(155.0, 105.0))
    corners = [(95.0, 155.0), (115.0, 155.0)]  # the middles of the cells beside the wall's end
    shortest = math.dist((55.0, 105.0), corners[0]) + 20.0 + math.dist(corners[1], (155.0, 105.0))
    tightest = math.dist((55.0, 105.0), (100.0, 150.0)) + 10.0 + math.dist((110.0, 150.0), (155.0, 105.0))
    assert tightest <= route.travel.length <= shortest + 1e-6
    assert (route.waypoints[:, 1].max()) > 150.0


def test_a_road_is_worth_a_detour_exactly_as_long_as_it_saves_time():
    """A fast lane three cells to the north: a way of 10 cells takes it, one of 4 does not."""
    speeds = np.full((7, 30), 1.0)
    speeds[5] = 10.0
    mobility = made_map(speeds)
    short = find_route(mobility, start=(15.0, 15.0), goal=(55.0, 15.0))
    long = find_route(mobility, start=(15.0, 15.0), goal=(285.0, 15.0))
    assert short.travel.time == pytest.approx(40.0)
    assert long.travel.time < 150.0 < 270.0
    assert long.waypoints[:, 1].max() == pytest.approx(55.0)


def one_way_slope():
    """A slope across the map that can be driven down, southward, and along, and not up."""
    speeds = np.full((8, 20, 10), 5.0)
    for heading in (1, 2, 3):  # north-east, north, north-west
        speeds[heading, 9:11] = 0.0
    return made_map(speeds)


def test_a_slope_may_be_driven_down_and_not_up():
    down = find_route(one_way_slope(), start=(45.0, 185.0), goal=(45.0, 15.0))
    assert down.travel.time == pytest.approx(170.0 / 5.0)
    with pytest.raises(WorldError, match="has no route") as refusal:
        find_route(one_way_slope(), start=(45.0, 15.0), goal=(45.0, 185.0))
    assert "reaches 0.009 km2 from there" in str(refusal.value)
    assert "no nearer to the goal than 100 m, at (45, 85) m, where slope stops it" in str(refusal.value)


def test_a_wall_of_cells_that_touch_at_corners_only_is_no_gap():
    speeds = np.full((12, 12), 5.0)
    speeds[np.arange(12), np.arange(12)] = 0.0
    with pytest.raises(WorldError, match="has no route"):
        find_route(made_map(speeds), start=(15.0, 105.0), goal=(105.0, 15.0))


def test_the_graph_s_time_is_that_of_the_same_way_backward_where_directions_do_not_matter():
    speeds = np.random.default_rng(5).uniform(1.0, 9.0, (25, 25))
    mobility = made_map(speeds)
    there = find_route(mobility, start=(15.0, 15.0), goal=(235.0, 215.0))
    back = find_route(mobility, start=(235.0, 215.0), goal=(15.0, 15.0))
    assert there.travel.time == pytest.approx(back.travel.time, rel=0.02)  # legs are pulled tight from the start
    straight = travel_along(mobility, [(15.0, 15.0), (235.0, 215.0)])
    assert there.travel.time < straight.time


def test_a_map_of_other_headings_gives_the_same_way_over_uniform_ground():
    for headings in (1, 4, 12, 16, 36):
        route = find_route(uniform(headings=headings), start=(12.0, 17.0), goal=(333.0, 77.0))
        assert route.travel.time == pytest.approx(math.dist((12.0, 17.0), (333.0, 77.0)) / 5.0)


def test_a_direction_between_a_go_and_a_no_go_heading_is_no_go():
    speeds = np.full((8, 3, 3), 5.0)
    speeds[1] = 0.0
    mobility = made_map(speeds)
    assert math.isinf(travel_along(mobility, [(5.0, 5.0), (25.0, 10.0)]).time)
    assert travel_along(mobility, [(5.0, 5.0), (25.0, 5.0)]).time == pytest.approx(4.0)


def test_between_two_headings_the_time_for_a_metre_is_interpolated_and_the_slower_one_limits():
    speed = np.full((4, 1, 1), 5.0)
    speed[0] = 10.0
    reason = np.full(speed.shape, OWN_SPEED)
    reason[1] = RIDE
    mobility = made_map(speed, reason=reason, spacing=100.0)
    yaw = math.radians(22.5)  # a quarter of the way from east to north
    travel = travel_along(mobility, [(10.0, 10.0), (10.0 + 50.0 * math.cos(yaw), 10.0 + 50.0 * math.sin(yaw))])
    assert travel.time == pytest.approx(50.0 * (0.75 * 0.1 + 0.25 * 0.2))
    assert travel.length_by_reason[RIDE] == pytest.approx(50.0)


def test_travel_knows_the_share_of_its_length_by_reason():
    speeds = np.full((1, 10), 5.0)
    reasons = np.full((1, 10), OWN_SPEED)
    speeds[0, 5:], reasons[0, 5:] = 2.0, RIDE
    route = find_route(made_map(speeds, reason=reasons), start=(20.0, 5.0), goal=(100.0, 5.0))
    assert route.length_share_by_reason() == pytest.approx({"ride": 50 / 80, "own speed": 30 / 80})
    assert route.travel.time == pytest.approx(30.0 / 5.0 + 50.0 / 2.0)
    assert "limited by ride           62.5%" in str(route)


def test_places_off_the_map_or_where_it_cannot_go_are_refused():
    speeds = np.full((10, 10), 5.0)
    speeds[:, 6:] = 0.0
    reasons = np.where(speeds > 0.0, OWN_SPEED, SOIL_STRENGTH)
    mobility = made_map(speeds, reason=reasons)
    with pytest.raises(WorldError, match=r"\(500, 5\) m; it must be on the map, x 0 to 100, y 0 to 100 m"):
        find_route(mobility, start=(500.0, 5.0), goal=(5.0, 5.0))
    with pytest.raises(WorldError, match=r"no-go for M1A1 \(soil strength\); the nearest .* is \(55, 45\) m"):
        find_route(mobility, start=(5.0, 5.0), goal=(70.0, 45.0))
    with pytest.raises(WorldError, match="must be on the map"):
        find_route(mobility, start=(math.nan, 5.0), goal=(5.0, 5.0))
    with pytest.raises(WorldError, match="all of the map"):
        find_route(made_map(np.zeros((3, 3)), reason=np.full((3, 3), SLOPE)), start=(5.0, 5.0), goal=(25.0, 5.0))


def test_from_a_place_to_itself_it_is_no_way_at_all():
    route = find_route(uniform(), start=(50.0, 50.0), goal=(50.0, 50.0))
    assert route.travel.length == 0.0
    assert route.travel.time == 0.0
