"""Side force over slip: the brush, the straight line up to the limit, and drive and brakes beside it."""

import math

import numpy as np
import pytest

from motorpool import Fleet
from motorpool.models.fields import fields_of
from motorpool.models.parts.tyre import SLOWEST, Params, fiala, lateral_limit, magic_formula, patch_of, secant_of
from motorpool.models.registry import find

MODELS = ("single-track", "double-track", "four-axles", "tractor-trailer", "double-track/relaxation")
STIFFNESS, GRIP, SPEED = 40e3, 3e3, 20.0


def force(slip, *, curve=fiala, used=0.0, **values):
    """Side force [N] at a slip [1], against it."""
    patch = patch_of(SPEED, STIFFNESS, GRIP, used, Params(**values))
    return secant_of(curve, slip * SPEED, patch) * slip * SPEED


@pytest.mark.parametrize("slip", [1e-4, 0.02, 0.0749, 0.0751, 0.3, 2.0])
def test_a_linear_tyre_is_straight_up_to_its_limit(slip):
    assert force(slip, tyre_linearity=1.0) == pytest.approx(min(STIFFNESS * slip, GRIP), rel=1e-12)


@pytest.mark.parametrize("curve", [fiala, magic_formula])
def test_linearity_mixes_two_curves(curve):
    for slip in np.linspace(0.001, 0.4, 60):
        ends = force(slip, curve=curve), force(slip, curve=curve, tyre_linearity=1.0)
        assert force(slip, curve=curve, tyre_linearity=0.3) == pytest.approx(0.7 * ends[0] + 0.3 * ends[1], rel=1e-12)
        assert ends[0] <= ends[1] * (1.0 + 1e-12)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_combined_slip_scales_the_force_along_the_wheel_in_the_ellipse(share):
    used = 2e3
    assert force(3.0, used=used, combined_slip=share) == pytest.approx(GRIP * math.sqrt(
        1.0 - (share * used / GRIP) ** 2), rel=1e-9)  # fmt: skip
    assert force(3.0, used=used, combined_slip=1.0) == lateral_limit(GRIP, used)


def test_below_the_slowest_speed_it_has_the_stiffness_there():
    patch = patch_of(0.0, STIFFNESS, GRIP, 0.0, Params(tyre_linearity=1.0))
    assert secant_of(fiala, 0.01, patch) == pytest.approx(STIFFNESS / SLOWEST)


@pytest.mark.parametrize("model", MODELS)
def test_each_model_on_tyres_has_both_and_may_leave_them_out(model):
    fields = {field.name: field for field in fields_of(find(model).module.Params)}
    for name, neutral in (("tyre_linearity", 0.0), ("combined_slip", 1.0)):
        assert (fields[name].default, fields[name].is_optional) == (neutral, True)


@pytest.mark.parametrize("model", MODELS)
def test_a_vehicle_on_linear_tyres_turns_sooner_and_no_tighter(model):
    """Straighter tyres give more side force at the same slip, and the same at the limit."""
    vehicles = Fleet(model, 2, speed=15.0, throttle=0.1, tyre_linearity=np.array([0.0, 1.0]), tyre_grip=0.5,
                     wheel_angle=0.03, steer_angle=0.03)  # fmt: skip
    vehicles.step(0.01, 5)
    assert vehicles.state.yaw_rate[1] > 1.02 * vehicles.state.yaw_rate[0] > 0.0
    vehicles.step(0.01, 100)
    assert vehicles.state.specific_force_left[1] < 1.05 * 0.5 * 0.85 * 9.81


@pytest.mark.parametrize("model", MODELS)
def test_drive_and_brakes_take_no_side_force_without_combined_slip(model):
    vehicles = Fleet(model, 2, speed=20.0, brake=1.0, max_brake_force=1e6, combined_slip=np.array([1.0, 0.0]))
    for _ in range(50):
        vehicles.control.steer_angle[:] = 0.08
        vehicles.step(0.01)
    assert abs(vehicles.state.yaw[1]) > 1.5 * abs(vehicles.state.yaw[0])
