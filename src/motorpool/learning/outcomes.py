"""Outcomes of a decision: terms of the reward, and ends of the episode, each a function of a view and the errors.

A task weights and adds terms. Milestones, each of which is rewarded once, are learned from more reliably than dense
rewards or the goal alone (arXiv 2507.19642, which compares the three for parking).

The first end of a task's list that is true is the cause; one with ``held_for`` must be true for that time without a
break. The time limit is no such end: it cuts the episode off.

To add a term or an end, write its function here and its line in ``REWARDS`` or ``ENDS``. The first line of its
docstring is its meaning in tables.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..models.mathematics import Flag, Real, clamp, floor, maximum, select, sqrt
from .view import (
    Errors,
    Group,
    Memory,
    View,
    circle_offset,
    distance_to_first,
    is_any_over,
    is_near_another,
    nose_inward,
    side_slip,
)


class Reward(NamedTuple):
    """One kind of reward term."""

    function: Callable[..., Real]  # of view, errors, error, memory, then of group, then its arguments
    arguments: tuple[str, ...] = ()  # further numbers, which a task gives
    sees_group: bool = False  # its function takes the group and the own row in it

    @property
    def meaning(self) -> str:
        """First line of the function's docstring."""
        return (self.function.__doc__ or "").split("\n")[0].removesuffix(".").removeprefix("Return ")


def milestones(view: View, errors: Errors, error: Real, memory: Memory, count: Real) -> Real:
    """Return the share of milestones that are passed for the first time: equal parts of the error at the start."""
    return maximum(_passed(error, memory, count) - _passed(memory.least_error, memory, count), 0.0) / count


def closing_milestones(view: View, errors: Errors, error: Real, memory: Memory, count: Real) -> Real:
    """Return the share of milestones that are passed for the first time: equal parts of the error's square root.

    They lie the closer together, the nearer the goal is.
    """
    now, before = _closed(error, memory, count), _closed(memory.least_error, memory, count)
    return maximum(now - before, 0.0) / count


def progress(view: View, errors: Errors, error: Real, memory: Memory) -> Real:
    """Return by how many metres the error became smaller."""
    return memory.error - error


def time(view: View, errors: Errors, error: Real, memory: Memory) -> Real:
    """Return the seconds of this decision, for a cost of time."""
    return view.decision


def steering(view: View, errors: Errors, error: Real, memory: Memory) -> Real:
    """Return the change of the steering command, for a cost of restless hands."""
    return abs(view.target_steer - memory.target_steer)


def contact(view: View, errors: Errors, error: Real, memory: Memory) -> Real:
    """Return 1 while the vehicle touches an object."""
    return view.is_blocked


def at_goal(view: View, errors: Errors, error: Real, memory: Memory, tolerance: Real) -> Real:
    """Return 1 at the goal, 1/2 where the error is a tolerance, and less farther away."""
    return 1.0 / (1.0 + (error / tolerance) * (error / tolerance))


def touches(view: View, errors: Errors, error: Real, memory: Memory, group: Group, own: int, margin: Real) -> Real:
    """Return 1 while another agent of the group is closer than a margin."""
    return select(is_near_another(group, own, margin), 1.0, 0.0)


def drift(
    view: View, errors: Errors, error: Real, memory: Memory, radius: Real, width: Real, angle: Real, speed: Real
) -> Real:
    """Return the seconds of drifting: of the decision, times shares of drift angle, speed and closeness to a circle."""
    closeness = 1.0 - abs(circle_offset(view, errors, radius)) / width
    slipping = nose_inward(view, errors) / angle
    return (
        view.decision
        * clamp(closeness, 0.0, 1.0)
        * clamp(slipping, 0.0, 1.0)
        * clamp(_magnitude(view) / speed, 0.0, 1.0)
    )


def _closed(error: Real, memory: Memory, count: Real) -> Real:
    share = 1.0 - sqrt(error / maximum(memory.start_error, 1e-9))
    return floor(clamp(share, 0.0, 1.0) * count)


def _passed(error: Real, memory: Memory, count: Real) -> Real:
    share = 1.0 - error / maximum(memory.start_error, 1e-9)
    return floor(clamp(share, 0.0, 1.0) * count)


REWARDS = {
    "milestones": Reward(milestones, ("count",)),
    "closing-milestones": Reward(closing_milestones, ("count",)),
    "progress": Reward(progress),
    "time": Reward(time),
    "steering": Reward(steering),
    "contact": Reward(contact),
    "drift": Reward(drift, ("radius", "width", "angle", "speed")),
    "at-goal": Reward(at_goal, ("tolerance",)),
    "touching": Reward(touches, ("margin",), sees_group=True),
}


# ---- ends


class End(NamedTuple):
    """One kind of end."""

    function: Callable[..., Flag]  # of view and errors, then of group, then its arguments
    arguments: tuple[str, ...] = ()  # numbers that a task gives, in SI
    is_success: bool = False
    needs_trailer: bool = False
    needs_goal: bool = True
    sees_group: bool = False  # its function takes the group and the own row in it

    @property
    def meaning(self) -> str:
        """First line of the function's docstring."""
        return (self.function.__doc__ or "").split("\n")[0].removesuffix(".").removeprefix("Return whether ")


def arrived(view: View, errors: Errors, ahead: Real, left: Real, heading: Real, speed: Real) -> Flag:
    """Return whether the part is at the goal, within limits of each error and of the speed."""
    return (
        (abs(errors.ahead) <= ahead)
        & (abs(errors.left) <= left)
        & (abs(errors.heading) <= heading)
        & (abs(view.speed) <= speed)
    )


def jack_knifed(view: View, errors: Errors, angle: Real) -> Flag:
    """Return whether the hitch angle is beyond a limit."""
    return abs(view.hitch_angle) > angle


def outside(view: View, errors: Errors, behind: Real, ahead: Real, aside: Real) -> Flag:
    """Return whether the part has left a rectangle around the goal, in the goal's frame."""
    return (errors.ahead < -behind) | (errors.ahead > ahead) | (abs(errors.left) > aside)


def far(view: View, errors: Errors, distance: Real) -> Flag:
    """Return whether the part is farther from the goal than a distance."""
    return errors.ahead * errors.ahead + errors.left * errors.left > distance * distance


def blocked(view: View, errors: Errors) -> Flag:
    """Return whether the vehicle touches an object."""
    return view.is_blocked > 0.5


def overturned(view: View, errors: Errors, angle: Real) -> Flag:
    """Return whether pitch or roll is beyond a limit."""
    return (abs(view.roll) > angle) | (abs(view.pitch) > angle)


def off_field(view: View, errors: Errors, radius: Real) -> Flag:
    """Return whether the vehicle is farther from the map's origin than a radius."""
    return view.x * view.x + view.y * view.y > radius * radius


def lasted(view: View, errors: Errors, time: Real) -> Flag:
    """Return whether the episode has lasted for a time."""
    return view.time > time - 0.5 * view.decision


def touching(view: View, errors: Errors, group: Group, own: int, margin: Real) -> Flag:
    """Return whether another agent of the group is closer than a margin."""
    return is_near_another(group, own, margin)


def broken(view: View, errors: Errors, group: Group, own: int) -> Flag:
    """Return whether the episode of another agent of the group is over."""
    return is_any_over(group, own)


def caught(view: View, errors: Errors, group: Group, own: int, distance: Real) -> Flag:
    """Return whether another agent is closer to the first one of the group than a distance."""
    return distance_to_first(group, own) < distance


def was_caught(view: View, errors: Errors, group: Group, own: int, distance: Real) -> Flag:
    """Return whether the same is true, where it is no success."""
    return distance_to_first(group, own) < distance


def drifting(view: View, errors: Errors, radius: Real, width: Real, angle: Real, speed: Real) -> Flag:
    """Return whether the vehicle drifts on a circle: within a width, with its nose inward, at a speed."""
    return (
        (abs(circle_offset(view, errors, radius)) <= width)
        & (nose_inward(view, errors) >= angle)
        & (_magnitude(view) >= speed)
    )


def spun(view: View, errors: Errors, angle: Real) -> Flag:
    """Return whether the side-slip angle is beyond a limit."""
    return abs(side_slip(view, errors)) > angle


def off_circle(view: View, errors: Errors, radius: Real, width: Real) -> Flag:
    """Return whether the part is farther than a width from a circle around the goal."""
    return abs(circle_offset(view, errors, radius)) > width


def standing(view: View, errors: Errors, speed: Real, after: Real) -> Flag:
    """Return whether the vehicle is slower than a limit, some time after the start."""
    return (_magnitude(view) < speed) & (view.time > after)


def _magnitude(view: View) -> Real:
    return sqrt(view.speed * view.speed + view.lateral_speed * view.lateral_speed)


ENDS = {
    "arrived": End(arrived, ("ahead", "left", "heading", "speed"), is_success=True),
    "jack-knifed": End(jack_knifed, ("angle",), needs_trailer=True, needs_goal=False),
    "outside": End(outside, ("behind", "ahead", "aside")),
    "far": End(far, ("distance",)),
    "blocked": End(blocked, needs_goal=False),
    "overturned": End(overturned, ("angle",), needs_goal=False),
    "drifting": End(drifting, ("radius", "width", "angle", "speed"), is_success=True),
    "spun": End(spun, ("angle",), needs_goal=False),
    "off-circle": End(off_circle, ("radius", "width")),
    "standing": End(standing, ("speed", "after"), needs_goal=False),
    "off-field": End(off_field, ("radius",), needs_goal=False),
    "lasted": End(lasted, ("time",), is_success=True, needs_goal=False),
    "touching": End(touching, ("margin",), needs_goal=False, sees_group=True),
    "broken": End(broken, needs_goal=False, sees_group=True),
    "caught": End(caught, ("distance",), is_success=True, needs_goal=False, sees_group=True),
    "was-caught": End(was_caught, ("distance",), needs_goal=False, sees_group=True),
}
