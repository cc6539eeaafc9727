"""How fast vehicles turn at full steer is found by driving each kind of vehicle once."""

import numpy as np
import pytest

from motorpool.models.mathematics import wrap_angle
from motorpool.models.registry import Model
from motorpool.vehicles import motor_pool
from motorpool.vehicles.fleet import Fleet
from motorpool.vehicles.trial_results import FILE, TrialResult, key_of, stored_result
from motorpool.world import World
from motorpool.world.entity import performance
from motorpool.world.entity.performance import TRIAL_DT, TRIAL_SPEED, TRIAL_STEPS, driven_turning, turning_of
from motorpool.world.navigation.steering_control import full_steer_curvature, steer_limit


def driven(fleet: Fleet, speed: float, steer: float = 1.0) -> np.ndarray:
    """Return the yaw rates [rad/s] of a fleet's vehicles in each step at a steering command."""
    fleet.state.speed = speed
    rates: list[np.ndarray] = []
    for _ in range(TRIAL_STEPS):
        before = fleet.state.yaw.copy()
        fleet.drive(speed, steer, dt=TRIAL_DT)
        fleet.step(TRIAL_DT)
        rates.append(wrap_angle(fleet.state.yaw - before) / TRIAL_DT)
    return np.array(rates)


def fleets() -> list[Fleet]:
    masses = np.array([55000.0, 61000.0, 55000.0])
    return [
        Fleet("M1A1", 3, name="tanks", mass=masses),
        Fleet("T-72A", 2),
        Fleet("quad", 1),
        Fleet("M1A1", 20, name="usual"),
        Fleet("bicycle", 2, wheelbase=[2.0, 3.0]),
    ]


def test_vehicles_turn_as_those_of_their_fleet_that_are_driven_by_themselves():
    for fleet, turning in zip(fleets(), turning_of(fleets()), strict=True):
        if not fleet.model.is_dynamic:
            continue
        alike = [Fleet(fleet.model, fleet.count, mass=fleet.params.mass) for _ in range(2)]
        resting, moving = driven(alike[0], 0.0), driven(alike[1], TRIAL_SPEED)
        np.testing.assert_allclose(turning.pivot_yaw_rate, resting[-1], rtol=1e-12, atol=1e-15)
        curvature = (moving[-1] - resting[-1]) / alike[1].state.speed
        np.testing.assert_allclose(turning.full_curvature, curvature, rtol=1e-12, atol=1e-15)
        lag = (1.0 - moving / moving[-1]).sum(axis=0) * TRIAL_DT
        np.testing.assert_allclose(turning.lag, np.clip(lag, 0.0, 1.5), rtol=1e-12)


@pytest.mark.parametrize(("speed", "least"), [(1.0, 0.95), (2.0, 0.95), (5.0, 0.6), (9.0, 0.4)])
@pytest.mark.parametrize("name", motor_pool.names())
def test_a_vehicle_turns_steadily_as_fast_as_its_driver_counts_on(name: str, speed: float, least: float):
    """At the largest steering command that its driver gives at this speed; at high speed, cars understeer."""
    limits = World(fleets=[name]).vehicles.performance
    turning = limits.full_curvature[0], limits.pivot_yaw_rate[0], limits.full_lateral_acceleration[0]
    steer = steer_limit(speed, full_steer_curvature(speed, *turning), limits.max_lateral_acceleration[0])
    fleet = Fleet(name, 1)
    rate = driven(fleet, speed, steer)[-1, 0]
    counted_on = steer * full_steer_curvature(fleet.state.speed[0], *turning) * fleet.state.speed[0]
    assert least * counted_on < rate < 1.05 * counted_on


def test_a_kinematic_model_turns_at_once_by_its_formula():
    turning = turning_of(fleets())[-1]
    model = Fleet("bicycle", 2, wheelbase=[2.0, 3.0])
    curvature = np.tan(model.params.max_steer_angle) / model.params.wheelbase
    np.testing.assert_allclose(np.abs(turning.full_curvature), curvature, rtol=1e-3)
    assert not turning.lag.any()


def test_each_kind_of_vehicle_is_driven_once(monkeypatch: pytest.MonkeyPatch):
    counts: list[int] = []
    drive = performance._yaw_rates

    def counted(model: Model, params: np.ndarray, speeds: tuple[float, ...]) -> np.ndarray:
        counts.append(len(params))
        return drive(model, params, speeds)

    monkeypatch.setattr(performance, "_yaw_rates", counted)
    world = World(fleets=fleets())
    assert counts == [4]  # tanks of three masses, and the T-72A; the quad's result is stored
    tanks = world.vehicles.rows[0]
    curvature = world.vehicles.full_curvature[tanks]
    assert curvature[0] == curvature[2]
    assert curvature[0] != curvature[1]


def row_of(fleet: Fleet) -> list[float]:
    """Return the parameters of a fleet's first vehicle."""
    return np.column_stack([*fleet.params])[0].tolist()


@pytest.mark.parametrize("name", motor_pool.names())
def test_stored_results_are_those_of_fresh_trial_drives(name: str):
    """Another processor may round otherwise; where the file was written they are equal to the last bit."""
    fleet = Fleet(name, 1)
    stored = stored_result(fleet.model.plain.module.__name__, row_of(fleet))
    if not fleet.model.is_dynamic:
        assert stored is None
        return
    assert stored is not None, f"{name} is not in {FILE.name}; run python tools/generated/trial_drives.py"
    driven = driven_turning(fleet.model, np.array([row_of(fleet)]))
    np.testing.assert_allclose(stored, [column[0] for column in driven], rtol=1e-9, atol=1e-12)


def test_a_vehicle_with_another_value_or_a_model_from_outside_has_no_stored_result():
    usual, heavier = Fleet("M1A1", 1), Fleet("M1A1", 1, mass=60_000.0)
    module = usual.model.plain.module.__name__
    assert isinstance(stored_result(module, row_of(usual)), TrialResult)
    assert stored_result(module, row_of(heavier)) is None
    assert stored_result("dynamic.skid_steer", row_of(usual)) is None  # a user's own module of that name
    assert key_of(module, [0.0]) != key_of(module, [-0.0])


def test_an_empty_fleet_of_a_dynamic_model_has_no_turning():
    world = World(fleets=[Fleet("M1A1", 0), Fleet("polar", 1)])
    assert [turning.lag.size for turning in turning_of(world.fleets)] == [0, 1]
