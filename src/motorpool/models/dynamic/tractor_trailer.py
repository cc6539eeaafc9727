"""Articulated lorry: a tractor and a semitrailer on one hitch, three axles whose tyres slip, springs.

Two rigid bodies on the plane of the ground, the two or more wheels of an axle taken as one. Right for lorries and for
cars with a trailer, up to and beyond the grip of their tyres, at any speed, standing and in reverse; error of first
order in ``dt``, and no step, however long, gains energy. It swings as it should when braked in a bend, folds up when
its driven wheels lock or slide, and its trailer pushes it over a crest. It knows no load on single wheels, and the
trailer stands on the same slope as the tractor, flies when it flies and leans as it leans.

How a step goes: ground contact, steering, powertrain and the loads of the axles, the kingpin's among them; both bodies
move on with their momentum and the hitch joins them again, with the least change (``parts.train``); gravity and drive;
brakes and resistance as impulses that stop and never turn round; then the side forces of all three axles at once, at
the slip speeds that the step ends with: M + dt K is solved, which only loses energy. A lorry that stands is one block.
Where the trailer meets the cab (``max_hitch_angle``) it stops dead against it: ``is_jack_knifed``.

The hitch angle is the trailer's yaw minus the tractor's, left positive. In reverse ``control_from_command`` takes
the steering command for the trailer's path, as if the trailer were a car, and turns the wheels so (``parts.hitch``).

The defaults are a lorry of 36 t: axles and trailer as CommonRoad's vehicle 4 has them, the rest estimates.

Source: Pacejka, "Tire and Vehicle Dynamics", 3rd ed., section 1.3.2, car and trailer, without its small angles;
Althoff and Wuersching, "CommonRoad: Vehicle Models" (2020), for the sizes. Symbols in Pacejka: m, I mass and
yaw_inertia, m_c, I_c the trailer's, a, b axle offsets, h hitch_offset, f trailer_centre_offset, phi -hitch_angle.
"""

from __future__ import annotations

from typing import NamedTuple

from ..declarations import TrailerFields
from ..mathematics import Real, atan, clamp, select, sincos, tan
from ..parts import (
    aerodynamics,
    axle,
    body,
    brakes,
    distribution,
    engine,
    fuel,
    gearbox,
    governor,
    hitch,
    inertia,
    powertrain,
    running_gear,
    semitrailer,
    steering,
    steering_lock,
    tyre,
    wheels,
)
from ..parts.articulation import axles_of, coupling_of, forward_step, lateral_step, motion_after
from ..parts.body import body_step
from ..parts.hitch import QUICK, pushed, tightest_curvature
from ..parts.hitch import State as Hitch
from ..parts.pedals import Longitudinal, pedals_for
from ..parts.rolling_body import Mass, start_of
from ..parts.running_gear import State as RunningGear
from ..parts.semitrailer import State as Trailer
from ..parts.steering import Control as Steering
from ..parts.wheels import Ground
from .single_track import Control

__all__ = ["KIND", "REPORTS", "Control", "Ground", "Params", "State", "control_from_command", "step"]

KIND = "wheeled"
REFERENCE_POINT = "the tractor's centre of mass"
MAX_STEP = 0.1  # beyond it a drive ends more than 2 % of its path from that of small steps [s]
REPORTS = ("pitch", "roll", "engine_speed", "resistance", "is_jack_knifed")
TRAILERS = (TrailerFields("hitch_angle", "hitch_offset", "trailer_length"),)

FOLDED = 0.995  # of the greatest hitch angle: the trailer lies against the tractor [1]
STEEPEST = 1.5  # wheel angle that a driver backs with, at most: below 90 degrees [rad]


class State(NamedTuple):
    """Tractor, hitch, trailer."""

    body: body.State = body.State()
    hitch: hitch.State = hitch.State()
    trailer: semitrailer.State = semitrailer.State()  # trailer
    steering: steering.State = steering.State()
    powertrain: powertrain.State = powertrain.State()
    running_gear: running_gear.State = running_gear.State()


class Params(NamedTuple):
    """Tractor with two axles, hitch, semitrailer; a lorry of 36 t by default."""

    body: body.Params = body.Params(
        inertia=inertia.Params(mass=8000.0, yaw_inertia=28e3, centre_height=1.0),
        aerodynamics=aerodynamics.Params(air_drag=3.6), suspension_damping=0.3, roll_gain=0.012, roll_gyration=0.9,
    )  # fmt: skip
    front_axle: axle.Params = axle.Params(offset=1.8, cornering_coefficient=7.0)  # front axle
    rear_axle: axle.Params = axle.Params(offset=1.8, cornering_coefficient=8.0)  # rear axle
    hitch: hitch.Params = hitch.Params()
    trailer: semitrailer.Params = semitrailer.Params()  # trailer
    wheels: wheels.Params = wheels.Params(track_width=2.0)
    tyre: tyre.Params = tyre.Params(tyre_grip=0.85)
    running_gear: running_gear.Params = running_gear.Params(rolling_factor=0.6)
    steering: steering.Params = steering.Params(
        steering_lock=steering_lock.Params(max_steer_angle=0.7), max_steer_rate=0.6
    )
    distribution: distribution.Params = distribution.Params(front_drive_share=0.0, front_brake_share=0.45)
    powertrain: powertrain.Params = powertrain.Params(
        engine=engine.Params(engine_power=330e3, max_drive_force=90e3), engine_lag=0.4,
        governor=governor.Params(max_speed=25.0, max_reverse_speed=4.0), rotating_mass_factor=1.15,
        fuel=fuel.Params(fuel_capacity=340.0, fuel_consumption=5.6e-8), idle_fuel_rate=5e-4,
        gearbox=gearbox.Params(
            gear_step=1.28, top_gear_ratio=2.9, wheel_radius=0.5, peak_torque=2200.0, peak_torque_speed=125.0,
            idle_speed=60.0, max_engine_speed=210.0,
        ),
    )  # fmt: skip
    brakes: brakes.Params = brakes.Params(max_brake_force=85e3)


def step(state: State, control: Control, params: Params, dt: Real, ground: Ground) -> State:
    """Return the state after ``dt`` [s] with constant controls, for the tractor's centre of mass.

    Args:
        state: before the step: a ``State`` of numbers, or of arrays of shape (vehicles,).
        control: inputs, constant over the step: a ``Control`` of the same shapes.
        params: a ``Params`` of the same shapes.
        dt: time step [s].
        ground: properties of the ground under the vehicle: a ``Ground`` of the same shapes.
    """
    body, surface, pedals = state.body, ground.surface, control.pedals
    start = start_of(state, control, params, mass_of(params), surface, dt)
    contact, inertia = start.contact, start.inertia
    sine, cosine = sincos(start.steering.wheel_angle)
    axles = axles_of(state, contact, start.drive.force, pedals.brake, inertia, params, ground)
    coupling = coupling_of(state, contact, inertia, params, dt)
    forward = forward_step(coupling, axles, (sine, cosine), inertia, params, dt)
    rolled = lateral_step(forward, coupling, axles, (sine, cosine), params, dt)
    motion = motion_after(state, contact, coupling, forward, rolled, start.is_locked, (params, surface, inertia), dt)

    after = body_step(body, contact, motion.body, start.stance, surface, params.body, dt)
    is_folded = select(abs(coupling.hitch_angle) > FOLDED * params.hitch.max_hitch_angle, 1.0, 0.0)
    return State(
        after,
        Hitch(motion.hitch_angle, motion.hitch_pull, is_folded),
        Trailer(motion.trailer_yaw_rate),
        start.steering,
        start.drive.state,
        RunningGear(axles.resisting + axles.trailer.resisting),
    )


def mass_of(params: Params) -> Mass:
    """Return mass and common centre height of tractor and trailer."""
    own, trailer = params.body.inertia, params.trailer.inertia
    mass = own.mass + trailer.mass
    return Mass(mass, (own.mass * own.centre_height + trailer.mass * trailer.centre_height) / mass)


def control_from_command(state: State, speed: Real, steer: Real, params: Params, dt: Real) -> Control:
    """Return the control towards a speed [m/s] and a steering command in -1..1, left positive.

    Forward the command is a share of the full wheel angle; backward it is one of the tightest circle of the trailer,
    and the wheels turn as they must to lead the trailer onto it. A lorry that is to stand still stands with its parking
    brake on.

    Args:
        state: a ``State`` of numbers, or of arrays of shape (vehicles,).
        speed: commanded speed [m/s], forward positive.
        steer: steering command in -1..1, left positive.
        params: a ``Params`` of the same shapes.
        dt: time step that the control is for [s].
    """
    own, total = params.body.inertia.mass, params.body.inertia.mass + params.trailer.inertia.mass
    train = Longitudinal(
        total,
        (own * params.powertrain.rotating_mass_factor + params.trailer.inertia.mass) / total,
        params.body.aerodynamics.air_drag,
        state.running_gear.resistance,
        params.brakes.max_brake_force + params.trailer.max_brake_force,
    )
    command = clamp(steer, -1.0, 1.0)
    is_backing = select(state.body.speed == 0.0, speed, state.body.speed) < 0.0
    backing = backing_wheel_angle(state, command, params)
    angle = select(is_backing, backing, command * params.steering.steering_lock.max_steer_angle)
    return Control(pedals_for(speed, state.body, state.powertrain, train, params.powertrain, dt), Steering(angle))


def backing_wheel_angle(state: State, command: Real, params: Params) -> Real:
    """Return the wheel angle [rad] that pushes the trailer onto a share ``command``, -1..1, of its tightest circle.

    Args:
        state: the lorry's ``State``.
        command: steering command in -1..1, left positive.
        params: the lorry's ``Params``.
    """
    wheelbase = params.front_axle.offset + params.rear_axle.offset
    offset, length = params.hitch.hitch_offset - params.rear_axle.offset, params.trailer.length
    most = tan(clamp(params.steering.steering_lock.max_steer_angle, 0.0, STEEPEST)) / wheelbase
    wanted = command * tightest_curvature(most, offset, length)
    return atan(wheelbase * pushed(state.hitch.hitch_angle, wanted, most, offset, length, QUICK))
