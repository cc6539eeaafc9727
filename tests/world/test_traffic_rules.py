"""Laws of signs and traffic lights: at red all stop, at stop signs all stand, and priority roads are not held up."""

import numpy as np
import pytest
from small_networks import cross, grid, with_lights, with_rules
from test_traffic_flow import traffic_on

import motorpool as mp
from motorpool.ground.roads.graph import STOP
from motorpool.ground.roads.network_files import load_network, save_network
from motorpool.ground.roads.traffic_lights import RED
from motorpool.world.traffic.right_of_way import IMPATIENT, impatient
from motorpool.world.traffic.roundabouts import driving_time

OVER = 0.5  # distance behind the line from which a vehicle has passed it [m]


class Lines:
    """Vehicles that pass the lines before crossings in each step."""

    def __init__(self, world):
        self.world, self.vehicles, self.graph = world, world.vehicles, world.traffic.graph
        self.leg, self.room = self.vehicles.traffic_leg.copy(), self.rooms()

    def rooms(self):
        """Distances of front bumpers from the lines [m]."""
        vehicles, graph, leg = self.vehicles, self.graph, self.vehicles.traffic_leg
        return graph.stop[leg] - graph.begin[leg] - vehicles.traffic_along - vehicles.front_reach - graph.wait[leg]

    def step(self):
        """Step the world; return who has passed a line, and the legs that all were on before."""
        leg, room = self.leg, self.room
        self.world.step()
        self.leg, self.room = self.vehicles.traffic_leg.copy(), self.rooms()
        passed = (room > -OVER) & ((self.leg != leg) | (self.room <= -OVER))
        return np.flatnonzero(passed), leg


def red_ones(world, minutes):
    """Numbers of vehicles that pass a light, and that pass it at red; distance driven in each minute [m]."""
    lines, lights, driven = Lines(world), world.traffic.trips.lights, []
    passed = passed_red = 0
    for _ in range(minutes):
        before = world.vehicles.odometer.sum()
        for _ in range(round(60.0 / world.dt)):
            ones, leg = lines.step()
            ones = ones[lines.graph.lights[leg[ones]] >= 0]
            passed += len(ones)
            passed_red += np.count_nonzero(lights.state[leg[ones]] == RED)
        driven.append(world.vehicles.odometer.sum() - before)
    return passed, passed_red, np.array(driven)


def test_nobody_passes_a_light_at_red():
    world = traffic_on(with_lights(cross(4, 100.0)), 12)
    passed, passed_red, _ = red_ones(world, 3)
    assert passed > 20
    assert passed_red == 0
    waits = world.vehicles.traffic_at_lights == 1
    assert waits.any()
    assert not np.isin(np.flatnonzero(waits), world.recovery.standing()).any()  # they are meant to stand


@pytest.mark.slow
def test_traffic_with_lights_flows_after_twenty_minutes_as_after_ten_and_nobody_passes_at_red():
    world = traffic_on(with_lights(grid(4, 150.0)), 60)
    passed, passed_red, driven = red_ones(world, 20)
    assert passed > 1500
    assert passed_red == 0
    assert driven[15:].sum() > 0.9 * driven[5:10].sum()
    assert world.recovery.recoveries == 0


@pytest.mark.parametrize("model", ["M998", "articulated-lorry"])
def test_heavy_vehicles_stop_at_red_lights(model):
    ground = mp.Terrain.flat(size=500.0, spacing=50.0)
    world = mp.World(fleets=[(model, 4)], network=with_lights(cross(4, 100.0)), terrain=ground, dt=1 / 20)
    world.place_vehicles(slice(None), *world.traffic.place(range(4)))
    world.traffic.join(range(4), parking=False)
    passed, passed_red, _ = red_ones(world, 2)
    assert passed > 3
    assert passed_red == 0


def test_each_vehicle_stands_at_a_stop_sign():
    world = traffic_on(with_rules(cross(4, 80.0), ["stop"] * 4), 10)
    lines, stands, count = Lines(world), np.zeros(10, bool), 0
    for _ in range(round(180.0 / world.dt)):
        ones, leg = lines.step()
        ones = ones[lines.graph.rule[leg[ones]] == STOP]
        assert stands[ones].all()
        count += len(ones)
        stands[ones] = False
        stands |= (np.abs(lines.room) < 2.0) & (world.vehicles.speed < 0.3)
    assert count > 20


def gap_taken(minor, gaps, *, speed=13.9):
    """Return the gap of a row of cars on a priority road into which one from the side drives, and their least speed."""
    network = with_rules(cross(4, 600.0), ["priority", minor] * 2)
    ground = mp.Terrain.flat(size=1600.0, spacing=50.0)
    world = mp.World(fleets=[("bicycle", len(gaps) + 2)], network=network, terrain=ground, dt=1 / 20)
    world.traffic.join(range(world.count), parking=False)
    vehicles, graph, paths = world.vehicles, world.traffic.graph, world.traffic.trips.paths
    away = [20.0, *(60.0 + speed * np.concatenate([[0.0], np.cumsum(gaps)]))]
    for vehicle, far in enumerate(away):  # the first one drives from south to north, the others from west to east
        way, pose = ((7, 2), (1.5, -far, 0.5 * np.pi)) if vehicle == 0 else ((5, 0), (-far, -1.5, 0.0))
        world.place_vehicles(vehicle, *pose)
        vehicles.traffic_leg[vehicle], vehicles.traffic_along[vehicle] = way[0], 600.0 - far - graph.begin[way[0]]
        vehicles.traffic_goal[vehicle], vehicles.traffic_path_count[vehicle] = way[1], 2
        vehicles.traffic_next[vehicle], paths.legs[vehicle, :2] = way[1], way
    vehicles.desired_speed[:] = vehicles.max_speed
    vehicles.speed[1:] = slowest = speed
    while vehicles.traffic_leg[0] != 2:
        world.step()
        slowest = min(slowest, float(vehicles.speed[1:].min()))
        assert world.time < 60.0
    return [0.0, *gaps, np.inf][np.count_nonzero(vehicles.x[1:] > 0.0)], slowest


@pytest.mark.parametrize("minor", ["", "give-way", "stop"])
def test_who_gives_way_waits_for_a_gap_of_the_published_length_and_slows_nobody(minor):
    gap, slowest = gap_taken(minor, [4.0, 5.0, 11.0, 4.0])
    assert gap == 11.0
    assert slowest > 13.5
    gap, slowest = gap_taken(minor, [5.0, 5.0, 5.0])
    assert gap == np.inf
    assert slowest > 13.5


def test_a_critical_gap_shrinks_with_the_time_waited_to_the_follow_up_headway():
    gaps = np.array([impatient(6.5, 4.0, wait) for wait in np.linspace(0.0, 100.0 * IMPATIENT, 2001)])
    assert gaps[0] == 6.5
    assert (np.diff(gaps) < 0.0).all()
    assert impatient(6.5, 4.0, IMPATIENT) == pytest.approx(5.25)
    assert gaps[-1] == pytest.approx(4.0, abs=0.001)


@pytest.mark.parametrize("speed", [0.0, 3.0, 8.0])
def test_the_time_for_a_way_is_that_of_small_steps(speed):
    way, now, time = 0.0, speed, 0.0
    while way < 40.0:
        way, now, time = way + 0.001 * now, max(speed, min(now + 0.002, 6.0)), time + 0.001
    assert driving_time(40.0, speed, 2.0, 6.0) == pytest.approx(time, abs=0.01)


def test_lights_are_a_function_of_time(tmp_path):
    save_network(with_lights(cross(4, 100.0)), tmp_path / "n.geojson")
    world = traffic_on(load_network(tmp_path / "n.geojson"), 8)
    world.run(seconds=20.0)
    snapshot = world.snapshot()
    world.run(seconds=30.0)
    after, states = world.vehicles.x.copy(), world.traffic.lights.state
    world.restore(snapshot)
    world.run(seconds=30.0)
    np.testing.assert_array_equal(world.vehicles.x, after)
    np.testing.assert_array_equal(world.traffic.lights.state, states)


def test_worlds_without_lights_have_none():
    world = mp.World(fleets=[("bicycle", 1)])
    assert len(world.traffic.lights.x) == 0
    assert len(traffic_on(cross(4, 100.0), 1).traffic.lights.x) == 0
