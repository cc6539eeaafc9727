"""Ends of an episode: each a function of a view and the errors, true when the episode is over.

The first end of a task's list that is true is the cause; one with ``held_for`` must be true for that time without a
break. The time limit is no such end: it cuts the episode off.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..models.mathematics import Flag, Real
from .drifting import drifting, off_circle, spun, standing
from .group import Group, distance_to_first, is_any_over, is_near_another
from .view import Errors, View


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
