"""Ride: speed on rough ground at which the vertical acceleration of the body reaches the limit of the crew.

The model drives over a rough profile in one fleet, with a vehicle for each roughness and speed. The suspension gives
the vertical acceleration of the body; the ride limits the speed where the root mean square of it reaches a limit. The
displacement spectrum of the profile falls with the square of the wave number, as in ISO 8608 for roads and fields. The
input of the vehicle is the mean height under its footprint: under both axles, or along the track on the ground.

Roughness is the root mean square of the elevation without waves longer than 18.3 m (60 ft), as in NRMM (Ahlvin and
Haley, "NATO Reference Mobility Model, Edition II" (1992), recalled). The cells of an elevation model are too large to
show it, so each class of ground has a value; the values are estimates of this project within NRMM's usual range of 0.1
to 3 inches.

The limit of 2 m/s^2 is also an estimate of this project. ISO 2631-1 calls larger values, weighted by frequency,
"extremely uncomfortable"; this limit is not weighted. It is not the 6 W of absorbed power that NRMM uses.
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ...base.errors import WorldError, unknown_name
from ...ground.terrain.heightfield import Terrain
from ...ground.terrain.surface import CLASSES
from ...models.parts.attitude import GRAVITY
from ...models.registry import Model
from ...vehicles.fleet import Fleet
from .trials import Floats, parameters_of

RIDE_LIMIT = 2.0  # root mean square of the body's vertical acceleration [m/s^2]
LONGEST_WAVE = 18.3  # longest wave that counts as roughness [m]
ROUGHNESS = {  # root mean square elevation of each class [m]
    "dry-asphalt": 0.003,
    "wet-asphalt": 0.003,
    "concrete": 0.003,
    "gravel": 0.010,
    "dry-earth": 0.025,
    "wet-earth": 0.025,
    "dry-sand": 0.020,
    "mud": 0.025,
    "packed-snow": 0.008,
    "fresh-snow": 0.020,
    "ice": 0.005,
    "grass": 0.030,
    "wet-grass": 0.030,
}
LEVELS = np.array([0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.09, 0.14])  # roughnesses at which the model runs [m]
SPEEDS = 16  # number of speeds, from ``SLOWEST`` to the vehicle's greatest
SLOWEST = 1.0  # least speed at which the model runs, and least limit [m/s]
SPACING = 0.5  # of the posts of the profile [m]
LENGTH = 400.0  # of the profile that counts [m]
SHORTEST_RUN = 8.0  # least duration of a drive [s]
STRIP = 8  # rows of posts with the same roughness
DT = 1.0 / 60.0  # [s]
HARD_GROUND = {"friction": 0.85, "sliding_friction": 0.75, "wheel_resistance": 0.0, "track_resistance": 0.0}
SEED = 8608  # of the phases of the profile; another one gives other bumps of the same roughness


def roughness_of(names: tuple[str, ...], given: Mapping[str, float] | float | None) -> Floats:
    """Return the roughness of classes [m].

    Args:
        given: values by name in place of ``ROUGHNESS``, or one value for all; a class without a value has that of dry
            earth.

    Raises:
        WorldError: a name is unknown, or a value is negative or not finite.
    """
    if given is None or isinstance(given, Mapping):
        own: dict[str, float] = dict(given or {})
        for name in own:
            if name not in names and name not in CLASSES:
                raise WorldError(unknown_name("", "soil", name, names, listed="docs/ground.md"))
        values = [own.get(name, ROUGHNESS.get(name, ROUGHNESS["dry-earth"])) for name in names]
    else:
        values = [given] * len(names)
    found: Floats = np.array(values, np.float64)
    if not (np.isfinite(found) & (found >= 0.0)).all():
        raise WorldError(f"a roughness is {found.min():g} m; it must be zero or positive")
    return found


def ride_speeds(model: Model, roughness: Floats, *, limit: float = RIDE_LIMIT) -> Floats:
    """Return the speed at which the ride on ground of a roughness reaches a limit [m/s]; infinite if none does.

    Args:
        model: model of the vehicle; one without a suspension has no limit.
        roughness: root mean square elevations [m].
        limit: root mean square of the vertical acceleration [m/s^2].

    Raises:
        WorldError: the limit is not positive.
    """
    if not (limit > 0.0):
        raise WorldError(f"the ride limit is {limit} m/s^2; it must be positive")
    parameters = parameters_of(model)
    if "suspension_frequency" not in parameters or math.isinf(limit):
        return np.full(roughness.shape, np.inf)
    speeds = np.linspace(SLOWEST, parameters["max_speed"], SPEEDS)
    shaking = accelerations(model, parameters, speeds)
    return np.array([_crossing(speeds, _at_roughness(shaking, value), limit) for value in roughness])


def accelerations(model: Model, parameters: Mapping[str, float], speeds: Floats) -> Floats:
    """Return the root mean square of the body's vertical acceleration [m/s^2], (levels, speeds [m/s])."""
    count = len(LEVELS) * len(speeds)
    strips, commanded = np.repeat(np.arange(len(LEVELS)), len(speeds)), np.tile(speeds, len(LEVELS))
    fleet = Fleet(model, count, x=0.0, y=(strips + 0.5) * STRIP * SPACING - 0.5 * SPACING)
    for name, value in HARD_GROUND.items():
        if name in dir(fleet.ground):
            setattr(fleet.ground, name, value)
    for name in {"speed", "left_track_speed", "right_track_speed"} & set(dir(fleet.state)):
        setattr(fleet.state, name, commanded)
    terrain = Terrain(_strips(footprint_of(parameters)), SPACING, 0.0, 0.0)
    frequency, damping = parameters["suspension_frequency"], parameters["suspension_damping"]
    duration = np.maximum(LENGTH / commanded, SHORTEST_RUN)
    steps = round(float(np.percentile(duration, 90)) / DT)
    squares, samples = np.zeros(count), np.zeros(count)
    for _ in range(min(steps, round(60.0 / DT))):
        fleet.drive(commanded, 0.0, dt=DT)
        fleet.step(DT, terrain=terrain)
        state = fleet.state
        spring = -frequency * (frequency * state.heave + 2.0 * damping * state.heave_rate)
        acceleration = np.where(state.is_airborne > 0.5, -GRAVITY, np.maximum(spring, -GRAVITY))
        counts = state.x < LENGTH
        squares += np.where(counts, acceleration * acceleration, 0.0)
        samples += counts
    return np.sqrt(squares / np.maximum(samples, 1.0)).reshape(len(LEVELS), len(speeds))


def footprint_of(parameters: Mapping[str, float]) -> tuple[Floats, Floats]:
    """Return positions along the vehicle at which the ground carries it [m], and their shares of the load [1]."""
    if "contact_length" in parameters:
        places: Floats = np.linspace(-0.5, 0.5, 8) * parameters["contact_length"]
        return places, np.full(8, 0.125)
    front, rear = parameters.get("front_axle_offset", 1.0), parameters.get("rear_axle_offset", 1.0)
    return np.array([front, -rear]), np.array([rear, front]) / (front + rear)


def profile(count: int) -> Floats:
    """Return a random profile of unit roughness at ``count`` posts [1]; its spectrum is the wave number to the -2."""
    waves = np.fft.rfftfreq(count, SPACING)
    amplitude = np.where(waves > 1.0 / LONGEST_WAVE, 1.0 / np.maximum(waves, 1e-9), 0.0)
    phase = np.random.default_rng(SEED).uniform(0.0, 2.0 * np.pi, len(waves))
    heights = np.fft.irfft(amplitude * np.exp(1j * phase), count)
    return heights / np.sqrt(np.mean(heights * heights))


def _strips(footprint: tuple[Floats, Floats]) -> NDArray[np.float32]:
    count = round(1.25 * LENGTH / SPACING)
    x, heights = np.arange(count) * SPACING, profile(count)
    averaged: Floats = np.zeros(count)
    for place, share in zip(*footprint, strict=True):
        averaged += share * np.asarray(np.interp(x + place, x, heights, period=count * SPACING), np.float64)
    return (np.repeat(LEVELS, STRIP)[:, None] * averaged[None, :]).astype(np.float32)


def _at_roughness(shaking: Floats, roughness: float) -> Floats:
    """Return the accelerations at each speed on a roughness [m/s^2]; proportional to it outside ``LEVELS``."""
    level = float(np.clip(roughness, LEVELS[0], LEVELS[-1]))
    place = min(int(np.searchsorted(LEVELS, level, side="right")) - 1, len(LEVELS) - 2)
    share = (level - LEVELS[place]) / (LEVELS[place + 1] - LEVELS[place])
    return (shaking[place] + share * (shaking[place + 1] - shaking[place])) * (roughness / level)


def _crossing(speeds: Floats, shaking: Floats, limit: float) -> float:
    """Return the least speed at which the acceleration reaches a limit [m/s], interpolated between speeds."""
    over = np.flatnonzero(shaking >= limit)
    if not over.size:
        return math.inf
    first = int(over[0])
    if first == 0:
        return float(speeds[0])
    share = (limit - shaking[first - 1]) / (shaking[first] - shaking[first - 1])
    return float(speeds[first - 1] + share * (speeds[first] - speeds[first - 1]))
