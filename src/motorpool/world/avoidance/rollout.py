"""Rollout of a trial: the path of a vehicle that turns to a heading, and its collisions.

Obstacles are discs that move along straight lines: one resting disc for an object, three in a row for a vehicle, which
accelerate towards the commanded speed of its driver. The vehicle itself is a rectangle, driven by the controllers that
will drive it (``keep_speed``, ``steer_toward``) in steps of ``STEP``. All functions are scalar, on columns of discs.

Source: choosing among the motions that the vehicle can make is the dynamic window of Fox, Burgard and Thrun, "The
dynamic window approach to collision avoidance", IEEE Robotics & Automation Magazine 4 (1997); simulating the vehicle's
own controllers is from Kuwata and others, "Real-time motion planning with applications to autonomous urban driving",
IEEE Transactions on Control Systems Technology 17 (2009).
"""

import math
from typing import NamedTuple

from ...base.arrays import Floats, Wholes
from ...ground.terrain.area import Bounds
from ...models.mathematics import maximum, minimum, sincos, sqrt, wrap_angle
from ..navigation.speed_control import keep_speed
from ..navigation.steering_control import steer_limit, steer_toward

STEP = 0.2  # time step of a trial; with longer ones fast vehicles pass through thin obstacles [s]
MOST_STEPS = 25  # longest trial: five seconds
ALIGNED = 0.15  # deviation up to which the preferred heading counts as reached [rad]
STANDSTILL = 0.5  # speed below which the curvature of a pivoting vehicle is not limited [m/s]
COMFORT = 1.5  # free space beside the vehicle above which there is no cost [m]
CAUTION = 0.8  # share of acceleration, braking and yaw rate that trials use; at 1 vehicles brush obstacles [1]
ROUNDING = 1e-3  # margin for rounding errors of distances that only save work [m]
DISCS = 3  # number of discs in a row that cover a vehicle


class Trailer(NamedTuple):
    """First trailer of a vehicle that tries a way; one without length for none."""

    yaw: float = 0.0  # [rad]
    hitch: float = 0.0  # behind the reference point of the vehicle [m]
    reach: float = 1.0  # from the hitch to its axles [m]
    middle: float = 0.0  # centre of its body, ahead of its axles [m]
    half_length: float = 0.0  # [m]
    half_width: float = 0.0  # [m]


class Ability(NamedTuple):
    """Limits of a vehicle, from its columns in the vehicle table."""

    half_length: float  # [m]
    half_width: float  # [m]
    full_curvature: float  # [1/m]
    pivot_yaw_rate: float  # [rad/s]
    acceleration: float  # [m/s^2]
    braking: float  # [m/s^2]
    steer_rate: float  # rate of the steering command, the vehicle's lag included [1/s]
    max_lateral_acceleration: float  # [m/s^2]
    body_offset: float = 0.0  # centre of the body, ahead of the reference point [m]
    trailer: Trailer = Trailer()


class Motion(NamedTuple):
    """Pose and motion of a vehicle."""

    x: float  # [m]
    y: float  # [m]
    yaw: float  # [rad]
    speed: float  # [m/s]
    steer: float  # -1..1, left positive


class Discs(NamedTuple):
    """Discs of the obstacles; the distance to each centre must stay above ``need``, which grows by ``growth``."""

    x: Floats  # [m]
    y: Floats  # [m]
    speed_x: Floats  # [m/s]
    speed_y: Floats  # [m/s]
    radius: Floats  # [m]
    need: Floats  # radius and clearance [m]
    growth: Floats  # rate of ``need`` [m/s]
    until: Floats  # time after which the disc is ignored [s]
    change_x: Floats  # acceleration, east [m/s^2]
    change_y: Floats  # acceleration, north [m/s^2]
    change_time: Floats  # duration of the acceleration [s]
    obstacle_index: Wholes  # index of an object, or -1 - id of a vehicle
    trailer_need: Floats  # ``need`` of the driver's own trailer [m]
    since: Floats  # time before which the vehicle cannot reach it [s]


class Obstacles(NamedTuple):
    """Obstacles of a trial: discs, and the edge of the ground."""

    discs: Discs
    disc_count: int  # of the discs that are there
    edge: Bounds  # west, south, east and north end of the ground [m]
    soonest: float = 0.0  # least ``since`` of the discs [s]


class Trial(NamedTuple):
    """Outcome of a trial."""

    is_free: bool  # until its end
    time: float  # until it ended or something was hit [s]
    distance: float  # driven until then [m]
    room: float  # the least that was ever beside the vehicle, at most ``COMFORT`` [m]
    hit: int  # the disc that was hit, or -1


def gap_to(dx: float, dy: float, sine: float, cosine: float, half_length: float, half_width: float) -> float:
    """Return the distance [m] of the point (dx, dy), from a rectangle's middle, to the rectangle; 0 inside it."""
    ahead = maximum(abs(dx * cosine + dy * sine) - half_length, 0.0)
    beside = maximum(abs(dy * cosine - dx * sine) - half_width, 0.0)
    return sqrt(ahead * ahead + beside * beside)


def try_heading(
    start: Motion, ability: Ability, obstacles: Obstacles, heading: float, target_speed: float, straight: float,
    pivots: bool,
) -> Trial:  # fmt: skip
    """Turn to ``heading`` [rad] on the way to the speed ``target_speed`` [m/s], then drive ``straight`` [m].

    Args:
        heading: to which it turns by the shorter way.
        target_speed: negative to drive backward.
        straight: how far after the turn; a trial ends after ``MOST_STEPS`` in any case.
        pivots: stand while turning.
    """
    discs, edge = obstacles.discs, obstacles.edge
    x, y, yaw, speed, steer = start.x, start.y, start.yaw, start.speed, start.steer
    outside = beyond(x, y, edge)
    room, driven, ahead, time = COMFORT, 0.0, 0.0, 0.0
    trailer, trailer_yaw = ability.trailer, ability.trailer.yaw
    for _ in range(MOST_STEPS):
        is_aligned = abs(wrap_angle(heading - yaw)) < ALIGNED
        target = 0.0 if pivots and not is_aligned else target_speed
        speed = keep_speed(speed, target, CAUTION * ability.acceleration, CAUTION * ability.braking, STEP)
        full_yaw_rate = CAUTION * (ability.pivot_yaw_rate + ability.full_curvature * speed)
        curvature = ability.full_curvature + ability.pivot_yaw_rate / maximum(abs(speed), STANDSTILL)
        limit = steer_limit(speed, curvature, ability.max_lateral_acceleration)
        steer = steer_toward(yaw, heading, steer, ability.steer_rate, STEP, full_yaw_rate, limit)
        turn = steer * full_yaw_rate * STEP
        if trailer.half_length > 0.0:
            trailer_yaw = towed_yaw(yaw - trailer_yaw, speed * STEP, turn, trailer) + trailer_yaw
        sine, cosine = sincos(yaw + 0.5 * turn)
        x, y, yaw = x + speed * STEP * cosine, y + speed * STEP * sine, yaw + turn
        time += STEP
        if beyond(x, y, edge) > outside:
            return Trial(False, time, driven, 0.0, -1)
        disc_count = obstacles.disc_count if time >= obstacles.soonest else 0
        sine, cosine = sincos(yaw) if disc_count > 0 else (0.0, 1.0)
        for j in range(disc_count):
            if time < discs.since[j] or time > discs.until[j]:
                continue
            changing = minimum(time, discs.change_time[j])
            gained = changing * (time - 0.5 * changing)
            dx = discs.x[j] + discs.speed_x[j] * time + discs.change_x[j] * gained - x
            dy = discs.y[j] + discs.speed_y[j] * time + discs.change_y[j] * gained - y
            along = maximum(abs(dx * cosine + dy * sine - ability.body_offset) - ability.half_length, 0.0)
            beside = maximum(abs(dy * cosine - dx * sine) - ability.half_width, 0.0)
            square, need = along * along + beside * beside, discs.need[j] + discs.growth[j] * time
            if square < need * abs(need):
                return Trial(False, time, driven, 0.0, j)
            far = discs.radius[j] + COMFORT
            if square < far * far:
                room = minimum(room, sqrt(square) - discs.radius[j])
        if trailer.half_length > 0.0 and disc_count > 0:
            hit = hit_of_trailer(x, y, yaw, trailer_yaw, trailer, time, obstacles)
            if hit >= 0:
                return Trial(False, time, driven, 0.0, hit)
        driven += abs(speed) * STEP
        if is_aligned:
            ahead += abs(speed) * STEP
            if ahead >= straight:
                break
    return Trial(True, time, driven, room, -1)


def towed_yaw(bend: float, driven: float, turn: float, trailer: Trailer) -> float:
    """Return the change of a trailer's yaw [rad] in a step, of a trailer whose wheels do not slip.

    Args:
        bend: yaw of the vehicle minus that of the trailer [rad].
        driven: distance of the step, forward positive [m].
        turn: change of the vehicle's yaw [rad].
    """
    sine, cosine = sincos(bend)
    return (driven * sine - trailer.hitch * turn * cosine) / trailer.reach


def trailer_centre(yaw: float, trailer_yaw: float, trailer: Trailer) -> tuple[float, float]:
    """Return the centre of a trailer, east and north of the reference point of its vehicle [m].

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
        trailer_yaw: yaw of the trailer, counter-clockwise from east [rad].
    """
    sine, cosine = sincos(yaw)
    trailer_sine, trailer_cosine = sincos(trailer_yaw)
    back = trailer.reach - trailer.middle
    return -trailer.hitch * cosine - back * trailer_cosine, -trailer.hitch * sine - back * trailer_sine


def hit_of_trailer(
    x: float, y: float, yaw: float, trailer_yaw: float, trailer: Trailer, time: float, obstacles: Obstacles
) -> int:
    """Return the disc that the driver's own trailer hits, or -1."""
    discs = obstacles.discs
    aside_x, aside_y = trailer_centre(yaw, trailer_yaw, trailer)
    sine, cosine = sincos(trailer_yaw)
    for j in range(obstacles.disc_count):
        if time > discs.until[j]:
            continue
        changing = minimum(time, discs.change_time[j])
        gained = changing * (time - 0.5 * changing)
        dx = discs.x[j] + discs.speed_x[j] * time + discs.change_x[j] * gained - x - aside_x
        dy = discs.y[j] + discs.speed_y[j] * time + discs.change_y[j] * gained - y - aside_y
        if gap_to(dx, dy, sine, cosine, trailer.half_length, trailer.half_width) < discs.trailer_need[j]:
            return j
    return -1


def note_reach(start: Motion, ability: Ability, fastest: float, discs: Discs, count: int) -> float:
    """Set ``since`` of the discs, before which no trial can hit them or find less room; returns the least of them [s].

    The vehicle moves at most at ``fastest``, a disc at most at the greater of its speeds at the beginning and the end.

    Args:
        fastest: greatest magnitude of the vehicle's speed in any trial [m/s].
    """
    soonest = MOST_STEPS * STEP
    trailer = ability.trailer
    reach = ability.half_length + abs(ability.body_offset)
    reach = maximum(reach, trailer.hitch + trailer.reach + trailer.half_length) if trailer.half_length > 0.0 else reach
    own = sqrt(reach * reach + ability.half_width * ability.half_width) + ROUNDING
    for j in range(count):
        dx, dy, speed_x, speed_y = discs.x[j] - start.x, discs.y[j] - start.y, discs.speed_x[j], discs.speed_y[j]
        end_x = speed_x + discs.change_x[j] * discs.change_time[j]
        end_y = speed_y + discs.change_y[j] * discs.change_time[j]
        square = maximum(speed_x * speed_x + speed_y * speed_y, end_x * end_x + end_y * end_y)
        far = maximum(discs.radius[j] + COMFORT, discs.need[j] + discs.growth[j] * MOST_STEPS * STEP)
        gap = sqrt(dx * dx + dy * dy) - own - far
        discs.since[j] = gap / (fastest + sqrt(square))
        soonest = minimum(soonest, discs.since[j])
    return soonest


def beyond(x: float, y: float, edge: Bounds) -> float:
    """Return the distance [m] of a position from the ground's area; 0 within it."""
    west, south, east, north = edge
    return maximum(maximum(west - x, x - east), maximum(maximum(south - y, y - north), 0.0))


def must_yield(yaw: float, ahead: float, other_yaw: float) -> bool:
    """Return whether a driver heading ``yaw`` [rad] gives way to a vehicle whose middle is ``ahead`` [m] of its own.

    It does to a vehicle in front, from the right, or oncoming; oncoming vehicles give way to each other.

    Args:
        yaw: yaw of the vehicle, counter-clockwise from east [rad].
    """
    turn = wrap_angle(other_yaw - yaw)
    if abs(turn) < 0.25 * math.pi:
        return ahead > 0.0
    return turn > 0.0 or turn < -0.75 * math.pi
