"""Fleet: columns that are read as attributes, changed in place, stepped by kernels; refusals in one sentence."""

import itertools
import math
import warnings

import numpy as np
import pytest

from motorpool.errors import ModelError, Status
from motorpool.models import find
from motorpool.vehicles.fleet import CACHE_LINE, Body, Fleet, aligned_columns


@pytest.fixture
def fleet():
    return Fleet("bicycle", 5, wheelbase=3.0, speed=[1.0, 2.0, 3.0, 4.0, 5.0])


# ---------------------------------------------------------------- columns


def test_the_columns_are_the_models_fields(fleet):
    module = fleet.model.module
    for columns, structure in (
        (fleet.state, module.State),
        (fleet.control, module.Control),
        (fleet.params, module.Params),
    ):
        assert set(dir(columns)) == set(structure._fields)
        assert [column.shape for column in columns] == [(5,)] * len(structure._fields)
    assert len(fleet) == fleet.count == 5


def test_values_are_one_for_all_or_one_each(fleet):
    assert fleet.params.wheelbase.tolist() == [3.0] * 5
    assert fleet.control.speed.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert fleet.params.max_steer_angle.tolist() == [0.6] * 5


def test_assigning_a_column_changes_it_in_place(fleet):
    column = fleet.control.speed
    fleet.control.speed = 7.0
    assert column.tolist() == [7.0] * 5
    fleet.control.speed = [1, 2, 3, 4, 5]
    assert column.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    fleet.control.speed[1:3] = 0.0
    assert column.tolist() == [1.0, 0.0, 0.0, 4.0, 5.0]
    assert fleet.control.speed is column


def test_a_column_of_the_wrong_length_is_refused(fleet):
    with pytest.raises(ModelError, match=r"bicycle/arc\.control\.speed has 5 vehicles and cannot take \(3,\) values"):
        fleet.control.speed = [1.0, 2.0, 3.0]


def test_a_column_that_does_not_exist_lists_those_that_do(fleet):
    for use in (lambda: fleet.control.velocity, lambda: setattr(fleet.control, "velocity", 1.0)):
        with pytest.raises(AttributeError, match="control has no column 'velocity'; did you mean 'speed'"):
            use()


def test_columns_say_what_they_are(fleet):
    assert "bicycle/arc.params.wheelbase: front to rear axle [m]" in repr(fleet.params)


def test_a_fleet_may_have_a_name_and_a_body():
    convoy = Fleet("tracked", 2, name="convoy", body=Body(7.9, 3.66, 2.4))
    assert (convoy.name, convoy.body.width, convoy.kind) == ("convoy", 3.66, "tracked")
    assert (Fleet("bicycle", 1).kind, Fleet("arc", 1).kind) == ("wheeled", "point")


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("count", [0, 1, 7, 8, 500, 512, 1000])
def test_each_column_begins_a_cache_line_of_its_own_and_none_evicts_another(dtype, count):
    columns = aligned_columns(9, count, dtype)
    places = [column.__array_interface__["data"][0] for column in columns]
    assert all(column.shape == (count,) and column.dtype == dtype and not column.any() for column in columns)
    assert all(place % CACHE_LINE == 0 for place in places) or count == 0
    assert all(b - a >= columns[0].nbytes for a, b in itertools.pairwise(places))
    assert count == 0 or (places[1] - places[0]) % 4096 != 0
    for index, column in enumerate(columns):
        column[:] = index
    assert all((column == index).all() for index, column in enumerate(columns))


# ---------------------------------------------------------------- stepping


def test_it_drives(fleet):
    fleet.step(0.5, steps=4)
    assert fleet.state.x == pytest.approx([2.0, 4.0, 6.0, 8.0, 10.0])
    assert not fleet.state.y.any()
    assert not fleet.status.any()


def test_columns_are_stepped_in_place(fleet):
    x = fleet.state.x
    fleet.step(0.1)
    assert fleet.state.x is x
    assert x[0] == pytest.approx(0.1)


def test_an_empty_fleet_steps():
    Fleet("tracked", 0).step(0.1, steps=3)


def test_float32_columns_stay_float32():
    fleet = Fleet("bicycle", 3, dtype=np.float32, speed=2.0)
    fleet.step(0.5)
    assert [column.dtype for part in (fleet.state, fleet.control, fleet.params) for column in part] == ["float32"] * 8
    np.testing.assert_allclose(fleet.state.x, 1.0, rtol=4.0 * np.finfo(np.float32).eps)


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_any_number_of_threads_may_be_asked_for(threads):
    fleet = Fleet("tracked", 3000, left_track_speed=1.0, right_track_speed=1.0)
    fleet.step(1.0, threads=threads)
    np.testing.assert_allclose(fleet.state.x, 1.0, rtol=1e-15)


@pytest.mark.parametrize("dt", [-0.1, math.nan, math.inf, "0.1", None, 1j])
def test_a_dt_that_means_nothing_is_refused(fleet, dt):
    with pytest.raises(ModelError, match=r"bicycle/arc\.step: dt is .*must be a finite number of seconds"):
        fleet.step(dt)
    assert not fleet.state.x.any()


@pytest.mark.parametrize("steps", [-1, 2.5, "2", None])
def test_a_number_of_steps_that_means_nothing_is_refused(fleet, steps):
    with pytest.raises(ModelError, match=r"bicycle/arc\.step: steps is .*must be a whole number"):
        fleet.step(0.1, steps)


def test_numbers_of_numpy_are_numbers(fleet):
    fleet.step(np.float32(0.5), np.int64(2))
    assert fleet.state.x[0] == 1.0


def test_stepping_warns_of_nothing_even_where_a_state_would_not_be_finite(fleet):
    fleet.control.speed[2] = math.inf
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fleet.step(0.1)


# ---------------------------------------------------------------- status


def test_status_stays_until_it_is_cleared_and_problems_name_vehicle_and_reason(fleet):
    fleet.control.speed[[1, 3]] = math.nan
    fleet.step(0.1)
    assert fleet.status.tolist() == [0, 1, 0, 1, 0]
    (problem,) = fleet.problems()
    assert problem.startswith("bicycle/arc: 2 of 5 vehicles (first 1, 3): a control, parameter or result is NaN")
    fleet.control.speed = 1.0
    fleet.step(0.1)
    assert fleet.status.tolist() == [0, 1, 0, 1, 0]
    assert fleet.state.x[1] == pytest.approx(0.1)  # it drives again; the mark is for you to clear
    fleet.status[:] = 0
    fleet.step(0.1)
    assert fleet.problems() == []


def test_every_status_bit_has_a_sentence():
    assert all(len(bit.sentences()) == 1 for bit in Status)
    assert (Status.BLOCKED | Status.OFF_MAP).sentences() == [*Status.BLOCKED.sentences(), *Status.OFF_MAP.sentences()]
    assert Status(0).sentences() == []


def test_problems_name_the_value_that_is_wrong_and_its_range():
    fleet = Fleet("single-track", 4, name="cars")
    fleet.ground.friction[1], fleet.ground.cone_index[3] = -1.0, math.nan
    fleet.step(0.1)
    assert fleet.status.tolist() == [0, Status.OUT_OF_RANGE, 0, Status.NOT_FINITE]
    not_finite, out_of_range = fleet.problems()
    told = "ground.friction of vehicle 1 is -1; it must be positive (greatest, before a tyre or track slides [1])"
    assert told in out_of_range
    assert "ground.cone_index of vehicle 3 is nan; it must be zero or positive" in not_finite
    fleet.ground.friction[1] = 0.5
    assert "friction" not in fleet.problems()[1]


# ---------------------------------------------------------------- float32

FAR = (5e5, 4e6)  # a place in UTM coordinates [m]


def driven_far(model, dtype, place, calls, steps):
    """A fleet at a place, after it has driven for a while at 7 m/s in wide curves, and the start of each vehicle."""
    fleet = Fleet(model, 3, dtype=dtype, x=place[0], y=place[1])
    fleet.drive(7.0, np.array([0.0, 0.01, -0.02], dtype))
    if "speed" in dir(fleet.state):
        fleet.state.speed = 7.0
    for _ in range(calls):
        fleet.step(1 / 60, steps)
    assert not fleet.status.any()
    return fleet


@pytest.mark.parametrize("model", ["bicycle", "tracked", pytest.param("single-track", marks=pytest.mark.slow)])
def test_a_float32_vehicle_far_from_the_origin_drives_as_at_it(model):
    """It sums the same displacements there, so it differs by no more than its columns can tell: 0.03 m and 0.25 m."""
    near = driven_far(model, "float32", (0.0, 0.0), 10, 1000).state
    far = driven_far(model, "float32", FAR, 10, 1000).state
    assert np.abs(far.x.astype(float) - FAR[0] - near.x).max() <= 0.5 * 0.03125 + 1e-3
    assert np.abs(far.y.astype(float) - FAR[1] - near.y).max() <= 0.5 * 0.25 + 1e-3
    assert np.array_equal(far.yaw, near.yaw)
    assert np.hypot(near.x, near.y).max() > 500.0


def test_a_float32_vehicle_far_from_the_origin_drives_where_a_float64_one_does():
    """Straight on, where nothing but the sum of 10 000 displacements can differ."""
    single, double = (driven_far("bicycle", dtype, FAR, 10, 1000).state for dtype in ("float32", "float64"))
    assert abs(float(single.x[0]) - double.x[0]) < 0.2
    assert double.x[0] == pytest.approx(FAR[0] + 7.0 * 10_000 / 60)


def test_many_float32_steps_in_one_call_are_as_many_calls_to_the_bit_far_from_the_origin():
    one, many = driven_far("bicycle", "float32", FAR, 1, 100), driven_far("bicycle", "float32", FAR, 100, 1)
    for a, b in zip(one.snapshot().columns, many.snapshot().columns, strict=True):
        assert np.array_equal(a, b)


def test_a_snapshot_keeps_what_float32_positions_round_away():
    fleet = driven_far("bicycle", "float32", FAR, 1, 7)
    saved = fleet.snapshot()
    fleet.step(1 / 60, 500)
    after = fleet.state.x.copy()
    fleet.restore(saved)
    fleet.step(1 / 60, 500)
    assert np.array_equal(fleet.state.x, after)


def test_a_float32_vehicle_that_is_put_elsewhere_starts_there():
    fleet = driven_far("bicycle", "float32", FAR, 1, 7)
    fleet.state.x, fleet.state.y = 3.0, -4.0
    fleet.control.speed = 0.0
    fleet.step(1 / 60, 5)
    assert fleet.state.x.tolist() == [3.0] * 3
    assert fleet.state.y.tolist() == [-4.0] * 3


# ---------------------------------------------------------------- snapshots


def test_a_snapshot_is_a_copy_and_restore_replays_to_the_bit(fleet):
    fleet.control.steer_angle = 0.2
    fleet.control.speed[4] = math.nan
    fleet.step(0.1, 3)
    saved = fleet.snapshot()
    fleet.step(0.1, 50)
    after = fleet.snapshot()
    assert not np.array_equal(after.columns[0], saved.columns[0])
    fleet.control.speed = 0.0
    fleet.status[:] = 0
    fleet.restore(saved)
    fleet.step(0.1, 50)
    for a, b in zip(fleet.snapshot().columns, after.columns, strict=True):
        assert np.array_equal(a, b, equal_nan=True)
    assert fleet.status.tolist() == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("other", [("tracked", 5), ("tracked/simple", 5), ("bicycle", 4)])
def test_a_snapshot_of_another_fleet_is_refused_and_changes_nothing(fleet, other):
    before = fleet.snapshot()
    with pytest.raises(
        ModelError, match=r"bicycle/arc\.restore: the snapshot is of \d vehicles of .*; give one of a fleet of"
    ):
        fleet.restore(Fleet(*other, x=7.0).snapshot())
    assert np.array_equal(fleet.state.x, before.columns[0])


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (0, [0] * 5),
        (Status.BLOCKED, [2] * 5),
        ([0, 1, 0, 8, 0], [0, 1, 0, 8, 0]),
        (np.zeros(10, np.uint8)[::2], [0] * 5),
    ],
)
def test_assigning_the_status_changes_it_in_place(fleet, value, bits):
    status = fleet.status
    fleet.control.speed[1] = math.nan
    fleet.step(0.1)
    assert status.any()
    fleet.status = value
    assert fleet.status is status
    assert status.tolist() == bits
    fleet.control.speed[1] = 1.0
    fleet.step(0.1)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"wheelbase": -2.7}, r"bicycle/arc\.wheelbase is -2\.7 m; it must be positive \(front to rear axle \[m\]\)"),
        ({"wheelbase": [2.0, 2.0, -1.0]}, r"bicycle/arc\.wheelbase is -1\.0 m; it must be positive"),
        ({"wheelbase": [2.0, math.nan, 2.0]}, "wheelbase is nan m"),
        ({"wheelbase": [2.0, 2.0]}, r"wheelbase has shape \(2,\); it must be one number or 3 of them"),
        ({"speed": math.inf}, "speed is inf m/s; it must be finite"),
        ({"speed": "fast"}, "speed is 'fast'; it must be a number, finite"),
        ({"speed_reference": "middle"}, "one of 'rear', 'centre', 'front'"),
        ({"wheelbse": 2.7}, r"bicycle/arc has no field 'wheelbse'; did you mean 'wheelbase'\?"),
        ({"colour": 3.0}, "bicycle/arc has no field 'colour'; its fields are x, y, yaw, steer_angle"),
        ({"dtype": "float16"}, "dtype is float16; it must be float64 or float32"),
        ({"dtype": int}, "dtype is int64; it must be float64 or float32"),
        ({"device": "tpu"}, "device is 'tpu'; it must be 'cpu' or 'cuda'"),
    ],
)
def test_a_fleet_that_means_nothing_is_refused(values, sentence):
    with pytest.raises(ModelError, match=sentence):
        Fleet("bicycle", 3, **values)


@pytest.mark.parametrize("count", [-1, 2.0, "3", None, True])
def test_a_count_that_is_no_whole_number_is_refused(count):
    with pytest.raises(ModelError, match=r"count is .*must be a whole number, zero or positive"):
        Fleet("bicycle", count)


def test_names_in_messages_are_the_fleets_own():
    with pytest.raises(ModelError, match=r"convoy\.wheelbase is -1\.0 m"):
        Fleet("bicycle", 1, name="convoy", wheelbase=-1.0)


@pytest.mark.slow  # imports Numba, which the quick tier does without
def test_without_a_gpu_cuda_is_refused_with_a_sentence():
    cuda = pytest.importorskip("numba.cuda", reason="needs numba-cuda")
    if cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(ModelError, match=r"needs an NVIDIA GPU and its driver, and numba-cuda.* found none; use"):
        Fleet("bicycle", 1, device="cuda")


def test_a_found_model_or_its_module_is_as_good_as_its_name():
    for model in ("bicycle", "bicycle/arc", find("bicycle"), find("bicycle").module):
        assert Fleet(model, 1).model == find("bicycle/arc")


# ---------------------------------------------------------------- values of other kinds


@pytest.mark.parametrize("dtype", [">f8", ">f4"])
def test_a_type_of_the_other_byte_order_is_stored_in_that_of_the_machine(dtype):
    fleet = Fleet("bicycle", 2, speed=3.0, dtype=dtype)
    fleet.step(1.0)
    assert fleet.state.x.tolist() == pytest.approx([3.0, 3.0], rel=1e-6)


def test_an_unknown_type_is_refused_in_one_sentence():
    with pytest.raises(ModelError, match=r"dtype is 'float23'; it must be float64 or float32"):
        Fleet("bicycle", 2, dtype="float23")


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        (np.zeros(3, np.uint32), r"has 2 vehicles and cannot take \(3,\) values"),
        (np.zeros(2), "takes whole numbers, the bits of Status, and no float64; 0 clears it"),
        ("bad", "takes whole numbers"),
        (None, "takes whole numbers"),
        (-1, "is -1; it takes the bits of Status, and 0 clears it"),
        ([0, 2**32], "is .*; it takes the bits of Status"),
    ],
)
def test_a_status_of_another_length_or_type_is_refused(bits, sentence):
    with pytest.raises(ModelError, match=rf"bicycle/arc\.status {sentence}"):
        Fleet("bicycle", 2).status = bits


def test_columns_are_assigned_and_not_replaced():
    fleet, other = Fleet("bicycle", 2), Fleet("bicycle", 2, speed=9.0)
    with pytest.raises(
        AttributeError, match=r"control of the fleet 'bicycle/arc' cannot be replaced; assign its columns"
    ):
        fleet.control = other.control
    for name in ("count", "dtype", "model", "device"):
        with pytest.raises(AttributeError, match=f"{name} of the fleet 'bicycle/arc' cannot be replaced; make another"):
            setattr(fleet, name, getattr(other, name))


MASKED = np.ma.array([1.0, 2.0], mask=[False, True])


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (np.array([1j, 2.0]), "takes real numbers and cannot take values of the type complex128"),
        (MASKED, "cannot take an array with masked values"),
    ],
)
def test_values_are_not_taken_without_their_imaginary_part_or_mask(values, sentence):
    with pytest.raises(ModelError, match=sentence):
        Fleet("bicycle", 2, speed=values)
    fleet = Fleet("bicycle", 2)
    with pytest.raises(ModelError, match=sentence):
        fleet.control.speed = values
    with pytest.raises(ModelError, match=sentence):
        fleet.drive(values, 0.0)


@pytest.mark.parametrize("threads", [0, -1, 2.5, "2"])
def test_a_number_of_threads_is_a_whole_number_from_one(threads):
    with pytest.raises(ModelError, match=r"threads is .*; it must be a whole number, 1 or more, or None"):
        Fleet("bicycle", 2).step(0.1, threads=threads)


def test_a_number_of_steps_that_no_kernel_counts_is_refused():
    with pytest.raises(ModelError, match=r"steps is \d+; it must be a whole number from 0 to 2\*\*63 - 1"):
        Fleet("bicycle", 0).step(0.1, 2**63)


# ---------------------------------------------------------------- float32


@pytest.mark.parametrize(
    ("model", "controls"),
    [
        ("bicycle", {"speed": (1.0, 20.0), "steer_angle": (-0.3, 0.3)}),
        ("tracked", {"left_track_speed": (1.0, 10.0), "right_track_speed": (1.0, 10.0)}),
    ],
)
@pytest.mark.parametrize("rate", [16, 256])
def test_the_yaw_of_float32_drifts_by_no_more_than_its_rounding_in_each_step(model, controls, rate):
    random, steps = np.random.default_rng(rate), 20_000
    values = {name: random.uniform(*limits, 64).astype(np.float32) for name, limits in controls.items()}
    exact, single = (Fleet(model, 64, dtype=dtype, **values) for dtype in ("float64", "float32"))
    exact.step(1 / rate)
    turned = np.abs(exact.state.yaw) * steps
    exact.step(1 / rate, steps - 1)
    single.step(1 / rate, steps)
    drift = np.abs(np.angle(np.exp(1j * (single.state.yaw.astype(float) - exact.state.yaw))))
    a_step = 0.5 * np.spacing(np.float32(np.pi))  # 1.2e-7 rad
    of_a_turn = 4.0 * np.finfo(np.float32).eps  # of the turn of a step, which float32 has to seven digits
    assert np.all(drift <= steps * a_step + turned * of_a_turn)
    assert np.median(drift) > 0.02 * steps * a_step  # it is not compensated, as the documentation says


@pytest.mark.slow
def test_the_yaw_of_float32_has_drifted_after_four_hours_by_what_the_documentation_says():
    random = np.random.default_rng(1)
    speeds, angles = (random.uniform(*limits, 100).astype(np.float32) for limits in ((1.0, 20.0), (-0.3, 0.3)))
    exact, single = (
        Fleet("bicycle", 100, dtype=dtype, speed=speeds, steer_angle=angles) for dtype in ("float64", "float32")
    )
    for fleet in (exact, single):
        fleet.step(dt=1 / 64, steps=4 * 3600 * 64)
    drift = np.abs(np.angle(np.exp(1j * (single.state.yaw.astype(float) - exact.state.yaw))))
    assert np.median(drift) == pytest.approx(0.02, abs=0.005)
    assert drift.max() == pytest.approx(0.04, abs=0.005)
