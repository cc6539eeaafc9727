"""Car on four wheels whose tyres take a way to build up their side force: all of ``double-track``, and that lag.

A tyre that begins to slip has its side force only after it has rolled some way: its contact patch has to be drawn
aside first. So the car answers a quick turn of the wheel, or a gust, a little later; on a steady bend nothing changes.
Below ``parts.tyre.SLOWEST`` the way is that at this speed, as the slip is.

The side force F of a line of contact follows the force F_s of the tyres' curve: dF/dt = |V| / sigma (F_s - F), over
a step F' = (1 - k) F + k F_s with k = 1 - exp(-|V| dt / sigma). The first part is a known impulse; the second is
solved for the slip speeds of the step, as all side forces of ``double-track`` are, with k times their stiffness: an
implicit step, stable at any ``dt``. The old force acts within what the tyres can give in this step.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 7.1, the first-order lag of the side force; Rajamani,
"Vehicle Dynamics and Control", 2nd ed., section 13.10. Symbols there: sigma relaxation_length, V forward speed, F_ss
steady side force.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ...convergence import UNDER_WAY, Convergence
from ...fields import OPTIONAL, Fraction, NonNegative, Signed
from ...mathematics import Real, clamp, exp, maximum
from ...parts import (
    axle,
    body,
    brakes,
    compliance,
    differential,
    driver_aids,
    gearbox,
    powertrain,
    running_gear,
    steering,
    tyre,
    wheels,
)
from ...parts.body import SHORTEST
from ...parts.contact_lines import Three, mean_slips, plus, slips_by, times
from ...parts.four_wheels import Wheels
from ...parts.tyre import SLOWEST, TINY, Patch, fiala
from . import model
from .model import Control, Ground, SideContact, after_side_forces, before_side_forces, motion_of, side_contact
from .model import Params as CarParams
from .model import State as Car
from .model import control_from_command as command
from .model import stiffnesses as stiffnesses_of

__all__ = ["CONVERGENCE", "KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

SIDE_FORCES = ("left_front_side_force", "right_front_side_force", "rear_side_force")  # fields of the state

NAME = "double-track/relaxation"
KIND, REPORTS = model.KIND, model.REPORTS
REFERENCE_POINT = "the centre of mass"
CONVERGENCE = (Convergence(1, at={**UNDER_WAY, **dict.fromkeys(SIDE_FORCES, 0.0)}, excess=0.9),)
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]


class State(NamedTuple):
    """Body, steering, powertrain, loads and side forces of the wheels."""

    body: body.State = body.State()
    steering: steering.State = steering.State()
    powertrain: powertrain.State = powertrain.State()
    running_gear: running_gear.State = running_gear.State()
    left_front_load: float = 0.0  # of the wheel [N]
    right_front_load: float = 0.0  # of the wheel [N]
    left_rear_load: float = 0.0  # of the wheel [N]
    right_rear_load: float = 0.0  # of the wheel [N]
    left_front_side_force: float = 0.0  # of the wheel, across it, left positive [N]
    right_front_side_force: float = 0.0  # of the wheel, across it, left positive [N]
    rear_side_force: float = 0.0  # of both rear wheels, across them, left positive [N]


class Params(NamedTuple):
    """Those of ``double-track``, and the way that its tyres take to build up their side force."""

    body: body.Params = body.Params()
    front_axle: axle.Params = axle.Params(offset=1.2, cornering_coefficient=20.0)  # front axle
    rear_axle: axle.Params = axle.Params(offset=1.4, cornering_coefficient=21.0)  # rear axle
    wheels: wheels.Params = wheels.Params()
    tyre: tyre.Params = tyre.Params()
    running_gear: running_gear.Params = running_gear.Params()
    steering: steering.Params = steering.Params()
    front_roll_share: Fraction = 0.55  # of the roll stiffness, springs and anti-roll bars, at the front axle [1]
    differential: differential.Params = differential.Params()
    front_drive_share: Fraction = 1.0  # of the drive force: 1 front, 0 rear [1]
    front_brake_share: Fraction = 0.6  # of the brake force [1]
    powertrain: powertrain.Params = powertrain.Params()
    gearbox: gearbox.Params = gearbox.Params()
    brakes: brakes.Params = brakes.Params()
    rear_steer_ratio: Annotated[Signed, OPTIONAL] = 0.0  # rear over front steer angle: -1 opposite, 0 fixed, 1 crab [1]
    compliance: compliance.Params = compliance.Params()
    driver_aids: driver_aids.Params = driver_aids.Params()
    relaxation_length: NonNegative = 0.5  # way in which a tyre gains 63 % of its side force [m]


def car_of(state: State) -> Car:
    """Return the state without side forces."""
    return Car(
        state.body, state.steering, state.powertrain, state.running_gear,
        state.left_front_load, state.right_front_load, state.left_rear_load, state.right_rear_load,
    )  # fmt: skip


def params_of(params: Params) -> CarParams:
    """Return the parameters of the car without relaxation."""
    return CarParams(
        params.body, params.front_axle, params.rear_axle, params.wheels, params.tyre, params.running_gear,
        params.steering, params.front_roll_share, params.differential, params.front_drive_share,
        params.front_brake_share, params.powertrain, params.gearbox, params.brakes, params.rear_steer_ratio,
        params.compliance, params.driver_aids,
    )  # fmt: skip


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the centre of mass."""
    car, car_params = car_of(state), params_of(params)
    before = before_side_forces(car, control, car_params, dt, ground)
    at = side_contact(car.body, before, car_params, dt)
    # 1 - k = exp(-|V| dt / sigma)
    way = dt * maximum(abs(before.initial.contact.speed), SLOWEST)
    kept = exp(-way / maximum(params.relaxation_length, TINY))
    old = times(kept, held_forces(state, at.patches))
    new = new_impulses(times(dt, old), at, 1.0 - kept, dt)
    impulses = plus(times(dt, old), new)
    after = after_side_forces(car, before, motion_of(impulses, at, before), car_params, dt, ground)
    forces = plus(times(kept, side_forces(state)), times(1.0 / maximum(dt, SHORTEST), new))
    return State(
        after.body, after.steering, after.powertrain, after.running_gear,
        after.left_front_load, after.right_front_load, after.left_rear_load, after.right_rear_load,
        forces.one, forces.two, forces.three,
    )  # fmt: skip


def side_forces(state: State) -> Three:
    """Return the side forces of the last step [N]."""
    return Three(state.left_front_side_force, state.right_front_side_force, state.rear_side_force)


def held_forces(state: State, patches: Wheels[Patch]) -> Three:
    """Return the side forces of the last step [N], at most the limits of the tyres in this one."""
    left, right = patches.front_left.limit, patches.front_right.limit
    rear = patches.rear_left.limit + patches.rear_right.limit
    return Three(
        clamp(state.left_front_side_force, -left, left),
        clamp(state.right_front_side_force, -right, right),
        clamp(state.rear_side_force, -rear, rear),
    )


def new_impulses(old: Three, at: SideContact, share: Real, dt: Real) -> Three:
    """Return the impulses [N s] of the share of the side forces that follows the tyres' curves in the step.

    Args:
        old: impulses of the other share, which is left of the last step's forces [N s].
        share: k above [1].
    """
    moved = slips_by(old, at.by)
    free, steady = plus(at.free, moved), plus(at.gravity_slips, moved)
    mean = mean_slips(free, steady, times(share, stiffnesses_of(fiala, at.begin, at, dt)), at.by)
    stiffness = times(share, stiffnesses_of(fiala, mean, at, dt))
    mean = mean_slips(free, steady, stiffness, at.by)
    return Three(-stiffness.one * mean.one, -stiffness.two * mean.two, -stiffness.three * mean.three)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, as ``double-track``."""
    return command(car_of(state), speed, steer, params_of(params), dt)
