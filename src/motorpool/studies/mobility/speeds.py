"""Speeds that a vehicle makes good on slopes up to the steepest that it climbs, by its dynamic model.

A line is a soil, a direction of travel and the steepest slope there; speeds are computed at shares of that slope. The
speed jumps where a gear no longer holds, and is smooth elsewhere. The model therefore runs at few shares of each line
first, then in the middle of each interval whose middle did not lie on a straight line, until each jump lies between
neighbouring shares. Speeds at the other shares are interpolated.

At each share the vehicle drives until its speed has settled, at full throttle from its greatest speed and from rest. If
it keeps its line in both drives and both end at the same speed, this is the result. Otherwise the module finds the
fastest careful driver that keeps its line, and tries full throttle again from the speed of that driver and from less,
because wheels that spin from rest often hold when the vehicle rolls. The faster of both is the result.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ...models.registry import Model
from .trials import Bools, Driving, Floats, Planes, Told, parameters_of, quiet, run_until_settled

COUNT = 65  # shares of each line
SHARES = np.linspace(0.0, 0.98, COUNT)  # of the steepest slope at the limit [1]
COARSE = 8  # stride of the shares at which the model runs first
STRAIGHT = 0.02  # relative deviation of a middle from the straight line, below which an interval is not divided [1]
ALIKE = 0.02  # relative difference of the ends, below which the middle of an interval is not driven [1]
SAME = 0.05  # relative difference of the speeds from both starts, above which careful drivers try, too [1]
RUN_UP = np.array([1.0, 0.7])  # speeds of the second starts at full throttle, over that of the careful driver [1]

# Careful drivers command a constant speed and seek to reach it gently. Each speed is a little below the next; the
# search tries every fourth speed, then those between the fastest that keeps its line and the next faster one.
RATIO = 0.95  # of neighbouring speeds [1]
STRIDE = 4  # of the first round of the search
CAREFUL_LEAST = 0.5  # least commanded speed [m/s]
SETTLING = 0.4  # settling time over the commanded speed [s^2/m]
SETTLING_RANGE = (0.5, 3.0)  # of the settling time [s]


def speeds_along(model: Model, lines: Planes, *, told: Told = quiet) -> Floats:
    """Return the speed made good at ``SHARES`` of the steepest slope of each line, (lines, shares) [m/s]."""
    told("speeds on slopes", 0.0)
    found = np.zeros((len(lines.steepness), COUNT))
    _measure(model, lines, found, np.tile(np.arange(COUNT) % COARSE == 0, (len(found), 1)))
    step = COARSE
    ends = found[:, ::step]
    divided = _differs(ends[:, 1:], ends[:, :-1], ALIKE)
    while step > 1:
        told("speeds on slopes", 1.0 - 0.5 * step / COARSE)
        middle = slice(step // 2, None, step)
        straight = 0.5 * (found[:, : COUNT - 1 : step] + found[:, step::step])
        wanted = np.zeros(found.shape, np.bool_)
        wanted[:, middle] = divided
        _measure(model, lines, found, wanted)
        bent = divided & _differs(found[:, middle], straight, STRAIGHT)
        found[:, middle] = np.where(divided, found[:, middle], straight)
        divided, step = np.repeat(bent, 2, axis=1), step // 2
    told("speeds on slopes", 1.0)
    return found


def _measure(model: Model, lines: Planes, found: Floats, wanted: Bools) -> None:
    """Write the speeds of wanted lines and shares into ``found``, both (lines, shares)."""
    line, share = np.nonzero(wanted)
    if line.size:
        planes = Planes(lines.soils[line], lines.steepness[line] * SHARES[share], lines.direction[line])
        found[line, share] = speeds_on(model, planes)


def speeds_on(model: Model, planes: Planes) -> Floats:
    """Return the speed made good on each plane [m/s]; 0 where the vehicle does not go."""
    top_speed = parameters_of(model)["max_speed"]
    rolling, standing = _at_full_throttle(model, planes, np.tile((top_speed, 0.0), (len(planes.steepness), 1))).T
    fastest = np.where(standing > 0.0, rolling, 0.0)
    hard = np.flatnonzero((fastest == 0.0) | _differs(rolling, standing, SAME))
    if hard.size:
        planes = _rows(planes, hard)
        careful = _careful_speeds(model, planes)
        along = careful * np.hypot(1.0, planes.steepness * np.cos(planes.direction))  # the ground, not the map
        full = _at_full_throttle(model, planes, RUN_UP * along[:, None])
        fastest[hard] = np.maximum(careful, np.where((full > 0.0).all(axis=1), full.max(axis=1), 0.0))
    return fastest


def _careful_speeds(model: Model, planes: Planes) -> Floats:
    """Return the greatest speed made good by careful drivers that keep their line [m/s]; 0 where none does.

    Of two neighbouring speeds that both keep their line the lower one counts, if there are such: a reserve against
    the small differences of slope and direction for which maps interpolate.
    """
    top_speed = parameters_of(model)["max_speed"]
    count = max(STRIDE, math.ceil(math.log(CAREFUL_LEAST / top_speed) / math.log(RATIO)))
    commanded: Floats = top_speed * np.power(RATIO, np.arange(1.0, count + 1.0))
    coarse = np.arange(STRIDE - 1, count, STRIDE)
    found = _carefully(model, planes, np.tile(commanded[coarse], (len(planes.steepness), 1)))
    goes, fastest = found > 0.0, np.zeros(len(planes.steepness))
    kept = np.flatnonzero(goes.any(axis=1))
    if kept.size:
        first = goes[kept].argmax(axis=1)
        between = coarse[first][:, None] - np.arange(STRIDE - 1, 0, -1)
        finer = _carefully(model, _rows(planes, kept), commanded[between])
        finer = np.column_stack([finer, found[kept, first]])
        lower = np.minimum(finer[:, :-1], finer[:, 1:])  # 0 if one of both does not keep its line
        fastest[kept] = np.maximum(lower.max(axis=1), found[kept, first])
    return fastest


def _carefully(model: Model, planes: Planes, commanded: Floats) -> Floats:
    """Return the speeds of careful drivers, (planes, drivers) [m/s], that start at their commanded speeds."""
    return _driven(model, planes, commanded, commanded, np.clip(SETTLING * commanded, *SETTLING_RANGE))


def _at_full_throttle(model: Model, planes: Planes, start: Floats) -> Floats:
    """Return the speeds at full throttle from speeds at the start, both (planes, starts) [m/s]."""
    top_speed = parameters_of(model)["max_speed"]
    return _driven(model, planes, start, np.full(start.shape, top_speed), np.zeros(start.shape))


def _driven(model: Model, planes: Planes, start: Floats, target: Floats, settling: Floats) -> Floats:
    """Return the settled speeds of several drivers on each plane, (planes, drivers) [m/s].

    Args:
        start: (planes, drivers) speeds at the start [m/s].
        target: (planes, drivers) commanded speeds [m/s].
        settling: (planes, drivers) settling times [s].
    """
    tried = Planes(*(np.repeat(column, start.shape[1], axis=0) for column in planes))
    driving = Driving(start.ravel(), target.ravel(), settling.ravel())
    return run_until_settled(model, tried, driving).reshape(start.shape)


def _rows(planes: Planes, rows: NDArray[np.intp]) -> Planes:
    return Planes(*(column[rows] for column in planes))


def _differs(values: Floats, others: Floats, share: float) -> Bools:
    return np.abs(values - others) > share * np.maximum(values, others)
