"""Places and directions between a world's grid and the Earth: published figures, PROJ's, and there and back."""

import math
from pathlib import Path

import numpy as np
import pytest
from dead_reckoner import DeadReckoner
from pyproj import CRS, Geod, Proj, Transformer
from scipy.spatial.transform import Rotation

from motorpool.errors import TerrainError
from motorpool.ground.terrain.heightfield import Terrain
from motorpool.ground.terrain.heightfield_files import load_terrain
from motorpool.links.dis.motion.columns import EntityStates
from motorpool.links.dis.motion.geodesy import Geodesy, Geodetic
from motorpool.links.dis.motion.smoothing import RemotePoses
from motorpool.models.dead_reckoning import Motion, Pose, dead_reckon
from motorpool.models.rotation import Vector, angle_between, quaternion_of

HUNTER_LIGGETT = Path(__file__).parents[3] / "../shared/data/fhl_utm10n_30m.tif"
ORIGIN = {"origin_easting": 661080.0, "origin_northing": 3970800.0}  # of that map, in UTM zone 10
HALF_WIDTH, HALF_DEPTH = 19065.0, 13185.0  # of that map [m]
GEOID = -34.0
ALGORITHMS = np.arange(1, 10)


@pytest.fixture(scope="module")
def hunter_liggett():
    return Geodesy("EPSG:32610", geoid_offset=GEOID, **ORIGIN)


def motions(count=300, *, width=HALF_WIDTH, depth=HALF_DEPTH, speed=20.0, seed=2):
    random = np.random.default_rng(seed)

    def three(scale):
        return Vector(*(scale * random.standard_normal((3, count))))

    x, y = random.uniform(-width, width, count), random.uniform(-depth, depth, count)
    yaw, pitch, roll = random.uniform(-1.0, 1.0, (3, count)) * np.array([[math.pi], [1.5], [math.pi]])
    pose = Pose(x, y, random.uniform(-10.0, 1200.0, count), yaw, pitch, roll)
    return Motion(pose, three(speed), three(2.0), three(0.3)), np.resize(ALGORITHMS, count)


# ---- published figures


@pytest.mark.parametrize(
    ("latitude", "longitude", "height", "place"),
    [
        (0.0, 0.0, 0.0, (6378137.0, 0.0, 0.0)),  # semi-major axis of WGS 84
        (90.0, 0.0, 0.0, (0.0, 0.0, 6356752.314245)),  # its semi-minor axis
        (0.0, 90.0, 100.0, (0.0, 6378237.0, 0.0)),
        # EPSG Guidance Note 7-2, section 4.1.1 "Geographic/Geocentric conversions": the worked example
        (
            53.0 + 48.0 / 60.0 + 33.820 / 3600.0,
            2.0 + 7.0 / 60.0 + 46.380 / 3600.0,
            73.0,
            (3771793.97, 140253.34, 5124304.35),
        ),
    ],
)
def test_published_geocentric_coordinates(latitude, longitude, height, place):
    geodesy = Geodesy.around(latitude, longitude, geoid_offset=height)
    assert geodesy.geocentric(0.0, 0.0, 0.0) == pytest.approx(place, abs=0.005)


def test_published_utm_coordinates():
    # The CN Tower in Toronto: 43 38 33.24 N, 79 23 13.7 W, UTM zone 17: 630084 m east, 4833438 m north
    geodesy = Geodesy("EPSG:32617", origin_easting=630084.0, origin_northing=4833438.0)
    place = geodesy.geodetic(0.0, 0.0, 0.0)
    assert math.degrees(place.latitude) == pytest.approx(43.0 + 38.0 / 60.0 + 33.24 / 3600.0, abs=1e-5)
    assert math.degrees(place.longitude) == pytest.approx(-(79.0 + 23.0 / 60.0 + 13.7 / 3600.0), abs=1e-5)


def test_grid_north_is_east_of_true_north_at_hunter_liggett(hunter_liggett):
    assert math.degrees(hunter_liggett.convergence(0.0, 0.0)) == pytest.approx(1.03, abs=0.02)
    # on a sphere tan(convergence) = tan(longitude from the central meridian) sin(latitude)
    place = hunter_liggett.geodetic(0.0, 0.0, 0.0)
    sphere = math.atan(math.tan(place.longitude + math.radians(123.0)) * math.sin(place.latitude))
    assert hunter_liggett.convergence(0.0, 0.0) == pytest.approx(sphere, rel=1e-3)


def test_a_grid_is_no_tangent_plane():
    # ten kilometres east of the origin of Hunter Liggett's map, as east, north and up of a tangent plane
    geodesy = Geodesy("EPSG:32610", **ORIGIN)
    origin = geodesy.geodetic(0.0, 0.0, 0.0)
    frame_of = Rotation.from_euler("ZY", [origin.longitude, -origin.latitude]).as_matrix()  # columns up, east, north
    up, east, north = frame_of.T
    start = np.array(geodesy.geocentric(0.0, 0.0, 0.0))
    for x, y in ((10000.0, 0.0), (0.0, 10000.0)):
        taken_as_plane = start + x * east + y * north
        error = math.dist(taken_as_plane, geodesy.geocentric(x, y, 0.0))
        # grid north turns by the convergence, 1.05 degrees; the map's scale and the round Earth make the rest
        assert error == pytest.approx(2.0 * 10000.0 * math.sin(0.5 * geodesy.convergence(0.0, 0.0)), rel=0.01)
        assert error == pytest.approx(183.0, abs=1.0)
    assert up @ np.array(geodesy.geocentric(0.0, 10000.0, 0.0)) - up @ start == pytest.approx(-7.86, abs=0.05)


def scale_at(geodesy, x, y):
    """Metres eastward on the grid per metre on the ellipsoid [1]."""
    frame = geodesy.frame(x, y, 0.0 * (x + y) - geodesy.geoid_offset)
    return 1.0 / np.sqrt(sum(component * component for component in frame.per_x))


def test_convergence_and_scale_are_those_of_proj(hunter_liggett):
    motion, _ = motions()
    x, y = motion.pose.x, motion.pose.y
    place = hunter_liggett.geodetic(x, y, 0.0)
    factors = Proj("EPSG:32610").get_factors(place.longitude, place.latitude, radians=True)
    assert hunter_liggett.convergence(x, y) == pytest.approx(np.radians(factors.meridian_convergence), abs=1e-8)
    assert scale_at(hunter_liggett, x, y) == pytest.approx(factors.meridional_scale, abs=1e-8)


def test_north_on_the_central_meridian_is_true_north():
    geodesy = Geodesy("EPSG:32610", origin_easting=500000.0, origin_northing=4.0e6)
    motion, algorithm = motions(1)
    still = motion._replace(pose=Pose(*(np.array([v]) for v in (0.0, 0.0, 0.0, math.pi / 2, 0.0, 0.0))))
    pose = geodesy.to_geocentric(still, algorithm).pose
    latitude, longitude = (float(v) for v in geodesy.geodetic(0.0, 0.0, 0.0)[:2])
    # R = R_NED(latitude, longitude): facing true north, level, in DIS's axes
    up, _, north = Rotation.from_euler("ZY", [longitude, -latitude]).as_matrix().T
    body = Rotation.from_euler("ZYX", [float(pose.yaw[0]), float(pose.pitch[0]), float(pose.roll[0])]).as_matrix()
    assert body[:, 0] == pytest.approx(north, abs=1e-9)
    assert body[:, 2] == pytest.approx(-up, abs=1e-9)


# ---- there and back


def assert_comes_back(geodesy, motion, algorithm):
    back = geodesy.to_grid(geodesy.to_geocentric(motion, algorithm), algorithm)
    assert np.abs(np.array(back.pose[:3]) - np.array(motion.pose[:3])).max() < 1e-6  # a micrometre
    assert angle_between(quaternion_of(back.pose), quaternion_of(motion.pose)).max() < 1e-9
    for there, here in zip(back[1:], motion[1:], strict=True):
        assert np.abs(np.array(there) - np.array(here)).max() < 1e-7


def test_states_come_back_over_the_whole_map_of_hunter_liggett(hunter_liggett):
    assert_comes_back(hunter_liggett, *motions(3000))


@pytest.mark.skipif(not HUNTER_LIGGETT.exists(), reason="the data are not here")
def test_posts_of_hunter_liggett_come_back():
    terrain = load_terrain(HUNTER_LIGGETT)
    geodesy = Geodesy.of_terrain(terrain, geoid_offset=GEOID)
    x, y = np.meshgrid(
        np.linspace(terrain.x_west, terrain.x_east, 60), np.linspace(terrain.y_south, terrain.y_north, 40)
    )
    x, y = x.ravel(), y.ravel()
    z, _, _ = terrain.sample(x, y)
    back = geodesy.from_geocentric(geodesy.geocentric(x, y, z))
    assert np.abs(np.array(back) - np.array([x, y, z])).max() < 1e-6
    # and against PROJ's own pipeline through three-dimensional systems
    direct = Transformer.from_crs(CRS(terrain.crs).to_3d(), "EPSG:4978", always_xy=True)
    expected = direct.transform(x + terrain.origin_easting, y + terrain.origin_northing, z + GEOID)
    assert np.abs(np.array(geodesy.geocentric(x, y, z)) - np.array(expected)).max() < 1e-6


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [
        (0.0, 0.0),
        (90.0, 0.0),
        (-90.0, 17.0),
        (89.999, 30.0),
        (-77.0, 180.0),
        (12.0, -180.0),
        (51.5, 179.99),
        (-33.0, 18.0),
    ],
)
def test_states_come_back_at_poles_and_the_date_line(latitude, longitude):
    assert_comes_back(Geodesy.around(latitude, longitude), *motions(width=5000.0, depth=5000.0))


@pytest.mark.parametrize(
    ("crs", "easting", "northing"),
    [
        ("EPSG:3413", 0.0, 0.0),  # polar stereographic, at the pole
        ("EPSG:3413", 400000.0, -900000.0),
        ("EPSG:26710", 661080.0, 3970600.0),  # NAD27: another ellipsoid and another datum
        ("EPSG:27700", 400000.0, 300000.0),  # British National Grid
        ("EPSG:2154", 700000.0, 6600000.0),  # Lambert-93
        ("EPSG:3035", 2.7e6, 1.7e6),  # equal-area, far from its middle: not conformal
        ("EPSG:32701", 500.0, 8000000.0),  # UTM far from its meridian, near the date line
    ],
)
def test_states_come_back_from_other_maps(crs, easting, northing):
    assert_comes_back(
        Geodesy(crs, origin_easting=easting, origin_northing=northing), *motions(width=5000.0, depth=5000.0)
    )


def test_a_big_endian_interleaved_state_is_converted(hunter_liggett):
    motion, algorithm = motions(9)
    sent = hunter_liggett.to_geocentric(motion, algorithm)
    wire = np.zeros((9, 20), ">f8")
    columns = iter(range(20))

    def put(column):
        index = next(columns)
        wire[:, index] = column
        return wire[:, index]

    interleaved = Motion(*(type(part)(*map(put, part)) for part in sent))
    back = hunter_liggett.to_grid(interleaved, algorithm)
    assert np.array(back.pose[:3]) == pytest.approx(np.array(motion.pose[:3]), abs=1e-6)


# ---- dead reckoning in the grid


def reckoned_in_both(geodesy, motion, algorithm, time):
    """Places by dead reckoning in the grid and along geocentric axes, both in the grid."""
    sent = geodesy.to_geocentric(motion, algorithm)
    there = geodesy.from_geocentric(dead_reckon(sent, algorithm, time))
    return np.array(dead_reckon(motion, algorithm, time)[:3]), np.array(there)


def level(algorithm, count=500, speed=30.0):
    """Vehicles that drive 30 m/s over the map, turning and accelerating."""
    motion, _ = motions(count)
    yaw, zero = motion.pose.yaw, np.zeros(count)
    course = Vector(speed * np.cos(yaw), speed * np.sin(yaw), zero)
    velocity = course if algorithm < 6 else Vector(zero + speed, zero, zero)
    pose = motion.pose._replace(pitch=zero, roll=zero)
    rates = Vector(zero, zero, motion.angular_velocity.z)
    acceleration = Vector(0.1 * motion.acceleration.x, 0.1 * motion.acceleration.y, zero)
    return Motion(pose, velocity, acceleration, rates), np.full(count, algorithm)


@pytest.mark.parametrize("algorithm", [4, 5, 8, 9])
def test_dead_reckoning_with_acceleration_in_the_grid_follows_the_bend_of_the_earth(hunter_liggett, algorithm):
    here, there = reckoned_in_both(hunter_liggett, *level(algorithm), 5.0)
    assert np.linalg.norm(here - there, axis=0).max() < 0.002
    here, there = reckoned_in_both(hunter_liggett, *level(algorithm), 12.0)
    # a body that turns by 7 or 8 ends nearer than its path is long, and has then been bent too far
    assert np.linalg.norm(here - there, axis=0).max() < (0.011 if algorithm == 8 else 0.004)


@pytest.mark.parametrize("algorithm", [2, 3, 6, 7])
def test_dead_reckoning_without_acceleration_in_the_grid_misses_the_bend_of_the_earth(hunter_liggett, algorithm):
    here, there = reckoned_in_both(hunter_liggett, *level(algorithm), 12.0)
    assert np.linalg.norm(here - there, axis=0).max() < 0.011
    assert np.linalg.norm((here - there)[:2], axis=0).max() < 0.001  # on the map
    if algorithm == 2:
        assert (there - here)[2] == pytest.approx(360.0**2 / (2.0 * 6.371e6), rel=0.05)


def test_grid_speed_is_not_speed_in_space(hunter_liggett):
    motion, algorithm = level(4)
    velocity = hunter_liggett.to_geocentric(motion, algorithm).velocity
    speed, height = np.linalg.norm(velocity, axis=0), motion.pose.z + GEOID
    scale = scale_at(hunter_liggett, motion.pose.x, motion.pose.y)
    assert speed == pytest.approx(30.0 / scale * (1.0 + height / 6.371e6), rel=2e-6)


def test_the_way_in_space_is_the_geodesic_s(hunter_liggett):
    geod = Geod(ellps="WGS84")
    place = hunter_liggett.geodetic(np.array([0.0, 3.0]), np.array([0.0, 4.0]), 0.0)
    longitude, latitude = np.degrees(place.longitude), np.degrees(place.latitude)
    _, _, distance = geod.inv(longitude[0], latitude[0], longitude[1], latitude[1])
    assert 5.0 / scale_at(hunter_liggett, 1.5, 2.0) == pytest.approx(distance, rel=1e-9)


# ---- worlds without a place, and wrong ones


def test_a_terrain_knows_its_place():
    terrain = Terrain.flat(size=1000.0)
    located = Terrain(terrain.heights, terrain.spacing, terrain.x_west, terrain.y_south, crs="EPSG:32610", **ORIGIN)
    expected = Geodesy("EPSG:32610", geoid_offset=3.0, **ORIGIN).geocentric(10.0, 20.0, 30.0)
    assert Geodesy.of_terrain(located, geoid_offset=3.0).geocentric(10.0, 20.0, 30.0) == expected
    with pytest.raises(TerrainError, match="remove that"):
        Geodesy.of_terrain(located, origin_deg=(36.0, -121.0))


def test_a_terrain_without_a_place_is_given_one():
    terrain = Terrain.flat(size=1000.0)
    with pytest.raises(TerrainError, match="give the latitude and longitude of its origin"):
        Geodesy.of_terrain(terrain)
    geodesy = Geodesy.of_terrain(terrain, origin_deg=(36.0, -121.0))
    assert [math.degrees(float(v)) for v in geodesy.geodetic(0.0, 0.0, 0.0)[:2]] == pytest.approx([36.0, -121.0])
    assert geodesy.convergence(0.0, 300.0) == pytest.approx(0.0, abs=1e-9)
    assert scale_at(geodesy, 0.0, 300.0) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("origin", [(91.0, 0.0), (0.0, 181.0), (math.nan, 0.0), (0.0, math.inf)])
def test_an_origin_off_the_earth_is_refused(origin):
    with pytest.raises(TerrainError, match="-90 to 90"):
        Geodesy.around(*origin)


def test_wrong_systems_are_refused():
    with pytest.raises(TerrainError, match="EPSG:32610"):
        Geodesy("EPSG:1")
    with pytest.raises(TerrainError, match="nowhere on Earth"):
        Geodesy("EPSG:32610", origin_easting=1e30)
    with pytest.raises(TerrainError, match="geoid_offset_m"):
        Geodesy("EPSG:32610", geoid_offset=math.nan, **ORIGIN)


def test_no_vehicles_are_no_rows(hunter_liggett):
    motion, algorithm = motions(0)
    assert hunter_liggett.to_geocentric(motion, algorithm).pose.x.shape == (0,)
    assert hunter_liggett.to_grid(motion, algorithm).velocity.z.shape == (0,)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300, 0.0])
def test_impossible_places_are_no_number_and_no_exception(hunter_liggett, value):
    for geodesy in (hunter_liggett, Geodesy("EPSG:26710", **ORIGIN)):
        motion, algorithm = motions(3)
        sent = geodesy.to_geocentric(motion, algorithm)
        pose = sent.pose._replace(x=np.array([value, sent.pose.x[1], value]), y=np.array([value, sent.pose.y[1], 0.0]))
        back = geodesy.to_grid(sent._replace(pose=pose), algorithm)
        assert back.pose.x[1] == pytest.approx(motion.pose.x[1], abs=1e-6)


def test_any_bits_are_taken_without_a_word(hunter_liggett):
    """Everything that eight and four bytes can be, signalling NaN among it: no exception and no warning."""
    random, count = np.random.default_rng(0), 1000
    location = random.integers(0, 2**64, (3, count), np.uint64).view(">f8")
    rest = random.integers(0, 2**32, (12, count), np.uint32).view(">f4")
    rest[:, :20] = np.frombuffer(b"\x7f\x80\x00\x01", ">f4")  # a signalling NaN
    states = Motion(Pose(*location, *rest[:3]), Vector(*rest[3:6]), Vector(*rest[6:9]), Vector(*rest[9:]))
    algorithm = random.integers(-128, 128, count).astype(np.int8)
    hunter_liggett.to_grid(states, algorithm)
    here = hunter_liggett.geocentric(*random.uniform(-9e3, 9e3, (3, count)))
    motion = hunter_liggett.to_grid(states._replace(pose=Pose(*here, *rest[:3])), algorithm)
    assert np.isfinite(np.array(motion.pose[:3])).all()
    remote, new = RemotePoses(count), EntityStates(motion, algorithm, np.zeros(count))
    remote.place(np.arange(count), new)
    remote.receive(np.arange(count), new, 1.0)
    shown = remote.show(1.2)
    assert DeadReckoner().exceeds(new, shown, 3.0).any()


def test_heights_are_above_the_ellipsoid_by_the_offset():
    low, high = (Geodesy("EPSG:32610", geoid_offset=offset, **ORIGIN) for offset in (0.0, -34.0))
    assert high.geodetic(0.0, 0.0, 100.0).height == 66.0
    assert math.dist(low.geocentric(0.0, 0.0, 0.0), high.geocentric(0.0, 0.0, 34.0)) < 1e-8
    assert high.from_geodetic(Geodetic(*high.geodetic(1.0, 2.0, 3.0))) == pytest.approx((1.0, 2.0, 3.0), abs=1e-7)
