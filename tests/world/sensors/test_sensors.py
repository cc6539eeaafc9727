"""The observer of sensors: errors, rates, delays, outages, seeds, vehicles that come and go."""

import math

import numpy as np
import pytest

import motorpool as mp
from motorpool.errors import WorldError
from motorpool.world.sensors.draws import keys_of, normals, uniforms
from motorpool.world.sensors.error_models import ErrorModel, next_drift
from motorpool.world.sensors.scan import scan_2d, scan_world
from motorpool.world.sensors.scan_samplers import azimuths_of, sensor_poses
from motorpool.world.sensors.seen import seen_of


def a_world(count: int = 3, seed: int = 7) -> mp.World:
    world = mp.World(fleets=[("bicycle", count)], seed=seed)
    world.place_vehicles(slice(0, count), 30.0 * np.arange(count), 0.0, 0.3)
    return world


# ---- errors


def test_draws_are_normal_and_those_of_vehicles_and_sensors_differ():
    keys = keys_of(3, "imu", np.arange(200))
    drawn = normals(keys, 5, 9, 500)
    assert drawn.mean() == pytest.approx(0.0, abs=4.0 / np.sqrt(drawn.size))
    assert drawn.var() == pytest.approx(1.0, abs=4.0 * np.sqrt(2.0 / drawn.size))
    assert (drawn**4).mean() == pytest.approx(3.0, abs=0.15)
    assert abs(np.corrcoef(drawn)[np.triu_indices(200, 1)]).max() < 0.25
    others = normals(keys_of(3, "imu-2", np.arange(200)), 5, 9, 500)
    assert abs(np.corrcoef(drawn.ravel(), others.ravel())[0, 1]) < 0.02
    assert 0.0 < uniforms(keys, 5, 9, 500).min() < uniforms(keys, 5, 9, 500).max() < 1.0


def test_draws_of_a_vehicle_do_not_depend_on_the_others():
    together = normals(keys_of(11, "imu", np.arange(37)), 4, 1, 7)
    for vehicle in (0, 5, 36):
        alone = normals(keys_of(11, "imu", np.array([vehicle])), 4, 1, 7)
        assert np.array_equal(alone[0], together[vehicle])


def readings_of_zero(count: int, interval: float, **errors) -> np.ndarray:
    """Return readings of a quantity that is zero, (readings, vehicles)."""
    model = ErrorModel(1, 1, **errors)
    model.start(keys_of(2, "imu", np.arange(64)), slice(0, 64))
    truth = np.zeros((64, 1))
    return np.array([model.read(truth, number, interval)[:, 0] for number in range(count)])


def test_the_allan_deviation_of_white_noise_falls_with_the_root_of_the_averaging_time():
    """IEEE 952: sigma(tau) = N / sqrt(tau)."""
    density, interval = 0.02, 0.01
    readings = readings_of_zero(1024, interval, noise=density, is_density=True)
    for averaged in (1, 8, 64):
        means = readings.reshape(-1, averaged, 64).mean(axis=1)
        allan = np.sqrt(0.5 * np.mean(np.diff(means, axis=0) ** 2))
        assert allan == pytest.approx(density / np.sqrt(averaged * interval), rel=0.06)


def test_the_variance_and_the_correlation_of_a_drift_are_its_parameters():
    readings = readings_of_zero(400, 0.5, drift=(0.3, 10.0))
    assert readings.std() == pytest.approx(0.3, rel=0.1)
    lag = 20  # readings: the correlation time
    correlation = np.mean(readings[lag:] * readings[:-lag]) / readings.var()
    assert correlation == pytest.approx(np.exp(-1.0), abs=0.1)


def test_a_drift_of_two_short_intervals_has_the_variance_of_a_long_one():
    one = np.ones(1)
    kept = {"deviation": 2.0, "correlation_time": 5.0}
    long = [next_drift(one, np.array([drawn]), interval=2.0, **kept)[0] for drawn in (0.0, 1.0)]
    first = [next_drift(one, np.array([drawn]), interval=1.0, **kept)[0] for drawn in (0.0, 1.0)]
    second = next_drift(np.array([first[0]]), np.zeros(1), interval=1.0, **kept)[0]
    assert second == pytest.approx(long[0])
    spread = first[1] - first[0]
    assert spread**2 * (1.0 + np.exp(-2.0 / 5.0)) == pytest.approx((long[1] - long[0]) ** 2)


def test_bias_and_scale_are_constant_quantisation_and_range_hold():
    model = ErrorModel(1, 3, bias=0.5, scale_error=0.1, step=0.25, limit=2.0)
    model.start(keys_of(2, "imu", np.arange(50)), slice(0, 50))
    readings = [model.read(np.full((50, 3), 1.0), number, 0.1) for number in (0, 1, 50)]
    assert np.array_equal(readings[0], readings[1])
    assert np.array_equal(readings[0], readings[2])
    assert np.array_equal(readings[0] % 0.25, np.zeros((50, 3)))
    assert abs(readings[0]).max() <= 2.0
    assert 0.3 < readings[0].std() < 0.8


# ---- the observer


NOISY = {"accelerometer_noise": 0.01, "gyroscope_noise": 1e-3, "gyroscope_drift": 1e-3, "accelerometer_bias": 0.1}


def run_with(names: list[str], *, seconds: float = 0.6, ids: list[int] | None = None, seed: int = 7):
    kinds = {"imu": {"rate": 60.0, **NOISY}, "gnss": {"horizontal_noise": 1.0, "rate": 20.0}}
    world = a_world(seed=seed)
    sensors = mp.Sensors(world)
    for name in names:
        sensors.add(name, name, vehicle_ids=ids, **kinds[name])
    world.run(seconds=seconds, observers=[sensors])
    return sensors


@pytest.mark.slow
def test_the_same_seed_gives_the_same_readings_in_any_company():
    both, reverse, alone = run_with(["imu", "gnss"]), run_with(["gnss", "imu"]), run_with(["imu"], ids=[2])
    for name in both["imu"].values:
        assert np.array_equal(both["imu"][name], reverse["imu"][name])
        assert np.array_equal(both["imu"][name][2], alone["imu"][name][0])
    assert np.array_equal(both["gnss"]["latitude"], reverse["gnss"]["latitude"])
    assert not np.array_equal(both["imu"]["angular_rate"], run_with(["imu"], seed=8)["imu"]["angular_rate"])


def test_a_sensor_that_is_off_changes_no_other():
    world = a_world()
    sensors = mp.Sensors(world)
    imu, gnss = sensors.add("imu", "imu", rate=60.0, **NOISY), sensors.add("gnss", "gnss", horizontal_noise=1.0)
    gnss.is_on[:] = False
    imu.is_on[1] = False
    world.run(seconds=0.6, observers=[sensors])
    reference = run_with(["imu", "gnss"])["imu"]
    assert gnss.sequence.tolist() == [0, 0, 0]
    assert imu.sequence[1] == 0
    assert np.isnan(imu["angular_rate"][1]).all()
    assert np.array_equal(imu["angular_rate"][[0, 2]], reference["angular_rate"][[0, 2]])


@pytest.mark.slow
def test_sensors_do_not_change_the_world():
    watched, free = a_world(), a_world()
    sensors = mp.Sensors(watched)
    sensors.add("imu", "imu", **NOISY)
    sensors.add("scan", "scan-2d", beams=30, noise=0.1)
    watched.run(seconds=0.5, observers=[sensors])
    free.run(seconds=0.5)
    assert all(map(np.array_equal, watched.vehicles.all_columns(), free.vehicles.all_columns()))


def test_readings_are_made_at_the_first_step_after_their_times():
    world = a_world()
    sensors = mp.Sensors(world)
    gnss = sensors.add("gnss", "gnss", rate=25.0)  # every 0.04 s; steps are 1/60 s
    times = []
    for _ in range(60):
        world.run(seconds=world.dt, observers=[sensors])
        if gnss.sequence[0] > len(times):
            times.append(float(gnss.time[0]))
    due = 0.04 * np.arange(1, 26)
    assert len(times) == 25
    assert times == pytest.approx(np.ceil(due / world.dt - 1e-6) * world.dt, abs=1e-9)


def test_a_rate_above_that_of_the_steps_gives_a_reading_a_step():
    world = a_world()
    sensors = mp.Sensors(world)
    gnss = sensors.add("gnss", "gnss", rate=1000.0)
    world.run(seconds=0.5, observers=[sensors])
    assert gnss.sequence.tolist() == [30, 30, 30]


def test_a_reading_is_delivered_after_its_delay():
    world = a_world()
    sensors = mp.Sensors(world)
    late = sensors.add("late", "gnss", rate=20.0, delay=0.2)
    now = sensors.add("now", "gnss", rate=20.0)
    made: dict[float, float] = {}
    for _ in range(60):
        world.run(seconds=world.dt, observers=[sensors])
        made[float(now.time[0])] = float(now["longitude"][0])
        if late.sequence[0]:
            assert 0.2 - 1e-9 <= world.time - late.time[0] < 0.2 + 0.05 + world.dt
            assert late["longitude"][0] == made[float(late.time[0])]
    assert now.sequence[0] - late.sequence[0] == 4


def test_dropouts_are_the_share_of_readings_that_are_lost():
    world = a_world(50)
    sensors = mp.Sensors(world)
    gnss = sensors.add("gnss", "gnss", rate=60.0, dropout=0.3)
    world.run(seconds=1.0, observers=[sensors])
    assert gnss.sequence.mean() == pytest.approx(0.7 * 60, abs=4.0 * np.sqrt(60 * 0.21 / 50))
    assert gnss.sequence.min() < gnss.sequence.max()


def test_outages_begin_and_last_as_long_as_their_means():
    world = mp.World(fleets=[("bicycle", 60)], dt=0.25)
    world.place_vehicles(slice(0, 60), 12.0 * np.arange(60), 0.0, 0.0)
    world.vehicles.driver[:] = 1
    sensors = mp.Sensors(world)
    gnss = sensors.add("gnss", "gnss", rate=4.0, outage_interval=20.0, outage_duration=5.0)
    fixes = []
    for _ in range(480):
        world.run(seconds=world.dt, observers=[sensors])
        fixes.append(gnss["has_fix"].copy())
        assert np.array_equal(np.isnan(gnss["latitude"]), ~gnss["has_fix"])
    has_fix = np.array(fixes)
    assert 1.0 - has_fix.mean() == pytest.approx(5.0 / 25.0, abs=0.05)
    ends = np.count_nonzero(has_fix[1:] & ~has_fix[:-1])
    assert 0.25 * np.count_nonzero(~has_fix) / ends == pytest.approx(5.0, rel=0.2)


def test_vehicles_come_and_go():
    world = a_world()
    sensors = mp.Sensors(world)
    gnss = sensors.add("gnss", "gnss", rate=60.0, delay=0.05)
    imu = sensors.add("imu", "imu", rate=60.0)
    world.run(seconds=0.5, observers=[sensors])
    world.remove(1)
    world.run(seconds=0.1, observers=[sensors])
    assert gnss.sequence[1] == 0
    assert np.isnan(gnss["height"][1])
    world.add("bicycle", x=500.0, y=100.0)
    world.run(seconds=0.5, observers=[sensors])
    assert gnss.sequence[1] == 27
    assert imu.sequence[1] < imu.sequence[0]
    assert abs(imu["specific_force"]).max() < 20.0  # no jump to another place


def test_a_teleport_is_no_acceleration():
    world = a_world()
    sensors = mp.Sensors(world)
    imu, odometry = sensors.add("imu", "imu", rate=60.0), sensors.add("odometry", "odometry", rate=60.0)
    world.run(seconds=0.5, observers=[sensors])
    world.place_vehicles(0, -300.0, 200.0, 2.0)
    for _ in range(5):
        world.run(seconds=world.dt, observers=[sensors])
        assert abs(imu["specific_force"]).max() < 20.0
    assert np.hypot(odometry["x"], odometry["y"])[0] < 2.0


def test_a_world_that_is_set_back_begins_anew():
    world = a_world()
    sensors = mp.Sensors(world)
    imu = sensors.add("imu", "imu", rate=60.0)
    before = world.snapshot()
    world.run(seconds=0.5, observers=[sensors])
    world.restore(before)
    world.run(seconds=0.5, observers=[sensors])
    assert np.isfinite(imu["specific_force"]).all()
    assert imu.time[0] == pytest.approx(0.5)


def test_a_world_that_is_set_back_to_fewer_vehicles_loses_their_sensors():
    world = a_world()
    sensors = mp.Sensors(world)
    kept = sensors.add("gnss", "gnss", rate=60.0)
    world.run(seconds=0.1, observers=[sensors])
    before = world.snapshot()
    new = world.add("M998", x=200.0, y=0.0)
    sensors.add("late", "gnss", vehicle_ids=new)
    world.run(seconds=0.1, observers=[sensors])
    world.restore(before)
    world.run(seconds=0.1, observers=[sensors])
    assert sensors.channels == [kept]
    assert np.isfinite(kept["latitude"]).all()


def test_a_scan_is_that_of_the_functions_with_the_errors_of_the_sensor():
    world = a_world()
    sensors = mp.Sensors(world)
    mount = {"x": 1.0, "z": 0.7, "yaw": 0.2}
    exact = sensors.add("exact", "scan-2d", mount=mount, rate=60.0, beams=720, max_range=60.0)
    noisy = sensors.add("noisy", "scan-2d", mount=mount, rate=60.0, beams=720, max_range=60.0, noise=0.05, dropout=0.2)
    world.run(seconds=0.2, observers=[sensors])
    poses = sensor_poses(seen_of(world.vehicles, exact.vehicle_ids), exact.vehicle_ids, exact.mount)
    truth = scan_2d(scan_world(world), poses, azimuths_of(exact.spec), 60.0)
    is_hit = np.isfinite(truth)
    assert is_hit.sum() > 6
    assert np.array_equal(exact["ranges"], truth)
    found = noisy["ranges"][is_hit]
    assert 0 < np.count_nonzero(~np.isfinite(found)) < 0.5 * found.size
    error = (found - truth[is_hit])[np.isfinite(found)]
    assert 0.01 < np.sqrt(np.mean(error**2)) < 0.15
    assert not np.isfinite(noisy["ranges"][~is_hit]).any()


def test_shapes_of_all_scans():
    world = a_world()
    sensors = mp.Sensors(world)
    rings = sensors.add("rings", "scan-3d", mount=(0, 0, 1.5), rate=60.0, rings=4, beams=12)
    ground = sensors.add("ground", "height-scan", rate=60.0, rows=5, columns=3, noise=0.01)
    world.run(seconds=0.1, observers=[sensors])
    assert rings["ranges"].shape == (3, 4, 12)
    assert np.isfinite(rings["ranges"][:, 0]).all()  # downwards, on level ground
    assert rings["ranges"][0, 0] == pytest.approx(1.5 / np.sin(0.26) * np.ones(12), rel=1e-6)
    assert ground["heights"].shape == (3, 5, 3)
    assert abs(ground["heights"]).max() < 0.06


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"name": "Imu!", "kind": "imu"}, "sensor 'Imu!'.name is 'Imu!'; it must be 1 to 40 lower-case letters"),
        ({"name": "imu", "kind": "radar"}, "sensor 'imu'.kind is 'radar'; it must be one of imu, gnss"),
        ({"name": "imu", "kind": "imu", "rate": 0.0}, "sensor 'imu'.rate is 0.0 Hz; it must be above 0"),
        ({"name": "imu", "kind": "imu", "gyro_noise": 1.0}, "did you mean 'gyroscope_noise'"),
        ({"name": "imu", "kind": "imu", "mount": (1, 2, 3, 4, 5, 6, 7)}, "mount has 7 numbers"),
        ({"name": "imu", "kind": "imu", "mount": {"height": 1.0}}, "sensor 'imu'.mount has no mount key 'height'"),
        ({"name": "imu", "kind": "imu", "mount": 3.0}, "sensor 'imu'.mount is 3.0; it must be a table"),
        ({"name": "s", "kind": "scan-2d", "beams": 10.5}, "sensor 's'.beams is 10.5; it must be a whole number"),
        ({"name": "s", "kind": "scan-2d", "first_angle": 4.0}, "first_angle is 4, more than last_angle"),
        ({"name": "s", "kind": "scan-3d", "rings": 1000, "beams": 8000}, "has 8000000 rays a reading"),
        ({"name": "imu", "kind": "imu", "vehicle_ids": [9]}, "there is no vehicle 9; the world has 3 rows"),
        ({"name": "imu", "kind": "imu", "vehicle_ids": "all"}, "vehicle_ids is 'all'; give an id or several"),
        ({"name": "gnss", "kind": "imu"}, "vehicle 0 has a sensor 'gnss' already; choose another name"),
    ],
)
def test_a_wrong_sensor_is_a_sentence(given: dict, sentence: str):
    sensors = mp.Sensors(a_world())
    sensors.add("gnss", "gnss")
    with pytest.raises(mp.MotorpoolError) as caught:
        sensors.add(**given)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(mp.MotorpoolError, match="did you mean 'gnss'"):
        sensors["gns"]


@pytest.mark.parametrize("origin", [(91.0, 0.0), (0.0, 200.0), (90.0, 0.0), (math.nan, 0.0), (1.0,), "Bonn", None])
def test_an_origin_that_is_no_place_is_refused(origin):
    with pytest.raises(WorldError, match=r"Sensors: origin is .*; it must be a latitude between the poles"):
        mp.Sensors(mp.World(fleets=["bicycle"]), origin=origin)


def test_sensors_of_something_else_than_a_world_are_refused():
    with pytest.raises(WorldError, match="Sensors takes a world, and no list"):
        mp.Sensors(["imu"])
