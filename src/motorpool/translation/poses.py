"""Poses of other programs, in the vocabulary of models, so that they are exported beside one.

Those of Godot and Unity are ``models.frames.to_godot`` and ``to_unity``; the screen is here in degrees, as sprites want
it.
"""

import math
from typing import Any, NamedTuple

from ..models.frames import to_godot, to_unity
from ..models.mathematics import wrap_angle

DEGREES = 180.0 / math.pi  # of a radian


class Sprite(NamedTuple):
    """Place and turn of a sprite on a screen whose y axis points down."""

    right: Any  # [pixels]
    down: Any  # [pixels]
    degrees: Any  # clockwise as seen, from a sprite that looks to the right


def to_screen(x: Any, y: Any, yaw: Any, scale: Any, left: Any, top: Any) -> Sprite:
    """Place a sprite on a screen, ``scale`` in pixels a metre, ``left`` and ``top`` at the screen's edges [m].

    The sprite is to look to the right, and its origin (pivot, anchor) must be the vehicle's reference point: with the
    origin in the picture's corner the vehicle swings about that corner. A picture that looks up needs 90 degrees more.

    Args:
        x, y: place of the vehicle, east and north [m].
        yaw: counter-clockwise from east [rad].
        scale: of the picture [pixels/m].
        left: x at the left edge of the screen [m].
        top: y at its top edge [m].
    """
    return Sprite((x - left) * scale, (top - y) * scale, wrap_angle(-yaw) * DEGREES)


def from_screen(right: Any, down: Any, scale: Any, left: Any, top: Any) -> tuple[Any, Any]:
    """Return x, y [m] of a place on the screen [pixels], of a click for example.

    Args:
        right, down: place on the screen [pixels].
        scale: of the picture [pixels/m].
        left: x at the left edge of the screen [m].
        top: y at its top edge [m].
    """
    return left + right / scale, top - down / scale


POSES = {"screen": (to_screen, from_screen), "godot": (to_godot,), "unity": (to_unity,)}
