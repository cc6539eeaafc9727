"""Each way in which drivers free their vehicles, and each reason for which they stand, by name."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.ground.objects.objects import KINDS, place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.surface import Surface
from motorpool.models.mathematics import wrap_angle
from motorpool.world.drivers.kinds import SCRIPT
from motorpool.world.recovery import phases, reasons
from motorpool.world.recovery.freeing import EASING_CUT, OTHER_SPEED
from motorpool.world.recovery.stages import HALT
from motorpool.world.recovery.wording import action, sentence
from motorpool.world.sources.actions import Drive, apply

GROUND = Terrain.flat(size=2000.0)


def world_of(*fleets, avoidance="dynamic-window", **settings):
    world = mp.World(fleets=list(fleets), **{"terrain": GROUND, "dt": 1 / 30, **settings})
    world.avoidance.choose(slice(None), avoidance)
    return world


def place(world, x, y, yaw):
    world.place_vehicles(slice(None), x, y, yaw)
    world.resolve_positions()


class Log:
    """Phase, reason, place and commands of one vehicle at each step of a run."""

    def __init__(self, vehicle=0):
        self._vehicle, self.rows = vehicle, []

    def observe(self, world):
        names = (
            "recovery_phase",
            "standing_reason",
            "standing_time",
            "x",
            "y",
            "yaw",
            "throttle_cut",
            "avoidance_speed",
        )
        self.rows.append(tuple(float(column[self._vehicle]) for column in world.vehicles.columns(*names)))

    def phases(self):
        """Return the phases in the order in which they came, without what lies between two of them."""
        found = [int(row[0]) for row in self.rows if row[0] != phases.NONE]
        return [phase for number, phase in enumerate(found) if number == 0 or phase != found[number - 1]]

    def places(self, phase):
        """Return x, y [m] and yaw [rad] of the first stretch in a phase."""
        first = next(number for number, row in enumerate(self.rows) if row[0] == phase)
        last = next((number for number in range(first, len(self.rows)) if self.rows[number][0] != phase), None)
        return np.array([row[3:6] for row in self.rows[first:last]])


# ------------------------------------------------------------ how they free themselves


@pytest.fixture(scope="module")
def on_a_slope():
    """Log of an M998 whose route leads round a bend onto a slope of 95 %, which it cannot climb."""
    posts = np.arange(-500.0, 500.1, 5.0)
    heights = np.tile(np.clip(0.95 * (posts - 10.0), 0.0, 60.0), (posts.size, 1)).astype(np.float32)
    world = world_of(
        ("M998", 1),
        terrain=Terrain(heights=heights, x_west=-500.0, y_south=-500.0, spacing=5.0),
        avoidance="search-cone",
    )
    radius, bend = 14.0, np.arange(-2.6, 0.7, 0.15)
    x, y = 14.0 + radius * (np.sin(bend) - math.sin(0.6)), radius * (1.0 - np.cos(bend))
    ahead = (x[-1] + 150.0 * math.cos(0.6), y[-1] + 150.0 * math.sin(0.6))
    place(world, x[0] - 20.0 * math.cos(-2.6), y[0] - 20.0 * math.sin(-2.6), -2.6)
    world.guidance.route([0], [*zip(x.tolist(), y.tolist(), strict=True), ahead], speed=5.0, arrival_radius=2.0)
    log = Log()
    world.run(seconds=46.0, observers=[log])
    return log


def test_a_driver_on_a_slope_that_is_too_steep_eases_the_throttle_backs_out_then_tries_another_way(on_a_slope):
    assert on_a_slope.phases()[:3] == [phases.EASING, phases.BACKING, phases.OTHER_WAY]
    first = next(row for row in on_a_slope.rows if row[0] == phases.EASING)
    assert first[1] == reasons.SLOPE
    assert first[6] == EASING_CUT


def test_it_backs_out_along_its_own_track_even_where_that_is_a_bend(on_a_slope):
    backed = on_a_slope.places(phases.BACKING)[:, :2]
    driven = np.array([row[3:5] for row in on_a_slope.rows if row[2] == 0.0 and row[0] == phases.NONE])
    away = np.hypot(*(backed[:, None] - driven[None]).transpose(2, 0, 1)).min(axis=1)
    assert np.hypot(*(backed[-1] - backed[0])) > 7.0
    assert away.max() < 1.6
    yaw = on_a_slope.places(phases.BACKING)[:, 2]
    assert abs(wrap_angle(yaw[-1] - yaw[0])) > 0.3  # it followed the bend


def test_the_other_way_leads_aside_and_away(on_a_slope):
    places = on_a_slope.places(phases.OTHER_WAY)
    stuck = on_a_slope.places(phases.EASING)[0]
    trap = math.atan2(*(stuck[:2] - places[0, :2])[::-1])
    assert abs(wrap_angle(places[-1, 2] - trap)) > 0.8
    assert np.hypot(*(places[-1, :2] - places[0, :2])) > 14.0


def test_of_two_that_hold_each_other_the_second_yields_and_the_first_lets_it():
    middle = (np.arange(400) + 0.5) * 5.0 - 1000.0
    is_mud = (np.abs(middle)[:, None] < 30.0) & (np.abs(middle)[None, :] < 30.0)
    mud = Surface.from_classes(is_mud.astype(np.uint8), spacing=5.0, legend=("gravel", "mud"))
    world = world_of(("quad", 2), surface=mud)
    place(world, [0.0, 2.0 * float(world.vehicles.half_length[0]) + 0.1], 0.0, [0.0, math.pi])
    world.guidance.route([0], [(100.0, 0.0)], speed=5.0)
    world.guidance.route([1], [(-100.0, 0.0)], speed=5.0)
    world.run(seconds=9.0)
    vehicles = world.vehicles
    assert vehicles.recovery_phase.tolist() == [phases.LETTING_PASS, phases.YIELDING]
    assert [action(world, vehicle) for vehicle in (0, 1)] == ["waits for the other to yield", "yields"]
    assert vehicles.avoidance_speed[0] == 0.0
    assert vehicles.avoidance_speed[1] < -1.0
    world.run(seconds=11.0)  # it cannot: they change roles
    assert vehicles.recovery_phase[0] == phases.YIELDING


def test_a_vehicle_that_yields_drives_back_until_the_other_has_room():
    width = float(mp.World(fleets=["T-72A"], terrain=GROUND).vehicles.half_width[0])
    along = np.arange(-30.0, 30.0)
    wall = np.full(along.size, width + 1.7)
    walls = place_objects(GROUND, x=np.tile(along, 2), y=np.concatenate([wall, -wall]), radius=0.8)
    world = world_of(("T-72A", 2), objects=walls)
    place(world, [-15.0, 15.0], 0.0, [0.0, math.pi])
    world.guidance.route([0], [(120.0, 0.0)], speed=6.0)
    world.guidance.route([1], [(-120.0, 0.0)], speed=6.0)
    logs = Log(0), Log(1)
    world.run(seconds=40.0, observers=logs)
    backward = phases.BACKING, phases.YIELDING  # the second where they have come to touch
    who, phase = next((log, phase) for log in logs for phase in backward if phase in log.phases())
    way = who.places(phase)
    assert np.hypot(*(way[-1, :2] - way[0, :2])) > 4.0
    assert np.abs(way[:, 1]).max() < 1.0  # between the walls


def test_one_that_lets_another_pass_may_touch_an_object_meanwhile():
    """What blocks it is then the number of an object, not of a vehicle."""
    width = float(mp.World(fleets=["M998"], terrain=GROUND).vehicles.half_width[0])
    along = np.arange(-30.0, 30.0)
    wall = np.full(along.size, width + 1.7)
    walls = place_objects(GROUND, x=np.tile(along, 2), y=np.concatenate([wall, -wall]), radius=0.8)
    world = world_of(("M998", 2), objects=walls)
    place(world, [-15.0, 15.0], 0.0, [0.0, math.pi])
    recovery, vehicles = world.recovery, world.vehicles
    recovery._drivers.begin(0, phases.LETTING_PASS)
    vehicles.standing_reason[0], vehicles.blocked_by[0] = reasons.OBJECT, 100
    vehicles.phase_time[0], vehicles.stuck_time[0] = 2.0, 0.0
    recovery._drivers.advance(0, 0.5)
    assert vehicles.recovery_phase[0] == phases.NONE


# ------------------------------------------------------------ why they stand


def stands_for(world, seconds, *, vehicle=0):
    """Return the reasons for which a vehicle stood during a run."""
    log = Log(vehicle)
    world.run(seconds=seconds, observers=[log])
    return {int(row[1]) for row in log.rows} - {reasons.NONE}


def test_a_vehicle_that_cannot_climb_stands_for_the_slope(on_a_slope):
    assert reasons.SLOPE in {int(row[1]) for row in on_a_slope.rows}


def test_a_vehicle_that_presses_on_at_the_end_of_the_map_stands_at_its_edge():
    world = world_of(("M998", 1))
    place(world, 980.0, 0.0, 0.0)
    apply(Drive(0, throttle=1.0), world)
    assert stands_for(world, 12.0) == {reasons.MAP_EDGE}
    assert sentence(world, 0) == "at the edge of the map"


def test_a_vehicle_that_is_hit_beyond_driving_is_damaged():
    world = world_of(("M998", 1))
    world.run(seconds=5.0)
    world.vehicles.damage[0] = 1.0
    assert stands_for(world, 20.0) == {reasons.DAMAGED}
    assert sentence(world, 0) == "damaged"
    assert world.vehicles.recovery_phase[0] == phases.NONE


def test_a_vehicle_that_has_burnt_its_fuel_is_out_of_fuel():
    world = world_of(("M998", 1))
    world.run(seconds=5.0)
    (fleet,) = world.fleets
    fleet.state.fuel_used[:] = fleet.params.fuel_capacity
    assert stands_for(world, 30.0) == {reasons.OUT_OF_FUEL}
    assert sentence(world, 0) == "out of fuel"
    assert world.vehicles.recovery_phase[0] == phases.NONE


def test_a_vehicle_that_pushes_a_parked_tank_is_blocked_by_a_vehicle():
    world = world_of(("M998", 1), ("T-72A", 1))
    place(world, [0.0, 12.0], 0.0, [0.0, 1.5])
    world.vehicles.driver[1], world.vehicles.brake[1] = SCRIPT, 1.0
    apply(Drive(0, throttle=1.0), world)
    assert stands_for(world, 10.0) == {reasons.VEHICLE}
    assert world.vehicles.blocked_by[0] == 1
    assert sentence(world, 0) == "blocked by T-72A 1"


def test_a_vehicle_that_drives_against_a_building_is_blocked_by_an_object():
    houses = place_objects(GROUND, x=[100.0, 12.0], y=[100.0, 0.0], radius=1.2, kind=KINDS.index("building"))
    world = world_of(("M998", 1), objects=houses)
    place(world, 0.0, 0.0, 0.0)
    apply(Drive(0, throttle=1.0), world)
    assert stands_for(world, 10.0) == {reasons.OBJECT}
    assert world.vehicles.blocked_by[0] == int(np.argmin(np.abs(world.objects.x - 12.0)))
    assert sentence(world, 0) == "blocked by a building"


@pytest.fixture(scope="module")
def at_the_end_of_a_lane():
    """Log of an M998 that waits at the end of a walled lane for a column that passes."""
    along = np.arange(-60.0, -8.0, 1.2)
    wall = np.full(along.size, 2.6)
    walls = place_objects(GROUND, x=np.tile(along, 2), y=np.concatenate([wall, -wall]), radius=0.8)
    count = 24
    world = world_of(("M998", 1), ("M35A2", count), objects=walls)
    south = [-25.0 - 10.0 * number for number in range(count)]
    place(world, [-45.0, *[0.0] * count], [0.0, *south], [0.0, *[0.5 * math.pi] * count])
    world.guidance.route(range(1, count + 1), [(0.0, 600.0)], speed=4.0)
    world.guidance.route([0], [(100.0, 0.0)], speed=8.0)
    log = Log()
    world.run(seconds=40.0, observers=[log])
    return log


def test_a_vehicle_that_waits_for_a_column_that_passes_gives_way(at_the_end_of_a_lane):
    assert reasons.PRIORITY in {int(row[1]) for row in at_the_end_of_a_lane.rows}


def test_a_vehicle_that_waits_for_others_keeps_its_usual_throttle(at_the_end_of_a_lane):
    rows = np.array(at_the_end_of_a_lane.rows)
    waits = (rows[:, 2] > 3.0) & (np.abs(rows[:, 7]) < HALT)
    waits_for_a_second = np.convolve(waits, np.ones(30), "full")[: len(rows)] == 30.0
    assert waits_for_a_second.sum() > 30
    assert rows[waits_for_a_second, 6].min() == 0.0


def test_a_vehicle_that_is_walled_in_finds_no_way():
    around = np.arange(0.0, 2.0 * math.pi, 0.24)
    walls = place_objects(GROUND, x=5.0 * np.cos(around), y=5.0 * np.sin(around), radius=0.8)
    world = world_of(("M998", 1), objects=walls, recovery="report")
    place(world, 0.0, 0.0, 0.0)
    assert stands_for(world, 15.0) == {reasons.NO_WAY}
    assert sentence(world, 0) == "without a free path"


def test_another_way_is_driven_at_its_own_speed(on_a_slope):
    places = on_a_slope.places(phases.OTHER_WAY)
    step = np.hypot(*np.diff(places[:, :2], axis=0).T) * 30.0
    assert 0.5 * OTHER_SPEED < step.max() < 1.3 * OTHER_SPEED
