"""Inputs for any model, drawn from what its fields say about themselves, and how closely two results must agree."""

import math
from typing import Any, NamedTuple

import numpy as np

from motorpool.models.fields import fields_of
from motorpool.vehicles.fleet import Fleet

DT = 0.05  # [s]

# How far from zero an ordinary value lies, by its unit; where the field has a range of its own, that counts.
ORDINARY = {
    "m": 1000.0, "rad": math.pi, "m/s": 20.0, "rad/s": 2.0, "m/s^2": 4.0, "1/m": 0.2, "s": 1.0, "1": 1.0,
    "N": 1e5, "kg": 100.0, "N m": 1e5, "rad/s^2": 1.0,
    "rad/(N m)": 1e-4,
}  # fmt: skip
GROUND = {"height": 0.0, "slope_x": 0.3, "slope_y": 0.3, "height_ahead": 0.6, "height_right": 0.6}  # hills, not cliffs
BY_NAME = {  # of dynamic models: a body near rest on its springs, all wheels down or nearly so
    "heave": 0.02, "heave_rate": 0.1, "body_pitch": 0.05, "body_pitch_rate": 0.1, "body_roll": 0.05,
    "body_roll_rate": 0.1, "rollover_angle": 0.02, "rollover_rate": 0.1, "last_slope_x": 0.3, "last_slope_y": 0.3,
}  # fmt: skip
LARGE = {  # by unit or name: the size of what may cancel
    "N": 1e5, "surge_force": 1e6, "N m": 1e5, "engine_speed": 300.0, "specific_force_ahead": 10.0,
    "specific_force_left": 10.0,
}  # fmt: skip
SHARE = 0.75  # of a bounded range: its ends are places where tangents are infinite

# Where a model is less than all that its fields allow: beyond this it amplifies every rounding, as its document does.
DOMAINS = {
    "four-axles": {  # its axles in order; brakes and drive below the limit, where the friction ellipse is steep
        "first_axle_offset": (1.5, 2.0),
        "second_axle_offset": (0.5, 0.8),
        "third_axle_offset": (0.5, 0.8),
        "fourth_axle_offset": (1.5, 2.0),
        "wheel_angle": (-0.6, 0.6),
        "max_brake_force": (1e3, 3e3),
        "max_drive_force": (1e3, 3e3),
    },
    "polar/faithful": {"speed": (0.5, 4.5), "acceleration": (0.2, 1.0)},  # below top speed, a key held
    "single-track/linear": {  # it turns speeds into small angles, so it divides by its own
        "speed": (4.0, 24.0),
        "sideslip_angle": (-0.3, 0.3),
        "wheel_angle": (-0.5, 0.5),
    },
}


class Inputs(NamedTuple):
    """State, control, parameters and ground of ``count`` vehicles: the model's own NamedTuples, of arrays."""

    state: Any
    control: Any
    params: Any
    ground: Any = ()  # nothing, for a model that does not stand on any

    @property
    def grounds(self):
        """The ground as further arguments of a step."""
        return (self.ground,) if self.ground else ()

    @property
    def parts(self):
        """The structures that the model has."""
        return (self.state, self.control, self.params, *self.grounds)


def ordinary_range(field):
    """The values from which ordinary inputs are drawn."""
    low, high = field.range.low, field.range.high
    if field.name in GROUND:
        return -GROUND[field.name], GROUND[field.name]
    if field.name in BY_NAME:
        return -BY_NAME[field.name], BY_NAME[field.name]
    if math.isfinite(low) and math.isfinite(high):
        middle, half = 0.5 * (low + high), 0.5 * SHARE * (high - low)
        return middle - half, middle + half
    if math.isfinite(low):
        size = abs(field.default) or ORDINARY[field.unit]
        return max(low, 0.5 * size), 2.0 * size
    return -ORDINARY[field.unit], ORDINARY[field.unit]


def ordinary_values(random, field, count, domain):
    """So many ordinary values; of a choice, its words'."""
    if field.names is not None and field.names.is_choice:
        return random.choice([value for _, value in field.names.values], count)
    return random.uniform(*domain.get(field.name, ordinary_range(field)), count)


def draw(model, count, *, seed=0, float_type="float64", **fixed):
    """Ordinary inputs, the same ones for the same seed; ``fixed`` fields have one value throughout.

    A vehicle for which its model has no answer is drawn again.
    """
    random = np.random.default_rng(seed)
    inputs = drawn_once(model, count, random, float_type, fixed)
    for _ in range(100):
        refused = ~answered(model, inputs)
        if not refused.any():
            return inputs
        for part, others in zip(inputs, drawn_once(model, count, random, float_type, fixed), strict=True):
            for column, other in zip(part, others, strict=True):
                column[refused] = other[refused]
    raise AssertionError(f"{model.name} has no answer for ordinary inputs with {fixed}: {model.limit}")


def drawn_once(model, count, random, float_type, fixed):
    """Ordinary inputs, whether or not the model has an answer for them.

    Optional parameters are drawn last: so a new one does not change the other inputs.
    """
    structures, domain = tuple(model.structures.values()), DOMAINS.get(model.name, {})
    places = [(place, field) for place, structure in enumerate(structures) for field in fields_of(structure)]
    columns = {}
    for place, field in sorted(places, key=lambda one: one[1].is_optional):
        column = ordinary_values(random, field, count, domain).astype(float_type)
        column[:] = fixed.get(field.name, column)
        columns[place, field.name] = column
    parts = [
        structure(*(columns[place, field.name] for field in fields_of(structure)))
        for place, structure in enumerate(structures)
    ]
    return Inputs(*parts)


def answered(model, inputs):
    """For which vehicles the model has an answer."""
    if not model.limit:
        return np.ones(inputs.state[0].size, bool)
    return model.module.is_valid(inputs.control, inputs.params, DT)


def at_rest(model, inputs):
    """The same inputs, but whatever would move the vehicle is zero, and the ground is level."""
    moving = {"m/s", "rad/s", "m/s^2", "rad/s^2", "1", "N"}
    turning = {"shift_time"} | ({"wheel_angle", "steer_angle"} if hasattr(inputs.state, "wheel_angle") else set())

    def stilled(part, fields):
        is_still = [field.unit in moving or field.name in {*BY_NAME, *turning} for field in fields]
        return type(part)(*(0.0 * value if still else value for value, still in zip(part, is_still, strict=True)))

    state = stilled(inputs.state, fields_of(type(inputs.state)))
    control = stilled(inputs.control, fields_of(type(inputs.control)))
    level = {name: 0.0 * getattr(inputs.ground, name) for name in GROUND if hasattr(inputs.ground, name)}
    ground = inputs.ground and inputs.ground._replace(**level)
    return Inputs(state, control, inputs.params, ground)


def smooth_fields(part):
    """The fields that can change a little: not the choices between words."""
    fields = fields_of(type(part))
    return [field.name for field in fields if field.names is None or not field.names.is_choice]


def fleet_of(model, inputs, **options):
    """A fleet of the model that has these inputs."""
    fleet = Fleet(model, inputs.state[0].size, dtype=inputs.state[0].dtype, **options)
    parts = (fleet.state, fleet.control, fleet.params, fleet.ground)
    for columns, values in zip(parts, inputs, strict=True):
        for column, value in zip(columns, values, strict=True):
            column[:] = value
    return fleet


def stepped_as_arrays(model, inputs, *, dt=DT, steps=1):
    """The state after so many steps of the model's own text on NumPy arrays; on floats where it branches."""
    if model.branches:
        return stepped_as_floats(model, inputs, dt=dt, steps=steps)
    state = inputs.state
    for _ in range(steps):
        state = model.module.step(state, inputs.control, inputs.params, dt, *inputs.grounds)
    return state


def stepped_as_floats(model, inputs, *, dt=DT, steps=1):
    """The same, vehicle by vehicle on Python floats."""
    results = []
    for vehicle in range(inputs.state[0].size):
        state, *rest = (type(part)(*(float(column[vehicle]) for column in part)) for part in inputs.parts)
        for _ in range(steps):
            state = model.module.step(state, *rest[:2], dt, *rest[2:])
        results.append(state)
    return type(inputs.state)(*(np.array(column) for column in zip(*results, strict=True))) if results else inputs.state


def stepped_by_kernel(model, inputs, *, dt=DT, steps=1, threads=None):
    """The same, compiled."""
    fleet = fleet_of(model, inputs)
    fleet.step(dt, steps, threads=threads)
    assert not fleet.status.any()
    return type(inputs.state)(*fleet.state)


def as_double(inputs):
    """The same inputs in float64, for a reference that rounds less."""
    return Inputs(*(type(part)(*(column.astype("float64") for column in part)) for part in inputs.parts))


def difference(model, actual, expected):
    """The largest difference of each field, relative to its size where that is above 1; angles by the shorter way.

    Forces, and the engine that turns with them, are relative to ordinary ones: a small one is what large ones leave.
    """
    worst = {}
    for field, a, b in zip(fields_of(model.module.State), actual, expected, strict=True):
        a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
        gap = np.abs(a - b)
        if field.unit == "rad":
            gap = np.abs(np.remainder(a - b + math.pi, 2.0 * math.pi) - math.pi)
        size = LARGE.get(field.name, LARGE.get(field.unit, 1.0))
        worst[field.name] = float(np.max(gap / np.maximum(size, np.abs(b)), initial=0.0))
    return worst


def assert_close(model, actual, expected, tolerance, *, case=""):
    """Every field of every vehicle agrees; a test that tries several cases names the one that does not."""
    worst = difference(model, actual, expected)
    assert max(worst.values()) <= tolerance, (case, worst)


def assert_identical(actual, expected, *, case=""):
    """To the bit."""
    for name, a, b in zip(expected._fields, actual, expected, strict=True):
        assert np.array_equal(a, b), f"{case} {name} differs by up to {np.max(np.abs(a - b))}"
