"""Reward terms: each a function of a view, the errors, and the memory of the episode; a task weights and adds them.

Milestones, each of which is rewarded once, are learned from more reliably than dense rewards or the goal alone.

Source: arXiv 2507.19642, which compares the three for parking.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..models.mathematics import Real, clamp, floor, maximum, select, sqrt
from .drifting import drift
from .group import Group, is_near_another
from .view import Errors, Memory, View


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


def _closed(error: Real, memory: Memory, count: Real) -> Real:
    share = 1.0 - sqrt(error / maximum(memory.start_error, 1e-9))
    return floor(clamp(share, 0.0, 1.0) * count)


def at_goal(view: View, errors: Errors, error: Real, memory: Memory, tolerance: Real) -> Real:
    """Return 1 at the goal, 1/2 where the error is a tolerance, and less farther away."""
    return 1.0 / (1.0 + (error / tolerance) * (error / tolerance))


def touching(view: View, errors: Errors, error: Real, memory: Memory, group: Group, own: int, margin: Real) -> Real:
    """Return 1 while another agent of the group is closer than a margin."""
    return select(is_near_another(group, own, margin), 1.0, 0.0)


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
    "touching": Reward(touching, ("margin",), sees_group=True),
}
