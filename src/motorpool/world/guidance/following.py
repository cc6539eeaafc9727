"""Follow another vehicle: along the trail that it leaves, at a distance that grows with speed, string stable.

The leader drops a point every ``TRAIL_SPACING`` of its way; the follower drives from point to point, not straight
at the leader, so a column goes round a corner as its first vehicle did.

The gap law wants g = gap + headway v and steers the speed by v = v_leader + k (distance - g): solved for v it is what
``gap_speed`` returns. Between the speeds of leader and follower the transfer function is then
(s + k) / (s (1 + k headway) + k): its magnitude exceeds 1 at no frequency, so a disturbance does not grow from
one vehicle to the next. Source: the constant time headway policy (Swaroop, "String Stability of Interconnected
Systems", 1994) for vehicles that are told a speed.
"""

from ...models.mathematics import Real, maximum, minimum, sqrt

TRAIL_SPACING = 2.0  # between the points of a trail [m]
TRAIL_LENGTH = 128  # that a trail remembers: 256 m
GAP_GAIN = 0.6  # speed for each metre too much or too little [1/s]
GAP = 5.0  # between standing vehicles, from bumper to bumper [m]
LOOK_TIME = 0.3  # nearer than on a route: what each cuts off a corner, the next one cuts off again [s]
CATCH_UP = 3.0  # a follower that has fallen behind drives at most so much faster than its leader [m/s]
HEADWAY = 1.5  # what the gap grows by with each metre a second [s]


def gap_speed(distance: Real, leader_speed: Real, gap: Real, headway: Real, braking: Real) -> Real:
    """The speed [m/s] of a follower ``distance`` [m] behind its leader's rear bumper, zero or positive.

    Never faster than what ``braking`` [m/s^2] ends behind a leader that brakes as hard.

    Args:
        distance: from bumper to bumper [m].
        leader_speed: of the leader, forward positive [m/s].
        gap: distance at standstill [m].
        headway: time behind the leader [s].
        braking: greatest deceleration [m/s^2].
    """
    leader_magnitude = maximum(leader_speed, 0.0)
    room = distance - gap
    target = (leader_magnitude + GAP_GAIN * room) / (1.0 + GAP_GAIN * headway)
    safe = sqrt(maximum(leader_magnitude * leader_magnitude + braking * room, 0.0))
    return maximum(minimum(target, safe), 0.0)


def close_look(magnitude: Real, half_length: Real) -> Real:
    """Lookahead distance [m] along the trail of a follower at ``magnitude`` [m/s]."""
    return half_length + TRAIL_SPACING + LOOK_TIME * magnitude
