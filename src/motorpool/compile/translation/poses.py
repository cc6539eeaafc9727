"""Poses in the conventions of other programs, for export beside a model.

Those of Godot and Unity are ``models.frames.to_godot`` and ``to_unity``; the screen's has degrees, as for sprites.
"""

import math
from typing import Any, NamedTuple

from ...models.frames import to_godot, to_unity
from ...models.mathematics import wrap_angle

DEGREES = 180.0 / math.pi  # per radian


class Sprite(NamedTuple):
    """Position and rotation of a sprite on a screen with y downward."""

    right: Any  # [pixels]
    down: Any  # [pixels]
    degrees: Any  # clockwise on the screen, for a sprite that faces right


def to_screen(x: Any, y: Any, yaw: Any, scale: Any, left: Any, top: Any) -> Sprite:
    """Return the position and rotation of a sprite on a screen whose edges are ``left`` and ``top`` [m], y down.

    The ``scale`` is in pixels/m.

    The sprite must face right and have its origin (pivot, anchor) at the vehicle's reference point: with the origin in
    the picture's corner it would rotate about that corner. A picture that faces up needs 90 degrees more.

    Args:
        yaw: counter-clockwise from east [rad].
    """
    return Sprite((x - left) * scale, (top - y) * scale, wrap_angle(-yaw) * DEGREES)


def from_screen(right: Any, down: Any, scale: Any, left: Any, top: Any) -> tuple[Any, Any]:
    """Return x, y [m] of a position on the screen [pixels], for example of a click; arguments as of ``to_screen``."""
    return left + right / scale, top - down / scale


POSES = {"screen": (to_screen, from_screen), "godot": (to_godot,), "unity": (to_unity,)}
