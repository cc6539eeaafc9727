"""Convoys: they start, bend, stop and start again, whatever their vehicles and their length, and none reverses."""

import itertools

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.cli import run as main
from motorpool.vehicles import motor_pool
from motorpool.world.drivers.kinds import SCRIPT
from motorpool.world.guidance.tight_formations import tight_formations
from motorpool.world.navigation.following import LAG, close_look
from motorpool.world.recovery import phases

GAP = 10.0  # [m]
SOME = ["M35A2", "M1A1", "articulated-lorry", "car"]
AHEAD = mp.Body(4.0, 1.8, 1.5, offset=1.2)
SLIDING = 30.0  # sideslip angle that no vehicle has in a bend without sliding [degrees]
EVERY = 0.25  # between two looks [s]


def convoy(fleets, tightness, rule=None):
    """A world with a convoy that heads east; the gaps at the start are a share ``tightness`` of those that it keeps."""
    world = mp.World(fleets=fleets, terrain=mp.Terrain.flat(size=4000.0, spacing=100.0), dt=1 / 30)
    vehicles, count = world.vehicles, world.count
    between = vehicles.half_length[:-1] + vehicles.half_length[1:] + tightness * GAP
    world.place_vehicles(slice(None), -np.concatenate([[0.0], np.cumsum(between)]), 0.0, 0.0)
    if rule is not None:
        world.avoidance.choose(slice(None), rule)
    world.guidance.convoy(range(count), gap=GAP)
    return world


def bend(x, y, first, last, radius=30.0):
    """Waypoints of a bend of a road around a point, between two bearings [degrees]."""
    bearings = np.radians(np.linspace(first, last, 7))
    return [(x + radius * float(np.cos(b)), y + radius * float(np.sin(b))) for b in bearings]


def reversing(world, seconds):
    """Run a world; return its vehicles that have driven backward or that recovery has moved."""
    found = set()
    for _ in range(round(seconds / EVERY)):
        world.run(seconds=EVERY)
        found |= set(np.flatnonzero(world.vehicles.speed < -0.2).tolist())
        found |= set(np.flatnonzero(world.vehicles.recovery_phase != phases.NONE).tolist())
    return found


def drive_stop_and_drive(world, seconds):
    """Drive a convoy through two bends, stop it and start it again; return the vehicles that have reversed."""
    world.guidance.route([0], [(20.0, 0.0), *bend(60, 30, -90, 0), *bend(120, 60, 180, 90), (900.0, 90.0)], speed=8.0)
    found = reversing(world, seconds)
    world.guidance.hold([0])
    found |= reversing(world, 20.0)
    x, y = float(world.vehicles.x[0]), float(world.vehicles.y[0])
    world.guidance.route([0], [(x + 400.0 * np.cos(world.vehicles.yaw[0]), y + 400.0 * np.sin(world.vehicles.yaw[0]))])
    return found | reversing(world, 15.0)


@pytest.mark.parametrize("kind", SOME)
@pytest.mark.parametrize("tightness", [0.5, 1.1])
def test_a_convoy_starts_bends_stops_and_starts_again_without_reversing(kind, tightness):
    world = convoy([(kind, 9)], tightness)
    assert drive_stop_and_drive(world, 45.0) == set()
    assert world.vehicles.odometer.min() > 50.0


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["search-cone", "dynamic-window"])
@pytest.mark.parametrize("kind", motor_pool.names())
def test_convoys_of_every_vehicle_and_length_drive_without_reversing(kind, rule):
    for count, tightness in ((2, 0.6), (30, 1.1)):
        assert drive_stop_and_drive(convoy([(kind, count)], tightness, rule), 60.0) == set(), count


def sharp_corner(kind, angle, speed):
    """A world with a convoy of eight that comes to a corner of ``angle`` [degrees] at ``speed`` [m/s]."""
    world = convoy([(kind, 8)], 1.0)
    out = np.radians(angle)
    after = [(120.0 + way * np.cos(out), way * np.sin(out)) for way in (100.0, 900.0)]
    world.guidance.route([0], [(10.0, 0.0), (120.0, 0.0), *after], speed=speed)
    return world


@pytest.mark.slow
@pytest.mark.parametrize("kind", motor_pool.names())
def test_convoys_of_every_vehicle_round_sharp_corners_without_sliding(kind):
    for angle, speed in itertools.product((60.0, 90.0, 120.0, 150.0), (9.0, 14.0, 20.0)):
        world = sharp_corner(kind, angle, speed)
        vehicles, sideslip = world.vehicles, 0.0
        for _ in range(round(45.0 / EVERY)):
            world.run(seconds=EVERY)
            slip = np.arctan2(np.abs(vehicles.lateral_speed), np.maximum(vehicles.speed, 1.0))
            sideslip = max(sideslip, float(np.degrees(slip).max()))
            assert vehicles.speed.min() > -0.2, (angle, speed)
        assert sideslip < SLIDING, (angle, speed)
        assert vehicles.route_index[0] >= 2, (angle, speed)


@pytest.mark.parametrize("speed", [4.0, 9.0])
def test_a_follower_steers_steadily_along_a_steady_bend(speed):
    """Its point on the trail moves evenly, not from one stored point to the next."""
    world = convoy([("bicycle", 3)], 1.0, "none")
    vehicles = world.vehicles
    vehicles.driver[0], vehicles.target_steer[0] = SCRIPT, 0.15
    vehicles.cruise[0] = vehicles.is_cruising[0] = 1.0
    vehicles.cruise_speed[0] = speed
    world.run(seconds=40)
    steers = []
    for _ in range(150):
        world.step()
        steers.append(vehicles.steer.copy())
    np.testing.assert_allclose(np.array(steers), 0.15, rtol=0.05)


def test_weaving_does_not_grow_from_one_follower_to_the_next():
    """The transfer function of ``following``, written out, for vehicles whose curvature lags their steering."""
    for speed, half_length in itertools.product((0.5, 2.0, 5.0, 10.0, 20.0, 40.0), (0.3, 2.0, 4.0)):
        look = close_look(speed, half_length)
        wave = 1j * np.logspace(-3.0, 2.0, 2000)
        curved = wave**2 * (1.0 + speed * LAG * wave)
        assert np.abs(2.0 / (look**2 * curved + 2.0 * look * wave + 2.0)).max() <= 1.0 + 1e-12, (speed, half_length)


def test_trucks_in_a_formation_that_is_tighter_than_their_gap_drive_off_behind_their_scout():
    """The wave of starts takes longer to the last one than a vehicle without a path has patience."""
    world = convoy(["M998", ("M35A2", 9)], 0.8)
    world.guidance.route([0], [(1500.0, 0.0)], speed=12.0)
    assert reversing(world, 60.0) == set()
    assert world.vehicles.odometer.min() > 100.0


def test_followers_of_a_leader_that_is_stuck_say_that_they_wait_for_it():
    world = convoy([("M35A2", 4)], 1.0)
    world.guidance.route([0], [(1500.0, 0.0)], speed=12.0)
    world.vehicles.damage[0] = 1.0
    world.run(seconds=45)
    assert world.recovery.counts() == {"damaged": 1, "convoy": 3}


def fleet_of(kind, name):
    """A fleet of one vehicle: a vehicle of the motor pool, or a bicycle with a body."""
    return mp.Fleet(kind, 1, name=name) if isinstance(kind, str) else mp.Fleet("bicycle", 1, name=name, body=kind)


@pytest.mark.parametrize(
    "kinds", [("M35A2", "M35A2"), ("articulated-lorry", "car"), ("F1TENTH", "M1A1"), ("car", AHEAD)]
)
def test_a_formation_is_tight_if_its_followers_stand_behind_a_leader_that_stands(kinds):
    """Bodies that are not centred on their reference point, and trailers, count as they are."""
    for spare in (-0.5, 0.5):
        fleets = [fleet_of(kind, name) for kind, name in zip(kinds, ("leader", "follower"), strict=True)]
        world = mp.World(fleets=fleets, terrain=mp.Terrain.flat(size=400.0, spacing=100.0))
        vehicles = world.vehicles
        apart = vehicles.rear_reach[0] + GAP + vehicles.front_reach[1] + spare
        world.place_vehicles(slice(None), [0.0, -apart], 0.0, 0.0)
        world.guidance.hold([0])
        world.guidance.follow([1], 0, gap=GAP)
        found = tight_formations(world.fleets, vehicles)
        world.step()
        assert len(found) == (vehicles.course_speed[1] == 0.0) == (spare < 0.0)


@pytest.mark.parametrize(("spacing", "is_tight"), [(15, True), (18, False)])
def test_check_names_a_formation_that_is_tighter_than_its_gap(tmp_path, capsys, spacing, is_tight):
    formation = f"start: {{formation: {{x: 0, y: 0, spacing: {spacing}}}}}"
    (tmp_path / "convoy.yaml").write_text(
        f"vehicles:\n  - {{name: trucks, model: M35A2, count: 4, follow: {{gap: 10}}, {formation}}}\n"
    )
    assert main(["check", str(tmp_path / "convoy.yaml")]) == 0
    told = capsys.readouterr().err
    sentence = "fleet 'trucks': 3 vehicles of 3 that follow start closer to their leaders than their gap of 10 m"
    assert (sentence in told) == is_tight
    assert ("17.0 m apart from position to position" in told) == is_tight
