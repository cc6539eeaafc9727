"""Scans: ranges equal those of brute force, and edge cases follow from geometry."""

import math

import numpy as np
import pytest
from brute_rays import Scene, directions, foot_of, ranges

import motorpool as mp
from motorpool.compile.rows import Stages, plain_stage
from motorpool.errors import WorldError
from motorpool.ground.objects.grid import Circles, build_grid
from motorpool.ground.objects.objects import empty_objects, place_objects
from motorpool.ground.terrain.heightfield import Heightfield, Terrain
from motorpool.learning.observations import Surroundings, slope_around
from motorpool.learning.view import View
from motorpool.world.drivers.kinds import ABSENT
from motorpool.world.entity.trailers import room_for
from motorpool.world.sensors import scan
from motorpool.world.sensors.scan import Poses, ScanWorld, height_scan, scan_2d, scan_3d, scan_world
from motorpool.world.sensors.scan_ground import BLOCK, REGION, with_maxima
from motorpool.world.sensors.scan_world import ScanColumns, ScanVehicles, cylinders_of

STAGES = Stages()
QUICK_SCENES, SCENES = 200, 10_000
EXACT = 1e-9  # [m]


def seen_of(terrain, objects=None, boxes=None):
    """Return what sensors see on a terrain: objects, and vehicles by their boxes."""
    field = Heightfield(terrain.heights, float(terrain.x_west), float(terrain.y_south), float(terrain.spacing))
    cylinders = cylinders_of(objects if objects is not None else empty_objects(terrain), field)
    vehicles = vehicles_of(np.zeros((0, 9)) if boxes is None else boxes, terrain)
    return ScanWorld(ScanColumns(with_maxima(field), cylinders, vehicles), STAGES)


def vehicles_of(boxes, terrain):
    x, y, z, yaw, pitch, roll, length, width, height = (np.ascontiguousarray(column) for column in boxes.T)
    bounds = terrain.x_west, terrain.y_south, terrain.x_east, terrain.y_north
    radius = np.hypot(length, width)
    circles = Circles(x, y, radius, build_grid(np.zeros(x.size), np.zeros(x.size), bounds, 5.0))
    largest = float((radius + height).max(initial=0.0))
    offset, driver = np.zeros(len(boxes)), np.zeros(len(boxes), np.int8)
    trailers = room_for(len(boxes), 0)
    level = np.zeros(len(boxes), np.int32)
    return ScanVehicles(circles, z, yaw, pitch, roll, level, length, width, height, offset, trailers, driver, largest)


def at(x=0.0, y=0.0, z=1.0, yaw=0.0, pitch=0.0, roll=0.0, vehicle_id=-1):
    """Return the pose of one sensor."""
    return Poses(*(np.array([float(value)]) for value in (x, y, z, yaw, pitch, roll)), np.array([vehicle_id], np.int32))


def random_scene(random):
    """Return a scene for brute force, the same for scans, and its terrain."""
    rows, columns = random.integers(2, 24, 2)
    spacing = float(random.choice([0.5, 2.0, 7.3, 30.0]))
    roughness = random.choice([0.0, 0.05, 0.5, 2.0]) * spacing
    heights = (random.uniform(-200.0, 900.0) + roughness * random.standard_normal((rows, columns))).astype(np.float32)
    terrain = Terrain.from_heights(heights, spacing)
    count = int(random.integers(0, 12))
    x, y = (random.uniform(-0.6, 0.6, count) * side for side in (terrain.width, terrain.depth))
    radius, height = random.uniform(0.1, 3.0, count), random.uniform(0.2, 12.0, count)
    objects = place_objects(terrain, x=x, y=y, radius=radius, height=height)
    boxes = random_boxes(random, terrain, int(random.integers(0, 8)))
    bare = Scene(terrain.heights, terrain.x_west, terrain.y_south, terrain.spacing, np.zeros((0, 5)), boxes)
    circles = zip(objects.x, objects.y, objects.radius, objects.z, strict=True)
    feet = np.array([min(foot_of(bare, *circle), z) for *circle, z in circles])
    cylinders = np.column_stack([objects.x, objects.y, objects.radius, feet, objects.z + objects.height])
    return bare._replace(cylinders=cylinders), seen_of(terrain, objects, boxes), terrain


def random_boxes(random, terrain, count):
    x, y = (random.uniform(-0.6, 0.6, count) * side for side in (terrain.width, terrain.depth))
    z = terrain.sample(x, y)[0] + random.uniform(-0.5, 0.5, count)
    yaw, pitch, roll = random.uniform(-4.0, 4.0, count), *random.uniform(-0.5, 0.5, (2, count))
    size = random.uniform([[0.5], [0.4], [0.5]], [[5.0], [2.0], [3.0]], (3, count))
    return np.column_stack([x, y, z, yaw, pitch, roll, *size])


def differences(seed, beams=12):
    """Return the ranges of a random sensor in a random scene, by scan and by brute force."""
    random = np.random.default_rng(seed)
    scene, seen, terrain = random_scene(random)
    x, y = random.uniform(-0.6, 0.6, 2) * (terrain.width, terrain.depth)
    z = terrain.sample(x, y)[0] + random.choice([0.3, 2.0, 20.0]) * random.uniform(-0.1, 1.0)
    attitude = random.uniform(-4.0, 4.0), *(random.choice([0.0, 0.2, 1.5]) * random.uniform(-1.0, 1.0, 2))
    azimuths = random.uniform(-7.0, 7.0, beams)
    elevations = random.choice([0.0, 0.3, 1.57]) * random.uniform(-1.0, 1.0, 3)
    first, last = sorted(random.choice([0.0, 1.0, 30.0, 400.0], 2) * random.uniform(0.5, 1.0, 2))
    found = scan_3d(seen, at(x, y, z, *attitude), azimuths, elevations, last, min_range=first)[0].ravel()
    expected = ranges(scene, (x, y, z), directions(attitude, azimuths, elevations), first, last)
    return found, np.asarray(expected, float)


def check_scenes(seeds):
    hits = 0
    for seed in seeds:
        found, expected = differences(seed)
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=EXACT, err_msg=f"seed {seed}")
        hits += np.count_nonzero(np.isfinite(found) & (found > 0.0))
    assert hits > 5 * len(seeds)  # otherwise the scenes are empty


def test_ranges_equal_brute_force():
    check_scenes(range(20))


@pytest.mark.slow
def test_ranges_equal_brute_force_in_random_scenes():
    check_scenes(range(QUICK_SCENES))


@pytest.mark.slow
def test_ranges_equal_brute_force_in_ten_thousand_scenes():
    check_scenes(range(QUICK_SCENES, SCENES))


@pytest.mark.slow
def test_ranges_equal_brute_force_across_blocks_and_regions():
    random = np.random.default_rng(4)
    shape = REGION + 2 * BLOCK + 3, 2 * REGION + BLOCK + 1
    heights = (6.0 * np.sin(np.arange(shape[1]) / 9.0) * np.cos(np.arange(shape[0]) / 11.0)[:, None]).astype(np.float32)
    terrain = Terrain.from_heights(heights + random.uniform(0.0, 1.0, shape), 1.0)
    scene = Scene(terrain.heights, terrain.x_west, terrain.y_south, 1.0, np.zeros((0, 5)), np.zeros((0, 9)))
    azimuths, elevations = random.uniform(-3.0, 3.0, 20), [-0.2, -0.02, 0.0, 0.1]
    for _ in range(6):
        x, y = random.uniform(-0.5, 0.5, 2) * (terrain.width, terrain.depth)
        z = terrain.sample(x, y)[0] + random.uniform(0.1, 9.0)
        found = scan_3d(seen_of(terrain), at(x, y, z), azimuths, elevations, 500.0)[0].ravel()
        expected = ranges(scene, (x, y, z), directions((0.0, 0.0, 0.0), azimuths, elevations), 0.0, 500.0)
        np.testing.assert_allclose(found, np.asarray(expected, float), rtol=0.0, atol=EXACT)


@pytest.mark.slow
def test_uncompiled_scans_are_the_same():
    random = np.random.default_rng(3)
    _, seen, terrain = random_scene(random)
    pose = at(0.0, 0.0, terrain.sample(0.0, 0.0)[0] + 2.0, 0.3, 0.1, -0.1)
    azimuths, elevations = np.linspace(-3.0, 3.0, 9), np.array([-0.3, 0.0, 0.2])
    compiled = scan_3d(seen, pose, azimuths, elevations, 60.0)
    plain = np.empty_like(compiled)
    beams = scan._beams_of(azimuths.tobytes(), elevations.tobytes())
    plain_stage(scan.cast_beams)(seen.columns, pose, beams, scan.Extent(0.0, 60.0), plain, 0, 1)
    np.testing.assert_allclose(plain, compiled, rtol=0.0, atol=1e-11)


# ---- ground

FLAT = Terrain.flat(size=100.0, spacing=5.0, height=7.0)


def test_a_level_scan_over_flat_ground_meets_nothing():
    assert np.isinf(scan_2d(seen_of(FLAT), at(z=9.0), np.linspace(-3.0, 3.0, 31), 40.0)).all()


def test_a_tilted_scan_over_flat_ground_meets_it_ahead():
    found = scan_2d(seen_of(FLAT), at(z=9.0, pitch=0.1), [0.0, 0.5 * math.pi, math.pi], 40.0)[0]
    np.testing.assert_allclose(found[0], 2.0 / math.sin(0.1), atol=EXACT)
    assert np.isinf(found[1:]).all()


def test_vertical_beams_meet_the_ground_below_and_the_sky_above():
    found = scan_3d(seen_of(FLAT), at(x=5.0, y=10.0, z=9.0), [0.0, 1.0], [-0.5 * math.pi, 0.5 * math.pi], 40.0)[0]
    np.testing.assert_allclose(found, [[2.0, 2.0], [math.inf, math.inf]], atol=EXACT)


def test_a_beam_on_the_ground_touches_it_and_one_above_does_not():
    touching, above = (scan_2d(seen_of(FLAT), at(z=7.0 + gap), [0.0], 40.0)[0, 0] for gap in (0.0, 1e-9))
    assert touching == 0.0
    assert above == math.inf


def test_a_beam_over_a_crest_grazes_it():
    heights = np.zeros((2, 3))
    heights[:, 1] = 2.0  # a ridge from south to north
    seen = seen_of(Terrain.from_heights(heights, 10.0))
    found = [scan_2d(seen, at(x=-8.0, z=2.0 + gap), [0.0], 40.0)[0, 0] for gap in (-1e-6, 1e-6)]
    np.testing.assert_allclose(found, [8.0 - 5e-6, math.inf], atol=EXACT)


def test_there_is_no_ground_beyond_the_map_and_its_border_is_a_wall():
    seen = seen_of(FLAT)
    assert scan_2d(seen, at(x=60.0, z=6.0), [0.0], 400.0)[0, 0] == math.inf
    np.testing.assert_allclose(scan_2d(seen, at(x=60.0, z=6.0), [math.pi], 400.0), 10.0, atol=EXACT)
    np.testing.assert_allclose(scan_2d(seen, at(x=60.0, z=8.0, pitch=0.1), [0.0], 400.0), math.inf)


def test_a_range_of_zero_meets_only_what_the_sensor_is_in():
    seen = seen_of(FLAT)
    assert scan_2d(seen, at(z=8.0, pitch=1.5), [0.0], 0.0)[0, 0] == math.inf
    assert scan_2d(seen, at(z=6.0), [0.0], 0.0)[0, 0] == 0.0


# ---- objects and vehicles

POST = place_objects(FLAT, x=[10.0], y=[0.0], radius=[1.0], height=[3.0])


def test_a_beam_meets_a_cylinder_at_its_near_side():
    np.testing.assert_allclose(scan_2d(seen_of(FLAT, POST), at(z=8.0), [0.0], 40.0), 9.0, atol=EXACT)


def test_a_beam_beside_a_cylinder_misses_it_and_one_within_grazes_it():
    found = [scan_2d(seen_of(FLAT, POST), at(y=1.0 + gap, z=8.0), [0.0], 40.0)[0, 0] for gap in (-1e-9, 1e-9)]
    np.testing.assert_allclose(found, [10.0, math.inf], atol=1e-4)


def test_a_beam_over_a_cylinder_misses_it():
    found = [scan_2d(seen_of(FLAT, POST), at(z=10.0 + gap), [0.0], 40.0)[0, 0] for gap in (-1e-9, 1e-9)]
    np.testing.assert_allclose(found, [9.0, math.inf], atol=EXACT)


def test_a_vertical_beam_meets_the_top_of_a_cylinder():
    found = scan_3d(seen_of(FLAT, POST), at(x=10.5, z=15.0), [0.0], [-0.5 * math.pi], 40.0)
    np.testing.assert_allclose(found, 5.0, atol=EXACT)


def test_a_sensor_in_an_object_measures_the_beginning_of_its_beams():
    inside = at(x=10.2, z=8.0)
    for least in (0.0, 0.5):
        found = scan_2d(seen_of(FLAT, POST), inside, np.linspace(-3.0, 3.0, 7), 40.0, min_range=least)
        np.testing.assert_array_equal(found, least)


def test_an_object_nearer_than_the_least_range_is_passed():
    assert scan_2d(seen_of(FLAT, POST), at(z=8.0), [0.0], 40.0, min_range=12.0)[0, 0] == math.inf


def test_an_object_on_a_slope_leaves_no_gap_below():
    slope = Terrain.from_heights(np.outer(np.ones(11), np.arange(11.0)), 2.0)  # rises eastwards by 1 in 2
    wide = place_objects(slope, x=[0.0], y=[0.0], radius=[3.0], height=[2.0])
    height = slope.sample(-3.0, 0.0)[0] + 0.01
    np.testing.assert_allclose(scan_2d(seen_of(slope, wide), at(x=-6.0, z=height), [0.0], 9.0), 3.0, atol=EXACT)


def test_a_thing_is_met_though_its_middle_is_out_of_range():
    box = np.array([[20.0, 0.0, 7.0, 0.0, 0.0, 0.0, 5.0, 1.0, 2.0]])
    np.testing.assert_allclose(scan_2d(seen_of(FLAT, None, box), at(z=8.0), [0.0], 15.5), 15.0, atol=EXACT)
    np.testing.assert_allclose(scan_2d(seen_of(FLAT, POST), at(z=8.0), [0.0], 9.5), 9.0, atol=EXACT)


def test_a_beam_meets_a_turned_and_tilted_box():
    box = np.array([[10.0, 0.0, 7.0, 0.5 * math.pi, 0.3, 0.0, 3.0, 1.0, 2.0]])  # nose to the north, and down
    found = scan_2d(seen_of(FLAT, None, box), at(z=8.0), [0.0, 0.1], 40.0)[0]
    np.testing.assert_allclose(found[0], 9.0, atol=EXACT)
    np.testing.assert_allclose(found[1], 9.0 / math.cos(0.1), atol=EXACT)


def world_of(count=3):
    """Return a world with cars in a row towards the east, 10 m apart."""
    world = mp.World(fleets=[mp.Fleet("single-track", count)], terrain=Terrain.flat(size=400.0, spacing=20.0))
    world.vehicles.x[:], world.vehicles.y[:], world.vehicles.yaw[:] = 10.0 * np.arange(count), 0.0, 0.0
    return world


def poses_on(world, height=0.5):
    vehicles = world.vehicles
    return Poses(
        *vehicles.columns("x", "y"), vehicles.z + height, *vehicles.columns("yaw", "pitch", "roll", "vehicle_id")
    )


def test_a_sensor_does_not_see_its_own_vehicle():
    world = world_of()
    front, rear = world.vehicles.front_reach[0], world.vehicles.rear_reach[0]
    found = scan_2d(scan_world(world), poses_on(world), [0.0, math.pi], 100.0)
    ahead, behind = 10.0 - rear, 10.0 - front
    np.testing.assert_allclose(found, [[ahead, math.inf], [ahead, behind], [math.inf, behind]], atol=EXACT)


def test_a_vehicle_is_seen_where_it_is_now():
    world = world_of()
    seen = scan_world(world)
    before = scan_2d(seen, poses_on(world), [0.0], 200.0)
    world.vehicles.x[1] += 4.0
    after = scan_2d(seen, poses_on(world), [0.0], 200.0)
    np.testing.assert_allclose(after[0] - before[0], 4.0, atol=EXACT)
    assert scan_world(world) is seen


def test_a_vehicle_that_is_not_there_is_not_seen():
    world = world_of()
    world.vehicles.driver[1] = ABSENT
    found = scan_2d(scan_world(world), poses_on(world), [0.0], 100.0)
    np.testing.assert_allclose(found[0], 20.0 - world.vehicles.rear_reach[0], atol=EXACT)


def test_a_vehicle_without_a_position_is_not_seen():
    world = world_of()
    world.vehicles.x[1] = math.nan
    found = scan_2d(scan_world(world), poses_on(world), [0.0], 100.0)
    np.testing.assert_allclose(found[0], 20.0 - world.vehicles.rear_reach[0], atol=EXACT)


def test_vehicles_that_are_added_are_seen():
    world = world_of(1)
    before = scan_2d(scan_world(world), poses_on(world), [0.0], 100.0)
    (new,) = world.add("single-track", x=15.0, y=0.0)
    after = scan_2d(scan_world(world), poses_on(world), [0.0], 100.0)
    assert np.isinf(before).all()
    np.testing.assert_allclose(after[0], 15.0 - world.vehicles.rear_reach[new], atol=EXACT)


def test_a_pose_that_is_not_finite_measures_nan():
    for name in ("x", "z", "yaw", "roll"):
        assert np.isnan(scan_2d(seen_of(FLAT, POST), at(**{name: math.nan}), [0.0, 1.0], 40.0)).all()


# ---- arrays

MANY = 40


@pytest.mark.parametrize("threads", [2, 3])
def test_results_have_the_same_bits_for_any_number_of_threads(threads, monkeypatch):
    random = np.random.default_rng(2)
    _, seen, terrain = random_scene(random)
    x, y = (random.uniform(-0.5, 0.5, MANY) * side for side in (terrain.width, terrain.depth))
    angles = random.uniform(-0.4, 0.4, (3, MANY))
    poses = Poses(x, y, terrain.sample(x, y)[0] + 1.0, *angles, np.full(MANY, -1, np.int32))
    azimuths = np.linspace(-3.0, 3.0, 300)
    points = random.uniform(-5.0, 5.0, (200, 2))
    found = []
    for count in (1, threads):
        monkeypatch.setattr(scan, "cpu_count", lambda count=count: count)
        found.append((scan_2d(seen, poses, azimuths, 50.0), height_scan(seen, poses, points)))
    for alone, shared in zip(*found, strict=True):
        np.testing.assert_array_equal(shared, alone)


def test_results_are_written_into_a_given_array():
    room = np.zeros((1, 5))
    found = scan_2d(seen_of(FLAT, POST), at(z=8.0), np.linspace(-0.2, 0.2, 5), 40.0, out=room)
    assert found is room
    assert room[0, 2] == pytest.approx(9.0)


def test_beams_in_any_order_and_beyond_a_turn_give_the_same():
    angles = np.linspace(-0.3, 0.3, 25)
    order = np.random.default_rng(1).permutation(25)
    seen = seen_of(FLAT, POST)
    straight = scan_2d(seen, at(z=8.0), angles, 40.0)
    np.testing.assert_array_equal(scan_2d(seen, at(z=8.0), angles[order], 40.0), straight[:, order])
    turned = scan_2d(seen, at(z=8.0), angles + 2.0 * math.pi, 40.0)
    np.testing.assert_allclose(turned, straight, rtol=0.0, atol=1e-9)


@pytest.mark.parametrize(("sensors", "beams"), [(0, 3), (1, 0), (0, 0)])
def test_no_sensors_or_beams_give_empty_arrays(sensors, beams):
    poses = Poses(*np.zeros((6, sensors)), np.zeros(sensors, np.int32))
    assert scan_2d(seen_of(FLAT), poses, np.zeros(beams), 10.0).shape == (sensors, beams)
    assert scan_3d(seen_of(FLAT), poses, np.zeros(beams), [], 10.0).shape == (sensors, 0, beams)
    assert height_scan(seen_of(FLAT), poses, np.zeros((beams, 2))).shape == (sensors, beams)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda seen: scan_2d(seen, at(), [0.0], math.inf), "both finite"),
        (lambda seen: scan_2d(seen, at(), [0.0], 1.0, min_range=2.0), "from 2.0 to 1.0 m"),
        (lambda seen: scan_2d(seen, at(), [math.nan], 1.0), "finite angles"),
        (lambda seen: scan_2d(seen, at(), [[0.0]], 1.0), r"angles are \(1, 1\)"),
        (lambda seen: scan_3d(seen, at(), [0.0], [2.0], 1.0), "beyond a right angle"),
        (lambda seen: scan_2d(seen, at(), [0.0], 1.0, out=np.zeros((2, 1))), r"array of \(1, 1\)"),
        (lambda seen: scan_2d(seen, at()._replace(z=np.zeros(2)), [0.0], 1.0), r"all must be \(sensors,\)"),
        (lambda seen: height_scan(seen, at(), [1.0, 2.0]), r"must be \(points, 2\)"),
        (lambda seen: height_scan(object(), at(), [(1.0, 2.0)]), r"is a object; it must be scan_world\(world\)"),
        (lambda seen: scan_2d(seen, at()[:6], [0.0], 1.0), r"are a tuple; they must be Poses\(x, y, z, yaw"),
    ],
)
def test_wrong_arguments_are_refused(call, words):
    with pytest.raises(WorldError, match=words):
        call(seen_of(FLAT))


# ---- heights


def test_heights_are_those_of_the_terrain():
    random = np.random.default_rng(5)
    terrain = Terrain.from_heights(random.uniform(0.0, 9.0, (12, 15)), 3.0)
    points = random.uniform(-30.0, 30.0, (50, 2))
    found = height_scan(seen_of(terrain), at(1.0, 2.0, 99.0, 0.7, 0.4, 0.2), points)[0]
    x = 1.0 + math.cos(0.7) * points[:, 0] - math.sin(0.7) * points[:, 1]
    y = 2.0 + math.sin(0.7) * points[:, 0] + math.cos(0.7) * points[:, 1]
    np.testing.assert_allclose(found, terrain.sample(x, y)[0] - terrain.sample(1.0, 2.0)[0], rtol=0.0, atol=1e-12)


def test_heights_are_the_slopes_that_learning_observes():
    terrain = Terrain.from_heights(np.random.default_rng(6).uniform(0.0, 9.0, (12, 15)), 3.0)
    seen = seen_of(terrain)
    view = View(*[0.0] * len(View._fields))._replace(x=1.0, y=2.0, yaw=0.7)
    around = Surroundings(seen.columns.ground.field, seen.columns.objects.circles, soils=None)
    bearings = np.linspace(-3.0, 3.0, 7)
    observed = [slope_around(view, None, around, bearing, 6.0) for bearing in bearings]
    points = 6.0 * np.column_stack([np.cos(bearings), np.sin(bearings)])
    np.testing.assert_allclose(height_scan(seen, at(1.0, 2.0, yaw=0.7), points)[0] / 6.0, observed, atol=1e-12)
