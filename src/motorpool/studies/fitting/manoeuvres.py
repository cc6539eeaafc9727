"""Suggested drives: manoeuvres that would reduce the uncertainty of a fit most.

Each of some usual manoeuvres is simulated with the fitted vehicle, with the channels, the noise and the rate of the
log, and its information about the parameters is added to that of the log. Which manoeuvre suits which parameter
follows from the derivatives alone.

Source: Ljung, "System Identification", 2nd ed. (1999), chapter 13 (experiment design; here D-optimality, the least
determinant of the covariance, over a list of inputs).
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models.declarations import dimensions_of
from ..logs.log import Log
from . import confidence
from .channels import signals_of
from .fitting import Fit
from .residuals import Problem
from .windows import Windows, windows_of

Floats = NDArray[np.float64]

SECONDS = 9.0  # of a manoeuvre
SETTLING = 1.0  # time at the initial speed before the manoeuvre [s]
FIRM, SOFT = 4.0, 2.0  # lateral acceleration of turns [m/s^2]
MOST_SPEED = 0.9  # share of the vehicle's greatest speed that is used
USUAL_SPEED = 20.0  # speed for a log without one [m/s]
SLOWEST = 0.01  # least divisor [m/s]
PRIOR = 1.0  # relative deviation of an unknown parameter
BETTER = 0.8  # ratio of deviations after and before, below which a manoeuvre helps a parameter
USEFUL = 0.4  # deviation up to which the parameter must then be known to be reported


class Manoeuvre(NamedTuple):
    """Drive from its beginning on."""

    words: str  # text with a placeholder for the speed
    speed: float  # at its start, as a share of the log's usual speed, or [m/s]
    steering: str = "straight"  # a key of STEERING
    pedals: tuple[float, float] | None = None  # throttle and brake; None: to hold the speed
    begin: float = 0.0  # of the pedals [s]
    is_pulsed: bool = False  # throttle on for a second, off for a second


class Suggestion(NamedTuple):
    """Manoeuvre and the information that it would add."""

    words: str
    gain: float  # of information: half the logarithm of the ratio of determinants
    gains: tuple[tuple[str, float, float], ...]  # parameter, relative deviation with the log alone, and with both


def _sweep(time: float) -> float:
    """Return a sine sweep from 0.2 Hz to 2 Hz in nine seconds."""
    return 0.5 * math.sin(2.0 * math.pi * (0.2 * time + 0.1 * time * time)) if time > 0.0 else 0.0


# Steer angle by time [s]: a share of the angle of a firm turn, or of the lock.
STEERING: dict[str, tuple[Callable[[float], float], bool]] = {
    "straight": (lambda time: 0.0, False),
    "step": (lambda time: float(time > 0.0), False),
    "turn": (lambda time: 1.0, False),
    "ramp": (lambda time: 0.5 * max(time, 0.0), False),
    "sweep": (_sweep, False),
    "circle": (lambda time: 1.0, True),
    "slalom": (lambda time: math.copysign(1.0, math.sin(2.0 * time)), True),
}

# Speeds are shares of the log's usual speed, so that suggestions are possible where the log was driven.
MANOEUVRES = (
    Manoeuvre("slow circle at full lock, {}", 0.2, "circle"),
    Manoeuvre("slow slalom from lock to lock, {}", 0.25, "slalom"),
    Manoeuvre("step steer at {}", 0.4, "step"),
    Manoeuvre("step steer at {}", 0.7, "step"),
    Manoeuvre("step steer at {}", 1.0, "step"),
    Manoeuvre("sine sweep of the steering at {}, 0.2 to 2 Hz", 0.8, "sweep"),
    Manoeuvre("slowly rising steer angle to the limit at {}", 0.6, "ramp"),
    Manoeuvre("full throttle from {}", 0.1, pedals=(1.0, 0.0)),
    Manoeuvre("full throttle from {}", 0.7, pedals=(1.0, 0.0)),
    Manoeuvre("throttle on and off each second at {}", 0.6, pedals=(1.0, 0.0), is_pulsed=True),
    Manoeuvre("half brake from {}", 0.8, pedals=(0.0, 0.5)),
    Manoeuvre("full brake from {}", 1.0, pedals=(0.0, 1.0)),
    Manoeuvre("coasting from {}", 1.0, pedals=(0.0, 0.0)),
    Manoeuvre("coasting from {}", 0.3, pedals=(0.0, 0.0)),
    Manoeuvre("braking in a turn from {}", 0.8, "turn", pedals=(0.0, 0.3), begin=1.0),
)


def suggestions(fit: Fit, *, most: int = 3) -> list[Suggestion]:
    """Return the ``most`` manoeuvres, the best first, that would add most information; none if nothing is uncertain."""
    if not fit.model.can_be_driven:
        return []
    work = fit.workings
    before = _with_prior(work.information)
    known = _deviations(before)
    found: list[Suggestion] = []
    for manoeuvre, added in _information(fit, _simulated(fit)):
        after = before + added
        gain = 0.5 * float(np.linalg.slogdet(after)[1] - np.linalg.slogdet(before)[1])
        deviations = _deviations(after)
        better = [
            (one.name, float(known[n]), float(deviations[n]))
            for n, one in enumerate(work.parameters)
            if deviations[n] < BETTER * known[n] and deviations[n] < USEFUL and known[n] > 0.02
        ]
        better.sort(key=lambda one: one[2] / one[1])
        if better:
            found.append(Suggestion(manoeuvre.words, gain, tuple(better[:5])))
    return sorted(found, key=lambda one: -one.gain)[:most]


def _with_prior(information: Floats) -> Floats:
    return information + np.eye(len(information)) / PRIOR**2


def _deviations(information: Floats) -> Floats:
    return np.sqrt(np.diag(np.linalg.inv(information)))


def _simulated(fit: Fit) -> list[tuple[Manoeuvre, Windows]]:
    driven = _at_speeds_of(fit)
    imposed = fit.signals[0].imposed
    has_pedals = "throttle" in fit.model.module.Control._fields and not imposed
    if not has_pedals:
        driven = [one for one in driven if one.pedals is None]
    found: list[tuple[Manoeuvre, Windows]] = []
    for manoeuvre, log in zip(driven, _driven(fit, driven), strict=True):
        signals = signals_of(log, fit.model, fit.params)
        signals = signals._replace(imposed=imposed, channels={name: log.values[name] for name in fit.channels})
        found.append((manoeuvre, windows_of(log, signals, fit.model, fit.windows.shape, is_held=True)))
    return found


def _at_speeds_of(fit: Fit) -> list[Manoeuvre]:
    """Return the manoeuvres at the speeds of a log, limited to the vehicle's greatest speed."""
    usual = max(one.usual_speed for one in fit.signals)
    usual = min(usual if np.isfinite(usual) else USUAL_SPEED, MOST_SPEED * fit.params.get("max_speed", np.inf))
    speeds = [float(f"{one.speed * usual:.2g}") for one in MANOEUVRES]
    return [
        one._replace(words=one.words.format(f"{speed:g} m/s"), speed=speed)
        for one, speed in zip(MANOEUVRES, speeds, strict=True)
    ]


def _driven(fit: Fit, manoeuvres: Sequence[Manoeuvre]) -> list[Log]:
    """Return a log of each manoeuvre, all driven side by side by the fitted model."""
    module = fit.model.module
    dt, size = fit.dt, len(manoeuvres)
    steps = fit.windows.shape.steps
    params = module.Params(*[np.full(size, fit.params[name]) for name in module.Params._fields])
    ground = _ground(module, fit, size)
    start = {**module.State._field_defaults, "speed": np.array([one.speed for one in manoeuvres])}
    state = module.State(*[np.zeros(size) + start[name] for name in module.State._fields])
    lock, firm = fit.params.get("max_steer_angle", 0.5), _firm_angles(fit, manoeuvres)
    rows: list[tuple[Any, Any]] = []
    for number in range(round((SECONDS + SETTLING) / dt)):
        control = _control(module, manoeuvres, number * dt - SETTLING, state, params, dt, lock, firm)
        rows.append((state, control))
        for _ in range(steps):
            state = module.step(state, control, params, dt / steps, *ground)
    times = np.arange(len(rows)) * dt
    return [Log(times, _columns(fit, rows, place), name=one.words) for place, one in enumerate(manoeuvres)]


def _ground(module: Any, fit: Fit, size: int) -> tuple[Any, ...]:
    if not hasattr(module, "Ground"):
        return ()
    values = {**module.Ground._field_defaults, **fit.options.ground}
    return (module.Ground(*[np.full(size, values[name]) for name in module.Ground._fields]),)


def _firm_angles(fit: Fit, manoeuvres: Sequence[Manoeuvre]) -> Floats:
    """Return the steer angle of a firm turn at the speed of each manoeuvre, by the neutral car: wheelbase a / v^2."""
    parts = dimensions_of(fit.model.module).get("wheelbase", ("wheelbase",))
    wheelbase = sum(fit.params.get(name, 0.0) for name in parts) or 2.7
    speeds = np.array([one.speed for one in manoeuvres])
    return 1.5 * FIRM * wheelbase / np.maximum(speeds, SLOWEST) ** 2


def _control(
    module: Any,
    manoeuvres: Sequence[Manoeuvre],
    time: float,
    state: Any,
    params: Any,
    dt: float,
    lock: float,
    firm: Any,
) -> Any:
    wholes = [(STEERING[one.steering], float(angle)) for one, angle in zip(manoeuvres, firm, strict=True)]
    angles = [share(time) * (lock if is_of_lock else angle) for (share, is_of_lock), angle in wholes]
    steer = np.clip(np.array(angles), -lock, lock) / lock
    speeds = np.array([one.speed for one in manoeuvres])
    control = module.control_from_command(state, speeds, steer, params, dt)
    values = {name: np.zeros(steer.size) + value for name, value in control._asdict().items()}
    for place, one in enumerate(manoeuvres):
        if one.pedals is not None and time >= one.begin and "throttle" in values:
            is_off = one.is_pulsed and math.sin(math.pi * time) < 0.0
            values["throttle"][place], values["brake"][place] = (0.0, 0.0) if is_off else one.pedals
    return module.Control(**values)


def _columns(fit: Fit, rows: Sequence[tuple[Any, Any]], place: int) -> dict[str, Floats]:
    """Return one vehicle's states and controls as columns of a log; slopes are zero: only their derivatives count."""
    fields = fit.model.module.State._fields
    columns = {name: np.array([float(getattr(state, name)[place]) for state, _ in rows]) for name in fields}
    for name in fit.model.module.Control._fields:
        columns[name] = np.array([float(getattr(control, name)[place]) for _, control in rows])
    for name in fit.channels:
        columns.setdefault(name, np.zeros(len(rows)))
    return columns


def _information(fit: Fit, driven: Sequence[tuple[Manoeuvre, Windows]]) -> list[tuple[Manoeuvre, Floats]]:
    """Return the information of each manoeuvre about all candidates, with the noise of the log."""
    work = fit.workings
    deviations = np.maximum(fit.noise.deviation, confidence.TINY) * np.sqrt(fit.noise.inflation)
    windows = Windows.joined([one for _, one in driven])
    problem = Problem(work.predictor, windows, work.parameters, work.places, work.theta, deviations)
    slopes = np.split(problem.slopes_here(), np.cumsum([one.number for _, one in driven])[:-1])
    found: list[tuple[Manoeuvre, Floats]] = []
    for (manoeuvre, _), own in zip(driven, slopes, strict=True):
        flat = own.reshape(-1, len(work.parameters))
        found.append((manoeuvre, flat.T @ flat))
    return found
