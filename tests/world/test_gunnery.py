"""Fire: a vehicle shoots, its round flies, and what it hits limps or stands until it is repaired."""

import math
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import patience
from worlds import digest, hills

from motorpool.compile import rows
from motorpool.compile.columns import cpu_count
from motorpool.errors import WorldError
from motorpool.ground.objects.objects import place_objects, scatter_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.vehicles.fleet import Body, Fleet
from motorpool.world import World
from motorpool.world.drivers.kinds import PLAYER
from motorpool.world.gunnery import stages as gunnery
from motorpool.world.gunnery.ballistics import GRAVITY
from motorpool.world.gunnery.damage import DEAD, HIT, HIT_MOBILITY, WHOLE
from motorpool.world.gunnery.guns import TURRET_HEIGHT, Armament, elevate, muzzle, slew
from motorpool.world.gunnery.rounds import FLYING, GROUND, OBJECT, VEHICLE, Rounds
from motorpool.world.sources.actions import Aim, PullTrigger, Repair
from motorpool.world.sources.player import Player

BODY = Body(7.0, 3.4, 2.5)
AXIS = TURRET_HEIGHT * BODY.height  # height of the gun
GUN = Armament(barrel_length=4.0)
ANGLES = st.floats(-math.pi, math.pi)


def field(*places, gun=GUN, terrain=None, **options):
    """One armed tank for each place (x, y, yaw), that stands until it is driven."""
    x, y, yaw = np.array(places, float).T
    fleet = Fleet("tracked", len(places), name="tanks", body=BODY, x=x, y=y, yaw=yaw)
    ground = terrain or Terrain.flat(size=4000.0, spacing=50.0)
    world = World(fleets=[fleet], terrain=ground, armament={"tanks": gun}, **options)
    world.vehicles.desired_speed[:] = 0.0
    world.resolve_positions()
    return world


def shoot(world, shooter=0, seconds=5.0):
    """Fire once and run until something is met; its impact, or None."""
    world.vehicles.trigger[shooter] = 1.0
    world.step()
    world.vehicles.trigger[shooter] = 0.0
    for _ in range(round(seconds / world.dt)):
        if world.events.impacts.time.size:
            return SimpleNamespace(**{name: column[0] for name, column in world.events.impacts._asdict().items()})
        world.step()
    return None


# ---------------------------------------------------------------- flight


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 0.1, 0.5])
def test_a_round_flies_the_parabola_whatever_the_step(dt):
    world = field((-1500.0, 0.0, 0.0), gun=GUN._replace(muzzle_speed=300.0), dt=dt)
    vehicles, rounds = world.vehicles, world.gunnery.rounds
    vehicles.turret_elevation[0] = vehicles.aim_elevation[0] = 0.3
    vehicles.trigger[0] = 1.0
    world.step()
    vehicles.trigger[0] = 0.0
    (place,) = np.flatnonzero(rounds.what == FLYING)
    for _ in range(round(4.0 / dt)):
        time = world.time
        assert rounds.x[place] == pytest.approx(-1500.0 + math.cos(0.3) * (4.0 + 300.0 * time), rel=1e-12)
        rise = AXIS + math.sin(0.3) * (4.0 + 300.0 * time) - 0.5 * GRAVITY * time**2
        assert (rounds.y[place], rounds.z[place]) == (0.0, pytest.approx(rise, rel=1e-9))
        world.step()


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 0.1, 0.5])
def test_on_flat_ground_the_impact_is_where_the_formula_says(dt):
    world = field((-1500.0, 0.0, 0.0), gun=GUN._replace(muzzle_speed=150.0), dt=dt)
    world.vehicles.turret_elevation[0] = world.vehicles.aim_elevation[0] = 0.2
    hit = shoot(world, seconds=20.0)
    climb, height = 150.0 * math.sin(0.2), AXIS + 4.0 * math.sin(0.2)
    time = (climb + math.sqrt(climb**2 + 2.0 * GRAVITY * height)) / GRAVITY
    assert hit.time == pytest.approx(time, rel=1e-9)
    assert (hit.x, hit.y) == pytest.approx((-1500.0 + math.cos(0.2) * (4.0 + 150.0 * time), 0.0))
    assert (hit.z, hit.met, hit.met_index, hit.shooter) == (pytest.approx(0.0, abs=1e-9), GROUND, -1, 0)


def test_on_a_slope_a_level_gun_points_along_it_and_the_round_drops_onto_it():
    """On a hillside of 1:4 the hull is tilted; fired straight uphill, a round leaves along the slope."""
    posts = 50.0 * np.arange(-40, 41)
    hillside = Terrain.from_heights(np.tile(0.25 * posts, (81, 1)), 50.0)
    world = field((-500.0, 0.0, 0.0), gun=GUN._replace(muzzle_speed=200.0), terrain=hillside)
    hit = shoot(world, seconds=20.0)
    # Measured straight off the slope, the round starts at the gun's height and falls with g cos(tilt).
    tilt = math.atan(0.25)
    time = math.sqrt(2.0 * AXIS / (GRAVITY * math.cos(tilt)))
    along = 4.0 + 200.0 * time - 0.5 * GRAVITY * math.sin(tilt) * time**2
    assert hit.time == pytest.approx(time, rel=1e-9)
    assert hit.x == pytest.approx(-500.0 + along * math.cos(tilt), rel=1e-9)
    assert hit.z == pytest.approx(0.25 * hit.x, rel=1e-9)


def test_a_round_keeps_the_motion_of_the_vehicle_that_fires_it():
    world = field((0.0, 0.0, 0.5 * math.pi))
    world.vehicles.speed[0], world.vehicles.trigger[0] = 12.0, 1.0
    world.vehicles.driver[0] = PLAYER
    world.vehicles.turret_yaw[0] = world.vehicles.aim_yaw[0] = -0.5 * math.pi  # over the right side: east
    world.step()
    shots = world.events.shots
    assert 11.0 < world.vehicles.speed[0] < 12.0  # the hand is off the throttle
    assert (shots.velocity_x[0], shots.velocity_y[0]) == pytest.approx((GUN.muzzle_speed, 12.0))  # as it was then


def test_air_slows_a_round_and_the_error_is_of_second_order_in_the_step():
    drag, pace = 0.002, 300.0

    def reached(dt):
        world = field((-1500.0, 0.0, 0.0), gun=GUN._replace(muzzle_speed=pace, round_drag=drag), dt=dt)
        world.vehicles.turret_elevation[0] = world.vehicles.aim_elevation[0] = 0.3
        world.vehicles.trigger[0] = 1.0
        for _ in range(round(2.0 / dt)):
            world.step()
            world.vehicles.trigger[0] = 0.0
        rounds = world.gunnery.rounds
        (place,) = np.flatnonzero(rounds.what == FLYING)
        return np.array([rounds.x[place] + 1500.0, rounds.z[place]])

    def exact():
        """The same by Runge and Kutta's rule in ten thousand steps."""

        def rate(state):
            _, velocity = state
            return np.array([velocity, -drag * np.hypot(*velocity) * velocity - [0.0, GRAVITY]])

        toward = np.array([math.cos(0.3), math.sin(0.3)])
        state, dt = np.array([4.0 * toward + [0.0, AXIS], pace * toward]), 2.0 / 10_000
        for _ in range(10_000):
            one = rate(state)
            two = rate(state + 0.5 * dt * one)
            three = rate(state + 0.5 * dt * two)
            state = state + dt / 6.0 * (one + 2.0 * two + 2.0 * three + rate(state + dt * three))
        return state[0]

    there = exact()
    coarse, fine = (np.hypot(*(reached(dt) - there)) for dt in (0.1, 0.05))
    assert coarse / fine == pytest.approx(4.0, rel=0.1)
    assert np.hypot(*(reached(1 / 240) - there)) < 0.05


def test_a_round_that_leaves_the_map_is_gone_without_an_impact():
    world = field((1900.0, 0.0, 0.0))
    world.vehicles.turret_elevation[0] = world.vehicles.aim_elevation[0] = 0.1
    assert shoot(world, seconds=1.0) is None
    assert world.gunnery.rounds.count == 0


# ---------------------------------------------------------------- what is hit


def test_a_vehicle_in_the_open_is_hit_on_its_side_and_one_behind_a_hill_is_not():
    open_field = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.5 * math.pi))
    hit = shoot(open_field)
    assert (hit.met, hit.met_index) == (VEHICLE, 1)
    assert hit.x == pytest.approx(300.0 - 0.5 * BODY.width)
    heights = np.zeros((81, 81), np.float32)
    heights[:, 43] = 8.0  # a ridge at x = 150
    behind = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.5 * math.pi), terrain=Terrain.from_heights(heights, 50.0))
    hit = shoot(behind)
    assert (hit.met, hit.met_index) == (GROUND, -1)
    assert 100.0 < hit.x < 150.0
    assert behind.vehicles.damage.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("dt", [1 / 60, 0.5])
def test_a_tree_shields_a_vehicle_behind_it(dt):
    terrain = Terrain.flat(size=2000.0, spacing=50.0)
    tree = place_objects(terrain, x=[200.0], y=[0.2], radius=0.4, height=9.0)
    world = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.0), terrain=terrain, objects=tree, dt=dt)
    hit = shoot(world)
    assert (hit.met, hit.met_index) == (OBJECT, 0)
    assert math.hypot(hit.x - 200.0, hit.y - 0.2) == pytest.approx(0.4)
    assert not world.vehicles.damage.any()


def test_a_round_passes_over_what_is_lower():
    terrain = Terrain.flat(size=2000.0, spacing=50.0)
    rock = place_objects(terrain, x=[20.0], y=[0.0], radius=2.0, height=1.5)
    world = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.0), terrain=terrain, objects=rock)
    assert shoot(world).met == VEHICLE


def test_no_vehicle_hits_itself():
    """A short barrel ends inside of the own body."""
    world = field((0.0, 0.0, 0.0), gun=GUN._replace(barrel_length=0.5, min_elevation=-1.5))
    world.vehicles.turret_elevation[0] = world.vehicles.aim_elevation[0] = -1.4
    assert shoot(world).met == GROUND
    assert world.vehicles.damage[0] == 0.0


# ---------------------------------------------------------------- the gun


def test_a_held_trigger_fires_once_in_each_time_to_reload():
    world = field((0.0, 0.0, 0.0), gun=GUN._replace(reload_duration=2.0))
    world.vehicles.trigger[0] = 1.0
    times = []
    for _ in range(600):
        world.step()
        times += world.events.shots.time.tolist()
    assert times == pytest.approx([0.0, 2.0, 4.0, 6.0, 8.0])


def test_no_trigger_no_shot_and_no_gun_no_shot():
    world = World(fleets=[Fleet("tracked", 1, name="armed"), Fleet("bicycle", 1, x=50.0)], armament={"armed": GUN})
    world.vehicles.trigger[1] = 1.0
    for _ in range(30):
        world.step()
        assert world.events.is_empty
    world.vehicles.trigger[0] = 1.0
    world.step()
    assert world.events.shots.shooter.tolist() == [0]
    world.step()
    assert world.events.shots.shooter.tolist() == []


def test_the_turret_turns_at_its_rate_by_the_shorter_way():
    world = field((0.0, 0.0, 0.0), gun=GUN._replace(slew_rate=0.6))
    vehicles = world.vehicles
    vehicles.turret_yaw[0], vehicles.aim_yaw[0] = 2.9, -2.9
    turned = [vehicles.turret_yaw[0]]
    for _ in range(90):
        world.step()
        turned.append(vehicles.turret_yaw[0])
    steps = np.diff(np.unwrap(turned))
    assert steps.max() == pytest.approx(0.6 * world.dt)
    assert steps.min() >= 0.0  # through half a turn, not back through the middle
    assert turned[-1] == pytest.approx(-2.9)
    assert np.argmax(np.isclose(turned, -2.9)) == math.ceil((2.0 * math.pi - 5.8) / (0.6 * world.dt))


@given(ANGLES, ANGLES, st.floats(0.0, 3.0), st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_two_parts_of_a_step_turn_the_turret_like_the_whole(angle, aim, rate, first, second):
    whole = slew(angle, aim, rate, first + second)
    parts = slew(slew(angle, aim, rate, first), aim, rate, second)
    assert math.cos(whole - parts) == pytest.approx(1.0, abs=1e-12)
    assert -math.pi < whole <= math.pi


def test_the_barrel_goes_no_higher_and_no_lower_than_it_can():
    world = field((0.0, 0.0, 0.0), (50.0, 50.0, 0.0))
    world.vehicles.aim_elevation[:] = 1.5, -1.5
    world.run(seconds=4.0)
    assert world.vehicles.turret_elevation.tolist() == pytest.approx([GUN.max_elevation, GUN.min_elevation])


@pytest.mark.parametrize("aim", [math.nan, math.inf, -math.inf, 1e300, -1e300, 5e-324])
def test_no_aim_turns_a_turret_into_nonsense(aim):
    world = field((0.0, 0.0, 0.0))
    vehicles = world.vehicles
    vehicles.aim_yaw[0] = vehicles.aim_elevation[0] = aim
    for _ in range(120):
        world.step()
        assert -math.pi < vehicles.turret_yaw[0] <= math.pi
        assert GUN.min_elevation <= vehicles.turret_elevation[0] <= GUN.max_elevation
    assert slew(0.5, math.nan, 1.0, 1.0) == elevate(0.5, math.nan, 1.0, -1.0, 1.0, 1.0) == 0.5


@given(ANGLES, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), ANGLES, st.floats(-0.2, 0.4))
def test_the_muzzle_is_a_barrel_away_from_the_turret_the_way_that_it_points(yaw, pitch, roll, turret, elevation):
    x, y, z, *toward = muzzle(yaw, pitch, roll, 2.5, turret, elevation, 4.0)
    assert math.hypot(*toward) == pytest.approx(1.0)
    rise = np.array([x, y, z]) - 4.0 * np.array(toward)
    assert np.linalg.norm(rise) == pytest.approx(AXIS)
    assert rise @ toward == pytest.approx(AXIS * math.sin(elevation), abs=1e-9)  # the turret stands on the hull


def test_with_all_places_for_rounds_taken_a_gun_stays_loaded():
    world = field((0.0, 0.0, 0.0), (0.0, 50.0, 0.0))
    world.gunnery.rounds = Rounds(1)
    world.vehicles.trigger[:] = 1.0
    world.step()
    assert world.events.shots.shooter.tolist() == [0]
    assert world.vehicles.reload_time.tolist() == pytest.approx([GUN.reload_duration - world.dt, 0.0])


# ---------------------------------------------------------------- damage


def test_one_hit_makes_a_whole_vehicle_limp_and_the_next_one_ends_it():
    world = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.0), gun=GUN._replace(reload_duration=1.0))
    world.vehicles.trigger[0] = 1.0
    changes = []
    for _ in range(180):
        world.step()
        changed = world.events.changes
        changes += zip(changed.vehicle.tolist(), changed.condition.tolist(), changed.time.tolist(), strict=True)
    flight = (300.0 - 0.5 * BODY.length - 4.0) / GUN.muzzle_speed
    first, second = (math.ceil((fired + flight) / world.dt) * world.dt for fired in (0.0, 1.0))
    assert changes == [(1, HIT, pytest.approx(first)), (1, DEAD, pytest.approx(second))]
    assert world.vehicles.damage.tolist() == [0.0, 1.0]  # the third round changed nothing


def drive(world, vehicle=0, **hands):
    """Let a person hold the controls."""
    world.vehicles.driver[vehicle] = PLAYER
    for name, value in hands.items():
        getattr(world.vehicles, name)[vehicle] = value


@pytest.mark.parametrize("is_driven", [True, False])
def test_a_hit_vehicle_has_the_fraction_of_its_speed_and_engine(is_driven):
    world = field((0.0, 0.0, 0.0), (0.0, 100.0, 0.0), repair_duration=math.inf)
    vehicles = world.vehicles
    vehicles.desired_speed[:] = 100.0
    world.avoidance.choose(slice(None), "none")  # others set a speed that is reached at any acceleration
    vehicles.damage[0] = 0.5
    for vehicle in (0, 1) if is_driven else ():
        drive(world, vehicle, throttle=1.0)
    world.run(seconds=1.0)
    ratio = vehicles.speed[0] / vehicles.speed[1]
    # By hand resistance is taken off and added again: full throttle is worth the whole acceleration.
    assert ratio == pytest.approx(HIT_MOBILITY)
    world.run(seconds=20.0)
    assert vehicles.speed.tolist() == pytest.approx([HIT_MOBILITY * vehicles.max_speed[0], vehicles.max_speed[0]])


@pytest.mark.parametrize("is_driven", [True, False])
def test_a_dead_vehicle_brakes_to_a_stand_and_stays_there_whoever_drives(is_driven):
    world = field((0.0, 0.0, 0.0), repair_duration=math.inf)
    vehicles = world.vehicles
    vehicles.speed[0], vehicles.desired_speed[0] = 10.0, 15.0
    if is_driven:
        drive(world, throttle=1.0, target_steer=1.0)
    vehicles.damage[0] = 1.0
    steps = math.ceil(10.0 / (vehicles.braking[0] * world.dt))
    for _ in range(steps):
        world.step()
    assert vehicles.speed[0] == 0.0
    # v^2 / (2 a), less at most a step's way: the speed of a step is that at its end
    assert 10.0 - 10.0 * world.dt <= vehicles.x[0] <= 100.0 / (2.0 * vehicles.braking[0])
    stands = (vehicles.x[0], vehicles.y[0], vehicles.yaw[0])
    world.run(seconds=2.0)
    assert (vehicles.x[0], vehicles.y[0], vehicles.yaw[0]) == stands  # a pivot is motion, too


def test_a_dead_vehicle_neither_fires_nor_turns_its_turret():
    world = field((0.0, 0.0, 0.0))
    vehicles = world.vehicles
    vehicles.damage[0], vehicles.trigger[0], vehicles.aim_yaw[0] = 1.0, 1.0, 1.0
    world.run(seconds=1.0)
    assert (world.gunnery.rounds.count, vehicles.turret_yaw[0]) == (0, 0.0)


def test_a_vehicle_is_whole_again_so_long_after_its_last_hit():
    world = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.0), repair_duration=3.0)
    hit = shoot(world)
    assert hit.met == VEHICLE
    hit_at, mended_at = world.time, None
    while mended_at is None and world.time < 10.0:
        world.step()
        if world.events.changes.time.size:
            assert world.events.changes.condition.tolist() == [WHOLE]
            mended_at = world.time
    assert mended_at == pytest.approx(hit_at + 3.0, abs=1.5 * world.dt)


@pytest.mark.parametrize("model", ["friction-circle/tracked", "friction-circle/wheeled"])
def test_a_model_with_inertia_is_braked_by_its_own_forces_when_it_is_dead(model):
    world = World(fleets=[Fleet(model, 2, name="heavy", y=[0.0, 50.0])], armament={"heavy": GUN})
    vehicles = world.vehicles
    vehicles.desired_speed[:] = 8.0
    world.run(seconds=8.0)
    assert vehicles.speed.min() > 4.0
    vehicles.damage[0] = 1.0
    world.run(seconds=8.0)
    assert abs(vehicles.speed[0]) < 0.05
    assert vehicles.speed[1] > 4.0


# ---------------------------------------------------------------- the same each time


def battle(count=40):
    """Tanks on hills among trees, all of which fire as often as they can at whatever is there."""
    ground = hills()
    fleets = [Fleet("tracked", count, name="tanks", body=BODY), Fleet("bicycle", count, name="cars")]
    objects = scatter_objects(ground, count=300, seed=1)
    gun = GUN._replace(reload_duration=0.5, muzzle_speed=250.0, round_damage=0.25, round_drag=1e-4)
    world = World(fleets=fleets, terrain=ground, objects=objects, seed=3, armament={"tanks": gun}, repair_duration=4.0)
    world.scatter_vehicles()
    world.vehicles.trigger[:] = 1.0
    world.vehicles.aim_yaw[:] = np.linspace(-3.0, 3.0, world.count)
    world.vehicles.aim_elevation[:] = np.linspace(-0.1, 0.1, world.count)
    return world


def everything(world):
    """A digest of vehicles and rounds."""
    return digest(world), b"".join(np.asarray(part).tobytes() for part in world.gunnery.snapshot())


def test_a_battle_replays_to_the_bit_from_a_snapshot_with_rounds_in_the_air():
    world = battle()
    world.run(seconds=2.0)
    assert world.gunnery.rounds.count > 0
    saved, begun = world.snapshot(), everything(world)
    met = []
    watch = SimpleNamespace(observe=lambda world: met.extend(world.events.impacts.met.tolist()))
    world.run(seconds=6.0, observers=[watch])
    ended, first = everything(world), list(met)
    assert {GROUND, OBJECT, VEHICLE} <= set(first)  # or nothing was tried
    assert WHOLE < world.vehicles.damage.max() <= 1.0
    world.restore(saved)
    assert everything(world) == begun
    assert world.events.is_empty
    met.clear()
    world.run(seconds=6.0, observers=[watch])
    assert everything(world) == ended
    assert met == first


BATTLE = """
import sys
sys.path[:0] = (sys.argv[1] + "/support", sys.argv[1] + "/world")
import hashlib
import test_gunnery
from motorpool.compile import columns, rows

columns.SHARE = 8  # so that few rows are many parts
rows.ROW_COST = 50_000
world = test_gunnery.battle()
world.run(seconds=4.0)
parts = columns.parts_of(world.count, rows.ROW_COST, None)
print(len(parts), hashlib.sha256(repr(test_gunnery.everything(world)).encode()).hexdigest())
"""


def test_the_number_of_threads_changes_nothing():
    if cpu_count() < 2:
        pytest.skip("one processor makes one thread")
    command = [sys.executable, "-c", BATTLE, str(Path(__file__).parents[1])]
    environments = [os.environ | {"MOTORPOOL_THREADS": threads} for threads in ("1", "2")]
    processes = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for environment in environments
    ]
    one, two = (process.communicate(timeout=patience(150.0))[0].split() for process in processes)
    assert (one[0], two[0]) == ("1", "2")
    assert one[1] == two[1]


def test_compiled_rounds_fly_as_the_plain_text_says(monkeypatch):
    """The same battle, its two stages of fire run as plain Python: the same to rounding."""
    ours = (gunnery.work_guns, gunnery.fly_rounds)
    run = rows.Stages.run

    def run_plainly(stages, stage, *arguments):
        stage(*arguments) if stage in ours else run(stages, stage, *arguments)

    runs = []
    for is_plain in (False, True):
        if is_plain:
            monkeypatch.setattr(rows.Stages, "run", run_plainly)
        world, impacts = battle(10), []
        watch = SimpleNamespace(observe=lambda world, impacts=impacts: impacts.append(world.events.impacts))
        world.run(seconds=1.5, observers=[watch])
        columns = (getattr(world.gunnery.rounds, name) for name in ("what", "x", "y", "z", "velocity_z", "age"))
        met = (np.concatenate(column) for column in zip(*impacts, strict=True))
        runs.append([*met, *columns, world.vehicles.damage, world.vehicles.turret_yaw])
    compiled, plain = runs
    assert len(compiled[0]) > 10
    for one, other in zip(compiled, plain, strict=True):
        assert np.allclose(one, other, rtol=1e-9, atol=1e-9)


# ---------------------------------------------------------------- who may have what gun, and who fires it


@pytest.mark.parametrize(
    ("armament", "sentence"),
    [
        ({"tank": GUN}, "armament: there is no fleet 'tank'; did you mean 'tanks'"),
        (
            {"tanks": GUN._replace(muzzle_speed=math.nan)},
            "fleet 'tanks': muzzle_speed is nan; it must be a number from",
        ),
        ({"tanks": GUN._replace(reload_duration=0.0)}, "reload_duration is 0.0; it must be a number from 0.05 to 3600"),
        ({"tanks": GUN._replace(round_damage=-0.1)}, "round_damage is -0.1; it must be a number from 0 to 1"),
        ({"tanks": GUN._replace(max_elevation=-0.5)}, "the barrel must go at least as high as it goes low"),
    ],
)
def test_a_gun_that_cannot_be_is_refused(armament, sentence):
    with pytest.raises(WorldError, match=sentence):
        World(fleets=[Fleet("tracked", 1, name="tanks")], armament=armament)


@pytest.mark.parametrize("duration", [0.0, -1.0, math.nan])
def test_a_repair_that_takes_no_time_is_refused(duration):
    with pytest.raises(WorldError, match=r"repair_duration is .*must be positive, or infinite"):
        field((0.0, 0.0, 0.0), repair_duration=duration)


def test_what_a_gunner_asks_for_reaches_the_world_once():
    world, player = field((0.0, 0.0, 0.0), (0.0, 50.0, 0.0), gun=GUN._replace(reload_duration=0.05)), Player()
    world.sources.append(player)
    player.send(Aim(1, yaw=0.2, elevation=0.1))
    player.send(PullTrigger(1))
    player.send(PullTrigger(1))
    world.step()
    assert world.events.shots.shooter.tolist() == [1]
    assert (world.vehicles.aim_yaw[1], world.vehicles.aim_elevation[1]) == (0.2, 0.1)
    for _ in range(10):
        world.step()
        assert world.events.shots.shooter.size == 0
    world.vehicles.damage[0] = 1.0
    player.send(Repair(0))
    world.step()
    assert world.vehicles.damage[0] == 0.0


@pytest.mark.parametrize("angles", [(math.nan, 0.0), (0.0, math.inf)])
def test_an_aim_that_is_not_finite_is_refused(angles):
    with pytest.raises(WorldError, match=r"aim: .* is (nan|inf); give a finite number"):
        Player().send(Aim(0, yaw=angles[0], elevation=angles[1]))


def test_actions_about_vehicles_that_do_not_exist_are_refused_in_a_sentence_and_change_nothing():
    world, player, answers = field((0.0, 0.0, 0.0)), Player(), []
    world.sources.append(player)
    for vehicle in (-1, 1, 10**12):
        for action in (Aim(vehicle, yaw=1.0, elevation=1.0), PullTrigger(vehicle), Repair(vehicle)):
            player.send(action, answers.append)
    world.step()
    assert len(answers) == 9
    assert answers[-1] == "there is no vehicle 1000000000000; the world has 1, counted from 0"
    assert world.events.is_empty
    assert world.vehicles.aim_yaw.tolist() == [0.0]


# ---------------------------------------------------------------- what other programs tell


def test_shots_and_impacts_of_remote_vehicles_are_events_of_the_step_beside_our_own():
    world = field((0.0, 0.0, 0.0), (300.0, 0.0, 0.0))
    world.vehicles.trigger[0] = 1.0
    world.gunnery.tell_shot(1, (300.0, 5.0, 2.0), (-900.0, 0.0, 0.0))
    world.gunnery.tell_impact(1, (50.0, 1.0, 0.0), GROUND)
    world.step()
    shots, impacts = world.events.shots, world.events.impacts
    assert list(shots.shooter) == [0, 1]
    assert (shots.x[1], shots.velocity_x[1]) == (300.0, -900.0)
    assert (impacts.shooter[-1], impacts.x[-1], impacts.met[-1], impacts.met_index[-1]) == (1, 50.0, GROUND, -1)
    assert world.gunnery.rounds.count == 1  # the other's flies elsewhere
    assert not world.vehicles.damage.any()
    world.step()
    assert not world.events.shots.shooter.size
    assert not world.events.impacts.shooter.size
