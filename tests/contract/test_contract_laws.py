"""The laws that every motion model obeys, whatever it models."""

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
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
from motorpool.models.convergence import EXACT
from motorpool.models.fields import fields_of
from motorpool.models.mathematics import wrap_angle

SPEED_APART_FROM_VELOCITY = "it keeps forces and vectors apart from its speed, and each step makes them anew"

# Laws that a model breaks because its document does, by the test's name; each with the sentence that says why.
# A law declared broken must be broken.
EXCEPTIONS: dict[str, dict[str, str]] = {
    "bicycle/drift": {"test_what_rests_stays_at_rest": "the car stays where it is, but its history passes"},
    "bicycle/drift-frames": {"test_what_rests_stays_at_rest": "the car stays where it is, but its history passes"},
    "park1992/tracked": {"test_no_time_changes_nothing": SPEED_APART_FROM_VELOCITY},
    "park1992/wheeled": {"test_no_time_changes_nothing": SPEED_APART_FROM_VELOCITY},
    "polar/faithful": {
        "test_what_rests_stays_at_rest": "its direction turns without a key and at rest, towards the wanted one",
        "test_the_mirrored_vehicle_drives_the_mirrored_path": "its brake_law 'signed' brakes right turns harder",
    },
}


@pytest.fixture(autouse=True)
def declared_exception(request):
    """Expect the failure of a law that the model is declared to break."""
    model = request.getfixturevalue("model") if "model" in request.fixturenames else None
    sentence = EXCEPTIONS.get(getattr(model, "name", ""), {}).get(request.node.originalname)
    if sentence:
        request.node.add_marker(pytest.mark.xfail(reason=sentence, raises=AssertionError, strict=True))


COUNT = 200
ROUNDING = 2e-13  # of positions, relative to their size: a step and the law's own arithmetic

# ---------------------------------------------------------------- finite

# How far "any finite input" goes where a field has no range of its own; products of these stay finite.
EXTREME = {"m": 1e12, "rad": 1e6, "m/s": 1e6, "rad/s": 1e4, "N": 1e7}


def extreme_values(field):
    """Hypothesis' choice of a field's values, its limits and zeros of both signs among them."""
    low = max(field.range.low, -EXTREME.get(field.unit, 1e3))
    high = min(field.range.high, EXTREME.get(field.unit, 1e3))
    if field.names is not None and field.names.is_choice:
        return st.sampled_from([value for _, value in field.names.values])
    if field.range.is_open and field.range.low >= 0.0:
        low = 1e-3
    return st.floats(low, high)


@given(data=st.data(), dt=st.floats(0.0, 1e3))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_step_is_finite_for_any_finite_input_in_range(model, data, dt):
    state, control, params, *ground = [
        part(*(data.draw(extreme_values(field), field.name) for field in fields_of(part)))
        for part in model.structures.values()
    ]
    assume(not model.limit or model.module.is_valid(control, params, dt))
    assert all(map(math.isfinite, model.module.step(state, control, params, dt, *ground)))


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
    assert not np.any(fleet.status & ~np.uint32(Status.NOT_FINITE | Status.OUT_OF_RANGE))


# ---------------------------------------------------------------- nothing happens


def without_reports(model, state):
    """The state with its instruments at zero: they show the last step and do not move the vehicle."""
    zeros = np.zeros_like(state[0])
    return state._replace(**dict.fromkeys(getattr(model.module, "REPORTS", ()), zeros))


def test_no_time_changes_nothing(model):
    inputs = draw(model, COUNT)
    for stepped in (stepped_as_floats, stepped_as_arrays, stepped_by_kernel):
        after = stepped(model, inputs, dt=0.0)
        assert_identical(without_reports(model, after), without_reports(model, inputs.state))


def without_fuel(model, state):
    """The state with what it has used up at zero: an engine that idles burns fuel."""
    amounts = [field.name for field in fields_of(model.module.State) if field.unit == "kg"]
    return without_reports(model, state)._replace(**dict.fromkeys(amounts, np.zeros_like(state[0])))


def test_what_rests_stays_at_rest(model):
    inputs = at_rest(model, draw(model, COUNT))
    for stepped in (stepped_as_floats, stepped_as_arrays, stepped_by_kernel):
        after = stepped(model, inputs, steps=10)
        assert_identical(without_fuel(model, after), without_fuel(model, inputs.state))


def test_instruments_do_not_move_the_vehicle(model):
    inputs = draw(model, COUNT)
    others = inputs._replace(state=without_reports(model, inputs.state))
    assert_identical(stepped_as_floats(model, others), stepped_as_floats(model, inputs))


# ---------------------------------------------------------------- symmetries

# What a mirror through the x axis does to a field, by the names of the style guide; left and right change places.
MIRRORED = (
    "y", "yaw", "roll", "steer", "curvature", "rollover_angle", "rollover_rate", "body_roll", "body_roll_rate",
    "specific_force_left",
)  # fmt: skip
MIRRORED_PARTS = (
    "lateral_", "yaw_rate", "yaw_change", "steer_", "_steer", "wheel_angle", "hitch_angle", "sideslip", "side_force",
    "friction_split",
)  # fmt: skip
MIRRORED_ENDS = ("_yaw", "_y")


def moved(state, **changes):
    return state._replace(**{name: getattr(state, name) + change for name, change in changes.items()})


def rotated(part, angle):
    """A state, control or ground after the world has turned about its origin: directions, and pairs *x and *y."""
    sine, cosine = math.sin(angle), math.cos(angle)
    changes = {}
    for name in part._fields:
        if name == "yaw" or name.endswith("_yaw"):
            changes[name] = wrap_angle(getattr(part, name) + angle)
        if name == "x" or name.endswith("_x"):
            x, y = getattr(part, name), getattr(part, f"{name[:-1]}y")
            changes |= {name: x * cosine - y * sine, f"{name[:-1]}y": x * sine + y * cosine}
    return part._replace(**changes)


def is_mirrored(name):
    is_odd = name in MIRRORED or name.endswith(MIRRORED_ENDS) or any(part in name for part in MIRRORED_PARTS)
    return is_odd and not name.startswith(("max_", "is_"))


def mirrored(part):
    """A state or control as seen in a mirror that runs along the x axis."""
    values = {}
    for name in part._fields:
        other = name.replace("left_", "right_") if name.startswith("left_") else name.replace("right_", "left_")
        other = other if hasattr(part, other) else name
        values[name] = getattr(part, other) * (-1.0 if is_mirrored(name) else 1.0)
    if "height_right" in values:  # the other side's height, on a plane
        values["height_right"] = 2.0 * part.height - part.height_right
    return type(part)(**values)


def in_the_mirror(inputs):
    """The mirrored vehicle on the mirrored ground."""
    ground = inputs.ground and mirrored(inputs.ground)
    return Inputs(mirrored(inputs.state), mirrored(inputs.control), inputs.params, ground)


def test_moving_the_start_moves_the_path(model):
    inputs = draw(model, COUNT)
    elsewhere = inputs._replace(state=moved(inputs.state, x=300.0, y=-700.0))
    expected = moved(stepped_as_arrays(model, inputs, steps=20), x=300.0, y=-700.0)
    assert_close(model, stepped_as_arrays(model, elsewhere, steps=20), expected, 20 * ROUNDING)


def test_turning_the_start_turns_the_path(model):
    inputs = draw(model, COUNT)
    after = stepped_as_arrays(model, inputs, steps=20)
    for angle in (0.3, math.pi / 2, math.pi, -2.0):
        turned = inputs._replace(
            state=rotated(inputs.state, angle),
            control=rotated(inputs.control, angle),
            ground=inputs.ground and rotated(inputs.ground, angle),
        )
        actual = stepped_as_arrays(model, turned, steps=20)
        assert_close(model, actual, rotated(after, angle), 20 * ROUNDING, case=f"turned by {angle} rad")


def test_the_mirrored_vehicle_drives_the_mirrored_path(model):
    inputs = draw(model, COUNT)
    expected = mirrored(stepped_as_arrays(model, inputs, steps=20))
    assert_close(model, stepped_as_arrays(model, in_the_mirror(inputs), steps=20), expected, 20 * ROUNDING)


@pytest.mark.parametrize("float_type", ["float64", "float32"])
def test_exchanging_vehicles_exchanges_their_results(model, float_type):
    """To rounding: a vehicle in the last, incomplete vector of a block is stepped by scalar instructions.

    LLVM may fuse a multiplication with another addition there than in the vectors.
    """
    inputs = draw(model, 1029, float_type=float_type)
    order = np.random.default_rng(8).permutation(1029)
    exchanged = Inputs(*(type(part)(*(column[order] for column in part)) for part in inputs.parts))
    expected = type(inputs.state)(*(column[order] for column in stepped_by_kernel(model, inputs, steps=9)))
    assert_close(model, stepped_by_kernel(model, exchanged, steps=9), expected, 100 * np.finfo(float_type).eps)


# ---------------------------------------------------------------- convergence


def declared_orders(model):
    """Return the orders that the model's module declares."""
    found = getattr(model.module, "CONVERGENCE", ())
    if not found and model.name not in names():
        pytest.skip(f"{model.name} is a model of your own that declares no CONVERGENCE")
    assert found, f"declare CONVERGENCE in the module of {model.name}; see motorpool.models.convergence"
    return found


def right_result(model, reference, inputs, duration):
    """Return the result of the exact model, or of this one with tiny steps."""
    if not reference:
        return stepped_by_kernel(model, inputs, dt=duration / 4096, steps=4096)
    exact = find(reference)
    defaults = exact.module.Params()._asdict()
    params = exact.module.Params(*(getattr(inputs.params, name, default) for name, default in defaults.items()))
    return stepped_as_arrays(exact, inputs._replace(params=params), dt=duration)


def position_error(actual, expected):
    """Of the vehicle, and of how its trailers stand."""
    error = np.mean(np.hypot(actual.x - expected.x, actual.y - expected.y))
    turned = [getattr(actual, name) - getattr(expected, name) for name in actual._fields if "hitch_angle" in name]
    return float(error + sum(np.mean(abs(np.vectorize(wrap_angle)(angle))) for angle in turned))


def test_it_converges_at_its_declared_order(model):
    for order, at, reference, excess in declared_orders(model):
        inputs = draw(model, 50, seed=2, x=0.0, y=0.0, **at)
        if order == EXACT:
            whole = stepped_as_arrays(model, inputs, dt=0.5)
            halves = stepped_as_arrays(model, inputs, dt=0.25, steps=2)
            assert_close(model, halves, whole, ROUNDING)
            continue
        right = right_result(model, reference, inputs, 1.0)
        errors = [
            position_error(stepped_as_arrays(model, inputs, dt=1.0 / steps, steps=steps), right) for steps in (64, 128)
        ]
        measured = math.log2(errors[0] / errors[1])
        assert order - 0.1 <= measured <= order + excess
        assert order > 0 or errors[1] > 0.1


# ---------------------------------------------------------------- a vehicle that cannot be stepped


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_vehicle_with_a_bad_control_stays_and_is_marked_and_no_other_notices(model, bad):
    """The vehicle is marked even if the model does not read that control: a braked vehicle looks at no force."""
    inputs = draw(model, 1100)
    for field in type(inputs.control)._fields:
        fleet = fleet_of(model, inputs)
        getattr(fleet.control, field)[500] = bad
        fleet.step(DT, 3)
        assert np.flatnonzero(fleet.status).tolist() == [500]
        assert math.isinf(bad) or fleet.status[500] & Status.NOT_FINITE
        expected = stepped_by_kernel(model, inputs, steps=3)
        for name, column in zip(expected._fields, fleet.state, strict=True):
            good = getattr(expected, name).copy()
            good[500] = getattr(inputs.state, name)[500]
            assert np.array_equal(column, good), f"{field} of vehicle 500 changed {name}"


def test_a_vehicle_whose_control_is_out_of_its_range_stays_and_is_marked_and_no_other_notices(model):
    inputs = draw(model, 60)
    for field in fields_of(model.module.Control):
        low, high = field.range.low, field.range.high
        if math.isfinite(low) and math.isfinite(high):
            for value in (low - 0.01, high + 0.01):
                fleet = fleet_of(model, inputs)
                getattr(fleet.control, field.name)[50] = value
                fleet.step(DT)
                assert fleet.status[50] & Status.OUT_OF_RANGE, f"{field.name} = {value}"
                assert np.flatnonzero(fleet.status).tolist() == [50]
                assert all(column[50] == before[50] for column, before in zip(fleet.state, inputs.state, strict=True))


def wrong_values(model):
    """Each value that a field must not have: its part, the field, the value and the status that it gives."""
    for part, structure in model.structures.items():
        for field in fields_of(structure):
            low, high, is_open = field.range.low, field.range.high, field.range.is_open
            if part != "state":
                yield part, field, math.nan, Status.NOT_FINITE
                yield part, field, math.inf, Status.NOT_FINITE
            if math.isfinite(low):
                yield part, field, low if is_open else low - 0.01, Status.OUT_OF_RANGE
                yield part, field, low - 5.0, Status.OUT_OF_RANGE
            if math.isfinite(high):
                yield part, field, high if is_open else high + 0.01, Status.OUT_OF_RANGE


@pytest.mark.parametrize("steps", [1, 3])
def test_a_value_that_a_field_must_not_have_stops_its_vehicle(model, steps):
    """Of every control, parameter and ground field, and of the state's that have a range: a vehicle for each."""
    wrong = list(wrong_values(model))
    inputs = draw(model, len(wrong) + 1)
    fleet = fleet_of(model, inputs)
    for row, (part, field, value, _) in enumerate(wrong):
        getattr(getattr(fleet, part), field.name)[row] = value
    before = [column.copy() for column in fleet.state]
    fleet.step(DT, steps)
    for row, (part, field, value, bit) in enumerate(wrong):
        assert fleet.status[row] & bit, f"{part}.{field.name} = {value}"
        for name, column, old in zip(inputs.state._fields, fleet.state, before, strict=True):
            assert column[row] == old[row], f"{part}.{field.name} = {value} changed {name}"
    assert not fleet.status[-1]


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
    """Controls from drive(), in the inputs of some vehicles at the origin, facing east, that never moved before."""
    inputs = draw(model, COUNT, seed=4, **fixed)
    ones = np.ones(COUNT)
    start = type(inputs.state)(*(0.0 * ones for _ in inputs.state))
    return inputs._replace(
        state=start, control=model.module.control_from_command(start, speed * ones, steer * ones, inputs.params, TICK)
    )


def drivable(model):
    if not model.can_be_driven:
        pytest.skip(f"{model.name} has no drive()")
    if model.is_dynamic:
        pytest.skip(f"{model.name} is dynamic: it is operated, see below")
    return model


def test_driven_without_steering_it_goes_straight_at_the_speed_asked_for(model):
    for speed in (-3.0, 0.0, 8.0):
        after = stepped_as_arrays(drivable(model), driven(model, speed, 0.0), dt=0.1)
        assert np.allclose(after.x, 0.1 * speed, rtol=1e-14, atol=0.0)
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
    floats = model.module.control_from_command(model.module.State(), 4.0, 0.3, params, TICK)
    assert all(math.isclose(a, float(b[0]), rel_tol=1e-15) for a, b in zip(floats, arrays.control, strict=True))


# ---------------------------------------------------------------- operating dynamic models

TICK = 0.1  # [s]: ten frames a second, as in 1992


def operable(model):
    if not model.is_dynamic:
        pytest.skip(f"{model.name} has no inertia: it is told its speed")
    return model


def operated(model, speed, steer, seconds, *, start_speed=0.0):
    """Every state of one vehicle of default parameters that somebody takes to a speed on flat ground."""
    module = operable(model).module
    state, params = module.State(speed=start_speed), module.Params()
    ground = (module.Ground(),) if model.stands_on_ground else ()
    states = []
    for _ in range(round(seconds / TICK)):
        state = module.step(
            state, module.control_from_command(state, speed, steer, params, TICK), params, TICK, *ground
        )
        states.append(state)
    return states


def test_operated_it_reaches_the_speed_asked_for_and_goes_straight(model):
    for start_speed in (0.0, 3.0, 6.0):
        end = operated(model, 4.0, 0.0, 60.0, start_speed=start_speed)[-1]
        assert end.speed == pytest.approx(4.0, rel=0.05)
        assert end.x > 200.0
        assert (end.y, end.yaw) == (0.0, 0.0)


def test_operated_towards_standstill_it_stands(model):
    states = operated(model, 0.0, 0.0, 60.0, start_speed=6.0)
    assert states[-1].speed == 0.0
    assert (states[-1].x, states[-1].y) == (states[-2].x, states[-2].y)


def test_operated_with_a_left_steer_it_turns_left_and_the_opposite_steer_is_the_mirror_image(model):
    left, right = (operated(model, 4.0, steer, 2.0, start_speed=4.0)[-1] for steer in (0.5, -0.5))
    assert left.yaw > 0.05
    assert list(right) == pytest.approx(list(mirrored(left)), rel=1e-12, abs=1e-12)


def test_more_than_full_steer_is_full_steer_for_what_is_operated_too(model):
    module = operable(model).module
    full, more = (
        module.control_from_command(module.State(speed=3.0), 4.0, steer, module.Params(), TICK) for steer in (1.0, 3.0)
    )
    assert more == full


def test_what_is_operated_as_floats_is_operated_as_arrays(model):
    module = operable(model).module
    speeds, steers = np.array([-3.0, 0.0, 0.2, 5.0, 40.0]), np.array([-1.0, 0.0, 0.4, 1.0, 2.0])
    zeros, ones = 0.0 * speeds, np.ones(5)
    state = module.State(*(zeros for _ in module.State._fields))._replace(speed=speeds[::-1])
    params = module.Params(*(value * ones for value in module.Params()))
    arrays = module.control_from_command(state, speeds, steers, params, TICK)
    for index in range(5):
        single = module.State(speed=float(state.speed[index]))
        floats = module.control_from_command(single, float(speeds[index]), float(steers[index]), module.Params(), TICK)
        expected = [float(np.broadcast_to(column, 5)[index]) for column in arrays]
        assert list(floats) == pytest.approx(expected, rel=1e-12, abs=1e-9)


# ---------------------------------------------------------------- yaw


def test_yaw_stays_in_its_range(model):
    inputs = draw(model, 12)
    for stepped in (stepped_as_floats, stepped_as_arrays, stepped_by_kernel):
        after = stepped(model, inputs, steps=100)
        assert np.all((after.yaw > -math.pi) & (after.yaw <= math.pi))


def test_the_difference_of_two_results_is_measured(model):
    """The suite's own yardstick: it sees one centimetre."""
    inputs = draw(model, 3)
    assert difference(model, moved(inputs.state, y=0.01), inputs.state)["y"] > 1e-6
