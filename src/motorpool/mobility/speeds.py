"""Speeds that a vehicle makes good on slopes up to the steepest that it climbs, by its dynamic model.

A line is a soil, a direction of travel and the steepest slope there; speeds are wanted at shares of that slope. A speed
jumps where a gear no longer holds, and is smooth elsewhere. So the model runs at few shares of each line first; then in
the middle of each interval whose middle did not lie on a straight line, and so on until jumps lie between neighbouring
shares. The rest is interpolated.

At each share the vehicle drives until its speed has settled, at full throttle from its greatest speed and from rest.
Full throttle counts where it keeps its line from both. Where it does not, or where the two end at different speeds, the
fastest of more careful drivers that keeps its line counts, if it is faster.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..models.registry import Model
from .trials import Bools, Driving, Floats, Planes, Told, parameters_of, quiet, run_until_settled

COUNT = 65  # shares of each line
SHARES = np.linspace(0.0, 0.98, COUNT)  # of the steepest slope at the limit [1]
COARSE = 8  # each so many shares the model runs at first
STRAIGHT = 0.02  # deviation of a middle from the straight line, below which an interval is not divided [1]
ALIKE = 0.02  # difference of the ends, below which an interval is not even tried [1]
SAME = 0.05  # difference of the speeds from a fast start and from rest, beyond which careful drivers try, too [1]


class Way(NamedTuple):
    """A driver: speeds over the greatest speed of the vehicle [1]."""

    start: float
    target: float
    settling: float = 0.0  # time in which the driver seeks to reach it; 0: at once, with all that the engine gives [s]


FULL = (Way(1.0, 1.0), Way(0.0, 1.0))  # all that the engine gives, from its greatest speed and from rest
CAREFUL = tuple(Way(share, share, 3.0) for share in (0.85, 0.7, 0.55, 0.4, 0.25))
SLOW = ((5.0, 2.0), (2.5, 1.0), (1.0, 0.5))  # the last resort: speed [m/s] and settling time [s], as for the limits


def speeds_along(model: Model, lines: Planes, *, told: Told = quiet) -> Floats:
    """Return the speed made good at ``SHARES`` of the steepest slope of each line, (lines, shares) [m/s].

    Args:
        model: of the vehicle.
        lines: soil, steepest slope and direction of each.
        told: called with what is done.
    """
    told("speeds on them", 0.0)
    found = np.zeros((len(lines.steepness), COUNT))
    _measure(model, lines, found, np.tile(np.arange(COUNT) % COARSE == 0, (len(found), 1)))
    step = COARSE
    ends = found[:, ::step]
    divided = _differs(ends[:, 1:], ends[:, :-1], ALIKE)
    while step > 1:
        told("speeds on them", 1.0 - 0.5 * step / COARSE)
        middle = slice(step // 2, None, step)
        straight = 0.5 * (found[:, : COUNT - 1 : step] + found[:, step::step])
        wanted = np.zeros(found.shape, np.bool_)
        wanted[:, middle] = divided
        _measure(model, lines, found, wanted)
        bent = divided & _differs(found[:, middle], straight, STRAIGHT)
        found[:, middle] = np.where(divided, found[:, middle], straight)
        divided, step = np.repeat(bent, 2, axis=1), step // 2
    told("speeds on them", 1.0)
    return found


def _measure(model: Model, lines: Planes, found: Floats, wanted: Bools) -> None:
    """Write the speeds of wanted lines and shares into ``found``, both (lines, shares)."""
    line, share = np.nonzero(wanted)
    if line.size:
        planes = Planes(lines.soils[line], lines.steepness[line] * SHARES[share], lines.direction[line])
        found[line, share] = speeds_on(model, planes)


def speeds_on(model: Model, planes: Planes) -> Floats:
    """Return the speed made good on each plane [m/s]; 0 where the vehicle does not go.

    Args:
        model: of the vehicle.
        planes: to drive on.
    """
    rolling, standing = _driven(model, planes, FULL).T
    fastest = np.where(standing > 0.0, rolling, 0.0)
    hard = np.flatnonzero((fastest == 0.0) | _differs(rolling, standing, SAME))
    if hard.size:
        top_speed = parameters_of(model)["max_speed"]
        shares = [(min(speed / top_speed, 1.0), time) for speed, time in SLOW]
        ways = (*CAREFUL, *(Way(share, share, time) for share, time in shares))
        tried = _driven(model, Planes(*(column[hard] for column in planes)), ways)
        fastest[hard] = np.maximum(fastest[hard], tried.max(axis=1))
    return fastest


def _driven(model: Model, planes: Planes, ways: Sequence[Way]) -> Floats:
    """Return the speeds of the ways of driving on each plane, (planes, ways) [m/s]."""
    count = len(planes.steepness)
    start, target, settling = np.tile(np.array(ways), (count, 1)).T
    top_speed = parameters_of(model)["max_speed"]
    driving = Driving(start * top_speed, target * top_speed, settling)
    tried = Planes(*(np.repeat(column, len(ways), axis=0) for column in planes))
    return run_until_settled(model, tried, driving).reshape(count, len(ways))


def _differs(values: Floats, others: Floats, share: float) -> Bools:
    """Return whether values differ by more than a share of the greater one."""
    return np.abs(values - others) > share * np.maximum(values, others)
