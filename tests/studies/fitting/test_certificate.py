"""Certificates, and the scale of a logged speed: on drives with known errors, and on a real car."""

import hashlib

import numpy as np
import pytest

import motorpool as mp
from motorpool.app.cli import run
from motorpool.errors import FitError
from motorpool.studies.fitting import certificate_of
from motorpool.studies.logs import Log, read_log
from motorpool.studies.logs.speed_scale import speed_scale_of


def drive(*, seconds=30.0, dt=0.05, scale=1.0, noise=0.0, wheelbase=2.6, seed=1):
    """A bicycle's slalom with changes of speed; the logged speed is the true one over ``scale``."""
    rng, car = np.random.default_rng(seed), mp.Vehicle("bicycle", wheelbase=wheelbase)
    rows = []
    for step in range(round(seconds / dt)):
        time = step * dt
        car.speed, car.steer_angle = 8.0 + 2.0 * np.sin(0.4 * time), 0.15 * np.sin(0.7 * time)
        rows.append((time, car.x, car.y, car.yaw, car.speed / scale, car.steer_angle))
        car.step(dt / 10.0, steps=10)
    time, x, y, yaw, speed, steer_angle = np.array(rows).T
    x, y = x + rng.normal(0.0, noise, x.size), y + rng.normal(0.0, noise, x.size)
    return Log(time, {"x": x, "y": y, "yaw": yaw, "speed": speed, "steer_angle": steer_angle}, name="slalom")


def test_the_true_vehicle_has_no_error_and_a_constant_turn_rate_has():
    found = certificate_of(drive(), "bicycle:wheelbase=2.6", is_held=True)
    assert [one.seconds for one in found.errors] == [3.0, 10.0]
    for one in found.errors:
        assert one.vehicle < 2e-4
        assert one.bicycle == one.vehicle
        assert one.turn_rate > 0.02
        assert one.vehicle <= one.worst < 5e-4
        assert one.yaw < 1e-3


def test_errors_grow_with_the_error_of_the_wheelbase():
    log = drive()
    shares = [
        certificate_of(log, f"bicycle:wheelbase={wheelbase}", is_held=True).errors[1].vehicle
        for wheelbase in (2.6, 2.7, 3.0)
    ]
    assert shares[0] < shares[1] < shares[2]


def test_noise_of_the_path_does_not_make_it_longer_and_the_errors_smaller():
    plain, noisy = (certificate_of(drive(noise=noise), "bicycle:wheelbase=3.0") for noise in (0.0, 0.2))
    assert noisy.errors[1].vehicle == pytest.approx(plain.errors[1].vehicle, rel=0.1)


def test_a_log_whose_columns_have_different_times_has_all_three_predictions():
    log = drive()
    place = np.arange(log.time.size)
    values = {name: np.where(place % 3 == turn, log.values[name], np.nan) for name, turn in (("x", 1), ("speed", 2))}
    values |= {name: np.where(place % 3 == 1, log.values[name], np.nan) for name in ("y", "yaw")}
    found = certificate_of(Log(log.time, {**log.values, **values}), "bicycle:wheelbase=2.6")
    for one in found.errors:
        assert one.vehicle < 0.05 < one.turn_rate
        assert one.yaw < 0.05


def test_a_constant_turn_is_predicted_by_a_constant_turn_rate():
    time = np.arange(0.0, 20.0, 0.05)
    yaw = 0.2 * time
    x, y = 25.0 * np.sin(yaw), 25.0 * (1.0 - np.cos(yaw))
    values = {"x": x, "y": y, "yaw": yaw, "speed": np.full(time.size, 5.0), "steer_angle": np.full(time.size, 0.1)}
    for one in certificate_of(Log(time, values), "bicycle:wheelbase=2.6").errors:
        assert one.turn_rate < 1e-3


def test_a_certificate_has_the_hash_of_the_file(tmp_path):
    log = drive()
    path = tmp_path / "unseen.csv"
    columns = ["x", "y", "yaw", "speed", "steer_angle"]
    table = np.column_stack([log.time, *(log.values[name] for name in columns)])
    np.savetxt(path, table, delimiter=",", header=",".join(["time", *columns]), comments="")
    found = certificate_of(read_log(path, model="bicycle"), "bicycle")
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert f"not fitted: unseen.csv (sha256 {found.sha256})" in str(found)
    assert certificate_of(log, "bicycle").sha256 == ""


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        (drive(seconds=2.0), "has no stretch of 3 s without gaps"),
        (
            Log(drive().time, {"speed": drive().values["speed"], "steer_angle": drive().values["steer_angle"]}),
            "no path",
        ),
    ],
    ids=["short", "no path"],
)
def test_a_log_without_windows_or_path_has_no_certificate(log, sentence):
    with pytest.raises(FitError, match=sentence):
        certificate_of(log, "bicycle")


@pytest.mark.parametrize("scale", [0.95, 0.979, 1.0, 1.008, 1.05])
@pytest.mark.parametrize("noise", [0.0, 0.03])
def test_the_scale_of_a_speed_is_found(scale, noise):
    found = speed_scale_of([drive(seconds=60.0, scale=scale, noise=noise)])
    assert found.value == pytest.approx(scale, rel=0.001 if noise == 0.0 else 0.003)
    assert found.low - 0.001 <= scale <= found.high + 0.001


def test_the_interval_of_a_scale_holds_the_truth_in_nearly_all_drives():
    logs = [drive(seconds=40.0, scale=1.01, noise=0.03, seed=seed) for seed in range(40)]
    found = [speed_scale_of([log]) for log in logs]
    assert sum(one.low <= 1.01 <= one.high for one in found) >= 34


def test_jumps_of_a_receiver_and_slides_do_not_move_a_scale():
    log = drive(seconds=60.0, scale=1.02)
    x = log.values["x"].copy()
    x[300:] += 4.0
    x[500:540] = np.nan
    log = Log(log.time, {**log.values, "x": x})
    assert speed_scale_of([log]).value == pytest.approx(1.02, rel=0.002)


def test_a_scale_that_is_no_scale_is_refused():
    with pytest.raises(FitError, match=r"is 3\.\d* times the logged one; check their units"):
        speed_scale_of([drive(scale=3.6)])
    with pytest.raises(FitError, match="has no x; it needs a path"):
        speed_scale_of([Log(drive().time, {"speed": drive().values["speed"]})])


def csv_of(log, path, names):
    table = np.column_stack([log.time, *(log.values[name] for name in names)])
    np.savetxt(path, table, delimiter=",", header=",".join(["time", *names]), comments="")
    return str(path)


def test_a_fit_tells_of_a_scale_and_writes_its_certificate(tmp_path, capsys):
    names = ["x", "y", "yaw", "speed", "steer_angle"]
    first = csv_of(drive(scale=1.02, noise=0.01), tmp_path / "a.csv", names)
    second = csv_of(drive(scale=1.02, noise=0.01, seed=2), tmp_path / "b.csv", names)
    command = ["fit", first, "--test", second, "--model", "bicycle", "--starts", "2", "--held", "--force"]
    out = tmp_path / "my.toml"
    assert run([*command, "--out", str(out)]) == 0
    assert (
        "times the logged one, as with wheels of another radius; --scale-speed corrects it" in capsys.readouterr().out
    )
    assert run([*command, "--out", str(out), "--scale-speed"]) == 0
    said = capsys.readouterr().out
    assert "the logged speed is scaled by 1.0" in said
    assert "windows of 3 s: median error" in said
    text = out.read_text()
    assert "# The logged speed is scaled by 1.0" in text
    assert f"# not fitted: b.csv (sha256 {hashlib.sha256((tmp_path / 'b.csv').read_bytes()).hexdigest()})" in text
    assert "windows of 10 s: median error" in out.with_suffix(".html").read_text()
    assert mp.Vehicle(str(out)).wheelbase == pytest.approx(2.6, rel=0.01)


def test_the_unseen_half_of_a_real_cars_minute_is_predicted(shared_data, tmp_path):
    """A minute of a car on a Californian road (comma2k19): fitted to the first half, predicted in the second.

    The steering ratio and the wheelbase are a guess, as they are not in the log; they are not those of the car.
    """
    from pyproj import Transformer

    data = np.load(shared_data / "measured" / "comma2k19-minute.npz")
    time, places = data["pose_t"], data["pose_ecef"]
    longitude, latitude, _ = Transformer.from_crs("EPSG:4978", "EPSG:4979", always_xy=True).transform(*places.T)
    speed = np.interp(time, data["speed_t"], data["speed"][:, 0])
    steering = np.interp(time, data["steering_t"], data["steering_deg"])
    table = np.column_stack([time - time[0], latitude, longitude, speed, steering])
    head = "time,latitude,longitude,speed,steering_deg"
    for name, rows in (("first", slice(0, 600)), ("second", slice(600, 1200))):
        np.savetxt(tmp_path / f"{name}.csv", table[rows], delimiter=",", header=head, comments="", fmt="%.12g")
    out = tmp_path / "car.toml"
    command = ["fit", str(tmp_path / "first.csv"), "--model", "bicycle", "--fix", "wheelbase=2.7", "--scale-speed"]
    command += ["--column", "steer_angle_deg=steering_deg/15.3", "--also", "steer_offset,steer_ratio,steer_delay"]
    command += ["--hold-out", "0"]  # the other half is held out
    assert run([*command, "--out", str(out)]) == 0
    unseen = read_log(tmp_path / "second.csv", model="bicycle", columns=["steer_angle_deg=steering_deg/15.3"])
    scale = speed_scale_of([read_log(tmp_path / "first.csv", model="bicycle")]).value
    assert scale == pytest.approx(1.008, abs=0.002)
    certificate = certificate_of(unseen.scaled("speed", scale, "scaled"), str(out))
    print(certificate)
    errors = certificate.errors
    assert errors[0].worst < 0.007
    assert errors[1].worst < 0.02
    assert errors[0].vehicle < 0.5 * errors[0].turn_rate
    assert errors[1].vehicle < 0.2 * errors[1].turn_rate
