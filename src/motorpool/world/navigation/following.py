"""Vehicle following: along the leader's trail, with a constant time headway, string stable.

The leader stores a point every ``TRAIL_SPACING``; the follower drives from point to point instead of straight at the
leader, so that a column passes a corner on the path of its first vehicle.

The desired gap is g = gap + headway v, the speed v = v_leader + k (distance - g); ``gap_speed`` returns it, solved for
v. Between the speeds of leader and follower the transfer function is then
(s + k) / (s (1 + k headway) + k): its magnitude exceeds 1 at no frequency, so a disturbance does not grow from
one vehicle to the next. Source: the constant time headway policy (Swaroop, "String Stability of Interconnected
Systems", 1994) for vehicles that are controlled by a speed command.

Lateral deviations do not grow either: a follower steers for the curvature 2 d / L^2 to a point of the trail in the
lookahead distance L, d beside its heading, and drives it with a lag T. Between the paths of leader and follower, with
the wave number k, q = k L and p = v T / L, the square of the transfer function's magnitude is
4 / (4 + (1 - 4 p) q^4 + p^2 q^6): at most 1 at every q if L is at least 4 v T. ``close_look`` keeps that.
"""

from ...models.mathematics import Real, maximum, minimum, sqrt

TRAIL_SPACING = 2.0  # distance of the points of a trail; larger values cut its corners [m]
ARC = 2  # points of a trail over which the radius of a bend is measured, on each side
TRAIL_STRIDE = 2  # points of a trail from one that is looked at for a bend to the next
TRAIL_LENGTH = 128  # stored points: 256 m; a follower farther behind drives straight at the oldest point
GAP_GAIN = 0.6  # change of speed over the error of the gap; larger values brake and accelerate harder [1/s]
GAP = 5.0  # at standstill, from bumper to bumper [m]
LOOK_TIME = 0.3  # shorter than on a route: each follower cuts corners a little more than the one before it [s]
LAG = 0.2  # of the curvature that a car drives behind that for which it steers [s]
STABLE = 4.0  # lookahead over the way driven in the lag; with less, weaving grows along the convoy [1]
CATCH_UP = 3.0  # speed of a follower over that of its leader, at most [m/s]
HEADWAY = 1.5  # time headway; below the delay of the brakes, convoys collide [s]


def gap_speed(distance: Real, leader_speed: Real, gap: Real, headway: Real, braking: Real) -> Real:
    """Return the speed [m/s] of a follower, zero or positive, at a ``distance`` [m] from bumper to bumper.

    It is limited to the speed from which the follower stops behind a leader that brakes equally hard. The ``gap`` [m]
    is that at standstill, ``headway`` [s] the time behind the leader.

    Args:
        braking: greatest deceleration [m/s^2].
    """
    leader_magnitude = maximum(leader_speed, 0.0)
    room = distance - gap
    target = (leader_magnitude + GAP_GAIN * room) / (1.0 + GAP_GAIN * headway)
    safe = sqrt(maximum(leader_magnitude * leader_magnitude + braking * room, 0.0))
    return maximum(minimum(target, safe), 0.0)


def close_look(magnitude: Real, half_length: Real) -> Real:
    """Return the lookahead distance [m] of a follower along the trail at ``magnitude`` [m/s]."""
    return maximum(half_length + TRAIL_SPACING + LOOK_TIME * magnitude, STABLE * LAG * magnitude)
