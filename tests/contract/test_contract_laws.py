"""The laws that every motion model obeys, whatever it models."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from model_inputs import (
    DT,
    Inputs,
    assert_close,
    assert_identical,
    at_rest,
    difference,
    draw,
    fleet_of,
    stepped_as_arrays,
    stepped_as_floats,
    stepped_by_kernel,
)

from motorpool.errors import Status
from motorpool.models import find, names
from motorpool.models.fields import fields_of

COUNT = 400
ROUNDING = 2e-13  # of positions, relative to their size: a step and the law's own arithmetic

# ---------------------------------------------------------------- finite

# How far "any finite input" goes where a field has no range of its own; products of these stay finite.
EXTREME = {"m": 1e12, "rad": 1e6, "m/s": 1e6, "rad/s": 1e4}


def extreme_values(field):
    """Hypothesis' choice of a field's values, its limits and zeros of both signs among them."""
    low = max(field.range.low, -EXTREME.get(field.unit, 1e3))
    high = min(field.range.high, EXTREME.get(field.unit, 1e3))
    if field.range.is_open and field.range.low >= 0.0:
        low = 1e-3
    return st.floats(low, high)


@given(data=st.data(), dt=st.floats(0.0, 1e3))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_step_is_finite_for_any_finite_input_in_range(model, data, dt):
    parts = [getattr(model.module, part) for part in ("State", "Control", "Params")]
    values = [part(*(data.draw(extreme_values(field), field.name) for field in fields_of(part))) for part in parts]
    assert all(map(math.isfinite, model.module.step(*values, dt)))


@pytest.mark.parametrize("float_type", ["float64", "float32"])
def test_compiled_states_stay_finite_whatever_comes_in(model, float_type):
    """NaN, infinities, denormals and the largest numbers, in every field, in ranges or not."""
    nasty = np.array([0.0, -0.0, 1.0, -1.0, 5e-324, 1e-30, 1e30, -1e308, math.inf, -math.inf, math.nan, math.pi / 2])
    random = np.random.default_rng(3)
    inputs = draw(model, 3000, float_type=float_type)
    fleet = fleet_of(model, inputs)
    with np.errstate(over="ignore"):
        for columns in (fleet.control, fleet.params):
            for column in columns:
                chosen = random.random(fleet.count) < 0.5
                column[chosen] = random.choice(nasty, int(chosen.sum()))
    fleet.step(DT, 5)
    assert all(np.isfinite(column).all() for column in fleet.state)
    assert set(np.unique(fleet.status)) <= {0, int(Status.NOT_FINITE)}


# ---------------------------------------------------------------- nothing happens


def test_no_time_changes_nothing(model):
    inputs = draw(model, COUNT)
    for stepped in (stepped_as_floats, stepped_as_arrays, stepped_by_kernel):
        assert_identical(stepped(model, inputs, dt=0.0), inputs.state)


def test_what_rests_stays_at_rest(model):
    inputs = at_rest(model, draw(model, COUNT))
    for stepped in (stepped_as_floats, stepped_as_arrays, stepped_by_kernel):
        assert_identical(stepped(model, inputs, steps=10), inputs.state)


# ---------------------------------------------------------------- symmetries

# What a mirror through the x axis does to a field, by the names of the style guide; left and right change places.
MIRRORED = ("y", "yaw", "roll", "curvature")
MIRRORED_PARTS = ("lateral_", "yaw_rate", "steer_", "_steer", "sideslip")


def moved(state, **changes):
    return state._replace(**{name: getattr(state, name) + change for name, change in changes.items()})


def rotated(state, angle):
    """The state after the world has turned about its origin."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return state._replace(
        x=state.x * cosine - state.y * sine, y=state.x * sine + state.y * cosine, yaw=state.yaw + angle
    )


def is_mirrored(name):
    return name in MIRRORED or (any(part in name for part in MIRRORED_PARTS) and not name.startswith("max_"))


def mirrored(part):
    """A state or control as seen in a mirror that runs along the x axis."""
    values = {}
    for name in part._fields:
        other = name.replace("left_", "right_") if name.startswith("left_") else name.replace("right_", "left_")
        values[name] = getattr(part, other) * (-1.0 if is_mirrored(name) else 1.0)
    return type(part)(**values)


def test_moving_the_start_moves_the_path(model):
    inputs = draw(model, COUNT)
    elsewhere = inputs._replace(state=moved(inputs.state, x=300.0, y=-700.0))
    expected = moved(stepped_as_arrays(model, inputs, steps=20), x=300.0, y=-700.0)
    assert_close(model, stepped_as_arrays(model, elsewhere, steps=20), expected, 20 * ROUNDING)


@pytest.mark.parametrize("angle", [0.3, math.pi / 2, math.pi, -2.0])
def test_turning_the_start_turns_the_path(model, angle):
    inputs = draw(model, COUNT)
    turned = inputs._replace(state=rotated(inputs.state, angle))
    expected = rotated(stepped_as_arrays(model, inputs, steps=20), angle)
    assert_close(model, stepped_as_arrays(model, turned, steps=20), expected, 20 * ROUNDING)


def test_the_mirrored_vehicle_drives_the_mirrored_path(model):
    inputs = draw(model, COUNT)
    opposite = Inputs(mirrored(inputs.state), mirrored(inputs.control), inputs.params)
    expected = mirrored(stepped_as_arrays(model, inputs, steps=20))
    assert_close(model, stepped_as_arrays(model, opposite, steps=20), expected, 20 * ROUNDING)


@pytest.mark.parametrize("float_type", ["float64", "float32"])
def test_exchanging_vehicles_exchanges_their_results(model, float_type):
    """To rounding: a vehicle in the last, incomplete vector of a block is stepped by scalar instructions."""
    inputs = draw(model, 1029, float_type=float_type)
    order = np.random.default_rng(8).permutation(1029)
    exchanged = Inputs(*(type(part)(*(column[order] for column in part)) for part in inputs))
    expected = type(inputs.state)(*(column[order] for column in stepped_by_kernel(model, inputs, steps=9)))
    assert_close(model, stepped_by_kernel(model, exchanged, steps=9), expected, 100 * np.finfo(float_type).eps)


# ---------------------------------------------------------------- convergence

EXACT = "exact"

# The declared order of each model: how the error shrinks with dt, for some parameters, against another model that is
# right (itself with tiny steps where none is named). 0: it does not converge.
ORDERS = {
    "arc": [(EXACT, {}, None)],
    "bicycle/arc": [(EXACT, {}, None)],
    "tracked/arc": [(EXACT, {}, None)],
    "tracked/simple": [
        (2, {"heading_factor": 2.0, "lead_factor": 1.0}, "tracked/arc"),
        (1, {"heading_factor": 2.0, "lead_factor": 0.0}, "tracked/arc"),
        (0, {"heading_factor": 1.0}, "tracked/arc"),
    ],
    "own_model": [(1, {}, None)],
}


def declared_orders(model):
    if model.name not in ORDERS and model.name not in names():
        pytest.skip(f"{model.name} is nobody's but yours; its order is not declared here")
    assert model.name in ORDERS, f"declare the order of {model.name} in ORDERS"
    return ORDERS[model.name]


def right_result(model, reference, inputs, duration):
    """What the exact model gives, or this one with tiny steps."""
    if reference is None:
        return stepped_by_kernel(model, inputs, dt=duration / 4096, steps=4096)
    exact = find(reference)
    params = exact.module.Params(*(getattr(inputs.params, name) for name in exact.module.Params._fields))
    return stepped_as_arrays(exact, inputs._replace(params=params), dt=duration)


def position_error(actual, expected):
    return float(np.mean(np.hypot(actual.x - expected.x, actual.y - expected.y)))


def test_it_converges_at_its_declared_order(model):
    for order, fixed, reference in declared_orders(model):
        inputs = draw(model, 50, seed=2, x=0.0, y=0.0, **fixed)
        if order == EXACT:
            whole = stepped_as_arrays(model, inputs, dt=0.5)
            halves = stepped_as_arrays(model, inputs, dt=0.25, steps=2)
            assert_close(model, halves, whole, ROUNDING)
            continue
        right = right_result(model, reference, inputs, 1.0)
        errors = [
            position_error(stepped_as_arrays(model, inputs, dt=1.0 / steps, steps=steps), right) for steps in (64, 128)
        ]
        assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.1)
        assert order > 0 or errors[1] > 0.1


# ---------------------------------------------------------------- a vehicle that cannot be stepped


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_vehicle_with_a_bad_control_stays_and_is_marked_and_no_other_notices(model, bad):
    inputs = draw(model, 1100)
    for field in type(inputs.control)._fields:
        fleet = fleet_of(model, inputs)
        getattr(fleet.control, field)[500] = bad
        fleet.step(DT, 3)
        # A limiting model may bring an infinity back into its range: then it moves, as far as its limit says.
        marked = np.flatnonzero(fleet.status == Status.NOT_FINITE).tolist()
        assert marked == [500] or (math.isinf(bad) and marked == [])
        expected = stepped_by_kernel(model, inputs, steps=3)
        for name, column in zip(expected._fields, fleet.state, strict=True):
            good = getattr(expected, name).copy()
            good[500] = getattr(inputs.state, name)[500] if marked else column[500]
            assert np.array_equal(column, good), f"{field} of vehicle 500 changed {name}"


def test_a_vehicle_with_a_bad_parameter_stays_and_is_marked_and_no_other_notices(model):
    inputs = draw(model, 1100)
    for field in type(inputs.params)._fields:
        fleet = fleet_of(model, inputs)
        getattr(fleet.params, field)[1099] = math.nan
        fleet.step(DT)
        expected = stepped_by_kernel(model, inputs)
        others = slice(0, 1099)
        assert not fleet.status[others].any()
        for name, column in zip(expected._fields, fleet.state, strict=True):
            assert np.array_equal(column[others], getattr(expected, name)[others])
            assert np.isfinite(column[1099])


# ---------------------------------------------------------------- driving


def driven(model, speed, steer, **fixed):
    """Controls from drive(), in the inputs of some vehicles at the origin, facing east."""
    inputs = draw(model, COUNT, seed=4, x=0.0, y=0.0, yaw=0.0, **fixed)
    ones = np.ones(COUNT)
    return inputs._replace(control=model.module.drive(speed * ones, steer * ones, inputs.params))


def drivable(model):
    if not model.can_be_driven:
        pytest.skip(f"{model.name} has no drive()")
    return model


def test_driven_without_steering_it_goes_straight_at_the_speed_asked_for(model):
    for speed in (-3.0, 0.0, 8.0):
        after = stepped_as_arrays(drivable(model), driven(model, speed, 0.0), dt=0.5)
        assert np.allclose(after.x, 0.5 * speed, rtol=1e-14, atol=0.0)
        assert not np.any(after.y)
        assert not np.any(after.yaw)


def test_driven_with_a_left_steer_it_turns_left_and_the_opposite_steer_is_the_mirror_image(model):
    left = stepped_as_arrays(drivable(model), driven(model, 4.0, 0.5), dt=0.1)
    right = stepped_as_arrays(model, driven(model, 4.0, -0.5), dt=0.1)
    assert np.all(left.yaw > 0.0)
    assert_close(model, right, mirrored(left), ROUNDING)


def test_more_than_full_steer_is_full_steer(model):
    for excess in (1.001, 3.0, math.inf):
        full, more = (driven(drivable(model), 4.0, steer).control for steer in (1.0, excess))
        assert_identical(more, full)


def test_a_drive_of_floats_is_a_drive_of_arrays(model):
    arrays = driven(drivable(model), 4.0, 0.3)
    params = type(arrays.params)(*(float(column[0]) for column in arrays.params))
    floats = model.module.drive(4.0, 0.3, params)
    assert all(math.isclose(a, float(b[0]), rel_tol=1e-15) for a, b in zip(floats, arrays.control, strict=True))


# ---------------------------------------------------------------- yaw


def test_yaw_stays_in_its_range(model):
    inputs = draw(model, COUNT)
    for stepped in (stepped_as_floats, stepped_as_arrays, stepped_by_kernel):
        after = stepped(model, inputs, dt=1.0, steps=5)
        assert np.all((after.yaw > -math.pi) & (after.yaw <= math.pi))


def test_the_difference_of_two_results_is_measured(model):
    """The suite's own yardstick: it sees one centimetre."""
    inputs = draw(model, 3)
    assert difference(model, moved(inputs.state, y=0.01), inputs.state)["y"] > 1e-6
