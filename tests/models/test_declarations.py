"""Optional declarations of models: scales of instruments, trailers, dimensions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import pytest

from motorpool.models.declarations import dimensions_of, scales_of
from motorpool.models.parts import axle, body, gearbox, powertrain
from motorpool.models.registry import find


class Params(NamedTuple):
    """A car of parts, with a load of its own."""

    body: body.Params = body.Params()
    front_axle: axle.Params = axle.Params()
    rear_axle: axle.Params = axle.Params()
    left_motor: powertrain.Params = powertrain.Params()
    left_box: gearbox.Params = gearbox.Params()
    load: float = 0.0  # on the bed [kg]


def test_the_scales_of_parts_have_the_names_of_their_columns():
    car = SimpleNamespace(Params=Params, SCALES=("load",))
    assert scales_of(car) == (
        "load", "mass", "left_motor_max_drive_force", "left_motor_fuel_capacity", "left_box_max_engine_speed",
    )  # fmt: skip


def test_the_wheelbase_of_a_model_with_axles_reaches_from_the_first_to_the_last():
    assert dimensions_of(SimpleNamespace(Params=Params))["wheelbase"] == ("front_axle_offset", "rear_axle_offset")
    assert find("four-axles").dimensions["wheelbase"] == ("first_axle_offset", "fourth_axle_offset")


def test_a_parameter_that_is_called_as_a_dimension_is_that_dimension():
    assert find("bicycle").dimensions == {"wheelbase": ("wheelbase",), "max_steer_angle": ("max_steer_angle",)}
    assert find("ackermann/arc").dimensions["max_steer_angle"] == ("max_wheel_angle",)


def test_a_field_that_is_called_as_a_known_quantity_is_that_quantity():
    circle, car, point = find("friction-circle/wheeled"), find("double-track"), find("arc")
    assert (circle.velocities, car.velocities, point.velocities) == (
        ("lateral_speed",), ("lateral_speed", "yaw_rate"), (),
    )  # fmt: skip
    assert find("park1992/tracked").switches == ("cruise", "parking_brake", "engine_stop")
    assert (circle.inertia, car.inertia, point.inertia) == (("mass",), ("mass", "yaw_inertia"), ())


@pytest.mark.parametrize("name", ["tractor-trailer", "M1A1", "four-axles:mass=20000"])
def test_settings_and_vehicles_keep_the_declarations_of_their_model(name):
    model = find(name)
    assert (model.scales, model.trailers, model.dimensions, model.switches, model.inertia) == (
        model.plain.scales, model.plain.trailers, model.plain.dimensions, model.plain.switches, model.plain.inertia,
    )  # fmt: skip
    assert "mass" in model.scales
