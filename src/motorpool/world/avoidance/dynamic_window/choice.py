"""Choice of a heading and a speed among trials."""

import math
from typing import NamedTuple

from ....ground.objects.grid import FAR
from ....models.mathematics import maximum, minimum, sincos, wrap_angle
from ...navigation.refused_headings import is_refused
from ..dynamic_window_costs import (
    CHANGING,
    CRAWL,
    HALT,
    HEADING_SPACING,
    KEEP_RIGHT,
    NARROWNESS,
    OTHER_SIDE,
    SLOWNESS,
    SPEED_SAMPLES,
    STOPPING,
    SWEEP,
    TURNING,
    stopping_speed,
)
from ..rollout import COMFORT, Ability, Discs, Motion, Obstacles, try_heading
from .preference import PIVOTING, Preference, straight_distance

LAST_SAMPLE = len(SPEED_SAMPLES)  # of the speeds: turning at standstill, if the vehicle can


class Choice(NamedTuple):
    """Chosen heading and speed."""

    is_free: bool  # something was found that hits nothing
    heading: float  # [rad]
    speed: float  # [m/s]
    deviation: float  # of the heading from the best, left positive [rad]
    direct_hit: int  # the disc that is hit on the best heading at full speed, or -1
    is_direct_free: bool


def choose(start: Motion, ability: Ability, obstacles: Obstacles, preference: Preference, refused: int) -> Choice:
    """Return the cheapest heading and speed that hit nothing; if all do, those that hit last, and a speed to stop from.

    Args:
        start, ability: motion, size and limits of the vehicle.
        obstacles, preference: what is near, and the heading and speed that the driver would like.
        refused: headings onto bad ground, as bits, which are not tried.
    """
    discs = obstacles.discs
    best, heading, speed, deviation = math.inf, start.yaw, 0.0, 0.0
    longest, way, late_heading, late_deviation = -1.0, 0.0, start.yaw, 0.0
    direct_hit, is_direct_free, meets = -1, False, False
    for step in range(round((math.pi if preference.only == 0.0 else SWEEP) / HEADING_SPACING) + 1):
        off = step * HEADING_SPACING
        if off >= best:
            break
        for side in (-1.0, 1.0):
            tried = wrap_angle(preference.reference + side * off)
            if (step == 0 and side > 0.0) or side * preference.only < 0.0 or is_refused(refused, tried):
                continue
            extra = off + TURNING * abs(wrap_angle(tried - start.yaw))
            extra += CHANGING * abs(wrap_angle(tried - preference.last))
            if step > 0 and preference.only == 0.0:
                extra += OTHER_SIDE if side * preference.side < 0.0 else 0.0
                extra += KEEP_RIGHT if meets and side > 0.0 else 0.0
            before = -1.0
            for sample in range(LAST_SAMPLE + 1):
                pivots = sample == LAST_SAMPLE
                slowest = minimum(preference.speed, CRAWL)
                tried_speed = maximum(SPEED_SAMPLES[minimum(sample, LAST_SAMPLE - 1)] * preference.speed, slowest)
                if abs(ability.pivot_yaw_rate) < PIVOTING if pivots else tried_speed == before:
                    continue
                before = tried_speed
                cost = extra + SLOWNESS * (1.0 - (0.0 if pivots else tried_speed / preference.speed))
                if cost >= best:
                    continue
                straight = straight_distance(preference, tried_speed)
                trial = try_heading(start, ability, obstacles, tried, tried_speed, straight, pivots)
                if step == 0 and sample == 0:
                    direct_hit, is_direct_free = trial.hit, trial.is_free
                    meets = direct_hit >= 0 and is_coming(discs, direct_hit, preference.reference)
                if trial.is_free:
                    cost += NARROWNESS * (1.0 - trial.room / COMFORT)
                    if cost < best:
                        best, heading, speed, deviation = cost, tried, tried_speed, side * off
                elif trial.time > longest:
                    longest, way, late_heading, late_deviation = trial.time, trial.distance, tried, side * off
    is_way = best < math.inf
    if not is_way or (best > STOPPING and direct_hit >= 0 and is_moving(discs, direct_hit)):
        for turn in (0.0, -2.0 * HEADING_SPACING, 2.0 * HEADING_SPACING):
            tried = wrap_angle(start.yaw + turn)
            cost = STOPPING + TURNING * abs(turn)
            if cost < best and try_heading(start, ability, obstacles, tried, 0.0, FAR, False).is_free:
                best, heading, speed, deviation, is_way = cost, tried, 0.0, 0.0, False
    if best < math.inf:
        return Choice(is_way, heading, speed, deviation, direct_hit, is_direct_free)
    stop = minimum(stopping_speed(way, ability.braking), preference.speed)
    late_heading = late_heading if stop > CRAWL else start.yaw  # a vehicle that pivots while it stops hits who passes
    return Choice(False, late_heading, stop, late_deviation, direct_hit, is_direct_free)


def is_coming(discs: Discs, disc: int, heading: float) -> bool:
    """Return whether a disc moves against a heading.

    Args:
        discs: obstacles of the trials.
        disc: number of the disc.
        heading: counter-clockwise from east [rad].
    """
    sine, cosine = sincos(heading)
    return discs.speed_x[disc] * cosine + discs.speed_y[disc] * sine < -HALT


def is_moving(discs: Discs, disc: int) -> bool:
    """Return whether a disc belongs to a moving vehicle."""
    return abs(discs.speed_x[disc]) + abs(discs.speed_y[disc]) > HALT
