"""A fleet is driven by a compiled loop that gives each vehicle the controls that its model's own function gives."""

import types

import numpy as np
import pytest
import uncompilable

from motorpool.compile import columns
from motorpool.errors import ModelError
from motorpool.models import find, names
from motorpool.vehicles.fleet import Fleet

DRIVABLE = [name for name in names() if find(name).can_be_driven]
FEW = ("bicycle/arc", "friction-circle/tracked")
COUNT, DT = 3001, 0.02


def anyhow(name, **settings):
    """Vehicles in any state, and what their drivers wish; some stand, some want to stand, some go straight."""
    random = np.random.default_rng(7)
    fleet = Fleet(name, COUNT, **settings)
    for column in fleet.state:
        column[:] = random.normal(0.0, 4.0, COUNT)
    if fleet.model.is_dynamic:
        fleet.state.speed[::5] = 0.0
    speed, steer = random.normal(0.0, 9.0, COUNT), random.uniform(-1.2, 1.2, COUNT)
    speed[::7], steer[::11] = 0.0, 0.0
    return fleet, speed, steer


def by_numpy(fleet, speed, steer):
    """The controls by the model's own function, on NumPy's arrays of double precision."""
    module = fleet.model.module
    state, params = (
        structure(*(column.astype(float) for column in part))
        for structure, part in ((module.State, fleet.state), (module.Params, fleet.params))
    )
    return [np.broadcast_to(column, COUNT) for column in fleet.model.control(state, speed, steer, params, DT)]


# A kernel each: in the quick tier those of a kinematic and of a dynamic model.
@pytest.mark.parametrize(("dtype", "tolerance"), [("float64", 1e-13), ("float32", 3e-5)])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.quick if name in FEW else pytest.mark.slow) for name in DRIVABLE],
)
def test_the_compiled_controls_are_the_models_own(name, dtype, tolerance):
    fleet, speed, steer = anyhow(name, dtype=dtype)
    speed, steer = speed.astype(dtype).astype(float), steer.astype(dtype).astype(float)
    expected = by_numpy(fleet, speed, steer)
    fleet.drive(speed, steer, dt=DT)
    for column, values in zip(fleet.control, expected, strict=True):
        size = max(1.0, np.max(np.abs(values)))
        np.testing.assert_allclose(column, values, rtol=tolerance, atol=tolerance * size)


@pytest.mark.parametrize("name", ["bicycle/drift", "friction-circle/tracked", "friction-circle/wheeled"])
def test_the_number_of_threads_does_not_change_a_bit(name, monkeypatch):
    controls = []
    for threads in (1, 2, 3):
        monkeypatch.setattr(columns, "ROWS_A_THREAD", 500)
        monkeypatch.setattr(columns, "cpu_count", lambda threads=threads: threads)
        assert len(columns.parts_of(COUNT, 1, None)) == threads
        fleet, speed, steer = anyhow(name)
        fleet.drive(speed, steer, dt=DT)
        controls.append(np.array(list(fleet.control)))
    assert np.array_equal(controls[0], controls[1])
    assert np.array_equal(controls[0], controls[2])


def test_one_wish_for_all_is_that_of_each():
    for_all, for_each = (anyhow("friction-circle/wheeled")[0] for _ in range(2))
    for_all.drive(5, 0.5, dt=DT)
    for_each.drive(np.full(COUNT, 5.0), np.full(COUNT, 0.5), dt=DT)
    assert np.array_equal(list(for_all.control), list(for_each.control))


def test_a_wish_may_be_a_column_that_it_changes():
    """As NumPy would have it: first all is read, then all is written."""
    fleet, speed, steer = anyhow("tracked")
    fleet.control.left_track_speed = speed
    fleet.drive(fleet.control.left_track_speed, steer)
    for column, values in zip(fleet.control, by_numpy(fleet, speed, steer), strict=True):
        np.testing.assert_allclose(column, values, rtol=1e-12, atol=1e-12)


def test_state_and_parameters_are_only_read():
    fleet, speed, steer = anyhow("friction-circle/tracked")
    before = [column.copy() for part in (fleet.state, fleet.params, fleet.ground) for column in part]
    fleet.drive(speed, steer, dt=DT)
    assert all(map(np.array_equal, before, [c for part in (fleet.state, fleet.params, fleet.ground) for c in part]))


def test_no_vehicles_are_driven_without_trouble():
    Fleet("friction-circle/wheeled", 0).drive(3.0, 0.0)


Control = uncompilable.Control


def written_as_text(state, speed, steer, params, dt):
    return Control(speed=float(f"{speed:.3f}"))


def test_a_drive_that_cannot_be_compiled_says_so_in_one_sentence():
    model = types.ModuleType("typist")
    vars(model).update({**vars(uncompilable), "__name__": "typist", "control_from_command": written_as_text})
    with pytest.raises(
        ModelError, match=r"how typist is driven cannot be compiled: .* or drive it as a Vehicle"
    ) as refused:
        Fleet(model, 3).drive(1.0, 0.0)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("speed", [[1.0, 2.0], np.ones((3, 1)), "3", None, 1j])
def test_a_speed_of_another_shape_or_kind_is_refused(speed):
    fleet = Fleet("bicycle", 3)
    with pytest.raises(ModelError, match=r"bicycle/arc\.drive: speed (has 3 vehicles and cannot|takes real numbers)"):
        fleet.drive(speed, 0.0)


@pytest.mark.parametrize("dt", [-1.0, float("nan"), float("inf"), "1", None, 10**400])
def test_a_step_ahead_that_is_no_duration_is_refused(dt):
    with pytest.raises(ModelError, match=r"single-track\.drive: dt is .*; it must be a finite number of seconds"):
        Fleet("single-track", 3).drive(1.0, 0.0, dt=dt)
