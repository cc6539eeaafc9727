"""Vehicles that make no headway: noticed, named, freed, set back; see ``world.recovery``."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.compile.rows import plain_stage
from motorpool.ground.objects.objects import KINDS, place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.roads import Road
from motorpool.ground.terrain.surface import Surface
from motorpool.world.drivers.kinds import AUTOPILOT, PLAYER, SCRIPT
from motorpool.world.recovery import phases, reasons
from motorpool.world.recovery.component import waits_for
from motorpool.world.recovery.events import BEGAN, FREED, SET_BACK, TOWED
from motorpool.world.recovery.towing import SPEED
from motorpool.world.recovery.wording import sentence
from motorpool.world.sources.actions import Drive, Release, Take, apply

GROUND = Terrain.flat(size=2000.0)


def muddy(size=60.0, *, spacing=5.0):
    """Return firm ground with a square of mud in the middle."""
    count = round(GROUND.width / spacing)
    middle = (np.arange(count) + 0.5) * spacing - 0.5 * GROUND.width
    is_mud = (np.abs(middle)[:, None] < 0.5 * size) & (np.abs(middle)[None, :] < 0.5 * size)
    legend = ("gravel", "mud")
    return Surface.from_classes(is_mud.astype(np.uint8), spacing=spacing, legend=legend)


def world_of(*fleets, avoidance="dynamic-window", **settings):
    world = mp.World(fleets=list(fleets), **{"terrain": GROUND, "dt": 1 / 30, **settings})
    world.avoidance.choose(slice(None), avoidance)
    return world


class Events:
    """Standstills of a run, as (what, reason, vehicle)."""

    def __init__(self):
        self.seen = []

    def observe(self, world):
        events = world.events.standstills
        rows = zip(events.what.tolist(), events.reason.tolist(), events.vehicle.tolist(), strict=True)
        self.seen += rows


def run_until(world, is_reached, *observers):
    """Run a world until something has come about, two minutes at most."""
    while not is_reached():
        world.run(seconds=0.5, observers=observers)
        assert world.time < 120.0


def quad_in_mud(**settings):
    """Return a world in which the route of a quad leads into a square of mud that it cannot cross."""
    world = world_of(("quad", 1), surface=muddy(), **settings)
    world.place_vehicles(0, -60.0, 0.0, 0.0)
    world.resolve_positions()
    world.guidance.route([0], [(300.0, 0.0)], speed=8.0)
    return world


def test_a_vehicle_that_cannot_move_in_mud_is_noticed_says_the_forces_and_is_towed_out():
    world, events = quad_in_mud(), Events()
    world.run(seconds=30.0, observers=[events])
    assert events.seen == [(BEGAN, reasons.SOIL, 0)]
    vehicles = world.vehicles
    assert vehicles.needed_force[0] > vehicles.available_force[0] > 0.0
    needed, available = (f"{force[0] / 1000:.1f}" for force in (vehicles.needed_force, vehicles.available_force))
    assert sentence(world, 0) == f"stuck in mud: needs {needed} kN, has {available}"
    run_until(world, lambda: vehicles.recovery_phase[0] == phases.TOWED, events)
    assert 60.0 < world.time < 90.0
    run_until(world, lambda: world.recovery.recoveries > 0, events)
    assert events.seen == [(BEGAN, reasons.SOIL, 0), (TOWED, reasons.SOIL, 0)]
    assert world.surface.name_at(vehicles.x[0], vehicles.y[0]) == "gravel"
    assert sentence(world, 0) == ""


def test_a_tow_is_no_jump_and_no_faster_than_the_team():
    world = quad_in_mud()
    run_until(world, lambda: world.vehicles.recovery_phase[0] == phases.TOWED)
    seen = []
    while world.vehicles.recovery_phase[0] == phases.TOWED:
        before = float(world.vehicles.x[0])
        world.run(seconds=0.5)
        seen.append(abs(float(world.vehicles.x[0]) - before))
        assert len(seen) < 120
    assert 0.5 < max(seen) < 0.5 * 1.1 * SPEED


def test_a_world_across_a_recovery_replays_to_the_bit():
    world = quad_in_mud()
    run_until(world, lambda: world.vehicles.recovery_phase[0] == phases.TOWED)
    before = world.snapshot()
    ends = []
    for _ in range(2):
        world.restore(before)
        world.run(seconds=30.0)
        ends.append([column.tobytes() for column in world.vehicles.all_columns()])
    assert world.recovery.recoveries == 1
    assert ends[0] == ends[1]


def test_a_client_that_only_reports_moves_no_vehicle():
    world, events = quad_in_mud(recovery="report"), Events()
    world.run(seconds=90.0, observers=[events])
    assert events.seen == [(BEGAN, reasons.SOIL, 0)]
    assert world.recovery.standing().tolist() == [0]
    assert world.recovery.counts() == {"soil": 1}
    assert world.recovery.standing_seconds > 30.0
    assert not world.vehicles.recovery_phase.any()


def test_without_recovery_nothing_is_noticed():
    world = quad_in_mud(recovery="off")
    world.run(seconds=30.0)
    assert not world.vehicles.standing_time.any()


@pytest.mark.parametrize(("avoidance", "model"), [("as-published", "bicycle"), ("program-1992", "park1992/wheeled")])
def test_the_rules_of_1992_drive_as_without_recovery(avoidance, model):
    ends = []
    for mode in ("free", "off"):
        trees = place_objects(GROUND, x=[30.0, 30.0, 30.0], y=[-3.0, 0.0, 3.0], radius=1.5)
        world = world_of((model, 1), avoidance=avoidance, objects=trees, recovery=mode)
        world.place_vehicles(0, 0.0, 0.0, 0.0)
        world.run(seconds=40.0)
        ends.append((float(world.vehicles.x[0]), float(world.vehicles.y[0]), float(world.vehicles.yaw[0])))
    assert ends[0] == ends[1]


def test_a_driver_stuck_in_mud_is_informed_and_not_moved():
    world, events = quad_in_mud(), Events()
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    apply(Drive(0, throttle=1.0), world)
    world.run(seconds=100.0, observers=[events])
    assert events.seen == [(BEGAN, reasons.SOIL, 0)]
    assert sentence(world, 0).startswith("stuck in mud: needs ")
    assert world.vehicles.recovery_phase[0] == phases.NONE
    assert abs(world.vehicles.x[0]) < 1.0
    apply(Drive(0, throttle=0.0), world)
    world.run(seconds=2.0, observers=[events])
    assert sentence(world, 0) == ""


def test_a_vehicle_that_is_meant_to_stand_does_not_count():
    world = world_of(("bicycle", 6))
    world.place_vehicles(slice(None), np.arange(6) * 20.0, 0.0, 0.0)
    world.guidance.hold([0])
    world.guidance.route([1], [(21.0, 0.0)])
    world.guidance.follow([2], 0)
    world.vehicles.driver[3], world.vehicles.brake[3] = SCRIPT, 1.0
    world.vehicles.desired_speed[4] = 0.0
    apply(Take(5), world)
    world.run(seconds=20.0)
    assert not world.vehicles.standing_time.any()


def test_a_vehicle_that_follows_a_vehicle_that_is_stuck_waits_for_its_convoy():
    world = world_of(("quad", 1), ("M998", 2), surface=muddy())
    world.place_vehicles(slice(None), [-45.0, -55.0, -70.0], 0.0, 0.0)
    world.resolve_positions()
    world.guidance.route([0], [(200.0, 0.0)], speed=6.0)
    world.guidance.convoy([0, 1, 2])
    world.run(seconds=30.0)
    vehicles = world.vehicles
    assert vehicles.standing_reason.tolist() == [reasons.SOIL, reasons.CONVOY, reasons.CONVOY]
    assert vehicles.blocked_by[1:].tolist() == [0, 1]
    assert sentence(world, 2) == "waiting for its convoy"
    assert vehicles.recovery_phase[1:].tolist() == [phases.NONE, phases.NONE]


def test_a_follower_that_shunts_to_and_fro_does_not_wait_for_its_leader():
    world = world_of(("M998", 2))
    world.guidance.follow([1], 0)
    for speed, leader in ((0.0, 0), (-2.0, -1), (2.0, -1)):
        world.vehicles.course_speed[1] = speed
        assert waits_for(1, world.vehicles) == leader


def test_a_vehicle_that_stands_against_an_object_comes_free():
    trees = place_objects(GROUND, x=[100.0, 3.6], y=[100.0, 0.0], radius=1.2, kind=KINDS.index("building"))
    world = world_of(("M998", 1), avoidance="none", objects=trees)
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    world.run(seconds=68.0)
    assert math.hypot(world.vehicles.x[0], world.vehicles.y[0]) > 25.0


@pytest.mark.parametrize("model", ["M998", "M1A1", "T-72A"])
def test_two_that_stand_nose_to_nose_part(model):
    world = world_of((model, 2))
    gap = 2.0 * float(world.vehicles.half_length[0]) + 0.1
    world.place_vehicles(slice(None), [0.0, gap], [0.0, 0.3], [0.0, math.pi])
    world.resolve_positions()
    start = world.vehicles.x.copy()
    world.run(seconds=60.0)
    vehicles = world.vehicles
    assert (np.hypot(vehicles.x - start, vehicles.y) > 25.0).all()
    assert world.recovery.recoveries == 0


def test_a_vehicle_that_lies_on_its_side_is_set_upright_after_a_minute():
    world, events = world_of(("M998", 1)), Events()
    world.place_vehicles(0, 0.0, 0.0, 0.0)
    world.run(seconds=12.0)
    world.fleets[0].state.rollover_angle[:] = 1.57
    world.run(seconds=20.0, observers=[events])
    assert sentence(world, 0) == "overturned"
    world.run(seconds=55.0, observers=[events])
    assert (SET_BACK, reasons.OVERTURNED, 0) in events.seen
    assert abs(world.vehicles.roll[0]) < 0.1
    assert world.vehicles.speed[0] > 1.0


ROAD = Road(np.array([(-500.0, 0.0), (500.0, 0.0)]), width=6.0)


def left_on_a_road(**settings):
    """Return a world in which a person has left a parked car on a road."""
    world = world_of(("M998", 1), roads=[ROAD], **settings)
    world.place_vehicles(0, 0.0, 0.0, 0.1)
    world.vehicles.driver[0], world.vehicles.brake[0], world.vehicles.is_parked[0] = SCRIPT, 1.0, 1
    world.run(seconds=1.0)
    apply(Take(0), world)
    world.run(seconds=1.0)
    apply(Release(0), world)
    return world


def test_a_vehicle_that_a_person_leaves_on_a_road_is_parked_beside_it():
    world = left_on_a_road()
    world.run(seconds=55.0)
    assert abs(world.vehicles.y[0]) < 0.5
    world.run(seconds=60.0)
    vehicles = world.vehicles
    assert abs(vehicles.y[0]) > 3.0 + vehicles.half_width[0]
    assert (vehicles.driver[0], vehicles.brake[0]) == (SCRIPT, 1.0)
    assert vehicles.recovery_phase[0] == phases.NONE
    assert abs(vehicles.speed[0]) < 0.1
    place = float(vehicles.x[0])
    world.run(seconds=90.0)
    assert vehicles.x[0] == pytest.approx(place, abs=0.1)


def test_a_vehicle_that_was_parked_on_a_road_from_the_start_stays():
    world = world_of(("M998", 1), roads=[ROAD])
    world.vehicles.driver[0], world.vehicles.brake[0], world.vehicles.is_parked[0] = SCRIPT, 1.0, 1
    world.run(seconds=90.0)
    assert (world.vehicles.x[0], world.vehicles.y[0]) == (0.0, 0.0)


def test_a_person_takes_a_vehicle_that_is_being_parked():
    world = left_on_a_road()
    world.run(seconds=62.0)
    assert world.vehicles.recovery_phase[0] == phases.PARKING
    assert world.vehicles.driver[0] == AUTOPILOT
    apply(Take(0), world)
    world.run(seconds=1.0)
    assert world.vehicles.driver[0] == PLAYER
    assert world.vehicles.recovery_phase[0] == phases.NONE


def test_others_drive_round_a_vehicle_that_a_person_left_on_their_road():
    world = world_of(("M998", 1), ("M35A2", 2), roads=[ROAD])
    world.place_vehicles(slice(None), [0.0, -80.0, 90.0], [0.0, 0.0, 0.0], [0.0, 0.0, math.pi])
    world.resolve_positions()
    apply(Take(0), world)
    world.guidance.route([1], [(150.0, 0.0)], speed=8.0)
    world.guidance.route([2], [(-150.0, 0.0)], speed=8.0)
    world.run(seconds=60.0)
    assert world.vehicles.has_arrived[1:].all()


def test_stages_give_the_same_uncompiled():
    world = quad_in_mud()
    world.run(seconds=9.0)
    before, recovery = world.snapshot(), world.recovery
    ends = []
    for run in (recovery._scene.run, lambda stage, *arguments: plain_stage(stage)(*arguments)):
        world.restore(before)
        for column in recovery._touch:
            column[:] = 0
        recovery._scene.run = run
        for _ in range(60):
            world.show_tick(world.tick + 1)
            recovery.lead()
            recovery.step()
        columns = [*world.vehicles.all_columns(), *recovery._tracks, *recovery._touch]
        ends.append([column.tobytes() for column in columns])
    assert ends[0] == ends[1]


def test_freed_follows_began():
    world, events = world_of(("T-72A", 2)), Events()
    gap = 2.0 * float(world.vehicles.half_length[0]) + 0.1
    world.place_vehicles(slice(None), [0.0, gap], [0.0, 0.3], [0.0, math.pi])
    world.resolve_positions()
    world.run(seconds=60.0, observers=[events])
    for vehicle in (0, 1):
        whats = [what for what, _, who in events.seen if who == vehicle]
        assert whats == [BEGAN, FREED] * (len(whats) // 2)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["M998", "T-72A"])
def test_two_that_meet_between_walls_pass_one_after_the_other(model):
    """Neither can turn aside: one backs out, which both know, and no two minutes bring them together again."""
    width = float(mp.World(fleets=[mp.Fleet(model, 1)], terrain=GROUND).vehicles.half_width[0])
    along = np.arange(-30.0, 30.0, 1.5)
    wall = np.full(along.size, width + 1.8)
    walls = place_objects(GROUND, x=np.tile(along, 2), y=np.concatenate([wall, -wall]), radius=0.8)
    world = world_of((model, 2), objects=walls)
    world.place_vehicles(slice(None), [-15.0, 15.0], 0.0, [0.0, math.pi])
    world.resolve_positions()
    world.guidance.route([0], [(120.0, 0.0)], speed=6.0)
    world.guidance.route([1], [(-120.0, 0.0)], speed=6.0)
    world.run(seconds=360.0)
    assert world.vehicles.has_arrived.all()


@pytest.mark.parametrize("model", ["M998", "T-72A"])
def test_three_that_hold_each_other_part(model):
    world = world_of((model, 3))
    half_length, half_width = float(world.vehicles.half_length[0]), float(world.vehicles.half_width[0])
    yaw = np.array([0.0, 2.0, 4.0]) * math.pi / 3.0
    away = half_length + 0.6 * half_width + 0.1
    world.place_vehicles(slice(None), -away * np.cos(yaw), -away * np.sin(yaw), yaw)
    world.resolve_positions()
    x, y = world.vehicles.x.copy(), world.vehicles.y.copy()
    world.run(seconds=60.0)
    assert (np.hypot(world.vehicles.x - x, world.vehicles.y - y) > 20.0).all()
    assert world.recovery.recoveries == 0


def test_a_mode_that_does_not_exist_is_refused():
    with pytest.raises(mp.MotorpoolError, match="recovery is 'on'; it must be 'off', 'report' or 'free'"):
        mp.World(fleets=[mp.Fleet("bicycle", 1)], recovery="on")  # pyright: ignore
