"""The whole program of 1992 in a world: what it does is what its listing says, line by line (``listing_1992``)."""

import math

import numpy as np
import pytest
from listing_1992 import TRACKED, WHEELED, Constants, Program, Vehicle
from worlds import hills

from motorpool import load
from motorpool.errors import ScenarioError, Status, WorldError
from motorpool.ground.objects.objects import empty_objects, place_objects
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.models.frames import to_thesis
from motorpool.models.mathematics import wrap_angle
from motorpool.studies.published.avoidance.compiled import VIEW
from motorpool.studies.published.avoidance.defects import AS_PUBLISHED
from motorpool.studies.published.avoidance.program import friction_before_each
from motorpool.vehicles.fleet import Fleet
from motorpool.world import World
from motorpool.world.avoidance.rules import index_of
from motorpool.world.drivers.kinds import PLAYER

FRAME = 0.1  # [s]
SPEED = 8.0  # [m/s]
LEVEL = Terrain.flat(size=2000.0)


def world_of(count=6, *, terrain=LEVEL, objects=None, seed=3, spread=250.0):
    """As many tanks as trucks anywhere in the middle of the map, driven by the program of 1992."""
    fleets = [Fleet("park1992/tracked", count), Fleet("park1992/wheeled", count)]
    world = World(fleets=fleets, terrain=terrain, objects=objects, dt=FRAME)
    random = np.random.default_rng(seed)
    x, y = random.uniform(-spread, spread, (2, world.count))
    world.place_vehicles(slice(None), x, y, random.uniform(-math.pi, math.pi, world.count))
    world.vehicles.avoidance_rule[:] = index_of("program-1992")
    world.vehicles.desired_speed[:] = SPEED
    return world


def posts(terrain, count, seed=4, spread=300.0):
    """Posts in the order in which a world keeps its objects."""
    x, y = np.random.default_rng(seed).uniform(-spread, spread, (2, count))
    return place_objects(terrain, x=x, y=y, radius=np.full(count, 0.3))


def program_of(world, **switches):
    """The listing's program on the world's ground and objects."""
    places = [(float(x), -float(y)) for x, y in zip(world.objects.x, world.objects.y, strict=True)]

    def avoidlist(x, z):
        return [each for each in places if abs(each[0] - x) <= VIEW and abs(each[1] - z) <= VIEW]

    return Program(lambda x, z: float(world.terrain.sample(x, -z)[0]), avoidlist, **switches)


def structs_of(world):
    """A ``struct vehicle`` for each of a world's, in its order."""
    structs = []
    for fleet, rows in zip(world.fleets, world.vehicles.rows, strict=True):
        p = fleet.params
        for own, row in enumerate(range(rows.start, rows.stop)):
            limits = Constants(
                SFRICITION=p.static_friction[own], DFRICITION=p.rolling_friction[own], MAXPOWER=p.max_drive_force[own],
                MINBREAK=-p.max_brake_force[own], MAXFORCE=p.max_force[own], MAXSPEED=p.max_speed[own],
                MINSPEED=-p.max_reverse_speed[own], GRAVITY=p.gravity[own],
            )  # fmt: skip
            pose = (world.vehicles.x[row], world.vehicles.y[row], 0.0, world.vehicles.yaw[row])
            x, y, z, direction = to_thesis(*map(float, pose))
            structs.append(
                Vehicle(
                    type=TRACKED if fleet.kind == "tracked" else WHEELED,
                    mass=p.mass[own],
                    length=p.length[own],
                    width=p.width[own],
                    pos=[x, y, z],
                    direction=direction,
                    cruise_speed=float(world.vehicles.desired_speed[row]),
                    constants=limits,
                )
            )
    return structs


GROUNDS = {"level": LEVEL, "hilly": hills(size=1000.0)}


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_world_moves_as_the_listing_says(ground):
    terrain = GROUNDS[ground]
    world = world_of(terrain=terrain, objects=posts(terrain, 400))
    program, structs = program_of(world), structs_of(world)
    for _ in range(80):
        world.step()
        for struct in structs:
            program.new_position(struct, FRAME)
    vehicles, tanks, trucks = world.vehicles, *world.fleets
    half = len(structs) // 2
    assert vehicles.x == pytest.approx([each.pos[0] for each in structs], abs=1e-6)
    assert vehicles.y == pytest.approx([-each.pos[2] for each in structs], abs=1e-6)
    turned = wrap_angle(vehicles.yaw + np.array([each.direction for each in structs]))
    assert turned == pytest.approx(np.zeros(len(structs)), abs=1e-8)
    assert np.concatenate([tanks.state.speed, trucks.state.speed]) == pytest.approx([e.scalvel for e in structs])
    assert np.concatenate([tanks.state.gravity_force, trucks.state.gravity_force]) == pytest.approx(
        [each.g_force for each in structs], abs=1e-3
    )
    saved = world.vehicles
    assert saved.program_left_force == pytest.approx([each.lforce for each in structs])
    assert saved.program_right_force == pytest.approx([each.rforce for each in structs])
    assert saved.program_wheel_angle[half:] == pytest.approx([each.wheel_angle for each in structs[half:]], abs=1e-9)


def tracks_over(terrain):
    """The places on the plan of 60 frames of a world without objects, and how it tilts at the end."""
    world, places = world_of(terrain=terrain), []
    for _ in range(60):
        world.step()
        places.append((world.vehicles.x.copy(), world.vehicles.y.copy()))
    return np.array(places), world.vehicles.pitch


def test_hills_change_nothing_but_height_and_attitude():
    level, no_pitch = tracks_over(LEVEL)
    hilly, pitch = tracks_over(hills(size=2000.0))
    assert np.array_equal(level, hilly)
    assert (no_pitch == 0.0).all()
    assert np.abs(pitch).max() > 0.02


def test_tanks_come_to_spin_to_the_right_at_the_rate_of_the_largest_force():
    world = world_of()
    world.run(seconds=30.0)
    tanks = world.fleets[0]
    p = tanks.params
    inertia = p.mass * p.length * p.width / 12.0  # calc_inertia
    assert tanks.state.yaw_rate == pytest.approx(-0.8 * p.max_drive_force / inertia)
    saved = world.vehicles
    assert (saved.program_left_force[:6] == -saved.program_right_force[:6]).all()
    assert (saved.program_left_force[:6] > 100e3).all()


def test_the_forces_of_tracks_are_never_released():
    """One radian and pi/4 wanted for a frame; then two posts go unseen, which wants 0, and the force stays."""
    two_posts = place_objects(LEVEL, x=np.array([18.0, 18.0]), y=np.array([-1.5, 1.5]), radius=np.array([0.3, 0.3]))
    world = World(fleets=[Fleet("park1992/tracked", 1)], terrain=LEVEL, objects=two_posts, dt=FRAME)
    world.vehicles.avoidance_rule[:] = index_of("program-1992")
    world.vehicles.desired_speed[:] = 0.0
    world.vehicles.yaw[:] = -1.0  # a direction of 1 to the right: nothing in sight, which is taken for an object
    world.step()
    wanted = 1.0 - math.pi / 4, 1.0 + math.pi / 4
    added = world.vehicles.program_left_force[0] / (10.0 * world.fleets[0].params.mass[0] / 1000.0)
    assert added == pytest.approx(wanted[0]) or added == pytest.approx(wanted[1])
    before = world.vehicles.program_left_force[0]
    world.vehicles.yaw[:] = 0.0
    world.step()
    assert world.vehicles.is_avoiding[0] == 0.0
    assert world.vehicles.program_left_force[0] == before > 0.0


@pytest.mark.parametrize(
    ("degrees", "place", "settled"), [(10.0, (-600.0, 700.0), 45.0), (200.0, (300.0, 100.0), 225.0)]
)
def test_trucks_with_a_nothing_on_their_left_settle_on_two_opposite_headings(degrees, place, settled):
    """There tan(direction + pi/4) jumps from plus to minus: below they turn right, above it left."""
    world = World(fleets=[Fleet("park1992/wheeled", 1)], terrain=LEVEL, dt=FRAME)
    world.vehicles.avoidance_rule[:] = index_of("program-1992")
    world.vehicles.desired_speed[:] = SPEED
    world.place_vehicles(slice(None), place[0], -place[1], -math.radians(degrees))
    world.run(seconds=40.0)
    direction = to_thesis(0.0, 0.0, 0.0, float(world.vehicles.yaw[0]))[3]
    assert math.degrees(direction) == pytest.approx(settled, abs=1.0)


def test_nearly_all_trucks_settle_on_six_headings():
    """The four where a tangent jumps, and 0 and pi/2, where the search changes its case, and with it the side."""
    world = world_of(count=40)
    world.run(seconds=60.0)
    degrees = np.degrees(-world.vehicles.yaw[world.vehicles.rows[1]])[:, None]
    away = np.abs((degrees - np.array([0.0, 45.0, 90.0, 135.0, 225.0, 315.0]) + 180.0) % 360.0 - 180.0).min(axis=1)
    assert (away < 10.0).mean() > 0.85


def test_where_nothing_is_found_trucks_go_straight_on_and_tanks_get_no_force():
    """The 0 of Figure 5.7 is no direction along x: its tangent, and its force, are those of no turn."""
    world = world_of()
    world.avoidance.options.published_defects = AS_PUBLISHED._replace(false_detection=False)
    yaw = world.vehicles.yaw.copy()
    world.run(seconds=5.0)
    assert np.array_equal(world.vehicles.yaw, yaw)
    assert (world.vehicles.program_left_force == 0.0).all()


def test_the_parking_brake_does_not_hold_them():
    world = world_of()
    world.vehicles.parking_brake[:] = 1.0
    world.run(seconds=5.0)
    assert world.fleets[0].state.speed == pytest.approx(SPEED)
    assert world.vehicles.odometer == pytest.approx(5.0 * SPEED, rel=0.03)


def test_they_drive_through_objects_and_it_is_noted():
    rock = place_objects(LEVEL, x=np.array([40.0]), y=np.array([0.0]), radius=np.array([6.0]))
    ways = []
    for objects in (rock, empty_objects(LEVEL)):
        world = World(fleets=[Fleet("park1992/wheeled", 1)], terrain=LEVEL, objects=objects, dt=FRAME)
        world.vehicles.avoidance_rule[:] = index_of("program-1992")
        world.vehicles.desired_speed[:] = SPEED
        corrected = {"false_detection": False, "points": False, "boxes": False, "range_in_kmh": False}
        world.avoidance.options.published_defects = AS_PUBLISHED._replace(**corrected)
        touched = False
        for _ in range(45):
            world.step()
            touched |= bool(world.vehicles.status[0] & Status.BLOCKED)
        ways.append((float(world.vehicles.x[0]), touched, float(world.fleets[0].state.speed[0])))
    assert ways[0][1]
    assert not ways[1][1]
    assert ways[0][0] > 30.0
    assert ways[0][2] == SPEED


def test_friction_is_one_variable_for_all_of_them():
    """A truck that somebody drives leaves its friction to the tank that is stepped after it."""
    fleets = [Fleet("park1992/wheeled", 1), Fleet("park1992/tracked", 1)]
    world = World(fleets=fleets, terrain=LEVEL, dt=FRAME)
    world.vehicles.avoidance_rule[:] = index_of("program-1992")
    world.vehicles.desired_speed[:] = SPEED
    world.vehicles.y[:] = 0.0, 100.0
    world.vehicles.driver[0], world.vehicles.throttle[0] = PLAYER, 1.0
    world.run(seconds=3.0)
    truck, tank = fleets
    assert truck.state.acceleration[0] != 0.0
    assert tank.state.friction_force[0] == truck.params.rolling_friction[0] + truck.params.mass[0]
    assert world.avoidance.snapshot()[index_of("program-1992")] == tank.state.friction_force[0]


def test_each_finds_the_friction_that_the_listing_would_have_left_there():
    random = np.random.default_rng(8)
    fleet = Fleet("park1992/tracked", 60)
    fleet.state.speed = random.choice([-2.0, 0.0, 5.0], 60)
    fleet.state.acceleration = random.choice([0.0, 0.0, 1.0], 60)
    fleet.params.mass[:] = random.uniform(2e3, 60e3, 60)
    program, expected = Program(lambda x, z: 0.0, lambda x, z: []), []
    program.friction = 123.0
    for speed, acceleration, mass in zip(fleet.state.speed, fleet.state.acceleration, fleet.params.mass, strict=True):
        expected.append(program.friction)
        struct = Vehicle(TRACKED, mass, 7.9, 3.7, [0.0, 0.0, 0.0], 0.0, 0.0, scalvel=speed, scalacc=acceleration)
        program.calc_drag_force(struct)
    before, left = friction_before_each(fleet.state, fleet.control, fleet.params, 123.0)
    assert before == pytest.approx(expected)
    assert left == pytest.approx(program.friction)


def test_a_world_that_is_put_back_goes_on_as_before():
    world = world_of()
    world.run(seconds=2.0)
    saved = world.snapshot()
    world.run(seconds=2.0)
    first = world.vehicles.x.copy(), world.vehicles.yaw.copy()
    world.restore(saved)
    world.run(seconds=2.0)
    assert np.array_equal(first, (world.vehicles.x, world.vehicles.yaw))


def test_other_models_are_refused_in_a_sentence():
    world = World(fleets=[Fleet("bicycle", 1, name="cars")], terrain=LEVEL, dt=FRAME)
    world.vehicles.avoidance_rule[:] = index_of("program-1992")
    with pytest.raises(WorldError, match=r"fleet 'cars': avoidance program-1992 drives park1992/tracked .*bicycle"):
        world.step()


def test_a_scenario_with_another_model_is_refused_with_its_line(tmp_path):
    file = tmp_path / "cars.yaml"
    file.write_text("vehicles:\n  - model: bicycle\n    avoidance: program-1992\n")
    with pytest.raises(
        ScenarioError, match=r":3: vehicles\[0\].avoidance is 'program-1992', which drives .* is bicycle"
    ):
        load(file)
