"""Passing of vehicles that stand in the only lane of their direction."""

import numpy as np
import pytest
from small_networks import cross, ring, section, with_lights

import motorpool as mp
from motorpool.ground.roads.lanes import lane_point
from motorpool.ground.roads.network import RoadNetwork
from motorpool.ground.roads.routing import positions_on
from motorpool.world.drivers.kinds import PLAYER
from motorpool.world.traffic.phases import PARKED

LIMIT = 13.9


def straight(*, on_left=False, length=800.0, **values):
    values = {"width": 6.5, "speed_limit": LIMIT, **values}
    line = (-0.5 * length, 0.0), (0.5 * length, 0.0)
    return RoadNetwork(sections=[section(0, 1, *line, **values)], drives_on_left=on_left)


def world_on(network, standing, driving, *, model="bicycle", terrain=None):
    """A world with cars of a user that stand, and vehicles in traffic: (leg, distance along it, to the right [m])."""
    fleets = [mp.Fleet("bicycle", len(standing), name="standing"), mp.Fleet(model, len(driving), name="driving")]
    ground = terrain or mp.Terrain.flat(size=2000.0, spacing=50.0)
    world = mp.World(fleets=fleets, network=network, terrain=ground, dt=1 / 20)
    graph, vehicles, ids = world.traffic.graph, world.vehicles, range(len(standing), world.count)
    leg, along, right = (np.array(column) for column in zip(*standing, *driving, strict=True))
    world.place_vehicles(slice(None), *positions_on(graph, leg.astype(int), graph.begin[leg.astype(int)] + along,
                                                    graph.lane[leg.astype(int)] + right))  # fmt: skip
    vehicles.goal[: len(standing)], vehicles.driver[: len(standing)] = 0, PLAYER
    world.traffic.join(ids, parking=False)
    vehicles.desired_speed[:] = vehicles.max_speed
    return world


def touches(world):
    return bool(world.contact._candidates.pairs.touches.any())


def drive(world, seconds, look=None):
    for _ in range(round(seconds / world.dt)):
        world.step()
        assert not touches(world)
        if look:
            look(world)


def rightward(world, i):
    """Distance of a vehicle to the right of the middle of the road, as its leg leads [m]."""
    vehicles, graph = world.vehicles, world.traffic.graph
    leg = int(vehicles.traffic_leg[i])
    middle = lane_point(graph, leg, float(vehicles.traffic_along[i]), -float(graph.lane[leg]))
    return (vehicles.x[i] - middle.x) * middle.north - (vehicles.y[i] - middle.y) * middle.east


@pytest.mark.parametrize("on_left", [False, True])
def test_a_standing_car_is_passed_on_the_oncoming_lane_and_no_oncoming_vehicle_brakes(on_left):
    world = world_on(straight(on_left=on_left), [(0, 350.0, 0.0)], [(0, 250.0, 0.0), (0, 220.0, 0.0), (1, 250.0, 0.0)])
    slowest, sides, side = [], [], -1.0 if on_left else 1.0

    def look(world):
        sides.append(side * rightward(world, 1))
        if world.time > 10.0:
            slowest.append(float(world.vehicles.speed[3]))

    drive(world, 35.0, look)
    assert world.vehicles.traffic_passes.tolist() == [0, 1, 1, 0]
    assert min(sides) < -0.5
    assert sides[-1] == pytest.approx(0.25 * 6.5, abs=0.1)
    assert min(slowest) > LIMIT - 0.1
    assert "passed standing vehicles 2 times" in repr(world.traffic)


def test_it_waits_until_the_oncoming_vehicles_are_past():
    oncoming = [(1, along, 0.0) for along in (300.0, 240.0, 180.0)]
    world = world_on(straight(), [(0, 350.0, 0.0)], [(0, 318.0, 0.0), *oncoming])
    vehicles = world.vehicles
    drive(world, 20.0)
    assert not vehicles.traffic_passes.any()
    assert (vehicles.x[2:] > vehicles.x[1]).any()
    drive(world, 40.0)
    assert vehicles.traffic_passes[1] == 1


def test_a_row_is_passed_at_once_and_one_vehicle_at_a_time():
    row = [(0, 350.0 + 8.0 * number, 0.0) for number in range(4)]
    world = world_on(straight(), row, [(0, 300.0, 0.0), (0, 290.0, 0.0), (0, 280.0, 0.0)])
    together = []

    def look(world):
        together.append(int((world.vehicles.traffic_lane > 0).sum()))

    drive(world, 60.0, look)
    assert world.vehicles.traffic_passes[4:].tolist() == [1, 1, 1]
    assert max(together) == 1


def test_vehicles_that_wait_on_both_sides_go_one_after_the_other():
    standing = [(0, 380.0, 0.0), (1, 370.0, 0.0)]
    queues = [(leg, along, 0.0) for leg in (0, 1) for along in (340.0, 330.0, 320.0)]
    world = world_on(straight(width=7.0), standing, queues)
    drive(world, 120.0)
    assert (world.vehicles.traffic_passes[2:] >= 1).all()


def test_where_the_road_is_wide_a_vehicle_moves_aside_on_its_own_half():
    oncoming = [(1, 40.0 * number, 0.0) for number in range(8)]
    world = world_on(straight(width=10.0), [(0, 350.0, 1.6)], [(0, 300.0, 0.0), *oncoming])
    middle = []

    def look(world):
        if world.vehicles.traffic_leg[1] == 0 and world.vehicles.x[1] < 300.0:
            middle.append(rightward(world, 1) - float(world.vehicles.half_width[1]))

    drive(world, 25.0, look)
    assert world.vehicles.traffic_passes[1] == 1
    assert min(middle) > 0.0


def beyond(world, leg, along):
    vehicles = world.vehicles
    own = (vehicles.traffic_leg[1:] != leg) | (vehicles.traffic_along[1:] > along)
    return bool(own.any())


def test_no_vehicle_passes_before_a_crossing():
    for network in (cross(4, 200.0, width=6.5), with_lights(cross(4, 200.0, width=6.5))):
        world = world_on(network, [(1, 165.0, 0.0)], [(1, along, 0.0) for along in (120.0, 110.0, 100.0)])
        drive(world, 60.0)
        assert not world.vehicles.traffic_passes.any()
        assert not beyond(world, 1, 165.0)


def test_a_queue_that_waits_is_not_passed():
    """One user stands before the crossing, another one in the queue behind it."""
    network = cross(4, 300.0, width=6.5, speed_limit=LIMIT)
    queue = [(1, along, 0.0) for along in (272.0, 265.0, 250.0, 243.0)]
    world = world_on(network, [(1, 280.0, 0.0), (1, 258.0, 0.0)], queue)
    drive(world, 60.0)
    assert not world.vehicles.traffic_passes.any()
    assert (world.vehicles.traffic_leg == 1).all()


@pytest.mark.parametrize(("radius", "passes"), [(60.0, False), (300.0, True)])
def test_a_car_in_a_bend_is_passed_if_the_driver_sees_far_enough(radius, passes):
    world = world_on(ring(radius, 3, width=6.5, speed_limit=LIMIT), [(0, 60.0, 0.0)], [(0, 20.0, 0.0)])
    drive(world, 60.0)
    assert (world.vehicles.traffic_passes[1] > 0) == passes


@pytest.mark.parametrize(("height", "passes"), [(0.0, True), (6.0, False)])
def test_a_car_before_a_crest_is_passed_if_the_driver_sees_over_it(height, passes):
    """A crest that is 6 m high and 50 m wide hides what comes behind it."""
    side = np.linspace(-1000.0, 1000.0, 201)
    z = np.repeat(height * np.exp(-((side - 20.0) ** 2) / 2.0 / 25.0**2)[None, :], len(side), axis=0)
    terrain = mp.Terrain(z.astype(np.float32), 10.0, -1000.0, -1000.0)
    world = world_on(straight(), [(0, 390.0, 0.0)], [(0, 340.0, 0.0)], terrain=terrain)
    drive(world, 40.0)
    assert (world.vehicles.traffic_passes[1] > 0) == passes


def test_a_vehicle_does_not_pull_out_of_its_parking_place_before_one_that_passes():
    world = world_on(straight(), [(0, 350.0, 0.0)], [(0, 318.0, 0.0)])
    parked = world_on(straight(), [(0, 350.0, 0.0)], [(0, 318.0, 0.0), (1, 400.0, 3.0)])
    for each, until in ((world, 20.0), (parked, 40.0)):
        if each is parked:
            each.vehicles.traffic_leg[2], each.vehicles.traffic_along[2] = 1, 400.0
            each.vehicles.traffic_phase[2], each.vehicles.traffic_rest[2] = PARKED, 9.0
        drive(each, until)
    assert world.vehicles.traffic_passes[1] == parked.vehicles.traffic_passes[1] == 1


@pytest.mark.parametrize("column", ["max_speed", "acceleration"])
def test_a_vehicle_of_traffic_that_cannot_drive_is_passed(column):
    world = world_on(straight(), [(1, 700.0, 9.0)], [(0, 350.0, 0.0), (0, 310.0, 0.0)])
    world.recovery.mode = "off"
    getattr(world.vehicles, column)[1] = 0.0
    drive(world, 60.0)
    assert world.vehicles.traffic_passes.tolist() == [0, 0, 1]


def generated(seed):
    """A winding or straight road of random width and limit, cars that stand on it anyhow, and traffic on both lanes."""
    random = np.random.default_rng(seed)
    values = {"width": float(random.uniform(5.0, 12.0)), "speed_limit": float(random.choice([8.3, 13.9, 22.2]))}
    on_left, pieces = bool(random.random() < 0.5), int(random.integers(2, 6))
    angles = np.linspace(0.0, 2.0 * np.pi, 30 * pieces + 1)
    radius = 350.0 + sum(random.uniform(-30.0, 30.0) * np.cos(k * angles + random.uniform(0.0, 6.0)) for k in (2, 3))
    line = [*zip(radius * np.cos(angles), radius * np.sin(angles), strict=True)]
    sections = [
        section(each, (each + 1) % pieces, *line[30 * each : 30 * each + 31], **values) for each in range(pieces)
    ]
    places = random.uniform(60.0, 130.0), random.uniform(150.0, 250.0)
    standing = [(0, along, float(random.uniform(-1.0, 1.0))) for along in places]
    cars = [(leg, 15.0 + 35.0 * number, 0.0) for leg in (2, 3) for number in range(int(random.integers(2, 7)))]
    model = str(random.choice(["bicycle", "single-track", "M998", "articulated-lorry"]))
    world = world_on(RoadNetwork(sections=sections, drives_on_left=on_left), standing, cars, model=model)
    world.vehicles.yaw[: random.integers(3)] += random.uniform(-0.6, 0.6)
    return world


@pytest.mark.parametrize("seed", range(8))
def test_no_vehicles_touch_on_generated_roads_and_all_come_on(seed):
    world = generated(seed)
    drive(world, 100.0)
    before = world.vehicles.odometer.copy()
    drive(world, 100.0)
    assert (world.vehicles.odometer - before)[2:].min() > 30.0
    assert world.recovery.recoveries == 0


def test_a_snapshot_repeats_passing_to_the_bit():
    world = world_on(straight(), [(0, 350.0, 0.0)], [(0, 310.0, 0.0), (1, 200.0, 0.0)])
    drive(world, 9.0)
    saved = world.snapshot()
    drive(world, 20.0)
    first = [column.copy() for column in world.vehicles.all_columns()]
    world.restore(saved)
    drive(world, 20.0)
    assert world.vehicles.traffic_passes[1] == 1
    for one, other in zip(first, world.vehicles.all_columns(), strict=True):
        np.testing.assert_array_equal(one, other)
