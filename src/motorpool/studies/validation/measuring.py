"""Simulation of a vehicle's reference figures: each by a small manoeuvre on the proving ground, or by a formula.

All values are SI. Limits (steepest grade, side slope) are found with copies of the vehicle on increasing slopes: the
limit is the steepest slope before the first failure.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import ModelError
from ...models.registry import find
from ...vehicles.figures import Check, parse_check
from ...vehicles.fleet import Fleet
from ...vehicles.real_cars import SLOW
from . import formulas
from .manoeuvres.coast_down import rolling_coefficient
from .rig import Floats, Rig, Run, axle_places, full_throttle, grip_of, has, param, soil, total_mass, turn

LONG = 300.0  # time to reach top speed [s]
CLIMB = 120.0  # time on a grade [s]
SETTLING, CRUISE = 20.0, 60.0  # time until a speed is steady; duration of the fuel measurement [s]
GRADES = np.arange(0.02, 1.21, 0.01)  # tested grades [1]
MOVES = 0.05  # lower limit of the speed of a vehicle that climbs [m/s]
CROSSING, CROSSING_SPEED = 15.0, 2.0  # duration [s] and speed [m/s] on a side slope
OFF_LINE = 0.5  # limit of the lateral error, beyond which the vehicle slides [m]
TIPS = 0.02  # limit of the rollover angle [rad]
CREEPING, CIRCLING = 1.5, 40.0  # speed [m/s] and duration [s] of a turning circle
PIVOTING = 60.0  # enough for a whole pivot turn [s]
STICKY = {"friction": 50.0, "sliding_friction": 50.0}  # prevents sliding on the tilt table [1]

Measuring = Callable[[Any, Check], float]


def measure(vehicle: Any, check: Check) -> float:
    """Return the value that a check measures on a vehicle, in SI units.

    Raises:
        ModelError: the check does not apply to the vehicle, or has no result.
    """
    if check.is_value:
        model = find(vehicle)
        value = model.vehicle.value(check.name) if model.vehicle else None
        if value is None:
            raise ModelError(f"{model.name} has no {check.name}")
        return float(value)
    return MEASURES[check.name](vehicle, check)


# ---- straight line


def _reverse_speed(vehicle: Any, check: Check) -> float:
    def drive(_: float, fleet: Fleet) -> None:
        fleet.control.throttle = -1.0

    return float(-Rig(vehicle, surface=check.soil).run(CLIMB, drive).speed.min())


def _acceleration(vehicle: Any, check: Check) -> float:
    run = _accelerated(vehicle, CLIMB, check)
    speed, target = run.speed[:, 0], _at(check)
    if speed.max() < target:
        raise ModelError(f"it does not reach {3.6 * target:.1f} km/h")
    reached = int(np.argmax(speed >= target))
    return float(np.interp(target, speed[reached - 1 : reached + 1], run.time[reached - 1 : reached + 1]))


def _accelerated(vehicle: Any, seconds: float, check: Check, grade: float = 0.0) -> Run:
    rig = Rig(vehicle, surface=check.soil, grade=grade)
    return rig.run(seconds, lambda time, fleet: full_throttle(fleet))


def _coast_down(vehicle: Any, check: Check) -> float:
    rig = Rig(vehicle, surface=check.soil, engine_stop=1.0)
    rig.set_speed(_at(check))
    run = rig.run(LONG)
    speed = run.speed[:, 0]
    if speed.min() > SLOW:
        raise ModelError(f"it still rolls at {3.6 * speed.min():.1f} km/h after {LONG:g} s")
    return float(np.interp(-SLOW, -speed, run.time))


def _braking(vehicle: Any, check: Check) -> float:
    rig = Rig(vehicle, surface=check.soil, brake=1.0)
    rig.set_speed(_at(check))
    run = rig.run(CLIMB)
    if run.speed[-1, 0] != 0.0:
        raise ModelError("it does not come to rest")
    return float(run.x[-1, 0])


def _deceleration(vehicle: Any, check: Check) -> float:
    start = 32.0 / 3.6
    return start * start / (2.0 * _braking(vehicle, check._replace(at=start)))


def _steepest_climb(vehicle: Any, check: Check) -> float:
    rig = Rig(vehicle, len(GRADES), surface=check.soil, grade=GRADES)
    run = rig.run(30.0, lambda time, fleet: full_throttle(fleet), every=60)
    return _steepest((run.speed[-1] > MOVES) & (run.x[-1] > 1.0))


# ---- fuel


def _range(vehicle: Any, check: Check) -> float:
    burnt, way = _cruised(vehicle, check)
    return param(vehicle, "fuel_capacity") * way / burnt


def _fuel_rate(vehicle: Any, check: Check) -> float:
    burnt, _ = _cruised(vehicle, check)
    return burnt / CRUISE / _density(vehicle)


def _cruised(vehicle: Any, check: Check) -> tuple[float, float]:
    """Return fuel [kg] and distance [m] of a cruise at a steady speed."""
    speed = _at(check)
    rig = Rig(vehicle, surface=check.soil)
    rig.set_speed(speed)
    run = rig.run(SETTLING + CRUISE, lambda time, fleet: fleet.drive(speed, 0.0))
    steady = run.speed[run.time >= SETTLING, 0]
    if np.any(abs(steady - speed) > 0.02 * speed + 0.01):
        raise ModelError(f"it cannot hold {3.6 * speed:.1f} km/h on {check.soil}")
    start = int(np.argmax(run.time >= SETTLING))
    return float(run.fuel_used[-1, 0] - run.fuel_used[start, 0]), float(run.x[-1, 0] - run.x[start, 0])


def _density(vehicle: Any) -> float:
    """Return the density of the fuel [kg/m^3], from the check of the tank."""
    model = find(vehicle)
    figures = model.vehicle.figures if model.vehicle else ()
    checks = [parse_check(figure.check) for figure in figures]
    tank = next((check for check in checks if check and check.name == "tank"), None)
    if tank is None:
        raise ModelError('no figure has the density of its fuel, as in check = "tank 840 kg/m^3" does')
    return _at(tank)


# ---- lateral


def _side_slope(vehicle: Any, check: Check) -> float:
    """Return the steepest side slope on which the vehicle holds its line with a driver's corrections."""

    def drive(_: float, fleet: Fleet) -> None:
        state = fleet.state
        heading = np.clip(-0.4 * state.y, -0.3, 0.3)
        fleet.drive(CROSSING_SPEED, np.clip(3.0 * (heading - state.yaw), -1.0, 1.0))

    rig = Rig(vehicle, len(GRADES), surface=check.soil, side_slope=GRADES)
    rig.set_speed(CROSSING_SPEED)
    run = rig.run(CROSSING, drive, every=6)
    stays = np.abs(run.y).max(axis=0) < OFF_LINE
    stays &= run.x[-1] > 0.8 * CROSSING_SPEED * CROSSING
    return _steepest(stays & (np.abs(run.rollover_angle).max(axis=0) < TIPS))


def _tipping_slope(vehicle: Any, check: Check) -> float:
    slopes = 2.0 * GRADES
    rig = Rig(vehicle, len(slopes), surface=check.soil, side_slope=slopes, ground=STICKY, parking_brake=1.0)
    run = rig.run(10.0, every=60)
    return _steepest(np.abs(run.rollover_angle).max(axis=0) < TIPS, slopes)


def _turning_radius(vehicle: Any, check: Check) -> float:
    """Return the turning radius of the outermost front wheel, or of the outer track's centre line [m]."""

    def drive(_: float, fleet: Fleet) -> None:
        fleet.drive(CREEPING, 1.0)
        turn(fleet, 1.0)

    run = Rig(vehicle, surface=check.soil).run(CIRCLING, drive)
    return _circle(vehicle, run)


def _brake_turn(vehicle: Any, check: Check) -> float:
    """Return the turning radius with the inner track braked and the engine driving the outer one [m]."""

    def drive(_: float, fleet: Fleet) -> None:
        fleet.control.throttle = np.where(fleet.state.right_track_speed < CREEPING, 1.0, 0.0)
        turn(fleet, 1.0)

    run = Rig(vehicle, surface=check.soil).run(CIRCLING, drive)
    return _circle(vehicle, run)


def _circle(vehicle: Any, run: Run) -> float:
    """Return the radius [m] of the outermost wheel's or track's circle to the left, over the last ten seconds."""
    last = run.time >= run.time[-1] - 10.0
    rate = float(run.yaw_rate[last, 0].mean())
    if not rate > 1e-3:
        raise ModelError("it does not turn")
    if has(vehicle, "track_gauge"):
        ahead, half = 0.0, 0.5 * param(vehicle, "track_gauge")
        return float(run.speed[last, 0].mean()) / rate + half
    places = axle_places(vehicle)
    if places is None:
        raise ModelError("it has neither tracks nor steered axles")
    ahead, half = places[0], 0.5 * param(vehicle, "track_width")
    aside = float(run.lateral_speed[last, 0].mean()) / rate
    return math.hypot(ahead + aside, float(run.speed[last, 0].mean()) / rate + half)


def _pivot(vehicle: Any, check: Check) -> float:
    """Return the greatest displacement of the centre in a whole turn [m]."""
    run = Rig(vehicle, surface=check.soil).run(PIVOTING, lambda time, fleet: fleet.drive(0.0, 1.0))
    turned = np.abs(np.unwrap(run.yaw[:, 0]))
    if turned[-1] < 2.0 * math.pi:
        raise ModelError(f"it turns by {math.degrees(turned[-1]):.0f} degrees on the spot in a minute")
    return float(np.hypot(run.x, run.y)[turned <= 2.0 * math.pi, 0].max())


# ---- formulas


def _tyre_friction(vehicle: Any, check: Check) -> float:
    return grip_of(vehicle) * soil(check.soil)["friction"]


MEASURES: dict[str, Measuring] = {
    "acceleration": _acceleration,
    "brake-turn": _brake_turn,
    "braking": _braking,
    "climb": lambda vehicle, check: float(_accelerated(vehicle, CLIMB, check, _at(check)).speed[-1, 0]),
    "coast-down": _coast_down,
    "deceleration": _deceleration,
    "fuel-rate": _fuel_rate,
    "pivot": _pivot,
    "range": _range,
    "reverse-speed": _reverse_speed,
    "side-slope": _side_slope,
    "steepest-climb": _steepest_climb,
    "tipping-slope": _tipping_slope,
    "top-speed": lambda vehicle, check: float(_accelerated(vehicle, LONG, check).speed.max()),
    "turning-diameter": lambda vehicle, check: 2.0 * _turning_radius(vehicle, check),
    "turning-radius": _turning_radius,
    "drive-acceleration": lambda vehicle, _: param(vehicle, "max_drive_force") / param(vehicle, "mass"),
    "front-stiffness": lambda vehicle, check: (
        param(vehicle, "front_axle_cornering_coefficient") / _tyre_friction(vehicle, check)
    ),
    "full-power-speed": lambda vehicle, _: (
        param(vehicle, "engine_power") * param(vehicle, "drive_efficiency") / param(vehicle, "max_drive_force")
    ),
    "ground-pressure": lambda vehicle, check: (
        total_mass(vehicle) * formulas.GRAVITY / (2.0 * param(vehicle, "contact_length") * _at(check))
    ),
    "length-over-gun": lambda vehicle, _: (
        measure(vehicle, Check("body.length")) + measure(vehicle, Check("body.gun_overhang"))
    ),
    "rear-stiffness": lambda vehicle, check: (
        param(vehicle, "rear_axle_cornering_coefficient") / _tyre_friction(vehicle, check)
    ),
    "rolling-resistance": lambda vehicle, check: rolling_coefficient(vehicle, check.soil),
    "tank": lambda vehicle, check: param(vehicle, "fuel_capacity") / _at(check),
    "tyre-friction": _tyre_friction,
    "wheelbase": lambda vehicle, _: param(vehicle, "front_axle_offset") + param(vehicle, "rear_axle_offset"),
}


def _at(check: Check) -> float:
    if check.at is None:
        raise ModelError(f"the check {check.name} needs a value, as in {check.name} 32 km/h")
    return check.at


def _steepest(holds: Any, slopes: Floats = GRADES) -> float:
    """Return the steepest slope before the first failure; 0 if all fail."""
    fails = np.flatnonzero(~holds)
    if fails.size == 0:
        return float(slopes[-1])
    return float(slopes[fails[0] - 1]) if fails[0] > 0 else 0.0
